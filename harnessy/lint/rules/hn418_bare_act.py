"""An act that does not say on what (HN418).

## What it does

Finds a condition that ends in an act alone (`if …: **pause** and report`), where other conditions of the page give the same
act an object (`pause the kitchen`). It is a note.

## Why it is bad

Is it the one thing that stops, or all of them?

## Example

```markdown
- If a plate breaks twice: **pause** and tell the cook
- If no plates remain: **pause** the kitchen
```

Underlined: `pause`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.rulebook.names import in_order
from harnessy.rulebook.place import TIGHT
from harnessy.source import Diagnostic, Label, Span

_ACT = re.compile(
    r"(?::|→|;)\s*\**(?P<act>[a-z]+)\**(?:\s+(?:and|or)\b|[,.;]|\s*$|\s+(?P<object>the|that|this|all|every|an?)\b)", re.IGNORECASE,
)


def check(look: Look) -> Iterator[Diagnostic]:
    """Each bare act of which there is one with an object."""
    found = defaultdict[str, tuple[list[Span], list[Span]]](lambda: ([], []))
    opens = look.lexicon.pattern("IF")
    for unit, match in look.matches(_ACT, "item", "sentence"):
        act = match["act"].casefold()
        if opens.match(unit.text.lstrip("*_ ")) and look.lexicon.effect_of.get(" ".join(in_order(act))) in TIGHT:
            found[act][bool(match["object"])].append(unit.span if match["object"] else unit.cut(match, "act"))
    for act, (bare, told) in found.items():
        for words in bare if told else ():
            labels = tuple(Label(one, "here it says what") for one in told)
            yield Diagnostic("HN418", "note", f"`{act}` what", words, labels, "name what it is done to")
