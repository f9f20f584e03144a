"""A sentence that may be about everything (HN327).

## What it does

Finds sentences without a rule that speak of everything, or name nothing of their page: no subject, fact, level or operation
that it declares, by themselves or by the headings above them. `harnessy coverage` counts them as rationale.

## Why it is bad

Nobody knows what such a sentence restricts (*ratification is pending, check with the cook*), so nothing on the page goes.

## Example

```markdown
The kitchen is the cook's.

## Stops

| Stop | Verdict |
|---|---|
| Tasting | auto |
```

Underlined: `The kitchen is the cook's.`

## Instead

```markdown
This page says what is done in the kitchen.

## Stops

| Stop | Verdict |
|---|---|
| Tasting | auto |

## History

The kitchen was the cook's.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.rulebook.model import EVERYTHING, UNBOUND
from harnessy.source import Diagnostic

_HELP = "name what it is about, make it a rule, or put it under a heading such as History if it restricts nothing"


def check(look: Look) -> Iterator[Diagnostic]:
    """Each such sentence of which nothing else is told."""
    plain = {(one.span.start, one.span.end) for one in look.book.readings if one.kind == "rationale"}
    wide = (span for name in (EVERYTHING, UNBOUND) for span in look.book.doubts.get(name, ()))
    for span in dict.fromkeys(wide):
        if (span.start, span.end) in plain and not look.told(span):
            yield Diagnostic("HN327", "warning", "this may be about everything, so nothing on this page goes", span, help=_HELP)
