"""The questions over which two versions of a doctrine are compared: every checkpoint at every level, cap and gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from harnessy import api
from harnessy.decision import Decision

Question = tuple[str, dict[str, object]]

_GATE: tuple[dict[str, object], ...] = (
    {"tests": "pass", "smoke": "pass", "review": "CLEAN", "heart": "GREEN"},
    {"tests": "fail", "smoke": "pass", "review": "CLEAN", "heart": "GREEN"},
    {"tests": "pass", "smoke": "pass", "review": "BLOCKED", "heart": "STALE"},
    {"heart": "YELLOW", "reasons": ["a"], "acknowledged reasons": ["a", "b"]},
    {"heart": "YELLOW", "reasons": ["a", "c"], "acknowledged reasons": ["a", "b"]},
)


def questions(loaded: api.Loaded) -> Iterator[Question]:
    """Questions about every subject and derived quantity of the shipped doctrine, in its own words."""
    book = loaded.rulebook.books[0]
    members = {scale.name.text: [member.text for member in scale.members] for scale in book.scales.values()}
    types = [value.text for value in book.facts["work type"].values]
    for header, work, auto in product([*members["Level"], None], types, (True, False)):
        for difficulty in ["medium", "large", None] if work in {"feature", "docs"} else ["small"]:
            facts: dict[str, object] = {"header": header, "work-type": work, "difficulty": difficulty, "--auto": auto}
            yield from ((subject.name.text, facts) for subject in book.subjects.values() if subject.kind == "checkpoint")
            yield "effective level", facts
            if auto and difficulty in {"small", "medium"}:
                yield from (("Ship PR sign-off", {**facts, **gate}) for gate in _GATE)
    for path, heart, armed, active in product(("manual", "scheduled-nightly"), ("GREEN", "RED"), (True, False), (True, False)):
        yield "Release", {"release path": path, "heart": heart, "nightly releases": armed, "activity": active}


def told(decision: Decision) -> tuple[object, ...]:
    """What an answer says, without the words of its doctrine."""
    acts = tuple(sorted((act.verb, act.effect) for act in decision.acts))
    lines = tuple(sorted({citation.span.line for citation in decision.because}))
    return (decision.outcome, decision.effect, acts, lines)


def answers(loaded: api.Loaded, asked: list[Question]) -> list[Decision]:
    """The decisions for these questions."""
    return [api.ask(loaded, subject, facts) for subject, facts in asked]


def renamed(question: Question, names: Mapping[str, str]) -> Question:
    """A question in other words."""
    subject, facts = question
    return names.get(subject, subject), {names.get(name, name): _value(value, names) for name, value in facts.items()}


def _value(value: object, names: Mapping[str, str]) -> object:
    return names.get(value, value) if isinstance(value, str) else value
