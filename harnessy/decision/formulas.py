"""Numbers that formulas give: which formula is in force, what it waits for, and how it is cited."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Protocol

from harnessy.decision.model import OTHER, Citation, Clash, Found, Given, Truth, Unknown
from harnessy.decision.numbers import spoken_number
from harnessy.decision.spelling import text
from harnessy.rulebook.expression import Call, Ref, Undefined, evaluate, names
from harnessy.rulebook.model import Book, Condition, Formula, Quantity


class Case(Protocol):
    """What is asked of a case."""

    book: Book
    facts: Mapping[str, Given]
    tried: Mapping[str, Given]

    def value(self, key: str) -> Found:
        """The value of a fact or quantity."""

    def truth(self, condition: Condition) -> Truth:
        """The truth of a condition."""


def number_given(case: Case, quantity: Quantity) -> tuple[Found, tuple[Citation, ...]]:
    """What the formula in force gives, and its citations; None where it is a ratio over nothing of which nobody says more."""
    for formula in quantity.formulas:
        holds = case.truth(formula.when)
        if holds is False:
            continue
        if holds is not True:
            return holds, ()
        read = {key: case.value(key) for key in dict.fromkeys(names(formula.expression))}
        waiting = [key for key, value in read.items() if not isinstance(value, Decimal)]
        if waiting and (formula.empty is None or any(read[key] is not None for key in waiting)):
            return _open(case, read, waiting), ()
        numbers = {key: value for key, value in read.items() if isinstance(value, Decimal)}
        result = formula.empty if waiting else worked_out(formula, numbers)
        fits = result is None or formula.within is None or formula.within[0] <= result <= formula.within[1]
        return result if fits else None, _cited(case, (quantity, formula), numbers, result)
    return None, ()


def numbers_tried(case: Case) -> tuple[str, ...]:
    """The numbers that a formula waits for: it has no value before all of them are known."""
    tried = (key for key, value in case.tried.items() if value == OTHER and key in case.book.facts)
    return tuple(key for key in tried if case.book.facts[key].kind == "number")


def worked_out(formula: Formula, read: Mapping[str, Decimal]) -> Decimal | None:
    """The value of a formula, or what stands for it where it is a ratio over nothing; None when nothing does.

    A share (a ratio that lies in a range) of some over nothing is more than all: nothing stands for that.
    """
    try:
        return evaluate(formula.expression, read)
    except Undefined:
        top = formula.expression.parts[0] if isinstance(formula.expression, Call) else formula.expression
        beyond = formula.within is not None and isinstance(top, Ref) and read[top.name] != 0
        return None if beyond else formula.empty


def _open(case: Case, read: Mapping[str, Found], keys: list[str]) -> Found:
    """What a formula waits for: of several numbers, one that was not tried yet."""
    values = [(key, read[key]) for key in keys]
    found = [value if value is None or isinstance(value, Unknown | Clash) else Unknown(key) for key, value in values]
    untried = (value for value in found if not isinstance(value, Unknown) or value.key not in case.tried)
    return next(untried, found[0])


def _cited(
    case: Case, made: tuple[Quantity, Formula], read: Mapping[str, Decimal], result: Decimal | None,
) -> tuple[Citation, ...]:  # fmt: skip
    quantity, formula = made
    parts = ", ".join(f"{text(case.book, key)} = {spoken_number(value)}" for key, value in read.items())
    value = _spoken(formula, result)
    gives = f"{quantity.name.text} = {value} = {formula.text}, with {parts}" if parts else f"{quantity.name.text} = {value}"
    stated = [_input(case, key, formula) for key in read if key not in case.book.measures]
    cited = Citation(quantity.name.key, formula.span, formula.trail, gives, "function")
    return (cited, *(one for one in stated if one is not None))


def _spoken(formula: Formula, result: Decimal | None) -> str:
    """A value in words, with what is wrong with it."""
    if result is None:
        return "undefined, a ratio over nothing"
    if formula.within is None or formula.within[0] <= result <= formula.within[1]:
        return spoken_number(result)
    low, high = map(spoken_number, formula.within)
    return f"no value: {spoken_number(result)} is not within {low} to {high}"


def _input(case: Case, key: str, formula: Formula) -> Citation | None:
    """Where a stated variable is said to stand for something."""
    thing = case.book.facts.get(key) or case.book.quantities.get(key)
    value = case.facts.get(key)
    if thing is None or formula.span.covers(thing.name.span) or not isinstance(value, Decimal):
        return None
    stands = f" ({thing.aliases[0].text})" if thing.aliases else ""
    trail = thing.trail if isinstance(thing, Quantity) else ()
    return Citation(key, thing.name.span, trail, f"{thing.name.text} = {spoken_number(value)}{stands}, as stated", "input")
