"""A limit that may be reached or not (HN419).

## What it does

Finds a most *before* something (`Max tries before asking: 3`) that does not say whether the thing happens at that number or
beyond it. It is a note that shows other sentences with the same number of the same things.

## Why it is bad

At the third try, or after it? Both are read, and they are one try apart.

## Example

```markdown
- Max burnt loaves before closing: **3**
```

Underlined: `Max burnt loaves before closing: **3**`

## Instead

```markdown
The oven is cold at night.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.consequences import bounds
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """Each most before something, with the places that may tell how it is meant."""
    for unit, match in bounds(look):
        if match["then"] or not all(look.lexicon.pattern(name).search(match["name"]) for name in ("MOST", "BEFORE")):
            continue
        stems = frozenset(look.lexicon.content(match["name"]))
        number = re.compile(rf"(?<![\w.]){re.escape(match['number'])}(?![\w.%])")
        like = [
            other for other in look.parts("item", "sentence")
            if other is not unit and number.search(other.text) and stems & frozenset(look.lexicon.content(other.text))
        ]
        labels = tuple(Label(other.span, "here it may say how it is meant") for other in like)
        message = f"at `{match['number']}`, or beyond it"
        yield Diagnostic("HN419", "note", message, unit.span, labels, "say `at the …` or `after the …`, and of what")
