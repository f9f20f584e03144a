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
from harnessy.source import Diagnostic, Label, Span

_NONE = re.compile(r"\b(?:no|without|zero)\s+exceptions?\b|\bno\s+overrides?\b", re.IGNORECASE)
_EXCEPTION = re.compile(r"\b(?:exception|override|unless|except)s?\b", re.IGNORECASE)


def check(look: Look) -> Iterator[Diagnostic]:
    """The first exception of each rule that stands where none may be."""
    for unit in look.parts("sentence", "item"):
        above = _above(unit.leads, tuple(heading.span for heading in unit.section.trail))
        place = next((span for span in above if _NONE.search(span.text)), None)
        plain = _NONE.sub(lambda match: " " * len(match.group()), unit.text)
        match = _EXCEPTION.search(plain)
        if place is not None and match:
            words = unit.cut(match)
            mend = "name the exception where the rule is said to have none, or take it out"
            label = Label(place, "none, it says")
            yield Diagnostic("HN414", "warning", "an exception, where there are none", words, (label,), mend)


def _above(leads: tuple[Span, ...], headings: tuple[Span, ...]) -> tuple[Span, ...]:
    return (*reversed(leads), *reversed(headings))
