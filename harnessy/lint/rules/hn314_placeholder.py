"""Something that is still to be written (HN314).

## What it does

Finds `TBD`, `TODO`, `<your team>`, `[name]` and the like in rules, cells and headings, outside code.

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

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Span

_CODE = re.compile(r"(`+).+?\1", re.DOTALL)
_HOLE = re.compile(
    r"<(?:your|insert|fill|name|team|owner|date|value|number|contact)[ \w-]*>|\[(?:your|insert|fill)[^\]]*\](?!\()"
    r"|\{\{[^}]*\}\}|_{4,}",
)
_SHOUTED = re.compile(r"[A-Z]{3,}\Z")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each hole in what is said."""
    for unit in look.units:
        if unit.part != "line":
            plain = _CODE.sub(lambda match: " " * len(match.group()), unit.text)
            words = [match.span() for match in look.lexicon.pattern("PLACEHOLDER").finditer(plain) if _meant(match, plain)]
            for start, end in sorted({*words, *(match.span() for match in _HOLE.finditer(plain))}):
                yield _told(unit.span.cut(unit.span.start + start, unit.span.start + end))


def _meant(match: re.Match[str], text: str) -> bool:
    """A short mark counts in capitals, or where nothing else stands in the cell."""
    return " " in match.group() or bool(_SHOUTED.match(match.group())) or text.strip(" *_.") == match.group()


def _told(words: Span) -> Diagnostic:
    return Diagnostic("HN314", "warning", f"`{words.text}` is still to be filled in", words, help="write it, or leave the rule out")
