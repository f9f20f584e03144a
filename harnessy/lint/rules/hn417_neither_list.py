"""Two lists of conditions, and nothing for what is in neither (HN417).

## What it does

Finds, under one heading, a list of conditions that lets go (`accept … when:`) beside one that holds (`ask … when:`), and no
sentence there that says what happens otherwise. It is a note.

## Why it is bad

Between the two lists lies everything that nobody thought of, and that is where an agent is alone.

## Example

```markdown
- Accept the dough when:
  - it rose for an hour
- Ask the baker when:
  - it is sour
```

Underlined: `Accept the dough when:`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Item, ListBlock, Section, walk
from harnessy.lint.model import Look
from harnessy.rulebook.names import in_order
from harnessy.rulebook.place import TIGHT
from harnessy.source import Diagnostic, Label

_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each pair of contrary lists of conditions without a third for the rest."""
    for section in look.document.sections:
        items = [item for block in walk(section.blocks) if isinstance(block, ListBlock) for item in block.items if item.blocks]
        told = [(item, effect) for item in items if (effect := _effect(look, item))]
        loose = next((item for item, effect in told if effect in {"go", "end"}), None)
        tight = next((item for item, effect in told if effect in TIGHT), None)
        if loose and tight and not _otherwise(look, section):
            below = [block.span for item in (loose, tight) for block in item.blocks]
            labels = (Label(tight.span, "nor is this"), *(Label(span, "these are all the cases") for span in below))
            message = "nothing says what happens when neither of these lists applies"
            yield Diagnostic("HN417", "note", message, loose.span, labels, "add what is done otherwise")


def _effect(look: Look, item: Item) -> str:
    """The effect of the act that a lead-in of conditions begins with; empty where it is none."""
    text = item.span.text.rstrip("*_ ")
    if not text.endswith(":") or not re.search(rf"(?:{look.lexicon.pattern('IF').pattern})\s*:\Z", text, re.IGNORECASE):
        return ""
    words = _WORD.findall(text)
    phrases = (" ".join(words[at : at + size]) for at in range(len(words)) for size in (2, 1))
    effects = (look.lexicon.effect_of.get(" ".join(in_order(phrase)), "") for phrase in phrases if phrase)
    return next((effect for effect in effects if effect), "")


def _otherwise(look: Look, section: Section) -> bool:
    return bool(look.lexicon.pattern("OTHERWISE", "DEFAULT", "DOUBT").search(section.span.text))
