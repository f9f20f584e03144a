"""Part of a list here, exactly the list there (HN420).

## What it does

Finds a rule that is content with a part (`contained in the set that …`) and another one that wants exactly that set or
list, where both speak of the same things.

## Why it is bad

When less than the whole list comes, one of them lets it pass and the other one does not.

## Example

```markdown
- Serve when the named nuts are contained in the nuts that the guest accepted
- The guest's word for nuts accepted binds to the *exact list*
```

Underlined: `are contained in`

## Instead

```markdown
The guest's word is written down.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label, Span

_SET = re.compile(r"\s+(?:[a-z]+\s+){0,2}(?:list|set|ones)\b", re.IGNORECASE)
_ENOUGH = 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Each part of something with all sentences that want exactly the same."""
    exact = list[tuple[Span, frozenset[str]]]()
    for unit in look.parts("sentence", "item"):
        if any(_SET.match(unit.text, found.end()) for found in look.lexicon.pattern("EXACT").finditer(unit.text)):
            exact.append((unit.span, frozenset(look.lexicon.content(unit.text))))
    for unit in look.parts("sentence", "item", "cell"):
        match = look.lexicon.pattern("SUBSET").search(unit.text)
        stems = frozenset(look.lexicon.content(unit.text)) if match else frozenset()
        against = [span for span, other in exact if len(stems & other) >= _ENOUGH and span != unit.span]
        if match and against:
            words = unit.cut(match)
            labels = (*_sentence(unit.span, words), *(Label(span, "exactly, it says here") for span in against))
            mend = "say in both whether a part is enough"
            yield Diagnostic("HN420", "warning", "a part is enough here, and not elsewhere", words, labels, mend)


def _sentence(sentence: Span, words: Span) -> tuple[Label, ...]:
    return (Label(sentence, "of these"),) if (sentence.line, sentence.end_line) != (words.line, words.end_line) else ()
