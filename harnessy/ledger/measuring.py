"""What records measure: one pass over a file, only the fields that the measures read, in flat memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from harnessy.ledger.alike import alike, in_two_spellings
from harnessy.ledger.checked import Share, untold
from harnessy.ledger.decoding import Lines, lines_of
from harnessy.ledger.model import Measured, Piece
from harnessy.ledger.picking import Get, Pick, Record, passing, shown
from harnessy.rulebook.expression import Filter, Measure, Run, Scalar, Undefined
from harnessy.rulebook.schema import Schema

_DAY = len("2026-01-31")


@dataclass
class _Sums:
    count: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    sums: dict[str, int | Decimal] = field(default_factory=dict)
    sets: dict[str, set[Scalar]] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    strays: dict[tuple[str, str], object] = field(default_factory=dict)


def measure(
    schema: Schema, measures: Iterable[Measure], found: Iterable[Piece], pick: Pick | None = None, shares: Iterable[Share] = (),
) -> Measured:  # fmt: skip
    """Measure the records of some pieces, those that `pick` picks if it is given; `shares` are what each must keep."""
    return measure_by(schema, measures, found, ((), pick, shares))[0]


def measure_by(
    schema: Schema, measures: Iterable[Measure], found: Iterable[Piece], parts: tuple[Iterable[str], Pick | None, Iterable[Share]],
) -> tuple[Measured, dict[str, dict[str, Measured]]]:  # fmt: skip
    """Measure the records of some pieces, all together and for each value of some fields; of a time, for each day."""
    fields, pick, shares = parts
    own = [one for one in measures if computable(schema, one)]
    lines = lines_of(schema, [*fields, *(name for one in own for name in _reads(one))], pick, shares)
    get, whole = lines.get, _Sums()
    sums = {name: dict[str, _Sums]() for name in fields}
    for piece in found:
        kept = lines.records(piece)
        _add(whole, own, kept, lines)
        for name, groups in sums.items():
            for value, part in _parted(kept, get[name], is_time=_is_time(schema, name)).items():
                _add(groups.setdefault(value, _Sums()), own, part, lines)
    own = [one for one in own if lines.lacking.keys().isdisjoint(_reads(one))]
    told = {name: {key: Measured(_values(one, own), one.count) for key, one in groups.items()} for name, groups in sums.items()}
    return Measured(_values(whole, own), whole.count, lines.faults, lines.ordered, _respelt(whole, own)), told


def _is_time(schema: Schema, name: str) -> bool:
    field = schema.field(name)
    return field is not None and field.kind == "time"


def _parted(records: list[Record], read: Get, *, is_time: bool) -> dict[str, list[Record]]:
    found = dict[str, list[Record]]()
    for record in records:
        value = read(record)
        text = "" if value is None else shown(value)
        found.setdefault(text[:_DAY] if is_time else text, []).append(record)
    return found


def computable(schema: Schema, one: Measure) -> bool:
    """Whether records of a schema hold all that a measure reads."""
    plain = not one.unit or one.over == "sum"
    return plain and all(schema.field(name) is not None for name in _reads(one))


def _reads(one: Measure) -> list[str]:
    return [*dict.fromkeys(name for name in (one.of, one.by, *(test.field for test in one.where)) if name)]


# -- adding up


def _add(sums: _Sums, measures: list[Measure], records: list[Record], lines: Lines) -> None:
    get, told = lines.get, lines.checks.needed - lines.lacking.keys()
    sums.count += len(records)
    picked = dict[tuple[Filter, ...], list[Record]]()
    for one in measures:
        if one.where not in picked:
            picked[one.where] = passing(one.where, records, get) if one.where else records
            _stray(sums, one.where, records, lines)
        kept = picked[one.where]
        if one.over == "count":
            sums.counts[one.key] = sums.counts.get(one.key, 0) + len(kept)
            continue
        if one.over == "distinct":
            sums.sets.setdefault(one.key, set()).update(map(get[one.of], kept))
            continue
        values = list(map(get[one.of], kept))
        values = [value for value in values if value is not None] if one.of not in told and untold(values) else values
        if one.over == "sum":
            sums.sums[one.key] = sums.sums.get(one.key, 0) + sum(values)
        else:
            sums.runs.setdefault(one.key, Run()).add(values)


def _stray(sums: _Sums, where: tuple[Filter, ...], records: list[Record], lines: Lines) -> None:
    """Keep the first value that is what a test asks for in another spelling, where any word will do."""
    for test in where:
        shown, value = lines.schema.field(test.field), test.value
        if isinstance(value, str) and shown is not None and not shown.values and (test.field, value) not in sums.strays:
            told = {other for other in map(lines.get[test.field], records) if isinstance(other, str) and other != value}
            stray = next((other for other in sorted(told) if alike(other) == alike(value)), None)
            if stray is not None:
                sums.strays[test.field, value] = stray


def _respelt(sums: _Sums, measures: list[Measure]) -> tuple[tuple[str, object, object], ...]:
    """The fields whose words are counted apart, or asked for, and stand there in two spellings."""
    strays = ((name, other, value) for (name, value), other in sums.strays.items())
    told = ((one.of, sums.sets.get(one.key, ())) for one in measures if one.over == "distinct")
    apart = ((name, *two) for name, values in told for two in in_two_spellings(values))
    return tuple(dict.fromkeys([*strays, *apart]))


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
