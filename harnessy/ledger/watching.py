"""The diagnostics of a doctrine over measured records: numbers that are only shown, whole or for each value of a field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from harnessy.decision import bind
from harnessy.decision.case import Case
from harnessy.ledger.model import Group, Measured
from harnessy.rulebook import Book
from harnessy.rulebook.built import alone
from harnessy.rulebook.expression import Indicator, Undefined, evaluate, names
from harnessy.rulebook.schema import Schema


def watched(
    book: Book, whole: Measured, parts: Mapping[str, Mapping[str, Measured]],
) -> Iterator[tuple[Indicator, tuple[Group, ...]]]:  # fmt: skip
    """Each diagnostic with its groups: in order of a time, of the words that a field may have, else the biggest first."""
    for one in book.watched:
        groups = parts.get(one.by, {}) if one.by else {"": whole}
        found = [Group(name, measured.count, _value(book, one, measured)) for name, measured in groups.items()]
        yield one, tuple(sorted(found, key=_order(book, one.by)))


def fields(book: Book) -> tuple[str, ...]:
    """The fields by which diagnostics are told apart."""
    return tuple(dict.fromkeys(one.by for one in book.watched if one.by))


class _Order:
    """What groups of a field are sorted by."""

    def __init__(self, schema: Schema | None, by: str) -> None:
        told = schema.field(by) if schema is not None else None
        self.words = told.values if told is not None else ()
        self.is_time = told is not None and told.kind == "time"

    def __call__(self, group: Group) -> tuple[int, int, str]:
        """The place of a group."""
        known = self.words.index(group.name) if group.name in self.words else len(self.words)
        return (known, 0 if self.is_time or self.words else -group.count, group.name)


def _order(book: Book, by: str) -> _Order:
    schema = next((one for one in book.schemas if one.role == "measured"), None)
    return _Order(schema, by)


def _value(book: Book, one: Indicator, measured: Measured) -> Decimal | None:
    case = Case(book, bind(alone(book), None, measured.values, strict=False).facts[0])
    read = {key: case.value(key) for key in names(one.expression)}
    known = {key: value for key, value in read.items() if isinstance(value, Decimal)}
    if len(known) < len(read):
        return None
    try:
        return evaluate(one.expression, known)
    except Undefined:
        return None
