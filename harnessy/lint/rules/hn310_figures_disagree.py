"""Figures that disagree (HN310).

## What it does

Finds a limit that two places of a document give as two numbers (in a sentence, in a list, in a row of a table, in settings),
and a part that is said to be the whole although another part is not empty: `5 of 9 baked large loaves` where 9 loaves were baked
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

from harnessy.lint.amounts import same
from harnessy.lint.figures import Figure, figures, settings
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label

_SHARE = re.compile(r"\b(?P<part>\d+) of (?:the )?(?P<whole>\d+) (?P<what>[a-z][\w\s-]{2,60})", re.IGNORECASE)
_TOTAL = re.compile(r"\b(?:all )?(?P<number>\d+) (?P<what>`?[a-z][\w`-]*(?:\s[a-z][\w-]*){0,4})", re.IGNORECASE)


def check(look: Look) -> Iterator[Diagnostic]:
    """Limits with two numbers, settings that differ from a limit, and parts that would leave nothing for the other parts."""
    known = dict[tuple[frozenset[str], str], Figure]()
    for figure in sorted(figures(look), key=lambda figure: figure.span.start):
        before = known.setdefault((figure.name, figure.side), figure)
        if before is not figure and same(before.words, figure.words) is False:
            yield _two(figure, before)
    for setting in settings(look):
        meant = [one for one in known.values() if setting.name <= one.name]
        if len(meant) == 1 and same(meant[0].words, setting.words) is False:
            yield _two(setting, meant[0])
    yield from _shares(look)


def _two(figure: Figure, before: Figure) -> Diagnostic:
    message = f"`{figure.words}` here, `{before.words}` there, for the same limit"
    label = Label(before.span, "the other number")
    return Diagnostic("HN310", "warning", message, figure.span, (label,), "say it in one place")


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
