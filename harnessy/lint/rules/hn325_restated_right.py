"""Amounts that are said twice and agree (HN325).

## What it does

Lists the amounts of a document that have the same amount in other units in brackets behind them: `2400s (40 min)`,
`0.1 (10%)`. They agree, so it is one note. Where they do not, it is HN302.

## Why it is bad

An edit of one of the two makes the sentence contradict itself, and no word of it looks wrong.

## Example

```markdown
The dough rests for 5400s (90 min) in a bowl.
```

Underlined: `5400s (90 min)`

## Instead

```markdown
The dough rests for 90 min in a bowl.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.amounts import restated
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """One note on all amounts that are restated rightly."""
    words = look.lexicon.lists["COUNTED"], look.lexicon.lists["FRACTIONS"]
    found = [amount for unit in look.units if unit.spoken for amount in restated(unit.span, *words) if amount.agree]
    if found:
        first, *others = found
        labels = tuple(Label(one.span, f"`{one.one}` and `{one.two}`") for one in others)
        message = f"`{first.one}` and `{first.two}` have to be edited together"
        yield Diagnostic("HN325", "note", message, first.span, labels, "say it once, in one unit")
