"""A date that cannot be, or is over (HN315).

## What it does

Finds dates that no calendar has, dates in the future of what is told as done (`raised 2031-02-01`), and the end of
something that is past (`valid until 2020-01-31`). The last two need the day of today, which the command line knows.

## Why it is bad

What has run out is no longer a rule, and a reader cannot know whether it was forgotten or is still meant.

## Example

```markdown
Bread is baked by hand until 2026-02-30.
```

Underlined: `2026-02-30`

## Instead

```markdown
Bread is baked by hand since 2026-02-28.
```
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Span

_DATE = re.compile(r"(?<![\w/.-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\w/-])")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each date that is none, and with a known day each that is over or yet to come."""
    for unit in look.units:
        if unit.part != "line":
            for match in _DATE.finditer(unit.text):
                words = unit.cut(match)
                yield from _judged(look, unit, match, words)


def _judged(look: Look, unit: Unit, match: re.Match[str], words: Span) -> Iterator[Diagnostic]:
    before = unit.text[: match.start()].rstrip(" *_`(:")
    if not _real(match["year"], match["month"], match["day"]):
        yield Diagnostic("HN315", "warning", f"no calendar has a day `{words.text}`", words, help="correct the date")
    elif look.around.today and words.text < look.around.today and _right_before(look, before, "ENDS"):
        yield Diagnostic("HN315", "warning", f"`{words.text}` is over", words, help="take out what has ended, or give it a new end")
    elif look.around.today and words.text > look.around.today and _right_before(look, before, "OVER"):
        yield Diagnostic("HN315", "warning", f"`{words.text}` is yet to come", words, help="correct the date")


def _right_before(look: Look, before: str, name: str) -> bool:
    return bool(re.search(rf"(?:{look.lexicon.pattern(name).pattern})(?:\s+(?:on|the|is))?\Z", before, re.IGNORECASE))


def _real(year: str, month: str, day: str) -> bool:
    try:
        return 1 <= int(day) <= monthrange(int(year), int(month))[1]
    except ValueError:
        return False
