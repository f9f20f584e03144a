"""Every number, level, order, comparison, row and sentence of the doctrine means something: an edit of it changes an answer.

Where it changes none, there is a finding, or the edit stands in `EQUIVALENT` with the reason why it means nothing. Sections
that decide nothing, such as the columns of a log, are read by commands of their own and tested there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest

from harnessy import api
from tests.mutation.cases import Question, questions, told
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.test_doctrine import TEXT, compiled

STRIDE = 37  # neighbouring questions are alike: those that tell versions apart come sooner with a stride
PARTS, SHARE = 3, 8
NAMES = {"Words", "Checkpoints", "Hard rules"}
OWED = {"duty", "order"}  # what is to do next, and not what may be done

EQUIVALENT = {
    r"^\| \d+ \| .* :: \d+ -> ": "the number of a row is its label",
    r"^\d+\. .* :: \d+ -> ": "so is the number of an item",
    r"^(?:Unattended runs|The tables and the rules|The places at which|What a supervised run)": "prose that explains",
    r"hardly any bug fixes .* :: any -> ": "a reason",
    r"scripts of all workspaces.* :: all -> ": "what the leg is about; whoever runs it decides what it saw",
    r"^- \*\*Judgment calls|^  unresolved review findings": "says in other words what the table of levels marks",
    r"^A missing header.* :: `too-large` -> `large`": "both are capped alike",
    r"^\| (?:park|stop|proceed|write)\b[^|]* \| (?:hold|halt|go|neutral) \| :: ": "verbs that the grammar knows by the same effect",
}


@pytest.fixture(scope="module")
def asked() -> list[tuple[Question, tuple[object, ...]]]:
    loaded = compiled(TEXT)
    found = [*questions(loaded), *also(loaded)]
    mixed = [question for first in range(STRIDE) for question in found[first::STRIDE]]
    return [(question, answered(loaded, question)) for question in mixed]


def also(loaded: api.Loaded) -> Iterator[Question]:
    """Operations, and legs that fail in their own way or do not apply."""
    (book,) = loaded.rulebook.books
    yield from ((subject.name.text, {}) for subject in book.subjects.values() if subject.kind == "operation")
    safe = {"header": "safe", "work-type": "test", "difficulty": "small", "--auto": True}
    good = {"tests": "pass", "smoke": "pass", "review": "CLEAN", "heart": "GREEN"}
    for leg, where in (("tests", "the changed repository has tests"), ("smoke", "the change reaches a downstream script")):
        for applies in (True, False):
            yield "Ship PR sign-off", {**safe, **good, leg: "n/a", where: applies, "stated in the PR body": not applies}
            yield "Ship PR sign-off", {**safe, **good, leg: "n/a", where: applies, "stated in the PR body": applies}
    yield from (("Ship PR sign-off", {**safe, **good, "heart": heart}) for heart in ("RED", "STALE"))


def answered(loaded: api.Loaded, question: Question) -> tuple[object, ...]:
    return told(api.ask(loaded, *question))[:3]


def spoken(loaded: api.Loaded) -> set[tuple[object, ...]]:
    """What a question may state, in which words, and who states it; what can be looked up."""
    (book,) = loaded.rulebook.books
    registered = {(key, subject.kind, subject.attributes) for key, subject in book.subjects.items()}
    return registered | {
        (key, fact.kind, fact.scale, fact.closed, fact.author, fact.header, fact.values, fact.aliases)
        for key, fact in book.facts.items()
    }


SPOKEN = spoken(compiled(TEXT))


def edits() -> list[Mutant]:
    (book,) = compiled(TEXT).rulebook.books
    scales = {key: [member.text for member in scale.members] for key, scale in book.scales.items() if scale.order}
    decided = {*book.quantities, *(key for key, subject in book.subjects.items() if subject.kind != "operation")}
    deciding = {rule.trail[-1] for rule in book.rules if rule.target in decided and rule.family not in OWED and rule.trail} | NAMES
    return [mutant for mutant in mutants(TEXT, scales) if heading(mutant.line) in deciding and not reasons(mutant)]


def heading(line: int) -> str:
    """The heading that a line stands under."""
    above = [words.removeprefix("## ") for words in TEXT.splitlines()[:line] if words.startswith("## ")]
    return above[-1] if above else ""


def reasons(mutant: Mutant) -> list[str]:
    """Why an edit means nothing, if it does: the pattern fits its line and what changes in it."""
    edit = f"{TEXT.splitlines()[mutant.line - 1]} :: {mutant.before} -> {mutant.after}"
    return [reason for pattern, reason in EQUIVALENT.items() if re.search(pattern, edit)]


def survives(mutant: Mutant, asked: list[tuple[Question, tuple[object, ...]]]) -> bool:
    loaded = compiled(mutant.text)
    if spoken(loaded) != SPOKEN:
        return False
    if any(answered(loaded, question) != before for question, before in asked):
        return False
    return not api.lint(loaded) and not api.test(loaded)[1]


@pytest.mark.parametrize("part", range(PARTS))
def test_an_edit_changes_an_answer_or_is_found(part: int, asked: list[tuple[Question, tuple[object, ...]]]) -> None:
    """One edit of some; `MUTANTS=all` tries every one of them."""
    share = 1 if os.environ.get("MUTANTS") == "all" else SHARE
    assert [str(mutant) for mutant in edits()[part :: PARTS * share] if survives(mutant, asked)] == []
