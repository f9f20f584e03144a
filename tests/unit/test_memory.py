"""What was answered before is answered again, and what only looks like it is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest

from harnessy import api
from harnessy.decision import Decision
from harnessy.decision.memory import Memory, Reads
from harnessy.rulebook import Book
from harnessy.rulebook.memo import MOST_KEPT, per_key, per_part
from harnessy.source import Source, Span

PAGE = (Path(__file__).parents[2] / "doctrine" / "AUTONOMY.md").read_text("utf-8")
PIER = """
| Fact | Kind |
|---|---|
| crates | number |
| fog | yes / no |
| tide | word |
| loaded | set |
| listed | set |

| Berth | Who moors there |
|---|---|
| Departure | the ferry |

Departure: proceed only if crates ≤ 3, fog is no and loaded are contained in listed.
"""


def fresh(loaded: api.Loaded) -> api.Loaded:
    """The same rules, and nothing that was worked out of them."""
    again = api.Loaded(loaded.sources)
    again.__dict__["rulebook"] = replace(loaded.rulebook, books=tuple(replace(book) for book in loaded.rulebook.books))
    return again


def asked() -> Iterator[tuple[str, dict[str, object]]]:
    """Questions about the shipped doctrine that differ in what matters and in what does not."""
    gates: tuple[dict[str, object], ...] = (
        {},
        {"tests": "pass", "smoke": "n/a", "stated in the PR body": True, "review": "CLEAN", "heart": "GREEN"},
        {"heart": "YELLOW", "reasons": ["a"], "acknowledged reasons": ["a", "b"]},
        {"heart": "YELLOW", "reasons": "a,c", "acknowledged reasons": "a,b"},
    )
    for subject, header, work, auto, gate in product(
        ("Ship PR sign-off", "Heart YELLOW", "Cleanup", "Cap", "effective level"),
        ("safe", "human-required", None),
        ("feature", "bug", "unheard of"),
        (True, False, None),
        gates,
    ):
        stated = {"header": header, "work-type": work, "difficulty": "medium", "--auto": auto, **gate}
        yield subject, {name: value for name, value in stated.items() if name != "--auto" or value is not None}


def test_whatever_was_asked_before_changes_no_answer() -> None:
    loaded = api.load_texts({"AUTONOMY.md": PAGE})
    questions = list(asked())
    first = [api.ask(loaded, *question) for question in questions]
    mixed = sorted(questions, key=lambda question: sha256(repr(question).encode()).digest())
    turned = fresh(loaded)
    other = {repr(question): api.ask(turned, *question) for question in mixed}
    assert [other[repr(question)] for question in questions] == first
    assert [api.ask(turned, *question) for question in questions] == first
    assert [api.ask(fresh(loaded), *question) for question in mixed[:40]] == [other[repr(question)] for question in mixed[:40]]


@pytest.mark.parametrize(
    ("facts", "others"),
    [
        ({"fog": True}, {"fog": 1}),
        ({"crates": 1, "fog": False}, {"crates": True, "fog": False}),
        ({"crates": "1", "fog": "no"}, {"crates": "4", "fog": "no"}),
        ({"crates": 3, "fog": False, "loaded": "a", "listed": "a"}, {"crates": 3, "fog": False, "loaded": "a", "listed": "b"}),
        ({"crates": 3, "fog": False, "loaded": None, "listed": ""}, {"crates": 3, "fog": False, "loaded": "", "listed": None}),
    ],
)
def test_values_that_only_look_alike_are_told_apart(facts: dict[str, object], others: dict[str, object]) -> None:
    loaded = api.load_texts({"pier.md": PIER})
    for order in ((facts, others), (others, facts)):
        known = fresh(loaded)
        answers = [_answered(known, one) for one in order]
        assert answers == [_answered(fresh(loaded), one) for one in order]
        assert answers == [_answered(known, one) for one in order]


def _answered(loaded: api.Loaded, facts: dict[str, object]) -> Decision | str:
    try:
        return api.ask(loaded, "Departure", facts, strict=True)
    except api.UsageError as error:
        return str(error)


def test_facts_that_make_no_difference_share_an_answer() -> None:
    loaded = api.load_texts({"AUTONOMY.md": PAGE})
    facts: dict[str, object] = {"header": "safe", "work-type": "bug", "--auto": True}
    first = api.ask(loaded, "Cleanup", {**facts, "tests": "pass"})
    second = api.ask(loaded, "Cleanup", {**facts, "tests": "fail", "heart": "RED"})
    assert first.because is second.because
    assert (first.facts, second.facts) == ({**facts, "tests": "pass"}, {**facts, "tests": "fail", "heart": "RED"})


def test_what_went_through_all_facts_is_not_kept() -> None:
    memory, reads = Memory[str](), Reads({"a": "x"})
    assert (reads.get("a"), reads.get("b"), "b" in reads, reads["a"]) == ("x", None, False, "x")
    memory.keep(reads, (), "seen")
    assert (memory.find({"a": "x"}), memory.find({"a": "x", "b": "y"}), memory.find({})) == ("seen", None, None)
    other = Reads({"a": "z"})
    assert (dict(other), len(other)) == ({"a": "z"}, 1)
    memory.keep(other, (), "never")
    assert memory.find({"a": "z"}) is None


def test_keys_from_outside_do_not_pile_up() -> None:
    @per_key
    def twice(book: Book, number: int) -> int:
        del book
        return 2 * number

    book = api.load_texts({"pier.md": PIER}).rulebook.books[0]
    assert [twice(book, number) for number in (3, 3)] == [6, 6]
    assert all(twice(book, number) == 2 * number for number in range(MOST_KEPT + 5))
    assert max(map(len, book.memo.values())) <= MOST_KEPT


def test_parts_are_known_by_what_they_are_and_not_by_what_they_equal() -> None:
    @per_part
    def place(book: Book, span: Span) -> Source:
        del book
        return span.source

    book = api.load_texts({"pier.md": PIER}).rulebook.books[0]
    first, second = (Source(path, "text").span(0, 1) for path in ("a.md", "b.md"))
    assert first == second
    assert [place(book, span).path for span in (first, second, first)] == ["a.md", "b.md", "a.md"]
