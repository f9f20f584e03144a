"""One word for two things (HN214).

## What it does

Finds a name that two lists hold or that two pages use for different lists: a value of two facts that share nothing else,
and a name such as `outcome` for which one page or two list values of which none is the same. As notes: a word such as
*checkpoint* that names one list under a heading of one page and another list on another page, and a limit such as
`Maximum heat: soup` where another page has a scale called heat that knows no soup.

## Why it is bad

An answer about the one is read as an answer about the other. Between pages nothing tells which list counts.

## Example

```markdown
Lamp ∈ `dim` / `lit` / `out`

Moth ∈ `grey` / `red` / `out`
```

Underlined: `out`

## Instead

```markdown
Lamp ∈ `dim` / `lit` / `out`

Moth ∈ `grey` / `red` / `gone`
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations

from harnessy.document import Section
from harnessy.lint.model import Look
from harnessy.lint.valuesets import ValueSet, value_sets
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Span

_LIMIT = re.compile(r"^(?P<name>[^:\n]{3,60}):\s*(?:\*\*|`)(?P<value>[A-Za-z][\w -]*)(?:\*\*|`)")
_MEND = "give one of the two another name"


def check(look: Look) -> Iterator[Diagnostic]:
    """Values that two lists of one page hold and that are nearly all they share, and names with two lists."""
    yield from _twice(look)
    holders = defaultdict[str, list[tuple[ValueSet, Span]]](list)
    for found in value_sets(look):
        for key, span in found.values.items():
            holders[key].append((found, span))
    for spans in holders.values():
        kinds = {one.name: (one, span) for one, span in spans}.values()
        apart = [(one, span) for one, span in kinds if all(_apart(one, other) for other, _ in kinds if other is not one)]
        if len(apart) > 1:
            (one, first), *others = apart
            message = f"`{fold(first.text)}` is a value of `{one.name}` and of `{others[0][0].name}`"
            labels = tuple(Label(span, f"of `{other.name}`") for other, span in others)
            yield Diagnostic("HN214", "warning", message, first, labels, _MEND)


def _twice(look: Look) -> Iterator[Diagnostic]:
    """Names for which a page lists values twice, of which none is the same."""
    known: dict[str, ValueSet] = {}
    for found in sorted(value_sets(look), key=lambda one: (one.span.start, one.span.end)):
        before = known.setdefault(found.name, found)
        if not before.values.keys() & found.values.keys():
            message = f"`{found.name}` has other values here than elsewhere on this page"
            yield Diagnostic("HN214", "warning", message, found.span, (Label(before.span, "none of these is the same"),), _MEND)


def _apart(one: ValueSet, other: ValueSet) -> bool:
    """Whether two lists are lists of different things: most of each is not in the other."""
    shared = one.values.keys() & other.values.keys()
    return len(shared) * 2 < min(len(one.values), len(other.values))


def across(looks: tuple[Look, ...]) -> Iterator[Diagnostic]:
    """Names for which two pages list values of which none is the same."""
    known: dict[str, tuple[Look, ValueSet]] = {}
    for look in looks:
        for found in value_sets(look):
            before = known.setdefault(found.name, (look, found))
            if before[0] is not look and not before[1].values.keys() & found.values.keys():
                message = f"`{found.name}` has other values here than on the other page"
                label = Label(before[1].span, "none of these is the same")
                yield Diagnostic("HN214", "warning", message, found.span, (label,), _MEND)
    for one, other in permutations(looks, 2):
        yield from _limits(one, other)
        if looks.index(one) < looks.index(other):
            yield from _headings(one, other)


def _headings(one: Look, other: Look) -> Iterator[Diagnostic]:
    """Words that head a list on two pages, of which no member is the same."""
    lists = dict(_headed(one))
    for word, (section, members) in _headed(other):
        before = lists.get(word)
        if before is not None and section.heading is not None and not before[1] & members:
            message = f"`{word}` heads another list here than on the other page"
            labels = (Label(section.span, "these here"), Label(before[0].span, "those there"))
            yield Diagnostic("HN214", "note", message, section.heading.span, labels, _MEND)


def _headed(look: Look) -> Iterator[tuple[str, tuple[Section, frozenset[str]]]]:
    """The last word of each heading that has a list of names below it, with the section and the names."""
    named = [(one.span, frozenset(one.values)) for one in value_sets(look)]
    rows = [(subject.name.span, frozenset({subject.name.key})) for subject in look.book.subjects.values() if subject.attributes]
    for section in look.document.sections:
        stems = look.lexicon.content(section.heading.text) if section.heading else ()
        held = [members for span, members in (*named, *rows) if section.span.covers(span)]
        if stems and held and len(frozenset.union(*held)) > 1:
            yield stems[-1], (section, frozenset.union(*held))


def _limits(one: Look, other: Look) -> Iterator[Diagnostic]:
    """Limits on a name that the scale of another page, called so, does not know."""
    for unit, match in one.matches(_LIMIT, "sentence", "item"):
        stems = frozenset(one.lexicon.content(match["name"]))
        for scale in other.book.scales.values():
            called = frozenset(other.lexicon.content(scale.name.text))
            limits = called <= stems and one.lexicon.pattern("MOST", "LEAST").search(match["name"])
            if called and limits and scale.member(fold(match["value"])) is None:
                inferred = scale.inferred.spans[:1] if scale.inferred else ()
                labels = tuple(Label(span, f"`{scale.name.text}` is this") for span in (scale.name.span, *inferred))
                message = f"`{match['value']}` is no `{scale.name.text}` of the other page"
                yield Diagnostic("HN214", "note", message, unit.span, labels, _MEND)
