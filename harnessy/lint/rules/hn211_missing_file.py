"""A page that rules are said to stand on and that is not here (HN211).

## What it does

Lists the files that a document leans on (`defined in`, `see`, a file name in brackets, a file before a quoted section),
and the contracts of tools, that are neither beside it nor in the working directory. It is one note for each document.

## Why it is bad

What stands there is no part of what is obeyed here. Often the file lies in another repository, which is fine as long as
nobody thinks that its rules are enforced by this page.

## Example

```markdown
Bread is baked as defined in `cellar/oven-rules.md`.
```

Underlined: `` `cellar/oven-rules.md` ``

## Instead

```markdown
Bread is baked in the stone oven.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label, Span

_FILE = re.compile(
    r"(?:`|(?<![\w/`.\[(<:-])(?=[\w./-]+\.(?:md|mdx|rst)\b))(?P<path>[\w.~-]+(?:/[\w.-]+)*"
    r"\.(?:md|mdx|txt|py|rst|toml|ya?ml|json|sh))(?:`|(?![\w/`]))",
)
_CONTRACT = re.compile(
    r"(?P<path>`[^`\n]+`['’]s)\s+(?:[\w-]+\s+){0,2}(?:contract|rules?|policy|protocol|charter)\b(?:\s*\([^()]*\))?",
)
_BRACKET = re.compile(r"[(\[—–-]\s*$")
_SECTION = re.compile(r"\s*(?:[\"“]|§|\)\s*[.;:,]?)")


def check(look: Look) -> Iterator[Diagnostic]:
    """One note on all files that are leaned on and are not there."""
    found: dict[str, Span] = {}
    for unit, match in look.matches(_FILE):
        there = look.around.exists(look.document.source.path, match["path"])
        if there is not True and _leaned_on(look, unit.text, match):
            found.setdefault(match["path"], unit.cut(match))
    for unit, match in look.matches(_CONTRACT):
        found.setdefault(match["path"], unit.cut(match))
    if found:
        first, *others = found.values()
        labels = tuple(Label(span, "not here either") for span in others)
        count = f"{len(found)} files that this page leans on are" if others else f"the file {first.text} that this page leans on is"
        yield Diagnostic("HN211", "note", f"{count} not here", first, labels, "what stands there is not obeyed here")


def _leaned_on(look: Look, text: str, match: re.Match[str]) -> bool:
    """Whether the words around a file name send a reader there."""
    before, after = text[: match.start()].rstrip("*_ \n>"), text[match.end() :]
    pointed = re.search(rf"(?:{look.lexicon.pattern('POINTS').pattern})(?:\s+the)?$", before, re.IGNORECASE)
    ruled = re.match(r"\s+(?:rules?\b|applies|apply|defines|says)", after)
    return bool(pointed or ruled or (_BRACKET.search(before) and _SECTION.match(after)))
