"""A time or a cost without a unit (HN316).

## What it does

Finds a limit on a time or on money (`Timeout: 30`, `Spend per day: 5`, `wait at least 15`) whose number has no unit, where neither
the name nor the head of the column tells one.

## Why it is bad

Thirty of what? Seconds and minutes are both read, and the difference is sixtyfold.

## Example

```markdown
- Max wait before the oven is opened: **30**
```

Underlined: `30`

## Instead

```markdown
Bread bakes for 30 min in the oven.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document.model import Row
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.amount import SECONDS
from harnessy.source import Diagnostic, Span

_BOUND = re.compile(r"^(?P<name>[^:|\n]{3,80}):\s*[`*]*(?:[≤≥<>=]\s*)?(?P<number>\d[\d,_]*(?:\.\d+)?)[`*]*\s*(?:\.|\(|$)")
_NUMBER = re.compile(r"^[`*]*(?P<number>\d[\d,_]*(?:\.\d+)?)[`*]*$")
_NOTHING = r"\s*(?:[.;,)]|$|\s(?:before|between|after|then|and|or|until|when|if|stop|ask)\b)"
_CURRENCIES = frozenset({"usd", "eur", "gbp", "dollars", "euros", "pounds", "cents", "tokens", "credits", "chf", "points"})
_WORD = re.compile(r"[A-Za-z]+")


def check(look: Look) -> Iterator[Diagnostic]:
    """Numbers of a list or a table that are times and have no unit."""
    for unit in look.parts("item", "sentence"):
        match = _BOUND.match(unit.text)
        if match and _needs_unit(look, match["name"]):
            yield _told(unit.span, match)
        elif unit.text.strip():
            yield from _waited(look, unit)
    for _, table in look.document.tables():
        for row in table.rows:
            yield from _row(look, table.header, row)


def _row(look: Look, header: Row, row: Row) -> Iterator[Diagnostic]:
    for head, cell in zip(header.cells[1:], row.cells[1:], strict=True):
        match, names = _NUMBER.match(cell.text), (head.text, row.cells[0].text)
        spent = any(look.lexicon.pattern("SPENT").search(name) for name in names)
        told = any(map(_has_currency if spent else _has_unit, names))
        if match and any(_needs_unit(look, name) for name in names) and not told:
            yield _told(cell.span, match)


def _waited(look: Look, unit: Unit) -> Iterator[Diagnostic]:
    """`wait at least 15 before a retry`, `takes longer than 20`: a number of nothing behind a verb of time."""
    within = rf"(?:{look.lexicon.pattern('LE', 'GE', 'GT', 'LT').pattern}|for|longer\s+than|shorter\s+than)"
    waits = rf"\b(?:{look.lexicon.pattern('LASTS').pattern})\s+{within}\s+[*_]*(?P<number>\d[\d,_]*(?:\.\d+)?)[*_]*(?={_NOTHING})"
    for match in re.finditer(waits, unit.text, re.IGNORECASE):
        yield _told(unit.span, match)


def _needs_unit(look: Look, name: str) -> bool:
    """Whether the last words of a name say a time or money, and none of them a unit or a count."""
    if look.lexicon.pattern("COUNTS_ITS_NAME").search(name):
        return False
    spent = look.lexicon.pattern("SPENT").search(name)
    return not _has_currency(name) if spent else bool(look.lexicon.pattern("TIMED").search(name)) and not _has_unit(name)


def _has_unit(name: str) -> bool:
    words = [word for word in _WORD.findall(name.casefold()) if len(word) > 1 or word in "sh"]
    return any(word in _CURRENCIES or word in SECONDS or word.removesuffix("s") in SECONDS for word in words)


def _has_currency(name: str) -> bool:
    return any(word in _CURRENCIES for word in _WORD.findall(name.casefold()))


def _told(words: Span, match: re.Match[str]) -> Diagnostic:
    place = words.cut(words.start + match.start("number"), words.start + match.end("number"))
    mend = "write the unit: `s`, `min`, `h`, `days`, `$`"
    return Diagnostic("HN316", "warning", f"`{match['number']}` has no unit", place, help=mend)
