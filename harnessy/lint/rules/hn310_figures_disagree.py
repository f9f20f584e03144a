"""Figures that disagree (HN310).

## What it does

Finds a limit that two places of a document give as two numbers (in prose, in a list, in a row of a table), and a part
that is said to be the whole although another part is not empty: `5 of 9 baked large loaves` where 9 loaves were baked
and 2 of them were small.

## Why it is bad

One of them is wrong, and each reader obeys the one he has read.

## Example

```markdown
- Max loaves per oven: **12**

| Limit | Number |
|---|---|
| Max loaves per oven | 10 |
```

Underlined: `10`

## Instead

```markdown
| Limit | Number |
|---|---|
| Loaves in an oven | 12 |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.document import Table
from harnessy.lint.amounts import same
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_FIGURE = r"[`*]*(?:[≤≥<>=]\s*)?(?P<figure>\d[\d,_]*(?:\.\d+)?\s?(?:%|[A-Za-z]{1,8})?)[`*]*"
_BOUND = re.compile(rf"^(?P<name>[^:\n]{{3,80}}):\s*{_FIGURE}(?:\s*(?:\(.*\))?\s*\.?)$", re.DOTALL)
_CELL = re.compile(rf"^{_FIGURE}$")
_SHARE = re.compile(r"\b(?P<part>\d+) of (?:the )?(?P<whole>\d+) (?P<what>[a-z][\w\s-]{2,60})", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:all )?(?P<number>\d+) (?P<what>`?[a-z][\w`-]*(?:\s[a-z][\w-]*){0,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Figure:
    """A name as stems, an amount as written, and its place."""

    name: frozenset[str]
    words: str
    span: Span


def check(look: Look) -> Iterator[Diagnostic]:
    """Limits with two numbers, and parts that would leave nothing for the other parts."""
    known: dict[frozenset[str], _Figure] = {}
    for figure in _figures(look):
        before = known.setdefault(figure.name, figure)
        if same(before.words, figure.words) is False:
            message = f"`{figure.words}` here, `{before.words}` there, for the same limit"
            label = Label(before.span, "the other number")
            yield Diagnostic("HN310", "warning", message, figure.span, (label,), "say it in one place")
    yield from _shares(look)


def _figures(look: Look) -> Iterator[_Figure]:
    for unit in look.parts("item", "sentence"):
        match = _BOUND.match(unit.text)
        if match and look.lexicon.pattern("MOST", "LEAST").search(match["name"]):
            yield from _figure(look, match["name"], unit.span, match)
    for _, table in look.document.tables():
        yield from _rows(look, table)


def _rows(look: Look, table: Table) -> Iterator[_Figure]:
    for row in table.rows:
        first, *rest = row.cells
        for cell in rest:
            match = _CELL.match(cell.text)
            if match and look.lexicon.pattern("MOST", "LEAST").search(first.text):
                yield from _figure(look, first.text, cell.span, match)
                break


def _figure(look: Look, name: str, words: Span, match: re.Match[str]) -> Iterator[_Figure]:
    sides = {side for side in ("MOST", "LEAST") if look.lexicon.pattern(side).search(name)}
    plain = (*look.lexicon.lists["MOST"], *look.lexicon.lists["LEAST"])
    key = ({*look.lexicon.content(name)} - {stem for word in plain for stem in look.lexicon.content(word)}) | sides
    if len(key) > 2:
        place = words.cut(words.start + match.start("figure"), words.start + match.end("figure"))
        yield _Figure(frozenset(key), match["figure"].strip(), place)


# -- a part that is said to be the whole


def _shares(look: Look) -> Iterator[Diagnostic]:
    scales = [{member.text.strip("`").casefold() for member in scale.members} for scale in look.book.scales.values()]
    totals = list(look.matches(_TOTAL, "sentence", "item"))
    for unit, match in look.matches(_SHARE, "sentence", "item"):
        words = {word.casefold() for word in match["what"].split()}
        for members in scales:
            for named in sorted(words & members)[:1]:
                yield from _whole((unit, match, named), sorted(members - {named}), totals)


def _whole(
    share: tuple[Unit, re.Match[str], str], others: list[str], totals: list[tuple[Unit, re.Match[str]]],
) -> Iterator[Diagnostic]:
    """A share whose whole is that of all members, while another member has some of it."""
    unit, match, named = share
    beside = [(one, total) for one, total in totals if one.section is unit.section and one is not unit]
    near = [(one, total) for one, total in beside if named not in total["what"]]
    whole = next((one for one, total in near if total["number"] == match["whole"]), None)
    counted = ((one, total["number"], total["what"]) for one, total in near if int(total["number"]))
    part = next(((one, number, key) for one, number, what in counted for key in others if _names(what, key)), None)
    if whole is not None and part is not None:
        words = unit.span.cut(unit.span.start + match.start(), unit.span.start + match.end("whole"))
        labels = Label(whole.span, f"{match['whole']} are all there are"), Label(part[0].span, f"{part[1]} of them are `{part[2]}`")
        message = f"`{match['whole']}` cannot all be `{named}`: {part[1]} are `{part[2]}`"
        yield Diagnostic("HN310", "warning", message, words, (*labels, Label(unit.span, "said here")), "count again")


def _names(what: str, key: str) -> bool:
    return bool(re.search(rf"\b{re.escape(key)}\b", what))
