"""Which records count: those that are chosen by a field, and those that pass the tests of a formula."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import compress, repeat
from types import NoneType
from typing import Any as Anything

from harnessy.ledger.alike import alike
from harnessy.rulebook.amount import number
from harnessy.rulebook.expression import Filter, Scalar

Record = Anything
Get = Callable[[Record], Anything]
Select = Callable[[Mapping[str, Get]], Callable[[Record], bool]]
_DIGITS = "0123456789"
_HOLDS: Mapping[str, Callable[[Anything, Anything], Anything]] = {
    "=": operator.eq, "≤": operator.le, "≥": operator.ge, "<": operator.lt, ">": operator.gt, "≠": operator.ne,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pick:
    """Which records count: the fields that tell, and the test, given how to get at them.

    `asked` are the values that fields are to have, as text, where that is the test.
    """

    reads: tuple[str, ...]
    by: Select
    asked: Mapping[str, str] = field(default_factory=dict)

    def respelt(self, record: Record, get: Mapping[str, Get]) -> str:
        """The field by which a record is one of these but for its spelling; empty where there is none."""
        told = {name: get[name](record) for name in self.asked}
        others = [name for name, value in told.items() if shown(value) != self.asked[name]]
        meant = all(isinstance(told[name], str) and alike(told[name]) == alike(self.asked[name]) for name in others)
        return others[0] if others and meant else ""


def satisfying(field_name: str, test: Callable[[str | None], bool]) -> Pick:
    """Picks records whose field passes a test."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: test(get[field_name](record))

    return Pick((field_name,), by)


def having(tests: Mapping[str, str]) -> Pick:
    """Picks records whose fields have these values, as text."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: all(_has(get[name](record), value) for name, value in tests.items())

    return Pick(tuple(tests), by, tests)


def _has(found: object, value: str) -> bool:
    """Whether a record has a value that is asked for; numbers are the same however they are written."""
    if isinstance(found, Decimal):
        return number(value) == found
    return shown(found) == value


def between(field_name: str, first: str, final: str) -> Pick:
    """Picks the records from one identity to another, both included."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: rank(first) <= rank(get[field_name](record) or "") <= rank(final)

    return Pick((field_name,), by)


def shown(value: object) -> str:
    """A value of a field as a person writes it."""
    return str(value).casefold() if isinstance(value, bool) else str(value)


def rank(name: str) -> tuple[str, int, str]:
    """What the number of a record is ordered by: what stands before its last digits, how many these are, and they."""
    front = name.rstrip(_DIGITS)
    return front, len(name) - len(front), name


def passing(where: tuple[Filter, ...], records: list[Record], get: Mapping[str, Get]) -> list[Record]:
    """The records that pass all tests."""
    kept = records
    for test in where:
        told, value = list(map(get[test.field], kept)), _plain(test.value)
        if value is None:
            kept = [record for record, found in zip(kept, told, strict=True) if (found is None) == (test.relation == "=")]
            continue
        if test.relation != "=" and NoneType in set(map(type, told)):  # by type: to compare a decimal with None takes its time
            kept = [record for record, found in zip(kept, told, strict=True) if found is not None]
            told = [found for found in told if found is not None]
        kept = list(compress(kept, map(_HOLDS[test.relation], told, repeat(value))))
    return kept


def _plain(value: Scalar) -> Scalar | int:
    """A number without decimals as one: what is counted is, and compares with it at once."""
    return int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else value
