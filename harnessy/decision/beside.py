"""What is told with an answer: what is made of the quantity asked, and whether a veto on it is broken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from harnessy.decision.case import Case
from harnessy.decision.model import Citation, Decision, Given
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import Book, Rule

VETO = "veto"
VERDICTS = frozenset({VETO, "threshold"})


def beside(book: Book, facts: Mapping[str, Given], key: str, decision: Decision) -> Decision:
    """The decision with the values of what belongs beside it, where they can be told from the same facts."""
    others = book.beside.get(key, ()) if decision.outcome == "answered" else ()
    vetoes = decision.outcome in {"answered", "clear"} and key in book.subjects and is_veto(book, key)
    if not others and not vetoes:
        return decision
    values, because = dict(decision.values), list(decision.because)
    for other in others:
        if other in book.subjects:
            told = [(rule, Case(book, facts).truth(rule.when)) for rule in limits(book, other, key)]
            if told and all(isinstance(truth, bool) for _, truth in told):
                values[book.subjects[other].name.text] = any(truth is True for _, truth in told)
                because.extend(verdict(rule, broken=truth is True) for rule, truth in told)
            continue
        case = Case(book, facts)
        value = case.value(other)
        if isinstance(value, str | bool | Decimal):
            plain = (int(value) if value == value.to_integral_value() else float(value)) if isinstance(value, Decimal) else value
            values[book.quantities[other].name.text] = case.shown(other, plain) if isinstance(plain, str) else plain
            steps = (citation for steps in case.steps.values() for citation in steps)
            because.extend(citation for citation in steps if citation not in because)
    if vetoes:
        values[book.subjects[key].name.text] = decision.outcome == "answered"
    return replace(decision, values=values, because=tuple(because))


@per_key
def is_veto(book: Book, key: str) -> bool:
    """Whether a subject is a list of vetoes."""
    rules = book.by_target.get(key, ())
    return bool(rules) and all(rule.family == VETO for rule in rules)


def is_verdict(book: Book, key: str) -> bool:
    """Whether a subject is what a metric comes to: what stops a run says nothing of it."""
    return key in book.subjects and book.subjects[key].kind in VERDICTS


def limits(book: Book, subject: str, quantity: str) -> list[Rule]:
    """The vetoes of a subject that limit a quantity."""
    return [rule for rule in book.by_target.get(subject, ()) if getattr(rule.when, "fact", "") == quantity]


def verdict(rule: Rule, *, broken: bool) -> Citation:
    """A veto as it came out."""
    return Citation(rule.id, rule.span, rule.trail, f"{rule.label}: {'broken' if broken else 'kept'}", VETO)
