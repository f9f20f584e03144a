"""What records measure: one pass over a file, only the fields that the measures read, in flat memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from operator import attrgetter
from typing import Annotated, Literal
from typing import Any as Anything

import msgspec

from harnessy.ledger.model import Fault, Measured, Piece
from harnessy.rulebook.expression import Filter, Measure, Run, Scalar, Undefined
from harnessy.rulebook.schema import Schema

Record = Anything
Get = Callable[[Record], Anything]
Select = Callable[[Mapping[str, Get]], Callable[[Record], bool]]
_DAY = len("2026-01-31")
_BELOW = ">= 0"  # how msgspec says so
_COUNT = Annotated[int, msgspec.Meta(ge=0)]
_UNITS: dict[str, Anything] = {"truth": bool, "whole": _COUNT, "number": Decimal, "time": str, "text": str, "word": str}


@dataclass(frozen=True, slots=True)
class Pick:
    """Which records count: the fields that tell, and the test, given how to get at them."""

    reads: tuple[str, ...]
    by: Select


@dataclass
class _Sums:
    count: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    sums: dict[str, int | Decimal] = field(default_factory=dict)
    sets: dict[str, set[Scalar]] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)


def measure(
    schema: Schema, measures: Iterable[Measure], found: Iterable[Piece], pick: Pick | None = None,
) -> Measured:  # fmt: skip
    """Measure the records of some pieces, those that `pick` picks if it is given."""
    return measure_by(schema, measures, found, ((), pick))[0]


def measure_by(
    schema: Schema, measures: Iterable[Measure], found: Iterable[Piece], parts: tuple[Iterable[str], Pick | None],
) -> tuple[Measured, dict[str, dict[str, Measured]]]:  # fmt: skip
    """Measure the records of some pieces, all together and for each value of some fields; of a time, for each day."""
    fields, pick = dict.fromkeys(parts[0]), parts[1]
    own = [one for one in measures if computable(schema, one)]
    names = dict.fromkeys([*fields, *(pick.reads if pick else ()), *(name for one in own for name in _reads(one))])
    get = {name: attrgetter(f"f{index}") for index, name in enumerate(names)}
    whole, lines = _Sums(), _lines(schema, get, pick)
    sums = {name: dict[str, _Sums]() for name in fields}
    for piece in found:
        kept = lines.records(piece)
        _add(whole, own, kept, get)
        for name, groups in sums.items():
            for value, part in _parted(kept, get[name], is_time=_is_time(schema, name)).items():
                _add(groups.setdefault(value, _Sums()), own, part, get)
    own = [one for one in own if not lines.lacking.intersection(_reads(one))]
    told = {name: {key: Measured(_values(one, own), one.count) for key, one in groups.items()} for name, groups in sums.items()}
    return Measured(_values(whole, own), whole.count, tuple(lines.faults)), told


def _is_time(schema: Schema, name: str) -> bool:
    field = schema.field(name)
    return field is not None and field.kind == "time"


def _parted(records: list[Record], read: Get, *, is_time: bool) -> dict[str, list[Record]]:
    found = dict[str, list[Record]]()
    for record in records:
        value = read(record)
        text = "" if value is None else _text(value)
        found.setdefault(text[:_DAY] if is_time else text, []).append(record)
    return found


def computable(schema: Schema, one: Measure) -> bool:
    """Whether records of a schema hold all that a measure reads."""
    plain = not one.unit or one.over == "sum"
    return plain and all(schema.field(name) is not None for name in _reads(one))


def satisfying(field_name: str, test: Callable[[str | None], bool]) -> Pick:
    """Picks records whose field passes a test."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: test(get[field_name](record))

    return Pick((field_name,), by)


def having(tests: Mapping[str, str]) -> Pick:
    """Picks records whose fields have these values, as text."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: all(_text(get[name](record)) == value for name, value in tests.items())

    return Pick(tuple(tests), by)


def between(field_name: str, first: str, final: str) -> Pick:
    """Picks the records from one identity to another, both included."""

    def by(get: Mapping[str, Get]) -> Callable[[Record], bool]:
        return lambda record: _order(first) <= _order(get[field_name](record) or "") <= _order(final)

    return Pick((field_name,), by)


def _text(value: object) -> str:
    return str(value).casefold() if isinstance(value, bool) else str(value)


def _order(text: str) -> tuple[int, str]:
    return len(text), text


def _reads(one: Measure) -> list[str]:
    return [*dict.fromkeys(name for name in (one.of, one.by, *(test.field for test in one.where)) if name)]


# -- lines


@dataclass(frozen=True, slots=True)
class _Lines:
    """Reads lines: strictly; without what they lack; and where one does not fit, so far as to tell whether it may count."""

    schema: Schema
    get: Mapping[str, Get]
    kinds: tuple[msgspec.json.Decoder[Record], ...]
    pick: Pick | None
    keep: Callable[[Record], bool] | None
    faults: list[Fault]
    lacking: set[str]

    def records(self, piece: Piece) -> list[Record]:
        """The records of a piece that count."""
        try:
            found = list(self.kinds[0].decode_lines(piece.text))
        except (msgspec.DecodeError, UnicodeDecodeError):
            found = list(self._one_by_one(piece))
        return found if self.keep is None else [record for record in found if self.keep(record)]

    def _one_by_one(self, piece: Piece) -> Iterator[Record]:
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            if not line.strip():
                continue
            try:
                yield self.kinds[0].decode(line)
            except msgspec.ValidationError as error:
                yield from self._partly(number, line, _said(self.schema, str(error)))
            except (msgspec.DecodeError, UnicodeDecodeError):
                self.faults.append(Fault(number, "no whole record: torn or broken JSON"))

    def _partly(self, number: int, line: bytes, why: str) -> Iterator[Record]:
        """A record that only lacks fields counts, and what is made of these is not known."""
        try:
            record = self.kinds[1].decode(line)
        except msgspec.ValidationError:
            self.faults.append(Fault(number, why, self._may_count(line)))
            return
        if self.pick is not None and any(self.get[name](record) is None for name in self.pick.reads):
            self.faults.append(Fault(number, why, may_count=True))
        elif self.keep is None or self.keep(record):
            lacking = {name for name, read in self.get.items() if read(record) is None and not _is_optional(self.schema, name)}
            self.lacking.update(lacking)
            self.faults.extend(Fault(number, f"`{name}` is missing", partial=True) for name in sorted(lacking))
            yield record

    def _may_count(self, line: bytes) -> bool:
        """Whether a line that does not fit may be among those that were chosen: it is, or it does not tell."""
        try:
            record = self.kinds[2].decode(line)
            unknown = self.pick is not None and any(self.get[name](record) is None for name in self.pick.reads)
            return self.keep is None or unknown or self.keep(record)
        except msgspec.DecodeError:
            return False
        except (TypeError, ValueError, AttributeError):
            return True


def _lines(schema: Schema, get: Mapping[str, Get], pick: Pick | None) -> _Lines:
    """A reader that looks at these fields of a line, in this order, and skips the others."""
    called = {f"f{index}": name for index, name in enumerate(get)}
    types = {key: _type(schema, name) for key, name in called.items()}
    needed = {key for key, name in called.items() if not _is_optional(schema, name)}
    strict = [(key, kind) if key in needed else (key, kind | None, None) for key, kind in types.items()]
    partial = [(key, kind | None, None) for key, kind in types.items()]
    loose = [(key, Anything, None) for key in called]
    kinds = (msgspec.defstruct("Line", each, rename=called.get, gc=False, kw_only=True) for each in (strict, partial, loose))
    decoders = tuple(msgspec.json.Decoder(kind) for kind in kinds)
    return _Lines(schema, get, decoders, pick, pick.by(get) if pick is not None else None, [], set())


def _is_optional(schema: Schema, name: str) -> bool:
    found = schema.field(name)
    return found is None or found.optional


def _type(schema: Schema, name: str) -> Anything:  # noqa: ANN401 # a type, as msgspec takes it
    found = schema.field(name)
    if found is None:
        return Anything
    kind = Literal[found.values] if found.kind == "word" else _UNITS.get(found.kind, Anything)
    return int if found.kind == "whole" and found.signed else kind


def _said(schema: Schema, message: str) -> str:
    """A complaint of the decoder in our words: the field and what it takes."""
    lacking = schema.field(message.partition("missing required field `")[2].rstrip("`"))
    if lacking is not None:
        return f"`{lacking.name}` is missing"
    told = schema.field(message.rpartition("`$.")[2].rstrip("`"))
    if told is None:
        return "the line is no object"
    return f"`{told.name}` is below 0" if _BELOW in message else f"`{told.name}` is not {told.takes}"


# -- adding up


def _add(sums: _Sums, measures: list[Measure], records: list[Record], get: Mapping[str, Get]) -> None:
    sums.count += len(records)
    picked = dict[tuple[Filter, ...], list[Record]]()
    for one in measures:
        if one.where not in picked:
            picked[one.where] = _picked(one.where, records, get) if one.where else records
        kept = picked[one.where]
        if one.over == "count":
            sums.counts[one.key] = sums.counts.get(one.key, 0) + len(kept)
            continue
        if one.over == "distinct":
            sums.sets.setdefault(one.key, set()).update(map(get[one.of], kept))
            continue
        values = [value for value in map(get[one.of], kept) if value is not None]
        if one.over == "sum":
            sums.sums[one.key] = sums.sums.get(one.key, 0) + sum(values)
        else:
            sums.runs.setdefault(one.key, Run()).add(values)


def _picked(where: tuple[Filter, ...], records: list[Record], get: Mapping[str, Get]) -> list[Record]:
    kept = records
    for test in where:
        read, value = get[test.field], test.value
        if test.relation == "=":
            kept = [record for record in kept if read(record) == value]
        elif test.relation == "≠":
            kept = [record for record in kept if (found := read(record)) is not None and found != value]
        else:
            kept = [record for record in kept if (found := read(record)) is not None and _ORDERS[test.relation](found, value)]
    return kept


_ORDERS: Mapping[str, Callable[[Anything, Anything], bool]] = {
    "≤": lambda left, right: left <= right,
    "≥": lambda left, right: left >= right,
    "<": lambda left, right: left < right,
    ">": lambda left, right: left > right,
}


def _values(sums: _Sums, measures: list[Measure]) -> dict[str, Decimal]:
    found = dict[str, Decimal]()
    for one in measures:
        if one.over == "count":
            found[one.key] = Decimal(sums.counts.get(one.key, 0))
        elif one.over == "distinct":
            found[one.key] = Decimal(len(sums.sets.get(one.key, ())))
        elif one.over == "sum":
            found[one.key] = Decimal(sums.sums.get(one.key, 0))
        else:
            try:
                found[one.key] = sums.runs.get(one.key, Run()).value(one.over)
            except Undefined:
                continue
    return found
