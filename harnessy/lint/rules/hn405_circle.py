"""A quantity that rests on itself (HN405).

## What it does

Finds quantities that are defined by one another in a circle.

## Why it is bad

None of them ever gets a value.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind |
|---|---|
| dial | Heat |

The working heat is `min(working heat, dial)`.
```

Underlined: ``The working heat is `min(working heat, dial)` ``

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind |
|---|---|
| dial | Heat |
| stove | Heat |

The working heat is `min(stove, dial)`.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.cases import circle
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """The first circle of a book."""
    found = [look.book.quantities[key] for key in dict.fromkeys(circle(look.book))]
    if found:
        path = " → ".join(f"`{quantity.name.text}`" for quantity in (*found, found[0]))
        labels = tuple(Label(quantity.span or quantity.name.span, "and this") for quantity in found[1:])
        span = found[0].span or found[0].name.span
        mend = "define one of them otherwise"
        yield Diagnostic("HN405", "error", f"this rests on itself: {path}", span, labels, mend)
