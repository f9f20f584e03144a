"""A sentence that nobody understands (HN301).

## What it does

Finds sentences and cells that look like rules (they hold a verdict, a limit, a condition, a *must* or a *never*) and of
which no rule was made. The reason stands in the message. Those that would keep something from going (a prohibition, a
duty, a limit, an exception, and whatever is remembered as a doubt) are warnings; the others are notes. Those of
one section are told together. `harnessy coverage` lists every sentence with its class.

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

import re
from collections.abc import Iterator
from itertools import groupby

from harnessy.lint.model import Look
from harnessy.lint.spelling import declared, slips
from harnessy.rulebook.model import Reading
from harnessy.source import Diagnostic, Label, Severity, Span

_HELP = "say it in a form that the grammar lists, one rule a sentence, or so that it no longer sounds like a rule"
_FORCE = ("NEVER", "FORBID", "NOONE", "MUST", "REQ", "ONLY", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "MOST", "LEAST")
_NO_MAY = re.compile(r"\bno\b[^.;:]*\bmay\b", re.IGNORECASE)


def check(look: Look) -> Iterator[Diagnostic]:
    """What was not understood, unless another finding already tells what is wrong with these words."""
    names = [*declared(look.book), *dict.fromkeys(subject.kind for subject in look.book.subjects.values())]
    unread = [reading for reading in look.book.readings if reading.kind == "not understood" and reading.span.text.strip()]
    doubts = _doubts(look)
    for severity in ("warning", "note"):
        own = [one for one in unread if not look.told(one.span) and _severity(look, one.span, doubts) == severity]
        sections = [section.span for section in look.document.sections]
        for _, group in groupby(own, key=lambda one: _together(look, one.span, sections)):
            yield _told(list(group), severity, names)


def _told(group: list[Reading], severity: Severity, names: list[str]) -> Diagnostic:
    """One finding on what stands together: the first is underlined, the others are further places."""
    first, *others = group
    reason = f": {first.reason}" if first.reason else ""
    subject = f"{len(group)} sentences of this section are" if others else "this is"
    slip = next((slip for one in group for slip in slips(one.span, names)), None)
    mend = f"did you mean `{slip.name}` where it says `{slip.span.text}`?" if slip else _HELP
    labels = tuple(Label(one.span, one.reason or "nor is this") for one in others)
    return Diagnostic("HN301", severity, f"{subject} not understood{reason}", first.span, labels, mend)


def _together(look: Look, span: Span, sections: list[Span]) -> tuple[int, int]:
    """What is told in one finding: a section, and by itself what a comment leaves alone."""
    alone = span.start if look.excused("HN301", span) else -1
    return next((section.start for section in sections if section.covers(span)), -1), alone


def _doubts(look: Look) -> frozenset[tuple[int, int]]:
    """The places that keep something from going because nobody understood them."""
    held = (span for spans in look.book.doubts.values() for span in spans)
    notes = (span for rule in look.book.rules for span in rule.unread)
    return frozenset((span.start, span.end) for span in (*held, *notes))


def _severity(look: Look, span: Span, doubts: frozenset[tuple[int, int]]) -> Severity:
    doubtful = any(start < span.end and span.start < end for start, end in doubts)
    return "warning" if doubtful or look.lexicon.pattern(*_FORCE).search(span.text) or _NO_MAY.search(span.text) else "note"

