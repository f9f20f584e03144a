"""An exception that is never reached (HN409).

## What it does

Finds exceptions (`unless`, `except`) that make no difference in any case: where the rule that they belong to decides, they
are never true, or always.

## Why it is bad

The rule reads as if there were a way out of it, or as if it held, and there is none, or it does not.

## Example

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | ask if guests > 9, unless guests < 4 |
```

Underlined: `ask if guests > 9, unless guests < 4`

## Instead

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | ask if guests > 9, unless guests > 20 |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.cases import void
from harnessy.lint.model import Look
from harnessy.source import Diagnostic

_EXCEPTION = "unless"


def check(look: Look) -> Iterator[Diagnostic]:
    """Rules with an exception of which one side is true in no case."""
    for rule in look.book.rules:
        known = rule.target in look.book.subjects or rule.target in look.book.quantities
        if rule.family.startswith(_EXCEPTION) and known and not look.told(rule.span) and void(look.book, rule):
            how = "always" if rule.family == _EXCEPTION else "never"
            message = f"the exception of `{rule.id}` is {how} true where the rule is"
            yield Diagnostic("HN409", "warning", message, rule.span, help="mend its condition, or take it away")
