"""Which records count: those that are chosen by a field, and those that pass the tests of a formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any as Anything

from harnessy.rulebook.expression import Filter, Scalar

Record = Anything
Get = Callable[[Record], Anything]
Select = Callable[[Mapping[str, Get]], Callable[[Record], bool]]
_DIGITS = "0123456789"
_ORDERS: Mapping[str, Callable[[Anything, Anything], bool]] = {
    "≤": lambda left, right: left <= right,
    "≥": lambda left, right: left >= right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
}


@dataclass(frozen=True, slots=True)
class Pick:
    """Which records count: the fields that tell, and the test, given how to get at them."""

    reads: tuple[str, ...]
    by: Select


def satisfying(field_name: str, test: Callable[[str | None], bool]) -> Pick:
    """Picks records whose field passes a test."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: test(get[field_name](record))

    return Pick((field_name,), by)


def having(tests: Mapping[str, str]) -> Pick:
    """Picks records whose fields have these values, as text."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: all(shown(get[name](record)) == value for name, value in tests.items())

    return Pick(tuple(tests), by)


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
        read, value = get[test.field], _plain(test.value)
        if test.relation == "=":
            kept = [record for record in kept if read(record) == value]
        elif test.relation == "≠":
            kept = [record for record in kept if (found := read(record)) is not None and found != value]
        else:
            kept = [record for record in kept if (found := read(record)) is not None and _ORDERS[test.relation](found, value)]
    return kept


def _plain(value: Scalar) -> Scalar | int:
    """A number without decimals as one: what is counted is, and compares with it at once."""
    return int(value) if isinstance(value, Decimal) and value == value.to_integral_value() else value
