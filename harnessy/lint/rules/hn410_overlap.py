"""Rows that say one thing twice (HN410).

## What it does

Finds rows of a table of values that hold in one case together and give the same value. It is a note and fails nothing.

## Why it is bad

An edit of one of them alone makes them contradict each other.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Dish | Limit |
|---|---|
| `soup`, `stew` | `warm` |
| `stew`, `roast` | `warm` |
```

Underlined: `` `warm` ``

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Dish | Limit |
|---|---|
| `soup`, `stew` | `warm` |
| `roast` | `warm` |
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from harnessy.lint.cases import settled, told
from harnessy.lint.model import Look
from harnessy.rulebook.model import Rule
from harnessy.source import Diagnostic, Label

_ROW = "map"


def check(look: Look) -> Iterator[Diagnostic]:
    """The first case of each two rows that give a quantity the same value in it."""
    for key in look.book.quantities:
        rows = [rule for rule in look.book.by_target.get(key, ()) if rule.family == _ROW]
        for first, second in combinations(rows, 2):
            if first.value == second.value and first.span.line != second.span.line:
                yield from _both(look, key, first, second)


def _both(look: Look, key: str, first: Rule, second: Rule) -> Iterator[Diagnostic]:
    cases = (case for case in settled(look.book, key) if case.truth(first.when) is True and case.truth(second.when) is True)
    for case in cases:
        message = f"this row says again what another says: {told(case)}"
        yield Diagnostic("HN410", "note", message, second.span, (Label(first.span, "says the same"),), "name each case in one row")
        return
