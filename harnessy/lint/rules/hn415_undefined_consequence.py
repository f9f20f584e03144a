"""A consequence that nothing defines (HN415).

## What it does

Finds an act that a limit or a rule orders (`escalate below this`) and that has a section of its own (`Escalation policy`)
in which no sentence says what is done then.

## Why it is bad

The rule fires and nobody knows what to do. The section looks as if it told.

## Example

```markdown
## Limits

- Max burnt loaves per day: **4** (escalate above this)

## Escalation

- If the oven is cold: call the baker
```

Underlined: `escalate`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

## Escalation

The baker lives next door.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Section
from harnessy.lint.model import Look
from harnessy.rulebook.names import in_order
from harnessy.source import Diagnostic, Label, Span

_ORDERED = re.compile(
    r"\(\s*(?P<act>[a-z]+)\s+(?:above|below|over|under|beyond|at)\b[^)]*\)|\bbefore\s+(?P<noun>[a-z]+)\s*:", re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]+")
_SUFFIXES = re.compile(r"(?:ation|ion|ing|al|ment|e|es|s|ed)\Z")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each act that is ordered, with the section that should tell of it and every other place that speaks of it."""
    ordered = dict[str, list[Span]]()
    for unit in look.parts("item", "sentence"):
        for match in _ORDERED.finditer(unit.text):
            name = "act" if match["act"] else "noun"
            words = unit.cut(match, name)
            ordered.setdefault(_root(match[name]), []).append(words)
    acts = {_root(phrase) for phrase in look.lexicon.effect_of if " " not in phrase}
    for root, places in ((root, places) for root, places in ordered.items() if root in acts):
        named = [one for one in look.document.sections if one.heading and root in _roots(one.heading.text)]
        section = named[0] if len(named) == 1 else None
        if section is not None and not _tells(section, root) and not any(section.span.covers(place) for place in places):
            first, *others = places
            told = Label(section.span, "nothing here says what is done then")
            labels = (*(Label(place, "ordered here") for place in others), told)
            spoken = (Label(place, "spoken of here") for place in _spoken(look, root, (*places, section.span)))
            message = f"nothing says what it is to `{first.text}`"
            yield Diagnostic("HN415", "warning", message, first, (*labels, *spoken), "say in its section what is done")


def _root(word: str) -> str:
    """A word without its ending, so that a verb and its noun are one."""
    stem = "".join(in_order(word)) or word.casefold()
    return _SUFFIXES.sub("", stem)


def _roots(text: str) -> set[str]:
    return {_root(word) for word in _WORD.findall(text)}


def _tells(section: Section, root: str) -> bool:
    heading = section.heading.span.end if section.heading else section.span.start
    return root in _roots(section.span.source.text[heading : section.span.end])


def _spoken(look: Look, root: str, known: tuple[Span, ...]) -> Iterator[Span]:
    for unit in look.units:
        if root in _roots(unit.text) and not any(unit.span.covers(place) or place.covers(unit.span) for place in known):
            yield unit.span
