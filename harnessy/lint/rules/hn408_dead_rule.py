"""A rule that decides nothing (HN408).

## What it does

Finds rules that decide no case at all: their condition is never true, or another rule always comes first. Every case of
the document is walked for it; where they are too many, nothing is said.

## Why it is bad

Whoever reads the rule takes it to count. Often a number or a name in it is wrong, or a later edit made it void.

## Example

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | go if guests ≤ 4; ask if guests > 4; halt if guests > 9 and guests < 4 |
```

Underlined: `halt if guests > 9 and guests < 4`

## Instead

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | go if guests ≤ 4; ask if guests > 4; halt if guests > 9 |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.cases import dead
from harnessy.lint.model import Look
from harnessy.rulebook.model import LEG_ASIDE
from harnessy.source import Diagnostic

_EXCEPTION = "unless"


def check(look: Look) -> Iterator[Diagnostic]:
    """Rules that decide no case; exceptions, and what is said of a leg that is asked by itself, left out."""
    for rule in dead(look.book):
        apart = rule.family == LEG_ASIDE or rule.family.startswith(_EXCEPTION)
        if not apart and not look.told(rule.span):
            mend = "mend its condition, or take it away"
            yield Diagnostic("HN408", "warning", f"the rule `{rule.id}` decides no case", rule.span, help=mend)
