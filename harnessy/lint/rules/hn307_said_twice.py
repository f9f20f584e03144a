"""A rule that is said twice (HN307).

## What it does

Finds sentences, cells and lines of code with a number, a name in code or a prohibition that stand twice in a document in
the same words, whatever their letters, marks and a leading `if`. Neighbours are told together. They agree, so it is a note.

## Why it is bad

An edit of one side alone makes the page contradict itself.

## Example

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Never serve `nuts` at night.

Later:

- Never serve **nuts** at `night`
```

Underlined: `` Never serve **nuts** at `night` ``

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Never serve `nuts` at night.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label, Span

_MARKS = re.compile(r"[`*_]+")
_TELLING = re.compile(r"\d|`|[<>≤≥=→∈]")
_SHORTEST = 4


def check(look: Look) -> Iterator[Diagnostic]:
    """Each run of neighbours that was said before, with the place of the first."""
    first: dict[str, int] = {}
    said = [unit for unit in look.units if unit.part in {"sentence", "item", "line"}]
    pairs = list[tuple[int, int]]()
    for at, unit in enumerate(said):
        key = _key(look, unit)
        if key and key in first and _apart(said[first[key]], unit):
            pairs.append((first[key], at))
        elif key:
            first.setdefault(key, at)
    for run in _runs(pairs):
        before, after = (_around([said[pair[side]].span for pair in run]) for side in (0, 1))
        count = "this is" if len(run) == 1 else f"these {len(run)} are"
        label = Label(before, "said here")
        yield Diagnostic("HN307", "note", f"{count} said twice and must be edited together", after, (label,), "say it in one place")


def _key(look: Look, unit: Unit) -> str:
    """The words without marks, case and a leading condition word; empty for what is short or states nothing."""
    plain = " ".join(_MARKS.sub("", unit.text).casefold().split()).rstrip(".;,")
    lead = look.lexicon.pattern("IF").match(plain)
    key = plain[lead.end() :].strip() if lead else plain
    telling = _TELLING.search(unit.text) or look.lexicon.pattern("NEVER", "FORBID").search(unit.text)
    return key if telling and len(key.split()) >= _SHORTEST and not key.endswith(":") else ""


def _apart(one: Unit, other: Unit) -> bool:
    """Whether the two stand in different places: two records of one shape share many lines."""
    return one.part != "line" or other.part != "line"


def _runs(pairs: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    run: list[tuple[int, int]] = []
    for pair in pairs:
        if run and (pair[0] - run[-1][0], pair[1] - run[-1][1]) != (1, 1):
            yield run
            run = []
        run.append(pair)
    if run:
        yield run


def _around(spans: list[Span]) -> Span:
    return spans[0].cut(min(span.start for span in spans), max(span.end for span in spans))
