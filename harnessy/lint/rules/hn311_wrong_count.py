"""A count that is not that of the list below it (HN311).

## What it does

Finds a number of things at the end of a paragraph (`there are three stops:`) with a list or a table right below it that
has another number of them.

## Why it is bad

One is missing or one is too many, and nobody can tell which.

## Example

```markdown
Bread goes through three ovens:

- the small one
- the large one
```

Underlined: `three ovens`

## Instead

```markdown
Two ovens stand in the yard:

- the small one
- the large one
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harnessy.document import ListBlock, Paragraph, Table
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label, Span

_NEAR = 2
_PLURAL = r"(?P<what>(?:[\w-]+\s+){0,2}?[a-z][\w-]*[^\W\ds]s)\b"


def check(look: Look) -> Iterator[Diagnostic]:
    """Each counted lead whose list has another number of items."""
    for section in look.document.sections:
        for block, below in pairwise(section.blocks):
            if isinstance(block, Paragraph) and block.sentences and isinstance(below, ListBlock | Table):
                yield from _counted(look, block.sentences[-1], below)


def _counted(look: Look, lead: Span, below: ListBlock | Table) -> Iterator[Diagnostic]:
    if not lead.text.rstrip("*_ ").endswith(":"):
        return
    words = look.lexicon.lists["COUNTED"]
    pattern = re.compile(rf"(?P<before>[\w-]+\s+|^)[*_]*(?P<count>{'|'.join(words)}|\d{{1,2}})[*_]*\s+{_PLURAL}", re.IGNORECASE)
    found = list(pattern.finditer(lead.text))
    if len(found) != 1 or len(lead.text[found[0].end() :].split()) > _NEAR:
        return
    if found[0]["before"].strip().casefold() in look.lexicon.lists["NOT_COUNTED"]:
        return
    number = found[0]["count"].casefold()
    stated = int(number) if number.isdigit() else words.index(number) + 2
    things = len(below.items) if isinstance(below, ListBlock) else len(below.rows)
    if stated > 1 and stated != things:
        place = lead.cut(lead.start + found[0].start("count"), lead.start + found[0].end("what"))
        label = Label(below.span, f"{things} of them")
        yield Diagnostic("HN311", "warning", f"{things} follow, not {stated}", place, (label,), "correct the count, or the list")
