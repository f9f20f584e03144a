"""A word without a test in a rule (HN313).

## What it does

Finds words such as *appropriate*, *sensitive*, *as needed*, *usually*, *a big change* or *costs are high* in
sentences that were read as rules or that sound like rules.

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

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Span

_RULING = frozenset({"rule", "not understood"})


def check(look: Look) -> Iterator[Diagnostic]:
    """Each vague word of a rule, each place once; a name that a table declares is no vague word."""
    declared = {name.key for fact in look.book.facts.values() for name in (fact.name, *fact.values)}
    declared |= {member.key for scale in look.book.scales.values() for member in scale.members}
    seen = set[int]()
    ruling = (reading.span for reading in look.book.readings if reading.kind in _RULING)
    opening = (words for said in look.book.loose for words in look.lexicon.finds(said, "VAGUE") if words.start == said.start)
    for found in (*(_vague(look, said) for said in ruling), opening):
        for words in found:
            around = words.source.text[words.start - 1 : words.start], words.source.text[words.end : words.end + 1]
            quoted = bool({*around} & {"`", '"', "“", "”"})
            if words.start not in seen and words.text.casefold() not in declared and not quoted:
                seen.add(words.start)
                mend = "say what is counted or named, so that two people come to the same answer"
                yield Diagnostic("HN313", "warning", f"`{words.text}` has no test", words, help=mend)


def _vague(look: Look, said: Span) -> Iterator[Span]:
    """Words of no measure: anywhere, as the measure of a thing that follows, or as what something is."""
    yield from look.lexicon.finds(said, "VAGUE")
    sized, sizable, degree = (look.lexicon.pattern(name).pattern for name in ("SIZED", "SIZABLE", "DEGREE"))
    being = r"\b(?:is|are|gets?|seems?|looks?|becomes?)\s+(?:too\s+|very\s+)?"
    for pattern in (rf"(?P<word>{sized})(?=\s+{sizable})", rf"{being}(?P<word>{degree})"):
        for match in re.finditer(pattern, said.text, re.IGNORECASE):
            if not re.match(r"\s*(?:enough|than|as\b)", said.text[match.end() :]):
                yield said.cut(said.start + match.start("word"), said.start + match.end("word"))
