"""A count that is not that of the list below it (HN311).

## What it does

Finds a number of things in a heading or at the end of a paragraph (`there are three stops:`) with a list or a table right below
it that has another number of them, a sentence about `the two stops above`, and `three stops: the oven and the scale`.

## Why it is bad

One is missing or one is too many, and nobody can tell which.

## Example

```markdown
Bread goes through three ovens:

- the small one
- the large one
```

Underlined: `three ovens`

## Instead

```markdown
Two ovens stand in the yard:

- the small one
- the large one
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harnessy.document import Block, Fence, ListBlock, Paragraph, Section, Table
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_NEAR = 2
_PLURAL = r"(?P<what>(?!of\b)(?:[\w-]+\s+){0,2}?[a-z][\w-]*[^\W\ds]s)\b"
_ROW = re.compile(r":\s+(?P<row>[^:;.]{1,300}?,?\s(?:and|or)\s[^:;.,]{1,80}?)[.)]?\s*\Z")
_JOINTS = re.compile(r",\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+")
_BELOW = re.compile(r"\b(?:above|below|following|that follow)\b|\b(?:these|all|the)\s*[*_]*\Z", re.IGNORECASE)
_THERE = re.compile(r"^(?:there (?:are|is)|the[rs]e|here are|we (?:have|use|know))\b", re.IGNORECASE)
_LONGEST = 7


def check(look: Look) -> Iterator[Diagnostic]:
    """Each counted lead, heading or paragraph whose list has another number of items, and each row of words that has."""
    for section in look.document.sections:
        yield from _headed(look, section)
        for block, beside in pairwise(section.blocks):
            yield from _led(look, block, beside)
            if isinstance(block, ListBlock | Table) and isinstance(beside, Paragraph):
                yield from (one for said in beside.sentences for one in _above(look, said, block))
    for unit in look.parts("sentence", "item"):
        yield from _in_a_row(look, unit)


def _headed(look: Look, section: Section) -> Iterator[Diagnostic]:
    """A heading that counts what its only list holds."""
    listed = [block for block in section.blocks if isinstance(block, ListBlock | Table)]
    if section.heading is not None and len(listed) == 1:
        span = section.heading.span
        found = _counted(look, span)
        at = span.text.find(section.heading.text)
        if found is not None and found[1].start() <= max(at, 0) + _NEAR and not isinstance(section.blocks[0], Fence):
            yield from _wrong(span, found, listed[0])


def _led(look: Look, block: Block, below: Block) -> Iterator[Diagnostic]:
    """The last sentence above a list; one that says `all five legs` may stand before it."""
    if not isinstance(block, Paragraph) or not block.sentences or not isinstance(below, ListBlock | Table):
        return
    *others, last = block.sentences
    found = _counted(look, last)
    colon = last.text.rstrip("*_ ").endswith(":")
    near = bool(found and len(last.text[found[1].end() :].split()) <= _NEAR)
    pointed = bool(found and _BELOW.search(last.text[: found[1].start("count")]))
    if found and ((colon and (near or pointed)) or _opens(last, found)):
        yield from _wrong(last, found, below)
    elif colon:
        for said in others:
            found = _counted(look, said)
            if found and re.search(r"\ball\s*[*_]*\Z", said.text[: found[1].start("count")], re.IGNORECASE):
                yield from _wrong(said, found, below)


def _opens(said: Span, found: tuple[int, re.Match[str]]) -> bool:
    """`There are four modes.`, and nothing else."""
    return bool(_THERE.match(said.text)) and len(said.text[found[1].end() :].split()) <= _NEAR


def _above(look: Look, said: Span, listed: ListBlock | Table) -> Iterator[Diagnostic]:
    """`The two modes above`, below their list."""
    found = _counted(look, said)
    if found and re.match(r"\s+above\b", said.text[found[1].end() :], re.IGNORECASE):
        yield from _wrong(said, found, listed)


def _in_a_row(look: Look, unit: Unit) -> Iterator[Diagnostic]:
    """`Four things end a run: a, b or c`, in one sentence."""
    row = _ROW.search(unit.text)
    found = _counted(look, unit.span.cut(unit.span.start, unit.span.start + row.start())) if row else None
    items = [one for one in _JOINTS.split(row["row"]) if one.strip()] if row else []
    plain = all(len(one.split()) <= _LONGEST and "(" not in one for one in items)
    if row and found and plain and found[1].start("count") <= _LONGEST and found[0] != len(items):
        yield _told(unit.span, found, len(items), unit.cut(row, "row"))


def _counted(look: Look, said: Span) -> tuple[int, re.Match[str]] | None:
    """The one number of things in some words: how many, and where."""
    words = look.lexicon.lists["COUNTED"]
    number = rf"(?P<before>[\w-]+\s+|^|\W)[*_]*(?P<count>{'|'.join(words)}|\d{{1,2}})"
    pattern = re.compile(rf"{number}[*_]*\s+[*_]*{_PLURAL}", re.IGNORECASE)
    found = list(pattern.finditer(said.text))
    if len(found) != 1:
        return None
    before = found[0]["before"].strip().casefold()
    if before in look.lexicon.lists["NOT_COUNTED"] and not (before == "these" and not found[0].start()):
        return None
    count = found[0]["count"].casefold()
    stated = int(count) if count.isdigit() else words.index(count) + 2
    return (stated, found[0]) if stated > 1 else None


def _wrong(said: Span, found: tuple[int, re.Match[str]], listed: ListBlock | Table) -> Iterator[Diagnostic]:
    things = len(listed.items) if isinstance(listed, ListBlock) else len(listed.rows)
    if found[0] != things:
        yield _told(said, found, things, listed.span)


def _told(said: Span, found: tuple[int, re.Match[str]], things: int, listed: Span) -> Diagnostic:
    place = said.cut(said.start + found[1].start("count"), said.start + found[1].end("what"))
    label = Label(listed, f"{things} of them")
    return Diagnostic("HN311", "warning", f"{things} follow, not {found[0]}", place, (label,), "correct the count, or the list")
