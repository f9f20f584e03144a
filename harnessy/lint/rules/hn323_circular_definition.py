"""A definition that goes in a circle (HN323).

## What it does

Finds definitions (`**X**: …`, `X means …`, `X = …`, a row of words and meanings) that say a name by itself, or by a name
that is in turn said by the first.

## Why it is bad

Nobody who does not know the name already learns it.

## Example

```markdown
- **crusty loaf**: a loaf that is crusty
```

Underlined: `**crusty loaf**: a loaf that is crusty`

## Instead

```markdown
Crusty loaves are the ones with a hard outside.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label, Span

_LEAD = re.compile(r"^\*\*(?P<name>[^*\n:]{2,40}?):?\*\*\s*(?::|=|—|–|means\b)\s*(?P<meaning>[^\n].*)", re.DOTALL)
_MEANS = re.compile(
    r"^(?:an?\s+|the\s+)?[`*_\"“]*(?P<name>[\w -]{2,40}?)[`*_\"”]*\s+means\s+(?P<meaning>.+)", re.DOTALL | re.IGNORECASE,
)
_LONGEST = 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Each definition that comes back to its own name within one step."""
    found = dict[frozenset[str], tuple[str, frozenset[str], Span]]()
    for unit in look.parts("sentence", "item"):
        match = _MEANS.match(unit.text) or (_LEAD.match(unit.text) if unit.part == "item" else None)
        if match:
            name, meaning = frozenset(look.lexicon.content(match["name"])), frozenset(look.lexicon.content(match["meaning"]))
            if name and meaning and not re.search(r"[`\d]", match["meaning"]):
                found.setdefault(name, (match["name"], meaning, unit.span))
    for name, (text, meaning, span) in found.items():
        if meaning <= name or (name <= meaning and len(meaning - name) < _LONGEST):
            yield Diagnostic("HN323", "warning", f"`{text}` is defined by itself", span, help="say it in other words")
            continue
        others = ((place, inner) for other, (_, inner, place) in found.items() if other != name and _by(meaning, other))
        back = next((place for place, inner in others if _by(inner, name)), None)
        if back is not None and span.start < back.start:
            label, message = Label(back, "and this by the first"), f"`{text}` is defined by what is defined by it"
            yield Diagnostic("HN323", "warning", message, span, (label,), "say one of them in other words")


def _by(meaning: frozenset[str], name: frozenset[str]) -> bool:
    """Whether a meaning says little but a name."""
    return name <= meaning and len(meaning - name) < _LONGEST
