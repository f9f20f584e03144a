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

from collections.abc import Iterator

from harnessy.decision.case import Case
from harnessy.lint.cases import told
from harnessy.lint.model import Look
from harnessy.lint.pairs import Pair, pairs
from harnessy.rulebook import Book, Rule
from harnessy.rulebook.model import opaque_facts
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """Differing values of each quantity, and of each fact that has a default."""
    for key in (*look.book.quantities, *look.book.facts):
        for pair in pairs(look.book, key, _differ):
            yield _finding(look.book, key, pair)


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
