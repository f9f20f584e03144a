"""A limit whose breach has no consequence (HN416).

## What it does

In a list of limits that says what happens when one of them is broken (`rolls over the limit: …`), finds the limits that
this sentence does not name.

## Why it is bad

What happens at the others is not said, and the list looks complete.

## Example

```markdown
- Max time per roll: **30 min**
- Max time per cake: **50 min**
- Rolls exceeding their time: take them out
```

Underlined: `Max time per cake: **50 min**`

## Instead

```markdown
Loaves and cakes come from one oven.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.document import ListBlock
from harnessy.lint.consequences import bounds
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label


def check(look: Look) -> Iterator[Diagnostic]:
    """Each limit that the consequence of its list leaves out."""
    limits = dict[int, list[tuple[Unit, frozenset[str]]]]()
    for unit, match in bounds(look):
        if isinstance(unit.block, ListBlock) and not _told(look, match["then"] or ""):
            limits.setdefault(unit.block.span.start, []).append((unit, frozenset(look.lexicon.content(match["name"]))))
    for unit in look.parts("item"):
        beside = limits.get(unit.block.span.start, []) if unit.block else []
        exceeded = look.lexicon.pattern("EXCEEDS").search(unit.text)
        if exceeded and len(beside) > 1 and unit not in {one for one, _ in beside}:
            common = frozenset.intersection(*(name for _, name in beside)) - _plain(look)
            own = frozenset(look.lexicon.content(unit.text[: exceeded.start()]))
            named = [one for one, name in beside if own & (name - common)]
            label, mend = Label(unit.span, "this says it of another limit"), "name it in that sentence, or give it one of its own"
            for one in [one for one, _ in beside if named and common and one not in named]:
                yield Diagnostic("HN416", "warning", "nothing says what happens beyond this limit", one.span, (label,), mend)


def _told(look: Look, bracket: str) -> bool:
    """Whether the bracket behind a limit says what happens beyond it: `(ask above this)`."""
    return bool(look.lexicon.pattern("GT", "LT").search(bracket))


def _plain(look: Look) -> frozenset[str]:
    words = (*look.lexicon.lists["MOST"], *look.lexicon.lists["LEAST"])
    return frozenset(stem for word in words for stem in look.lexicon.content(word))
