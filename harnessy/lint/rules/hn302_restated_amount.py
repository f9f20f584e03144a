"""An amount said twice, and not the same (HN302).

## What it does

Finds an amount with another one in brackets right behind it, where both are spans of time or shares and differ:
`2400s (20 min)`, `0.1 (15%)`.

## Why it is bad

One of the two is wrong, and who reads only the other one obeys another limit.

## Example

```markdown
The dough rests for 5400s (60 min) in a bowl.
```

Underlined: `5400s (60 min)`

## Instead

```markdown
The dough rests for 90 min in a bowl.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.document import Block, Fence, ListBlock, Paragraph, walk
from harnessy.lint.amounts import restated
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Span


def check(look: Look) -> Iterator[Diagnostic]:
    """Amounts in prose and cells that are restated as another amount."""
    for section in look.document.sections:
        for block in walk(section.blocks):
            for words in _words(block):
                yield from _differing(words)


def _words(block: Block) -> Iterator[Span]:
    if isinstance(block, Paragraph):
        yield block.span
    elif isinstance(block, ListBlock):
        yield from (item.span for item in block.items)
    elif not isinstance(block, Fence):
        yield from (cell.span for row in (block.header, *block.rows) for cell in row.cells)


def _differing(words: Span) -> Iterator[Diagnostic]:
    for amount in restated(words):
        if not amount.agree:
            message = f"`{amount.one}` is not `{amount.two}`"
            yield Diagnostic("HN302", "warning", message, amount.span, help="correct one of them, or leave one out")
