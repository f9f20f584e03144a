"""A sentence that nobody understands (HN301).

## What it does

Finds sentences and cells that look like rules (they hold a verdict, a limit, a condition, a *must* or a *never*) and of
which no rule was made. The reason stands in the message. `harnessy coverage` lists every sentence with its class.

## Why it is bad

It looks enforced and is not. What it names cannot be answered with a go, because nobody knows what it takes away.

## Example

```markdown
Flour must, as often as not, be sieved twice.
```

Underlined: `Flour must, as often as not, be sieved twice.`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Flour comes from the mill.
```
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.spelling import declared, slips
from harnessy.source import Diagnostic

_HELP = "say it in a form that the grammar lists, one rule a sentence, or so that it no longer sounds like a rule"


def check(look: Look) -> Iterator[Diagnostic]:
    """What was not understood, unless another finding already tells what is wrong with these words."""
    names = [*declared(look.book), *dict.fromkeys(subject.kind for subject in look.book.subjects.values())]
    for reading in look.book.readings:
        if reading.kind == "not understood" and reading.span.text.strip() and not look.told(reading.span):
            reason = f": {reading.reason}" if reading.reason else ""
            slip = next(slips(reading.span, names), None)
            mend = f"did you mean `{slip.name}` where it says `{slip.span.text}`?" if slip else _HELP
            yield Diagnostic("HN301", "warning", f"this is not understood{reason}", reading.span, help=mend)
