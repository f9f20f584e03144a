"""A word without a test in a rule (HN313).

## What it does

Finds words such as *appropriate*, *sensitive*, *as needed* or *significant* in sentences that were read as rules or that
sound like rules.

## Why it is bad

Whether they hold is for whoever reads them to say, and an agent that wants to go on will find that they hold.

## Example

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Never serve a sensitive dish.
```

Underlined: `sensitive`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Never serve a dish with nuts.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic

_RULING = frozenset({"rule", "not understood"})


def check(look: Look) -> Iterator[Diagnostic]:
    """Each vague word of a rule, each place once; a name that a table declares is no vague word."""
    declared = {name.key for fact in look.book.facts.values() for name in (fact.name, *fact.values)}
    seen = set[int]()
    for reading in look.book.readings:
        for words in look.lexicon.finds(reading.span, "VAGUE") if reading.kind in _RULING else ():
            in_code = words.source.text[words.start - 1 : words.start] in {"`", '"', "“"}
            if words.start not in seen and words.text.casefold() not in declared and not in_code:
                seen.add(words.start)
                mend = "say what is counted or named, so that two people come to the same answer"
                yield Diagnostic("HN313", "warning", f"`{words.text}` has no test", words, help=mend)
