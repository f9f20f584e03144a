"""Two values of one quantity (HN402).

## What it does

Finds two rules of one rank that give a quantity different values in one case: two rows of a table that list the same
key, or a sentence that says again what a table says and got it wrong.

## Why it is bad

Whatever rests on the quantity has no answer in that case.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Dish | Limit |
|---|---|
| `soup` | `warm` |
| `salad` | `mild` |

Soup stays `mild`.
```

Underlined: ``Soup stays `mild` ``

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Dish | Limit |
|---|---|
| `soup` | `warm` |
| `salad` | `mild` |

Soup stays `warm`.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.decision.case import Case
from harnessy.lint.cases import told
from harnessy.lint.model import Look
from harnessy.lint.pairs import Pair, pairs
from harnessy.rulebook import Book, Rule
from harnessy.rulebook.model import Compare, atoms, opaque_facts
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label

_STAYS = re.compile(r"`(?P<key>[^`\n]+)`\s+(?:stays|remains|is\s+still|is\s+kept\s+at|keeps)\s+`(?P<value>[^`\n]+)`")


def check(look: Look) -> Iterator[Diagnostic]:
    """Differing values of each quantity, and of each fact that has a default."""
    told = list[Diagnostic]()
    for key in (*look.book.quantities, *look.book.facts):
        for pair in pairs(look.book, key, _differ):
            told.append(_finding(look.book, key, pair))
    yield from told
    yield from (one for one in _kept(look) if not any(other.span.covers(one.span) for other in told))


def _kept(look: Look) -> Iterator[Diagnostic]:
    """`a` stays `b`, where the table says something else of it, whatever stands behind it."""
    book = look.book
    given: dict[str, list[Rule]] = {}
    for rule in book.rules:
        written = isinstance(rule.value, str) and rule.value in fold(rule.span.text)
        named = (atom for atom in atoms(rule.when) if isinstance(atom, Compare) and atom.relation == "=" and written)
        for value in dict.fromkeys(str(value) for atom in named for value in atom.values):
            given.setdefault(value, []).append(rule)
    for unit, match in look.matches(_STAYS, "sentence", "item"):
        rules = given.get(fold(match["key"]), [])
        value = fold(match["value"])
        scales = [scale for scale in book.scales.values() if scale.member(value)]
        tells = [rule for rule in rules if any(scale.member(str(rule.value)) for scale in scales)]
        words = unit.cut(match, "value")
        if tells and all(rule.value != value for rule in tells) and not any(rule.span.covers(words) for rule in tells):
            label = Label(tells[0].span, f"`{tells[0].value}` here")
            message = f"`{match['key']}` is not `{match['value']}` by the table"
            yield Diagnostic("HN402", "warning", message, words, (label,), "correct one of them")


def _differ(left: Rule, right: Rule) -> bool:
    return left.value is not None and right.value is not None and left.value != right.value


def _finding(book: Book, key: str, pair: Pair) -> Diagnostic:
    case = pair.case or Case(book, {})
    name = case.text(key)
    first, second = case.shown(key, pair.first.value), case.shown(key, pair.second.value)
    label = Label(pair.first.span, f"this gives `{first}`")
    if pair.case is None:
        message = f"whether two rules about `{name}` can be true together was not settled: there are too many cases"
        return Diagnostic("HN402", "note", message, pair.second.span, (label,))
    message = f"two rules give `{name}` different values: this one gives `{second}`"
    where = Label(pair.second.span, f"both are true: {told(pair.case)}")
    severity = "warning" if opaque_facts(book).keys() & pair.case.tried.keys() else "error"
    mend = "correct one of them, or give it a condition that excludes the other"
    return Diagnostic("HN402", severity, message, pair.second.span, (label, where), mend)  # type: ignore[arg-type]
