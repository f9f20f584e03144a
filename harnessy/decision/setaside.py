"""A leg of a gate that is asked by itself and does not apply."""

from __future__ import annotations

from harnessy.decision.case import Case
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import LEG_ASIDE, Book, Rule


def set_aside(case: Case, key: str) -> Rule | None:
    """The rule by which a leg does not apply, with nothing stated of it: its reason is known, and none denies the note."""
    return next((rule for rule in _of(case.book, key) if _fits(case, rule)), None)


def noted(case: Case, key: str, value: object) -> Rule | None:
    """The rule that says what is noted with the value of a leg that does not apply."""
    return next((rule for rule in _of(case.book, key) if rule.value == value), None)


def _fits(case: Case, rule: Rule) -> bool:
    fact = rule.id.partition("/")[2]
    gate = rule.acts[0].gate
    denied = gate is not None and case.truth(gate) is False
    return case.stated(fact) is None and not denied and case.truth(rule.when) is True


@per_key
def _of(book: Book, key: str) -> tuple[Rule, ...]:
    return tuple(rule for rule in book.by_target.get(key, ()) if rule.family == LEG_ASIDE)
