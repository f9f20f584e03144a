"""What a record may not say, though each of its fields has the right kind: a name twice, an amount that is none, more than all.

A piece of a file is looked at as a whole, which costs next to nothing; only where it may hide something is each line looked at.
"""

from __future__ import annotations

import operator
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite
from operator import attrgetter
from types import NoneType
from typing import Any as Anything

from harnessy.ledger.picking import Get, Record, passing, rank
from harnessy.rulebook.expression import Filter, Scalar, passes
from harnessy.rulebook.schema import Field
from harnessy.rulebook.templates import has_form, have_form
from harnessy.source.objects import BrokenError, loaded, whole_part

Amount = int | Decimal
_HIDES = {  # by the one sign without which it is not there: a plain letter of a name by its number, a space before its colon
    b"\\": re.compile(rb"\\u00[2-7]"), b":": re.compile(rb" :"), b"\t": re.compile(rb"\t:"), b"\r": re.compile(rb"\r:"),
}  # fmt: skip
_NUMBERS = frozenset({int, Decimal})
_MOST, _LEAST = Decimal(sys.float_info.max), Decimal(sys.float_info.min)


@dataclass(frozen=True, slots=True)
class Share:
    """What a field adds to something is, in each record, within these times what another adds (empty: within these bounds).

    It counts in the records that pass all tests.
    """

    part: str
    whole: str
    low: Decimal
    high: Decimal
    where: tuple[Filter, ...] = ()

    def counts(self, record: Mapping[str, Anything]) -> bool:
        """Whether a record passes the tests."""
        return all(passes(test, _scalar(record.get(test.field))) for test in self.where)

    def wrong(self, of: Amount | None, all_of: Amount | None) -> str:
        """What is wrong with a part of so much; empty where nothing is, or where one is not told."""
        if of is None or all_of is None or self.low * all_of <= of <= self.high * all_of:
            return ""
        if not self.whole:
            return f"`{self.part}` is {of}, not between {self.low} and {self.high}"
        times = "" if self.high == 1 else f"{self.high} times "
        return f"`{self.part}` is {of}, not between {self.low} and {times}`{self.whole}`, which is {all_of}"


def _scalar(value: object) -> Scalar:
    """A value of a field as a test takes it."""
    if isinstance(value, bool | str) or value is None:
        return value
    return Decimal(str(value)) if isinstance(value, int | float) else str(value)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number, or a text of a form, that is looked at: how it is called from outside in, and what records tell of it."""

    name: str
    field: Field
    told: Callable[[Iterable[Record]], list[Anything]]
    nested: bool = False

    def wrong(self, value: object) -> str:
        """What is wrong with a value; empty where nothing is, or where a record does not tell it, which is seen to elsewhere."""
        if value is None:
            return "is missing" if self.nested and not self.field.optional else ""
        if self.field.kind == "number":
            return _misfit(self.field, value)
        return "" if has_form(self.field.pattern, str(value)) else f"is not {self.field.takes}"

    def all_fit(self, values: list[Anything]) -> bool:
        """Whether nothing is wrong with any of them, and nothing that must be told is not."""
        count = untold(values) if self.field.optional or self.field.kind == "number" else 0  # a text is typed, and so is there
        if count and not self.field.optional:
            return False
        told = [value for value in values if value is not None] if count else values
        return _are_amounts(self.field, told) if self.field.kind == "number" else have_form(self.field.pattern, told)


def leaves(fields: Iterable[Field], get: Mapping[str, Get]) -> tuple[Leaf, ...]:
    """The numbers and the texts of a form among some fields, and within those that hold an object."""
    return tuple(leaf for field in fields for leaf in _leaves(field, f"`{field.name}`", _top(get[field.name])))


def _top(read: Get) -> Callable[[Iterable[Record]], list[Anything]]:
    return lambda records: list(map(read, records))


def _leaves(field: Field, name: str, told: Callable[[Iterable[Record]], list[Anything]], *, nested: bool = False) -> Iterator[Leaf]:
    if field.kind == "number" or field.pattern:
        yield Leaf(name, field, told, nested)
    for at, inner in enumerate(field.fields):
        yield from _leaves(inner, f"{name} holds `{inner.name}`, which", _within(told, attrgetter(f"f{at}")), nested=True)


def _within(
    told: Callable[[Iterable[Record]], list[Anything]], read: Get,
) -> Callable[[Iterable[Record]], list[Anything]]:  # fmt: skip
    return lambda records: [read(one) for one in told(records) if one is not None]


@dataclass(frozen=True, slots=True)
class Checks:
    """The checks of the records of a schema: the getters of all its fields, those that are read and those that must be told.

    `there` are the fields that each record of a piece has, or it would have been read line by line. `quoted` are those that hold
    a text; None where some field may hold more than one.
    """

    get: Mapping[str, Get]
    leaves: tuple[Leaf, ...]
    needed: frozenset[str]
    there: frozenset[str]
    quoted: frozenset[str] | None
    shares: tuple[Share, ...]

    def pass_all(self, text: bytes, records: list[Record]) -> bool:
        """Whether nothing in a piece may hide anything; false where only its lines can tell."""
        return (
            all(leaf.all_fit(leaf.told(records)) for leaf in self.leaves)
            and all(self._are_within(share, records) for share in self.shares)
            and _is_utf8(text)
            and not self._may_repeat(text, records, self.there)
        )

    def lacking(self, record: Record) -> list[str]:
        """The fields that a record should tell and does not."""
        return [name for name, read in self.get.items() if name in self.there and read(record) is None]

    def wrong(self, line: bytes, record: Record) -> str:
        """What is wrong with a record that has fields of the right kind; empty where nothing is."""
        if not _is_utf8(line) or self._may_repeat(line, [record], frozenset()):
            try:
                loaded(line)
            except BrokenError as broken:
                return str(broken)
        told = ((leaf, leaf.wrong(value)) for leaf in self.leaves for value in leaf.told([record]))
        found = (f"{leaf.name} {why}" for leaf, why in told if why)
        return next(found, "") or next((why for share in self.shares for why in self._beyond(share, [record])), "")

    def _may_repeat(self, text: bytes, records: Sequence[Record], there: frozenset[str]) -> bool:
        """Whether a name may stand twice in a record: there are more names than the values of the fields and of the others."""
        count = len(records)
        told = {name: count - (name not in there and untold(map(read, records))) for name, read in self.get.items()}
        first = dict(whole_part(text.lstrip().partition(b"\n")[0].decode()))
        others = {name: value for name, value in first.items() if name not in self.get}
        if self.quoted is not None and self._are_all_quotes(text, told, others, count):
            return False
        if any(sign in text and hides.search(text) for sign, hides in _HIDES.items()) or not all(map(str.isascii, self.get)):
            return True
        beside = [text.count(f'"{name}":'.encode()) for name in others]
        return max(beside, default=0) > count or text.count(b'":') != sum(told.values()) + sum(beside)

    def _are_all_quotes(self, text: bytes, told: Mapping[str, int], others: Mapping[str, object], count: int) -> bool:
        """Whether every quote in a piece belongs to a name or a text that was read, or to a field beside them.

        The quotes that are accounted for all stand there, so a name that stands twice, however it is written, makes more.
        """
        if b"\\" in text:
            return False
        ends = {name: b': "' if isinstance(value, str) else b":" for name, value in others.items()}
        beside = {name: text.count(f'"{name}"'.encode() + end) for name, end in ends.items()}
        texts = sum(found for name, found in told.items() if name in (self.quoted or ()))
        texts += sum(found for name, found in beside.items() if isinstance(others[name], str))
        names = sum(told.values()) + sum(beside.values())
        return max(beside.values(), default=0) <= count and text.count(b'"') == (names + texts) << 1

    def _are_within(self, share: Share, records: list[Record]) -> bool:
        """Whether a part is within its bounds in every record."""
        if share.whole and share.low == 0 and share.high == 1 and not share.where:
            parts, wholes = (list(map(self.get[name], records)) for name in (share.part, share.whole))
            if self.there.issuperset((share.part, share.whole)) or not (untold(parts) or untold(wholes)):
                return all(map(operator.le, parts, wholes)) and min(parts, default=0) >= 0
        return not any(True for _ in self._beyond(share, records))

    def _beyond(self, share: Share, records: list[Record]) -> Iterator[str]:
        part, whole = self.get[share.part], self.get.get(share.whole)
        for record in passing(share.where, records, self.get):
            why = share.wrong(part(record), 1 if whole is None else whole(record))
            if why:
                yield why


def untold(values: Iterable[object]) -> int:
    """How many values are none; by their types, for to compare a decimal with None takes its time."""
    return list(map(type, values)).count(NoneType)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


# -- amounts


def _misfit(field: Field, value: object) -> str:
    """What is wrong with an amount; empty where nothing is, or where there is none."""
    if value is None:
        return ""
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        return f"is not {field.takes}"
    if not _is_counted(value):
        return "is no number that can be counted with"
    return "is below 0" if value < 0 and not field.signed else ""


def _is_counted(value: Amount) -> bool:
    """Whether a number is neither endless nor as good as none; compared only, for to reckon with it may fail."""
    return not value or _LEAST <= value <= _MOST or -_MOST <= value <= -_LEAST


def is_amount(field: Field, value: object) -> bool:
    """Whether what reads a ledger can count with a number of a record."""
    if field.kind == "whole":
        return isinstance(value, int) and abs(value) <= sys.maxsize
    return isfinite(value) if isinstance(value, float) else isinstance(value, Amount) and _is_counted(value)


def _are_amounts(field: Field, told: list[Anything]) -> bool:
    if not _NUMBERS.issuperset(map(type, told)):
        return False
    if field.signed:
        return all(map(_is_counted, told))
    above: list[Anything] = list(filter(None, told))
    return not above or bool(min(above) >= _LEAST and max(above) <= _MOST)


# -- what numbers records


def come_in_order(names: Iterable[str], before: str) -> bool:
    """Whether numbers of records follow one another and what came before, so that none of them stands there twice."""
    told = [before, *names]
    if all(map(operator.lt, told, told[1:])):
        return True
    ranks = [rank(name) for name in told]
    return all(map(operator.lt, ranks, ranks[1:]))
