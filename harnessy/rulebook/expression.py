"""Formulas as values: numbers, names and functions of them, and what a number is worth. Decimals throughout, no `eval`.

What is counted or summed over records is a Measure; a formula names it like any other fact, so that it can be stated as
well as measured.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation, Overflow, getcontext, localcontext
from typing import Literal

from harnessy.source import Span

Function = Literal["+", "-", "*", "/", "^", "abs", "min", "max", "mean", "sum"]
Over = Literal["count", "distinct", "sum", "mean", "min", "max", "variance"]
Scalar = str | bool | Decimal | None
_ONE, _ZERO = Decimal(1), Decimal(0)
_DIGITS = getcontext().prec << 2  # more than sums of squares have


class Undefined(ArithmeticError):
    """A formula has no value: a ratio over nothing, or a power that is no real number."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Ref:
    """The value of a fact or quantity, by its key."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A function of parts; `-` of one part is its negative."""

    function: Function
    parts: tuple[Expression, ...]


Expression = Number | Ref | Call


@dataclass(frozen=True, slots=True)
class Filter:
    """A field of a record against a constant; the relation is one of = ≠ ≤ ≥ < >."""

    field: str
    relation: str
    value: Scalar


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that records give: a function over one field (empty: the records themselves) of those that pass all tests.

    `text` are the words it was read from, `by` a field whose values part the records, `unit` what is counted where it is no
    record but something that records hold many of.
    """

    key: str
    text: str
    over: Over
    of: str = ""
    where: tuple[Filter, ...] = ()
    by: str = ""
    unit: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Side:
    """The value of a symbol on the later or the earlier of two sides that are compared."""

    symbol: str
    later: bool


@dataclass(frozen=True, slots=True)
class Indicator:
    """A number that is only shown: its formula, and the field of the records by which it is told apart (empty: by none)."""

    name: str
    text: str
    expression: Expression
    by: str = ""
    span: Span | None = field(default=None, compare=False)
    trail: tuple[str, ...] = ()


def names(expression: Expression) -> Iterator[str]:
    """The names that a formula reads, in order, each as often as it stands there."""
    if isinstance(expression, Ref):
        yield expression.name
    elif isinstance(expression, Call):
        for part in expression.parts:
            yield from names(part)


def renamed(expression: Expression, called: Callable[[str], Expression]) -> Expression:
    """A formula with each name put in place of what it is called."""
    if isinstance(expression, Ref):
        return called(expression.name)
    if isinstance(expression, Call):
        return Call(expression.function, tuple(renamed(part, called) for part in expression.parts))
    return expression


def evaluate(expression: Expression, values: Mapping[str, Decimal]) -> Decimal:
    """The value of a formula. Raises Undefined; a name without a value is a KeyError."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Ref):
        return values[expression.name]
    parts = [evaluate(part, values) for part in expression.parts]
    try:
        return _FUNCTIONS[expression.function](parts)
    except (ZeroDivisionError, InvalidOperation, Overflow) as error:
        raise Undefined(expression.function) from error


def _power(parts: list[Decimal]) -> Decimal:
    base, exponent = parts
    return _ONE if exponent == _ZERO else base**exponent


def _minus(parts: list[Decimal]) -> Decimal:
    return -parts[0] if len(parts) == 1 else parts[0] - parts[1]


def _sum(parts: list[Decimal]) -> Decimal:
    return sum(parts, _ZERO)


def _over(parts: list[Decimal]) -> Decimal:
    top, bottom = parts
    if bottom == _ZERO:
        raise ZeroDivisionError
    return top / bottom


_FUNCTIONS: dict[str, Callable[[list[Decimal]], Decimal]] = {
    "+": _sum,
    "-": _minus,
    "*": lambda parts: functools.reduce(operator.mul, parts),
    "/": _over,
    "^": _power,
    "abs": lambda parts: abs(parts[0]),
    "min": min,
    "max": max,
    "sum": _sum,
    "mean": lambda parts: sum(parts, _ZERO) / len(parts),
}
_RELATIONS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "≤": operator.le,
    "≥": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


def passes(test: Filter, value: Scalar) -> bool:
    """Whether a field's value passes a test; what is no number is never above or below one."""
    if test.relation in _RELATIONS:
        return isinstance(value, Decimal) and isinstance(test.value, Decimal) and _RELATIONS[test.relation](value, test.value)
    same = isinstance(value, bool) == isinstance(test.value, bool) and value == test.value
    return same == (test.relation == "=") and (same or value is not None)


def measured(measure: Measure, records: Iterable[Mapping[str, Scalar]]) -> Decimal:
    """What a measure is over some records; those that do not tell a field have one value of it. Raises Undefined over nothing."""
    kept = [record for record in records if all(passes(test, record.get(test.field)) for test in measure.where)]
    if measure.over == "count":
        return Decimal(len(kept))
    if measure.over == "distinct":
        return Decimal(len({record.get(measure.of) for record in kept}))
    found = [value for record in kept if (value := record.get(measure.of)) is not None]
    numbers = [Decimal(value) if isinstance(value, bool) else value for value in found if not isinstance(value, str)]
    return summed_up(measure.over, numbers)


def summed_up(over: Over, numbers: Iterable[Decimal | int]) -> Decimal:
    """A function over numbers. Raises Undefined where it needs one and there is none."""
    run = Run()
    run.add(numbers)
    return run.value(over)


@dataclass
class Run:
    """Numbers as they come, in flat memory: what a function over all of them needs, exactly."""

    count: int = 0
    total: Decimal = _ZERO
    squares: Decimal = _ZERO
    low: Decimal | int | None = None
    high: Decimal | int | None = None

    def add(self, numbers: Iterable[Decimal | int]) -> None:
        """Take further numbers in."""
        found = list(numbers)
        if not found:
            return
        self.count += len(found)
        with localcontext(prec=_DIGITS):
            self.total += sum(found)
            self.squares += sum(number * number for number in found)
        self.low = min(found) if self.low is None else min(self.low, *found)
        self.high = max(found) if self.high is None else max(self.high, *found)

    def value(self, over: Over) -> Decimal:
        """A function over all numbers. Raises Undefined where it needs one and there is none."""
        if over == "sum":
            return +self.total
        if self.low is None or self.high is None:
            raise Undefined(over)
        if over in {"min", "max"}:
            return Decimal(self.low if over == "min" else self.high)
        if over == "mean":
            return self.total / self.count
        with localcontext(prec=_DIGITS):
            variance = self.squares / self.count - (self.total / self.count) ** 2
        return +variance
