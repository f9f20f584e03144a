"""One word for two things (HN214).

## What it does

Finds a name that two lists hold or that two pages use for different lists: a value of two facts that share nothing else,
and a name such as `outcome` for which two pages list values of which none is the same.

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

from collections import defaultdict
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.valuesets import ValueSet, value_sets
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Span

_MEND = "give one of the two another name"


def check(look: Look) -> Iterator[Diagnostic]:
    """Values that two lists of one page hold and that are nearly all they share."""
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
