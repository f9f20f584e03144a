"""A limit that stands in several places (HN308).

## What it does

Finds a name in code style (`with_underscore`) that three or more rules of a document compare with values in code, each in
a place of its own. It is a note.

## Why it is bad

The limit can only be changed by finding all of its places, and each reader sees one of them.

## Example

```markdown
- Most oven_heat for bread: `warm`
- Bake when the oven_heat is `mild` or `warm`
- Ask when the oven_heat is `hot`
```

Underlined: `Most oven_heat for bread: `

## Instead

```markdown
| Fact | Kind | Values |
|---|---|---|
| oven_heat | word | `mild`, `warm`, `hot` |

| Stop | Verdict |
|---|---|
| Baking | ask |
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_NAME = re.compile(r"(?<![\w`./-])[a-z]\w*_\w+(?![\w`./(-])")
_VALUE = re.compile(r"`[a-z][\w-]*`")
_MANY = 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Names that more than two rules compare."""
    places = defaultdict[str, list[tuple[Unit, Span]]](list)
    for unit in look.parts("sentence", "item"):
        for match in _NAME.finditer(unit.text):
            if _VALUE.search(unit.text, match.end()):
                value = _VALUE.search(unit.text, match.end())
                end = value.start() if value else match.end()
                places[match.group()].append((unit, unit.span.cut(unit.span.start, unit.span.start + end)))
    for name, found in places.items():
        if len({unit.span.start for unit, _ in found}) > _MANY:
            (_, first), *others = found
            labels = tuple(Label(unit.whole, "and here") for unit, _ in others)
            message = f"`{name}` is limited in {len(found)} places"
            yield Diagnostic("HN308", "note", message, first, labels, "limit it in one place, and name that place in the others")
