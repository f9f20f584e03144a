"""Answers of the shipped doctrine, written by hand from reading it and never recorded.

A page is about the subject of its title, or of the column `Asked` where a table has one. `Given` above a table states
facts for each of its rows. In a row

- Facts are code spans: `name=value`, or a name alone for what is true;
- Asked is empty where the facts name no subject but an event;
- Answer is an effect or an outcome, or `owed` for what decides nothing. Behind a colon stand the verbs of what is to be
  done, the facts that are missing, or the value of a quantity: these and no others, unless `…` stands last;
- Cites are words of the doctrine, parted by `;`. Each must stand in one of the passages that decided; behind `@` stands
  what that line of the doctrine is about;
- Fault, where a table has it, tells why the engine gives another answer today.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from harnessy import api
from harnessy.decision import Citation, Decision
from harnessy.rulebook import Rule

PAGES = sorted(Path(__file__).parent.glob("*.md"))
CODE = re.compile(r"`([^`]*)`")
EFFECTS, OUTCOMES = {"go", "hold", "halt", "n/a"}, {"value", "owed", "missing", "silent", "conflict", "clear"}
MORE = "…"

# Rules that no row can cite, by their words, with the reason.
UNCITED = dict[str, str]()


@dataclass(frozen=True, slots=True)
class Row:
    """A question, and the answer that a careful reader of the doctrine gives."""

    place: str
    subject: str
    facts: tuple[str, ...]
    answer: str
    cites: tuple[str, ...]
    fault: str = ""

    def ask(self) -> Decision:
        """What the engine answers."""
        pairs = (fact.partition("=") for fact in self.facts)
        facts = {name: value if equals else True for name, equals, value in pairs}
        return api.ask(doctrine(), self.subject or None, facts, strict=True)


@cache
def doctrine() -> api.Loaded:
    return api.load_demo()


def rows(page: str, name: str) -> Iterator[Row]:
    """The rows of a page, in order."""
    title, given, head = "", tuple[str, ...](), list[str]()
    for number, line in enumerate(page.splitlines(), 1):
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("#"):
            given = ()
        elif line.startswith("Given "):
            given = tuple(CODE.findall(line))
        elif not line.startswith("|"):
            head = []
        elif not head:
            head = cells(line)
        elif not line.startswith("|--"):
            yield row(f"{name}:{number}", title, given, dict(zip(head, cells(line), strict=True)))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]


def row(place: str, title: str, given: tuple[str, ...], read: dict[str, str]) -> Row:
    cites = tuple(part.strip() for part in read["Cites"].split(";") if part.strip())
    facts = (*given, *CODE.findall(read["Facts"]))
    return Row(place, read.get("Asked", title), facts, read["Answer"], cites, read.get("Fault", ""))


ROWS = [one for page in PAGES for one in rows(page.read_text("utf-8"), page.name)]
PARAMETERS = [
    pytest.param(
        one,
        id=one.place,
        marks=[pytest.mark.xfail(strict=True, reason=one.fault, raises=AssertionError)] if one.fault else [],
    )
    for one in ROWS
]


def told(decision: Decision) -> tuple[str, set[str]]:
    """An answer as a page writes it: the effect or outcome, and the verbs, missing facts or value."""
    if decision.outcome == "missing":
        return "missing", {item.fact for item in decision.missing}
    if decision.outcome != "answered":
        return decision.outcome, set()
    if decision.effect is None and (decision.subject or "") not in decision.values:
        return "owed", {act.verb for act in decision.acts}
    if decision.effect is None:
        return "value", {value_told(decision.values[decision.subject or ""])}
    return decision.effect, {act.verb for act in decision.acts}


def value_told(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def plain(words: str) -> str:
    """Words without their emphasis, on one line."""
    return " ".join(words.replace("`", "").replace("*", "").split())


def holding(cite: str, decision: Decision) -> list[Citation]:
    """The citations of a decision in which some words stand."""
    words, _, about = (plain(part) for part in cite.partition(" @ "))
    return [
        citation
        for citation in decision.because
        if words in plain(citation.quote) and about in plain(citation.span.source.line_text(citation.span.line))
    ]


@pytest.mark.parametrize("row", PARAMETERS)
def test_the_engine_answers_as_a_careful_reader_does(row: Row) -> None:
    kind, _, listed = (part.strip() for part in row.answer.partition(":"))
    wanted = {part.strip() for part in listed.split(",") if part.strip()}
    decision = row.ask()
    answered, found = told(decision)
    assert answered == kind, f"{row.place}: {answered} {sorted(found)}"
    assert wanted - {MORE} <= found if MORE in wanted or not wanted else wanted == found, f"{row.place}: {sorted(found)}"
    uncited = [cite for cite in row.cites if not holding(cite, decision)]
    assert not uncited, f"{row.place}: {[citation.quote for citation in decision.because]}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.place)
def test_a_row_is_written_as_agreed(row: Row) -> None:
    kind = row.answer.partition(":")[0]
    assert kind in EFFECTS | OUTCOMES
    assert bool(row.cites) == (kind not in {"missing", "silent"}), "an answer cites, and what is no answer need not"


def test_every_rule_is_cited_by_some_row() -> None:
    cited = {(one.rule, one.span.end) for row in ROWS for one in used(row)}
    uncited = [rule for rule in named_rules() if (rule.id, rule.span.end) not in cited]
    assert {plain(rule.span.text): rule.span.place for rule in uncited if plain(rule.span.text) not in UNCITED} == {}
    assert {words for words in UNCITED if words not in {plain(rule.span.text) for rule in uncited}} == set()


def used(row: Row) -> Iterator[Citation]:
    """The citations that a row asks for and gets."""
    decision = row.ask()
    for cite in row.cites:
        yield from holding(cite, decision)


def named_rules() -> list[Rule]:
    """The rules of the doctrine, one for each place."""
    places = {(rule.id, rule.span.start): rule for book in doctrine().rulebook.books for rule in book.rules}
    return list(places.values())
