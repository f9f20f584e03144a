"""A heading that skips a level (HN109).

## What it does

Finds headings that stand more than one level below the heading above them.

## Why it is bad

What stands under it hangs from a heading that nobody wrote. A rule takes its force and its reach from the headings above
it, so a rule below the gap is easily read as part of what stands above the gap.

## Example

```markdown
# Kitchen

### Ovens

Bread comes from the mill.
```

Underlined: `Ovens`

## Instead

```markdown
# Kitchen

## Ovens

Bread comes from the mill.
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """Each heading that is deeper than the one above it by more than a level."""
    headings = [section.heading for section in look.document.sections if section.heading is not None]
    for above, below in pairwise(headings):
        if below.level - above.level > 1:
            mend = f"write it with {above.level + 1} `#`"
            label = Label(above.span, f"the heading above it is of level {above.level}")
            yield Diagnostic("HN109", "warning", f"this heading of level {below.level} skips a level", below.span, (label,), mend)
