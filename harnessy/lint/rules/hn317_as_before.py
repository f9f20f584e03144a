"""A rule that points at how it was (HN317).

## What it does

Finds *as before*, *as usual* and the like in sentences that no page explains: what was before is not written here.

## Why it is bad

A page is read by those who do not know how it was. Nothing is known then, and what is not known is guessed.

## Example

```markdown
Bread from an oven without a door is treated as before.
```

Underlined: `as before`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Bread comes from an oven with a door.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label

_TOLD = re.compile(r"\A[:(]|\s[—–]\s*|\s--\s|[—–]\s")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each sentence that ends in a state which is not told; what follows a dash or colon tells it."""
    for unit, match in look.matches(look.lexicon.pattern("AS_BEFORE")):
        if not _TOLD.search(unit.text[match.end() :].lstrip()):
            several = unit.span.line != unit.span.end_line
            label = (Label(unit.span, "what this was before stands nowhere"),) if several else ()
            message = f"`{' '.join(match[0].split())}` points at what no page tells"
            yield Diagnostic("HN317", "note", message, unit.cut(match), label, "say what it is")
