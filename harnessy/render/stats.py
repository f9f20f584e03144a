"""Diagnostics of a ledger, as tables with small charts, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harnessy.decision.numbers import spoken_number
from harnessy.ledger.model import Group, Measured
from harnessy.render.look import Look, place, plain, under
from harnessy.render.ratchet import records_line
from harnessy.rulebook.expression import Indicator

Found = Sequence[tuple[Indicator, tuple[Group, ...]]]
_INDENT = "  "
_WIDTH, _MOST, _DAYS = 24, 12, 60
_EIGHTHS, _STEPS = " ▏▎▍▌▋▊▉█", "▁▂▃▄▅▆▇█"


def stats_text(found: Found, measured: Measured, path: str, look: Look) -> str:
    """Each diagnostic: one number, bars for the values of a field, or a line over the days."""
    parts = ["\n".join(_part(one, groups, look)) for one, groups in found]
    return "\n\n".join([*parts, records_line(measured, path)])


def stats_json(found: Found, measured: Measured, path: str) -> str:
    """The same as one JSON object."""
    faults = [{"line": fault.line, "why": fault.why} for fault in measured.faults]
    shape = {
        "diagnostics": [_shape(one, groups) for one, groups in found],
        "ledger": path, "records": measured.count, "faults": faults,
    }  # fmt: skip
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _shape(one: Indicator, groups: Sequence[Group]) -> dict[str, object]:
    span = one.span
    told = [
        {"group": group.name, "records": group.count, "value": None if group.value is None else float(group.value)}
        for group in groups
    ]
    where = {"file": span.source.path, "line": span.line} if span is not None else {}
    return {"name": one.name, "formula": one.text, "by": one.by or None, **where, "groups": told}


def _part(one: Indicator, groups: Sequence[Group], look: Look) -> Iterator[str]:
    where = f"{place(one.span)}  {under(one.trail)}".rstrip() if one.span is not None else ""
    by = f" by {plain(one.by)}" if one.by else ""
    yield f"{look.paint(plain(one.name), 'go')}  = {plain(one.text)}{by}  {where}"
    if not groups:
        yield f"{_INDENT}no records"
    elif not one.by:
        yield f"{_INDENT}{_number(groups[0].value)}"
    elif all(_is_day(group.name) for group in groups) and len(groups) > 1:
        yield from _line(groups)
    else:
        yield from _bars(groups)


def _is_day(name: str) -> bool:
    return not name or (len(name) == len("2026-01-31") and name.replace("-", "").isdigit())


def _bars(groups: Sequence[Group]) -> Iterator[str]:
    shown = groups[:_MOST]
    names = [plain(group.name) or "(not told)" for group in shown]
    values = [_number(group.value) for group in shown]
    most = max((group.value for group in shown if group.value is not None), default=Decimal(0))
    wide, number_wide = max(map(len, names)), max(map(len, values))
    for group, name, value in zip(shown, names, values, strict=True):
        count = f"{group.count} {'record' if group.count == 1 else 'records'}"
        yield f"{_INDENT}{name:{wide}}  {_bar(group.value, most):{_WIDTH}}  {value:>{number_wide}}  {count}"
    if len(groups) > _MOST:
        yield f"{_INDENT}and {len(groups) - _MOST} more with fewer records"


def _bar(value: Decimal | None, most: Decimal) -> str:
    if value is None or value <= 0 or most <= 0:
        return ""
    full, part = divmod(round(value / most * _WIDTH * (len(_EIGHTHS) - 1)), len(_EIGHTHS) - 1)
    return _EIGHTHS[-1] * full + (_EIGHTHS[part] if part else "")


def _line(groups: Sequence[Group]) -> Iterator[str]:
    shown = [group for group in groups if group.name][-_DAYS:]
    known = [group.value for group in shown if group.value is not None]
    low, high = min(known, default=Decimal(0)), max(known, default=Decimal(0))
    chart = "".join(_step(group.value, low, high) for group in shown)
    yield f"{_INDENT}{shown[0].name}  {chart}  {shown[-1].name}"
    yield f"{_INDENT}lowest {_number(low)}, highest {_number(high)}, last {_number(shown[-1].value)}"


def _step(value: Decimal | None, low: Decimal, high: Decimal) -> str:
    if value is None:
        return " "
    return _STEPS[round((value - low) / (high - low) * (len(_STEPS) - 1))] if high > low else _STEPS[0]


def _number(value: Decimal | None) -> str:
    return "?" if value is None else spoken_number(value)
