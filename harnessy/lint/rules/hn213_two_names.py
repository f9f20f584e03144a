"""One thing that is called two names (HN213).

## What it does

Lists, for each document, the names that were taken for others because their words are part of them, acts and names that are
spelled in two ways (`bake + serve`, `bake-and-serve`; `hot_oven`, `hot-oven`). It is a note: the program reads them as one thing.

## Why it is bad

A reader cannot know that two names mean one thing, and the next edit may well change only one of the two.

## Example

```markdown
| # | Stop | About |
|---|---|---|
| 1 | **Oven check** | the heat |
| 2 | **Tasting** | the taste |

| Stop | Verdict |
|---|---|
| Oven check | bake + serve |
| Tasting | proceed |

The default is to bake-and-serve at every stop.
```

Underlined: `bake + serve`

## Instead

```markdown
| # | Stop | About |
|---|---|---|
| 1 | **Oven check** | the heat |
| 2 | **Tasting** | the taste |

| Stop | Verdict |
|---|---|
| Oven check | proceed |
| Tasting | proceed |
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.rulebook.names import fold, in_order
from harnessy.source import Diagnostic, Label, Span

_JOINED = re.compile(r"\b([a-z]+(?:\s?\+\s?[a-z]+|-and-[a-z]+))\b", re.IGNORECASE)
_CODE = re.compile(r"(?<!`)`(?P<name>[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*)`(?!`)")
_SEPARATORS = re.compile(r"[_-]")
_JOIN = re.compile(r"\s?\+\s?|-and-", re.IGNORECASE)


def check(look: Look) -> Iterator[Diagnostic]:
    """Names taken for others, one note for each kind; acts in two spellings."""
    yield from _aliases(look)
    yield from _spellings(look)
    yield from _marked(look)


def _aliases(look: Look) -> Iterator[Diagnostic]:
    kinds = defaultdict[str, list[tuple[Span, Span]]](list)
    for subject in look.book.subjects.values():
        for alias in subject.aliases:
            shorter = {*in_order(alias.text)} <= {*in_order(subject.name.text)} and fold(alias.text) != fold(subject.name.text)
            if shorter and alias.span != subject.name.span:
                kinds[subject.kind].append((alias.span, subject.name.span))
    for kind, pairs in kinds.items():
        first, *rest = [span for pair in pairs for span in pair]
        labels = tuple(Label(span, "for this" if at % 2 == 0 else "and this") for at, span in enumerate(rest))
        alone = [one.name.span for one in look.book.subjects.values() if one.kind == kind and not one.attributes]
        labels = (*labels, *(Label(span, "stands in one of the tables alone") for span in alone))
        named = ", ".join(f"`{short.text.strip('*`')}`" for short, _ in pairs)
        mend = "call each of them the same in every table"
        yield Diagnostic("HN213", "note", f"{named}: taken for names with more or other words", first, labels, mend)


def _spellings(look: Look) -> Iterator[Diagnostic]:
    places = defaultdict[tuple[str, ...], dict[str, list[Span]]](lambda: defaultdict(list))
    for unit in look.units:
        if unit.spoken:
            for match in _JOINED.finditer(unit.text):
                words = unit.cut(match, 1)
                stems = tuple(stem for part in _JOIN.split(match[1]) for stem in in_order(part))
                places[stems][" ".join(match[1].casefold().split())].append(words)
    for spellings in places.values():
        if len(spellings) > 1:
            first, *rest = [span for spans in spellings.values() for span in spans]
            labels = tuple(Label(span, f"`{span.text}` here") for span in rest)
            message = f"{' and '.join(f'`{words}`' for words in spellings)} are one act in two spellings"
            yield Diagnostic("HN213", "note", message, first, labels, "spell it one way")


def _marked(look: Look) -> Iterator[Diagnostic]:
    """Names in code that differ in `-` and `_` only."""
    places = defaultdict[str, dict[str, list[Span]]](lambda: defaultdict(list))
    for unit, match in look.matches(_CODE):
        words = unit.cut(match, "name")
        places[_SEPARATORS.sub("", match["name"])][match["name"]].append(words)
    for spellings in places.values():
        if len(spellings) > 1:
            first, *rest = [spans[0] for spans in spellings.values()]
            labels = tuple(Label(span, f"`{span.text}` here") for span in rest)
            message = f"{' and '.join(f'`{words}`' for words in spellings)} may be one name in two spellings"
            yield Diagnostic("HN213", "note", message, first, labels, "spell it one way")
