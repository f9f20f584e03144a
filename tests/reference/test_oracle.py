"""The program and a judge who was written from the reference alone agree, over the case space of three doctrines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from math import prod
from pathlib import Path
from typing import Any

import pytest

from harnessy import api
from harnessy.decision import Decision
from harnessy.render.rules import rules_json
from tests.reference.oracle import ABSENT, STRANGE, Case, Judge, Verdict

HERE = Path(__file__).parent
PAGES = {
    "shipped": HERE.parents[1] / "doctrine" / "AUTONOMY.md",
    "harbour": HERE / "harbour.md",
    "bakery": HERE / "bakery.md",
}
OWED = {"duty", "order"}  # the families that say what to do next, and not what may be done
MOST_STATED, MOST_OPEN, STEP = 30, 200, 7919


class Both:
    """One doctrine, for the program and for the judge."""

    def __init__(self, page: Path) -> None:
        self.loaded = api.load_texts({page.name: page.read_text("utf-8")})
        (book,) = json.loads(rules_json(self.loaded.rulebook))["books"]
        self.judge = Judge(book)

    def names(self) -> list[str]:
        """What may be done and what is what; a moment at which something is owed or comes next is neither."""
        plain = {rule["about"] for rule in self.judge.rules if rule["family"] not in OWED}
        owing = {rule["about"] for rule in self.judge.rules} - plain
        return [name for name in (*self.judge.book["subjects"], *self.judge.quantities) if name not in owing]

    def inputs(self, name: str) -> dict[str, list[Any]]:
        """What a question may state that matters, with every value that makes a difference; no set is the same as another."""
        found = dict[str, list[Any]]()
        for one in self.judge.reads(name):
            if " ⊆ " not in one:
                kind = self.judge.facts.get(one, {}).get("kind")
                found[one] = [["a"], ["a", "b"], ["c"], [], ABSENT] if kind == "set" else self.judge.values(one)
        return {one: [value for value in values if value is not STRANGE] for one, values in found.items() if values != [STRANGE]}

    def questions(self, name: str) -> Iterator[Case]:
        """Cases of a name: all of them where they are few, else some from all over; then with facts left out."""
        inputs = self.inputs(name)
        count = prod(len(values) for values in inputs.values())
        step = 1 if count <= MOST_STATED else STEP
        for number in range(min(count, MOST_STATED)):
            case, rest = Case(), number * step % count
            for one, values in inputs.items():
                rest, at = divmod(rest, len(values))
                case[one] = values[at]
            yield case
            yield from (self.without(case, gone) for gone in self.gaps(list(case), number))

    @staticmethod
    def gaps(names: list[str], number: int) -> Iterator[set[str]]:
        """Facts to leave out: one of them, and some of them."""
        if names:
            yield {names[number % len(names)]}
            yield {one for place, one in enumerate(names) if (number * (place + 3)) % 4 == 0}

    @staticmethod
    def without(case: Case, gone: set[str]) -> Case:
        return {one: value for one, value in case.items() if one not in gone}

    def open_cases(self, name: str, case: Case) -> int:
        return sum(1 for _ in islice(self.judge.cases(name, case), MOST_OPEN + 1))

    def decided(self, name: str, case: Case) -> Decision:
        return api.ask(self.loaded, name, {one: None if value is ABSENT else value for one, value in case.items()})

    def owed(self) -> frozenset[tuple[str, str]]:
        """The acts of duties: they come with an answer and decide none."""
        return self.judge.acts([rule for rule in self.judge.rules if rule["family"] in OWED])

    def named(self, keys: frozenset[str], case: Case) -> set[str]:
        """Facts as the program calls them; of a relation, the sets that are not known."""
        words = {atom["stated"]: atom["words"] for atom in self.judge.atoms if "stated" in atom}
        return {
            self.judge.facts[part]["name"] if part in self.judge.facts else words[part]
            for key in keys
            for part in (self.unknown(key, case) if " ⊆ " in key else [key])
        }

    @staticmethod
    def unknown(key: str, case: Case) -> list[str]:
        inner, outer = key.split(" ⊆ ")
        return [*([inner] if case.get(inner) in (None, [], ABSENT) else []), *([outer] if outer not in case else [])]


@pytest.fixture(scope="module", params=PAGES)
def both(request: pytest.FixtureRequest) -> Both:
    return Both(PAGES[request.param])


def shown(decision: Decision, owed: frozenset[tuple[str, str]]) -> Verdict:
    """The answer as the judge gives it: without what is to do beside a value or a missing fact, and what is owed anyway."""
    acts = frozenset((act.verb, act.object) for act in decision.acts) - owed
    return Verdict(decision.outcome, decision.effect, acts if decision.effect is not None else frozenset())


def disagreements(both: Both) -> Iterator[tuple[Any, ...]]:
    for name in both.names():
        for case in both.questions(name):
            if both.open_cases(name, case) > MOST_OPEN:
                continue
            verdict, missing = both.judge.ask(name, case)
            decision = both.decided(name, case)
            found = shown(decision, both.owed())
            wanted = (
                verdict if verdict.outcome == "answered" and verdict.value is None else Verdict(verdict.outcome, verdict.effect)
            )
            value = decision.values.get(both.judge.quantities.get(name, {}).get("name", ""))
            values = {str(value).casefold().replace("-", " "), str(value), str({"open": True, "closed": False}.get(str(value)))}
            if (
                found != wanted
                or {item.fact for item in decision.missing} != both.named(missing, case)
                or (name in both.judge.quantities and verdict.outcome == "answered" and not values & {str(verdict.value)})
            ):
                yield name, case, verdict, both.named(missing, case), decision


def test_the_judge_and_the_program_agree(both: Both) -> None:
    assert [found[:4] for found in islice(disagreements(both), 3)] == []
