"""A share of nothing (HN319).

## What it does

Finds rates and shares (`a / all b`, `… rate`) in a list of definitions that do not say what they are when there is
nothing to count yet. A list is one note.

## Why it is bad

Before the first run the share has no value. Whoever puts one in by his own taste passes a limit, or fails it.

## Example

```markdown
- **b** = burnt share (burnt / all loaves)
```

Underlined: `burnt / all loaves`

## Instead

```markdown
Burnt loaves are counted every night.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import ListBlock
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_DEFINED = re.compile(r"^[`*_]{1,3}[^\W\d_]\w{0,2}[`*_]{1,3}\s*[=:]\s")
_DIVIDED = re.compile(r"(?<![\w`])[A-Za-z][\w ]*\s/\s(?P<below>[A-Za-z][\w ]*)")
_BRACKET = re.compile(r"\(([^()]+)\)")


def check(look: Look) -> Iterator[Diagnostic]:
    """One note for each list of definitions with shares that may be of nothing."""
    lists = dict[int, tuple[ListBlock, list[Unit]]]()
    for unit in look.parts("item"):
        if isinstance(unit.block, ListBlock) and _DEFINED.match(unit.text):
            lists.setdefault(unit.block.span.start, (unit.block, []))[1].append(unit)
    for _, defined in lists.values():
        places = [place for unit in defined if (place := _share(look, unit)) is not None]
        if any(_DIVIDED.search(place.text) for place in places):
            first, *others = places
            labels = tuple(Label(place, "nor here") for place in others)
            message = "what this share is when there is nothing to count is not said"
            yield Diagnostic("HN319", "note", message, first, labels, "add what it is then: `0 if there are none`")


def _share(look: Look, unit: Unit) -> Span | None:
    """The words that divide, or call themselves a rate."""
    if look.lexicon.pattern("IF_NONE").search(unit.text):
        return None
    rates = (found for found in _BRACKET.finditer(unit.text) if look.lexicon.pattern("RATE").search(found[1]))
    match = _DIVIDED.search(unit.text) or next((found for found in rates if "/" not in found[1]), None)
    return unit.cut(match) if match else None
