"""Something that is still to be written (HN314).

## What it does

Finds `TBD`, `TODO`, `<your team>`, `[name]`, `???`, `$X` and the like in rules, cells and headings, outside code.

## Why it is bad

A rule with a hole in it cannot be obeyed, and what fills the hole in a reader's mind is a guess.

## Example

```markdown
| Stop | Verdict |
|---|---|
| Tasting | TBD |
```

Underlined: `TBD`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Table
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Span

_CODE = re.compile(r"(`+).+?\1", re.DOTALL)
_NAMED = (
    r"(?:your|insert|fill|name|names|team|owner|person|date|value|number|amount|contact|e-?mail|handle|url|link|project|repo"
    r"|company)"
)
_HOLE = re.compile(
    rf"<{_NAMED}(?:[ _-][\w -]*)?>|\[{_NAMED}(?: [^\]]{{0,80}})?\](?![(\[:])|\{{\{{[^}}]{{0,80}}\}}\}}|\{{{_NAMED}[ \w-]*\}}"
    r"|_{4,}|\?{3,}|@your[\w-]+",
    re.IGNORECASE,
)
_VALUE = re.compile(r"\A[`*\s]*(?P<hole>[$€£]?[XN]{1,3}%?|[$€£]?\?{1,3}|…|\.\.\.)[`*\s]*\Z")
_LIMIT = re.compile(r":\s*[`*]*(?P<hole>[$€£]?[XN]{1,2}%?|\?{1,3}|…)[`*]*\s*(?:\(.*|\.)?\Z")
_BLANK = re.compile(r"\b(?i:after|within|than|most|least|every|up to|for)\s+(?P<hole>…|\.\.\.|[XN])\s+[a-z]")
_SHOUTED = re.compile(r"[A-Z]{3,}\Z")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each hole in what is said."""
    for unit in look.units:
        if unit.part != "line":
            plain = _CODE.sub(lambda match: " " * len(match.group()), unit.text)
            words = [match.span() for match in look.lexicon.pattern("PLACEHOLDER").finditer(plain) if _meant(match, plain)]
            holes = [match.span() for match in _HOLE.finditer(plain)]
            value = (_VALUE if unit.part == "cell" else _LIMIT).search(unit.text) if unit.part != "heading" else None
            values = [one.span("hole") for one in (value, _BLANK.search(plain)) if one and not _heads(unit)]
            for start, end in sorted({*words, *holes, *values}):
                yield _told(unit.span.cut(unit.span.start + start, unit.span.start + end))


def _heads(unit: Unit) -> bool:
    """Whether these words are a head or a first cell of a table: `N` may be a name there."""
    table = unit.block
    rows = (table.header, *table.rows) if isinstance(table, Table) else ()
    return any(row is rows[0] or row.cells[0].span == unit.span for row in rows if unit.span in {cell.span for cell in row.cells})


def _meant(match: re.Match[str], text: str) -> bool:
    """A short mark counts in capitals, or where nothing else stands in the cell."""
    return " " in match.group() or bool(_SHOUTED.match(match.group())) or text.strip(" *_.") == match.group()


def _told(words: Span) -> Diagnostic:
    return Diagnostic("HN314", "warning", f"`{words.text}` is still to be filled in", words, help="write it, or leave the rule out")
