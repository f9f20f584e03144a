"""A level that lets go what a looser one holds (HN411).

## What it does

Compares the levels of a scale on which a table of subjects × levels decides, all other facts being equal. Which end of the
scale is the strict one is told by what most subjects do; a subject that goes both up and down is found without that.

## Why it is bad

A stricter level is asked for in order to be held more often. Mostly two cells of a row were swapped.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` < `hot` |

| Fact | Kind |
|---|---|
| dial | Heat |

| Stop | `mild` | `warm` | `hot` |
|---|---|---|---|
| Tasting | go | ask | ask |
| Plating | go | go | halt |
| Serving | go | ask | go |
```

Underlined: `go`

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` < `hot` |

| Fact | Kind |
|---|---|
| dial | Heat |

| Stop | `mild` | `warm` | `hot` |
|---|---|---|---|
| Tasting | go | ask | ask |
| Plating | go | go | halt |
| Serving | go | go | ask |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision import Citation
from harnessy.decision.levels import Pair, decided, levels, lower_is_strict, member_text, reversed_levels
from harnessy.decision.regions import Region, Space
from harnessy.lint.cases import circle, space
from harnessy.lint.model import Look
from harnessy.rulebook.model import Scale
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """The first two levels of each subject that are the wrong way round."""
    spaces = {key: space(look.book, key) for key in look.book.subjects} if not circle(look.book) else {}
    stated = [(own, name, scale) for own in spaces.values() for page in own.views[0].pages for name, scale in levels(page)]
    scales = {scale.name.key: scale for _, _, scale in stated}
    ends = {key: lower_is_strict(scale, spaces.values()) for key, scale in scales.items()}
    for own, name, scale in stated:
        lower = ends[scale.name.key]
        found = next(reversed_levels(own, name, scale, lower_is_strict=lower), None) if lower is not None else None
        if found is not None:
            yield from _told(own, scale, *found)


def _told(own: Space, scale: Scale, pair: Pair, at: str, above: str) -> Iterator[Diagnostic]:
    loose, tight = (_said(region) for region in pair)
    if loose is not None and tight is not None:
        subject = own.views[0].subject
        stricter, looser = member_text(scale, at), member_text(scale, above)
        message = f"`{subject}` goes at `{stricter}` and is held at `{looser}`, which is the looser level"
        label = Label(tight.span, f"at {looser}: {decided(pair[1]).effect}")
        yield Diagnostic("HN411", "warning", message, loose.span, (label,), "swap the two, or say it in a row of its own")


def _said(region: Region) -> Citation | None:
    """The words that say what is to be done."""
    return next((step for step in decided(region).because if step.kind == "acts"), None)
