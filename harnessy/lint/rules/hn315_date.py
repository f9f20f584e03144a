"""A date that cannot be, or is over (HN315).

## What it does

Finds dates that no calendar has, dates in the future of what is told as done (`raised 2031-02-01`), the end of something
that is past (`valid until 31 January 2020`, `from 2020-01-05 to 2020-01-31`), and what is told of a day long ago as if it still
were so (`as of 2020-01-31`). All but the first need the day of today, which the command line knows.

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
from calendar import isleap, monthrange
from collections.abc import Iterator
from itertools import product

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Span

_MONTH = r"(?P<name>[A-Z][a-z]{2,8}\.?)"
_DATES = (
    re.compile(r"(?<![\w/.-])(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?![\w/-])"),
    re.compile(r"(?<![\w/.-])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?![\w/-])"),
    re.compile(rf"(?<![\w/.-])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+(?P<year>\d{{4}})(?!\w)"),
    re.compile(rf"(?<![\w/.-]){_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})(?!\w)"),
)
_RANGE = re.compile(r"\bfrom\s+\S+(?:\s\w+){0,2}\s+(?:to|until|till|–|-)\Z", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had|ran|did|ended|lasted|ed)\b|\b\w{3,20}ed\b", re.IGNORECASE)
_STALE = 60


def check(look: Look) -> Iterator[Diagnostic]:
    """Each date that is none, and with a known day each that is over or yet to come."""
    units = [unit for unit in look.units if unit.part != "line"]
    for unit, pattern in product(units, _DATES):
        for match in pattern.finditer(unit.text):
            yield from _judged(look, unit, match, unit.cut(match))


def _judged(look: Look, unit: Unit, match: re.Match[str], words: Span) -> Iterator[Diagnostic]:
    before = unit.text[: match.start()].rstrip(" *_`(:")
    month = _month(look, match)
    day, today = f"{match['year']}-{month:0>2}-{match['day']:0>2}", look.around.today
    if not month:
        return
    if not _real(match["year"], month, match["day"]):
        yield Diagnostic("HN315", "warning", f"no calendar has a day `{words.text}`", words, help="correct the date")
    elif today and day < today and (_right_before(look, before, "ENDS") or (_RANGE.search(before) and not _PAST.search(before))):
        yield Diagnostic("HN315", "warning", f"`{words.text}` is over", words, help="take out what has ended, or give it a new end")
    elif today and day > today and _right_before(look, before, "OVER"):
        yield Diagnostic("HN315", "warning", f"`{words.text}` is yet to come", words, help="correct the date")
    elif today and _right_before(look, before, "AS_OF") and _days(today) - _days(day) > _STALE:
        message = f"this was so on `{words.text}`, {_days(today) - _days(day)} days ago"
        yield Diagnostic("HN315", "warning", message, words, help="look whether it is still so, and write the day")


def _month(look: Look, match: re.Match[str]) -> str:
    """The number of the month; empty where a word is none."""
    if "month" in match.re.groupindex:
        return match["month"]
    name = match["name"].rstrip(".").casefold()
    known = (at for at, month in enumerate(look.lexicon.lists["MONTHS"], 1) if name in {month, month[:3], month[:4]})
    return str(next(known, ""))


def _right_before(look: Look, before: str, name: str) -> bool:
    return bool(re.search(rf"(?:{look.lexicon.pattern(name).pattern})(?:\s+(?:on|the|is))?\Z", before, re.IGNORECASE))


def _real(year: str, month: str, day: str) -> bool:
    try:
        return 1 <= int(day) <= monthrange(int(year), int(month))[1]
    except ValueError:
        return False


def _days(day: str) -> int:
    """The number of a day, so that two of them can be subtracted."""
    year, month, number = map(int, day.split("-"))
    before = sum(monthrange(year, one)[1] for one in range(1, month))
    return 365 * (year - 1) + sum(map(isleap, range(1, year))) + before + number
