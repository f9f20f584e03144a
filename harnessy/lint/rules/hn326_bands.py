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
from harnessy.rulebook.band_text import Band, band
from harnessy.source import Diagnostic, Label, Span

_BEHIND = re.compile(r"(?:\s?[A-Za-z]+)?[\s*`_]*(?:→|->|=>|⇒|:|=|—|–|\Z)")
_MEND = "let each band begin where the one below it ends, and say which of them the end belongs to"


@dataclass(frozen=True, slots=True)
class _Placed:
    """A band and the words that tell it."""

    band: Band
    span: Span


def check(look: Look) -> Iterator[Diagnostic]:
    """Neighbours among the bands of each list, block of code and table column; what numbers lie within is no band."""
    groups = dict[tuple[int, int, str], list[_Placed]]()
    made = [formula.span for one in look.book.quantities.values() for formula in one.formulas]
    for unit in look.parts("item", "line", "cell"):
        found = _band(look, unit)
        if found is not None and unit.block is not None and not any(unit.block.span.covers(one) for one in made):
            key = (unit.block.span.start, _column(unit), found.band.name.casefold())
            groups.setdefault(key, []).append(found)
    for bands in groups.values():
        if any(len(one.band.ends) > 1 for one in bands) and len(bands) > 1:
            yield from _neighbours(sorted(bands, key=lambda one: (one.band.low is not None, one.band.low or 0)))


def _column(unit: Unit) -> int:
    """The column of a cell; one for all items of a list."""
    if not isinstance(unit.block, Table):
        return 0
    rows = (unit.block.header, *unit.block.rows)
    return next((at for row in rows for at, cell in enumerate(row.cells) if cell.span == unit.span), 0)


def _band(look: Look, unit: Unit) -> _Placed | None:
    found = band(look.lexicon.formula, unit.text)
    if found is None or not _BEHIND.match(unit.text, found.end):
        return None
    words = unit.text[: found.end]
    return _Placed(found, unit.span.cut(unit.span.start + len(words) - len(words.lstrip()), unit.span.start + found.end))


def _neighbours(bands: list[_Placed]) -> Iterator[Diagnostic]:
    for below, above in pairwise(bands):
        ends = below.band.high, above.band.low
        if ends[0] is None or ends[1] is None:
            continue
        high, low = ends[0] / below.band.unit, ends[1] / above.band.unit
        told = (below.band.shut[1], above.band.shut[0])
        if ends[1] < ends[0] or (ends[1] == ends[0] and all(told)):
            message = f"`{low.normalize():f}` is in this band and in the next"
        elif ends[1] == ends[0] and not any(told):
            message = f"`{low.normalize():f}` is in no band"
        elif ends[1] > ends[0] and not _whole(high, low):
            message = f"nothing is said between `{high.normalize():f}` and `{low.normalize():f}`"
        else:
            continue
        first, second = sorted((below.span, above.span), key=lambda span: span.start)
        yield Diagnostic("HN326", "warning", message, second, (Label(first, "the other band"),), _MEND)


def _whole(low: Decimal, high: Decimal) -> bool:
    """Whether two numbers are written as whole ones that follow one another."""
    return low == int(low) and high == int(high) and "." not in f"{low}{high}" and high - low == 1
