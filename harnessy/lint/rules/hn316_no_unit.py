"""A time without a unit (HN316).

## What it does

Finds a limit on a time (`Timeout: 30`, `max wait: 5`) whose number has no unit, where neither the name nor the head of the
column tells one.

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
from harnessy.rulebook.amount import SECONDS
from harnessy.source import Diagnostic, Span

_BOUND = re.compile(r"^(?P<name>[^:|\n]{3,80}):\s*[`*]*(?:[≤≥<>=]\s*)?(?P<number>\d[\d,_]*(?:\.\d+)?)[`*]*\s*(?:\.|\(|$)")
_NUMBER = re.compile(r"^[`*]*(?P<number>\d[\d,_]*(?:\.\d+)?)[`*]*$")
_WORD = re.compile(r"[A-Za-z]+")


def check(look: Look) -> Iterator[Diagnostic]:
    """Numbers of a list or a table that are times and have no unit."""
    for unit in look.parts("item", "sentence"):
        match = _BOUND.match(unit.text)
        if match and _is_time(look, match["name"]):
            yield _told(unit.span, match)
    for _, table in look.document.tables():
        for row in table.rows:
            yield from _row(look, table.header, row)


def _row(look: Look, header: Row, row: Row) -> Iterator[Diagnostic]:
    for head, cell in zip(header.cells[1:], row.cells[1:], strict=True):
        match, names = _NUMBER.match(cell.text), (head.text, row.cells[0].text)
        if match and any(_is_time(look, name) for name in names) and not any(_has_unit(name) for name in names):
            yield _told(cell.span, match)


def _is_time(look: Look, name: str) -> bool:
    """Whether the last words of a name say a time, and none of them a unit or a count."""
    words = _WORD.findall(name.casefold())
    return bool(words) and bool(look.lexicon.pattern("TIMED").search(name)) and not _has_unit(name) and not (
        look.lexicon.pattern("COUNTS_ITS_NAME").search(name)
    )


def _has_unit(name: str) -> bool:
    words = [word for word in _WORD.findall(name.casefold()) if len(word) > 1 or word in "sh"]
    return any(word in SECONDS or word.removesuffix("s") in SECONDS for word in words)


def _told(words: Span, match: re.Match[str]) -> Diagnostic:
    place = words.cut(words.start + match.start("number"), words.start + match.end("number"))
    return Diagnostic("HN316", "warning", f"`{match['number']}` has no unit", place, help="write the unit: `s`, `min`, `h`, `days`")
