"""An exception that is stated in several places (HN309).

## What it does

Finds a heading of three words or more whose words come back in other sections beside the word *exception*, in two places
or more. It is a note that lists them all.

## Why it is bad

Who removes the section leaves exceptions behind that point at nothing, and who edits one place leaves the others as they
were.

## Example

```markdown
# Bread

Baking is done by day, with one exception: the small night oven grant.

Ovens are cold at night; the sole exception is the small night oven grant.

## The small night oven grant

It is for rolls.
```

Underlined: `Baking is done by day, with one exception: the small night oven grant.`

## Instead

```markdown
# Bread

## The small night oven grant

It is for rolls.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label

_EXCEPTION = re.compile(r"\bexceptions?\b", re.IGNORECASE)
_ENOUGH = 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Each section whose name stands beside an exception in several other places."""
    spoken = [(unit, frozenset(look.lexicon.content(unit.text))) for unit in look.units if unit.spoken]
    if sum(bool(_EXCEPTION.search(unit.text)) for unit, _ in spoken) < _ENOUGH:
        return
    for section in look.document.sections:
        name = frozenset(look.lexicon.content(section.heading.text)) if section.heading else frozenset()
        if len(name) <= _ENOUGH:
            continue
        mentions = [unit for unit, stems in spoken if name <= stems and not section.span.covers(unit.span)]
        if sum(bool(_EXCEPTION.search(unit.text)) for unit in mentions) >= _ENOUGH:
            first, *others = mentions
            labels = (*(Label(unit.span, "and here") for unit in others), Label(section.span, "granted here"))
            message = f"this exception is stated in {len(mentions)} places beside its own section"
            yield Diagnostic("HN309", "note", message, first.span, labels, "state it once, and link to it")
