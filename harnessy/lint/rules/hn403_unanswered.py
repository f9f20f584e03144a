"""A subject that no rule answers (HN403).

## What it does

Finds a row of a register that no table and no sentence answers, though they answer other rows of the same register.
A default that stands for all of them is not counted.

## Why it is bad

Most likely a row of a table of verdicts was forgotten.

## Example

```markdown
| Stop | What it is about |
|---|---|
| Tasting | the soup |
| Plating | the plates |

| Stop | Verdict |
|---|---|
| Tasting | ask |
```

Underlined: `Plating`

## Instead

```markdown
| Stop | What it is about |
|---|---|
| Tasting | the soup |
| Plating | the plates |

| Stop | Verdict |
|---|---|
| Tasting | ask |
| Plating | go |
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.rulebook.model import DEFAULT_RANK, POLICY
from harnessy.source import Diagnostic


def check(look: Look) -> Iterator[Diagnostic]:
    """Registered subjects without a rule of their own, beside others of their kind that have one."""
    answered = {rule.target for rule in look.book.rules if rule.acts and rule.rank > DEFAULT_RANK}
    answered |= {rule.target for rule in look.book.rules if rule.family == "unread"}
    kinds = {subject.kind for key, subject in look.book.subjects.items() if key in answered}
    for key, subject in look.book.subjects.items():
        if subject.kind != POLICY and subject.kind in kinds and key not in answered and subject.attributes:
            message = f"no rule answers the {subject.kind} `{subject.name.text}`"
            mend = f"give it a row in the table that answers the other rows called {subject.kind}"
            yield Diagnostic("HN403", "warning", message, subject.name.span, help=mend)
