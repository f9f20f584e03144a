"""Bands with a gap or an overlap (HN326).

## What it does

Finds, in one list, block of code or table column, bands of a number (`0.5–0.69`, `below 0.5`, `≥ 0.7`) between which
something lies that is in none of them, or that is in two. Whole numbers that follow one another leave no gap.

## Why it is bad

What lies in the gap has no rule, and what lies in both has two. Scores fall there sooner or later.

## Example

```markdown
- 0.70–1.00 → serve
- 0.40–0.69 → taste
- below 0.40 → throw away
```

Underlined: `0.40–0.69`

## Instead

```markdown
The oven tells a score between 0 and 1.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from harnessy.document import Table
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_NUMBER = r"\d+(?:\.\d+)?"
_RANGE = re.compile(rf"^[`*_]*(?P<begin>{_NUMBER})\s?%?\s*(?:–|—|-|to|\.\.)\s*(?P<until>{_NUMBER})(?:\s?%|\s?[A-Za-z]+)?[`*_]*")
_BEHIND = re.compile(r"\s*(?:→|->|=>|⇒|:|=|—|–|\Z)")
_MEND = "let each band begin where the one below it ends, and say which of them the end belongs to"


@dataclass(frozen=True, slots=True)
class _Band:
    """A stretch of numbers; an end of None is open, and `shut` says which of the two ends belong to it."""

    low: Decimal | None
    high: Decimal | None
    shut: tuple[bool, bool]
    span: Span


def check(look: Look) -> Iterator[Diagnostic]:
    """Neighbours among the bands of each list, block of code and table column; what numbers lie within is no band."""
    groups = dict[tuple[int, int], list[_Band]]()
    made = [formula.span for one in look.book.quantities.values() for formula in one.formulas]
    for unit in look.parts("item", "line", "cell"):
        band = _band(look, unit)
        if band is not None and unit.block is not None and not any(unit.block.span.covers(one) for one in made):
            groups.setdefault((unit.block.span.start, _column(unit)), []).append(band)
    for bands in groups.values():
        if sum(band.low is not None and band.high is not None for band in bands) and len(bands) > 1:
            yield from _neighbours(sorted(bands, key=lambda band: (band.low is not None, band.low or 0)))


def _column(unit: Unit) -> int:
    """The column of a cell; one for all items of a list."""
    if not isinstance(unit.block, Table):
        return 0
    rows = (unit.block.header, *unit.block.rows)
    return next((at for row in rows for at, cell in enumerate(row.cells) if cell.span == unit.span), 0)


def _band(look: Look, unit: Unit) -> _Band | None:
    match = _RANGE.match(unit.text)
    if match and _BEHIND.match(unit.text, match.end()):
        low, high = Decimal(match["begin"]), Decimal(match["until"])
        return _Band(low, high, (True, True), unit.cut(match)) if low < high else None
    for name, shut in (("LT", False), ("LE", True), ("GT", False), ("GE", True)):
        sign = f"{look.lexicon.pattern(name).pattern}|{_SIGNS[name]}"
        one = re.match(rf"[`*_]*(?:{sign})\s*(?P<end>{_NUMBER})\s?%?[`*_]*", unit.text, re.IGNORECASE)
        if one and _BEHIND.match(unit.text, one.end()):
            end = Decimal(one["end"])
            below = name in {"LT", "LE"}
            return _Band(None if below else end, end if below else None, (not below and shut, below and shut), unit.cut(one))
    return None


_SIGNS = {"LT": "<", "LE": "≤|<=", "GT": ">", "GE": "≥|>="}


def _neighbours(bands: list[_Band]) -> Iterator[Diagnostic]:
    for below, above in pairwise(bands):
        if below.high is None or above.low is None:
            continue
        both = below.shut[1] and above.shut[0]
        if above.low < below.high or (above.low == below.high and both):
            message = f"`{above.low}` is in this band and in the next"
        elif above.low == below.high and not below.shut[1] and not above.shut[0]:
            message = f"`{above.low}` is in no band"
        elif above.low > below.high and not _whole(below.high, above.low):
            message = f"nothing is said between `{below.high}` and `{above.low}`"
        else:
            continue
        first, second = sorted((below.span, above.span), key=lambda span: span.start)
        yield Diagnostic("HN326", "warning", message, second, (Label(first, "the other band"),), _MEND)


def _whole(low: Decimal, high: Decimal) -> bool:
    """Whether two numbers are written as whole ones that follow one another."""
    return low == int(low) and high == int(high) and "." not in f"{low}{high}" and high - low == 1
