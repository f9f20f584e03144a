"""A gap in a table of values (HN404).

## What it does

Finds cases in which a table gives its quantity no value: a key that the doctrine names and that no row lists, or
guards of one row that leave something out. Only values that the doctrine names are tried.

## Why it is bad

Whatever rests on the quantity has no answer in that case.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind | Values |
|---|---|---|
| dish | word | `soup`, `salad`, `roast` |

| Dish | Limit |
|---|---|
| `soup` | `warm` |
| `salad` | `mild` |
```

Underlined: `roast`

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind | Values |
|---|---|---|
| dish | word | `soup`, `salad`, `roast` |

| Dish | Limit |
|---|---|
| `soup`, `roast` | `warm` |
| `salad` | `mild` |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision.answer import answer
from harnessy.decision.case import Case
from harnessy.decision.model import ABSENT, OTHER
from harnessy.lint.cases import settled, space, told
from harnessy.lint.model import Look
from harnessy.rulebook import Book
from harnessy.rulebook.model import All, Compare, Quantity, Rule
from harnessy.source import Diagnostic, Label, Span


def check(look: Look) -> Iterator[Diagnostic]:
    """The first gap at each place, for each quantity that a table gives its values."""
    for key, quantity in look.book.quantities.items():
        rows = [rule for rule in look.book.by_target.get(key, ()) if rule.family == "map"]
        if not rows:
            continue
        seen = set[Span]()
        for case in settled(look.book, key):
            finding = _gap(look.book, quantity, rows, case)
            if finding is not None and finding.span not in seen:
                seen.add(finding.span)
                yield finding
        if space(look.book, key).bounded:
            message = f"whether `{quantity.name.text}` has a value in every case was not settled: there are too many"
            yield Diagnostic("HN404", "note", message, quantity.name.span)


def _gap(book: Book, quantity: Quantity, rows: list[Rule], case: Case) -> Diagnostic | None:
    if answer(case, quantity.name.key).outcome != "silent" or {ABSENT, OTHER} & set(case.tried.values()):
        return None
    if any(rule.family == "unread" and case.truth(rule.when) is True for rule in book.by_target[quantity.name.key]):
        return None
    near = [rule.span for rule in rows if _keyed(case, rule)]
    span = _around(near) if near else _declared(book, case)
    if span is None:
        return None
    label = Label(quantity.name.span, "no row of this table says anything then")
    mend = "add a row or a guard for it, such as `…; x above`"
    message = f"`{quantity.name.text}` has no value: {told(case)}"
    return Diagnostic("HN404", "warning", message, span, (label,), mend)


def _keyed(case: Case, rule: Rule) -> bool:
    """Whether a row lists the key of this case, so that only its guards fail."""
    parts = rule.when.parts if isinstance(rule.when, All) else (rule.when,)
    return len(parts) > 1 and case.truth(parts[0]) is True


def _around(spans: list[Span]) -> Span:
    return spans[0].cut(min(span.start for span in spans), max(span.end for span in spans))


def _declared(book: Book, case: Case) -> Span | None:
    """Where the key that no row lists is named."""
    for key, value in case.tried.items():
        fact = book.facts.get(key)
        scale = book.scales.get(fact.scale or "") if fact else None
        named = [*(fact.values if fact else ()), *(scale.members if scale else ())]
        found = next((name.span for name in named if name.key == value), None)
        if found is not None and _is_key(book, key):
            return found
    return None


def _is_key(book: Book, key: str) -> bool:
    """Whether rows of some table list values of this fact."""
    rows = (rule.when for rule in book.rules if rule.family == "map")
    firsts = (when.parts[0] if isinstance(when, All) and when.parts else when for when in rows)
    return any(isinstance(first, Compare) and first.fact == key for first in firsts)
