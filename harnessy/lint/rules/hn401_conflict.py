"""Two rules that cannot both be followed (HN401).

## What it does

Finds two rules of one rank about one subject that are true together in some case, where one lets it go and the other
does not, or where one says that it does not apply and the other decides. Every case is tried that the two rules and
what they rest on can tell apart; where there are too many, a note says so.

## Why it is bad

The answer is a conflict then, and the run stands still until somebody reads both.

It is a warning where a case rests on conditions that no declared fact answers, since they may exclude each other.

## Example

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | proceed if guests > 4; ask if guests < 9 |
```

Underlined: `ask if guests < 9`

## Instead

```markdown
| Fact | Kind |
|---|---|
| guests | number |

| Stop | Verdict |
|---|---|
| Tasting | proceed if guests ≥ 9; ask if guests < 9 |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision.answer import strictest
from harnessy.lint.cases import told
from harnessy.lint.model import Look
from harnessy.lint.pairs import Pair, pairs
from harnessy.rulebook import Book, Rule
from harnessy.rulebook.model import INVARIANT_RANK, opaque_facts
from harnessy.source import Diagnostic, Label

_HELP = "give one of them a condition that excludes the other, or make one of them the default"


def check(look: Look) -> Iterator[Diagnostic]:
    """Conflicts about each subject."""
    for key in look.book.subjects:
        for pair in pairs(look.book, key, _differ):
            yield _finding(look.book, key, pair)


def _differ(left: Rule, right: Rule) -> bool:
    """Whether following both is impossible; invariants only tighten and so never are in conflict."""
    effects = {strictest(left.acts), strictest(right.acts)}
    if None in effects or left.rank >= INVARIANT_RANK or len(effects) == 1:
        return False
    return "go" in effects or "n/a" in effects


def _finding(book: Book, key: str, pair: Pair) -> Diagnostic:
    name = book.subjects[key].name.text
    first, second = strictest(pair.first.acts), strictest(pair.second.acts)
    label = Label(pair.first.span, f"this says {first}")
    if pair.case is None:
        message = f"whether two rules about `{name}` can be true together was not settled: there are too many cases"
        return Diagnostic("HN401", "note", message, pair.second.span, (label,))
    message = f"two rules about `{name}` are in conflict: this one says {second}"
    where = Label(pair.second.span, f"both are true: {told(pair.case)}")
    severity = "warning" if opaque_facts(book).keys() & pair.case.tried.keys() else "error"
    return Diagnostic("HN401", severity, message, pair.second.span, (label, where), _HELP)  # type: ignore[arg-type]
