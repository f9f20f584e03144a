"""An exception among rules that have none (HN414).

## What it does

Finds an exception in a section of hard rules, or under a heading or a lead-in that says there are none.

## Why it is bad

Such rules only ever tighten. An exception there is read by some and not by others, and it invites the next one.

## Example

```markdown
## Hard rules (no exceptions)

- Never leave the oven alone, except at night
```

Underlined: `except`

## Instead

```markdown
## Hard rules (no exceptions)

- Never leave the oven alone
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label

_NONE = re.compile(r"\b(?:no|without|zero)\s+exceptions?\b|\bno\s+overrides?\b", re.IGNORECASE)
_EXCEPTION = re.compile(
    r"\b(?:exception|override|unless|except|other\s+than|apart\s+from|exempt(?:ed|ion)?|waive[sd]?|waiver)s?\b", re.IGNORECASE,
)
_MEND = "name the exception where the rule is said to have none, or take it out"


def check(look: Look) -> Iterator[Diagnostic]:
    """The first exception of each rule that stands where none may be."""
    hard = look.lexicon.pattern("HARD")
    for unit in look.parts("sentence", "item"):
        headings = tuple(heading.span for heading in unit.section.trail)
        place = next((span for span in (*reversed(unit.leads), *reversed(headings)) if _NONE.search(span.text)), None)
        section = next((span for span in reversed(headings) if hard.search(span.text)), None)
        plain = _NONE.sub(lambda match: " " * len(match.group()), unit.text)
        match = _EXCEPTION.search(plain) or (_permission(look, plain) if section is not None else None)
        if (place or section) is not None and match:
            label = Label(place, "none, it says") if place else Label(section or unit.span, "what stands here only tightens")
            message = "an exception, where there are none" if place else "an exception among rules that have none"
            yield Diagnostic("HN414", "warning", message, unit.cut(match), (label,), _MEND)


def _permission(look: Look, text: str) -> re.Match[str] | None:
    """`Agents may …`, at the beginning."""
    actor, may = (look.lexicon.pattern(name).pattern for name in ("ACTOR", "MAY"))
    return re.match(rf"[*_]*{actor}\s+{may}\s(?!not\b|never\b|only\b).*", text, re.IGNORECASE | re.DOTALL)
