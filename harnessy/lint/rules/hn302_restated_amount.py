"""An amount said twice, and not the same (HN302).

## What it does

Finds an amount with another one in brackets or behind `=` right after it, where both are spans of time or shares and differ:
`2400s (20 min)`, `0.1 (15%)`, `half (40%)`, and in settings `rest_seconds: 600  # 5 min`.

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

import re
from collections.abc import Iterator

from harnessy.document import Block, Fence, ListBlock, Paragraph, walk
from harnessy.lint.amounts import restated, same
from harnessy.lint.model import Look
from harnessy.lint.units import lines
from harnessy.source import Diagnostic, Span

_REMARK = re.compile(
    r"[_-](?P<unit>ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?)[\"']?\s*[:=]\s*(?P<figure>\d[\d_]*(?:\.\d+)?)\s*,?\s*(?:#|//)\s*"
    r"(?P<remark>\d+(?:\.\d+)?\s?[A-Za-z]+)\s*$",
)


def check(look: Look) -> Iterator[Diagnostic]:
    """Amounts in prose and cells that are restated as another amount."""
    for section in look.document.sections:
        for block in walk(section.blocks):
            for words in _words(block):
                yield from _differing(look, words)
            if isinstance(block, Fence):
                yield from (one for line in lines(block) for one in _remarked(line))


def _words(block: Block) -> Iterator[Span]:
    if isinstance(block, Paragraph):
        yield block.span
    elif isinstance(block, ListBlock):
        yield from (item.span for item in block.items)
    elif not isinstance(block, Fence):
        yield from (cell.span for row in (block.header, *block.rows) for cell in row.cells)


def _differing(look: Look, words: Span) -> Iterator[Diagnostic]:
    for amount in restated(words, look.lexicon.lists["COUNTED"], look.lexicon.lists["FRACTIONS"]):
        if not amount.agree:
            message = f"`{amount.one}` is not `{amount.two}`"
            yield Diagnostic("HN302", "warning", message, amount.span, help="correct one of them, or leave one out")


def _remarked(line: Span) -> Iterator[Diagnostic]:
    """`timeout_seconds: 600  # 5 min`: the unit stands in the key."""
    match = _REMARK.search(line.text)
    if match and same(f"{match['figure']} {match['unit']}", match["remark"]) is False:
        words = line.cut(line.start + match.start("figure"), line.start + match.end("remark"))
        message = f"`{match['figure']} {match['unit']}` is not `{match['remark']}`"
        yield Diagnostic("HN302", "warning", message, words, help="correct one of them, or leave one out")
