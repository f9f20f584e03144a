"""A consequence that nothing defines (HN415).

## What it does

Finds an act that a limit or a rule orders (`escalate below this`) and that has a section of its own (`Escalation policy`)
in which no sentence says what is done then; and acts without a plain meaning (`quarantine above this`) and states (`enter safe
mode`) of which no other place of the page speaks.

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
from collections.abc import Callable, Iterator
from functools import cache

from harnessy.document import Section
from harnessy.lint.model import Look
from harnessy.rulebook.names import in_order
from harnessy.source import Diagnostic, Label, Span

_ORDERED = re.compile(
    r"\(\s*(?P<act>[a-z]+)\s+(?:above|below|over|under|beyond|at)\b[^)]*\)|\bbefore\s+(?P<noun>[a-z]+)\s*:", re.IGNORECASE,
)
_BRACKET = re.compile(
    r"\(\s*(?P<act>[a-z]+)\s+(?:above|below|over|under|beyond)\s+(?:this|that|it)\b[^)]*\)", re.IGNORECASE,
)
_STATE = re.compile(r"\b(?:mode|state|phase|lockdown)\Z", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+")
_SUFFIXES = re.compile(r"(?:ation|ion|ing|al|ment|e|es|s|ed)\Z")


def check(look: Look) -> Iterator[Diagnostic]:
    """Acts whose section does not tell of them, and acts and states of which no other word of the page speaks."""
    yield from _untold(look)

    @cache
    def said() -> list[tuple[Span, set[str]]]:
        return [(unit.span, {*look.lexicon.content(unit.text)}) for unit in look.units]

    known = {_root(phrase) for phrase in look.lexicon.effect_of if " " not in phrase}
    for words in (*_bracketed(look), *_columns(look), *_entered(look)):
        first = _WORD.match(words.text)
        if first and _root(first.group()) not in known and not _elsewhere(look, words, said):
            message = f"nothing says what it is to `{' '.join(words.text.split())}`"
            yield Diagnostic("HN415", "warning", message, words, help="say what is done then, or use a word that says it")


def _bracketed(look: Look) -> Iterator[Span]:
    """`(quarantine above this)`: a verb alone; with an object it may well be plain."""
    for unit, match in look.matches(_BRACKET, "item", "sentence", "cell"):
        yield unit.cut(match, "act")


def _columns(look: Look) -> Iterator[Span]:
    """Cells of one word in a column that tells what happens when a limit is broken."""
    heads = look.lexicon.pattern("THEN_HEADS")
    for _, table in look.document.tables():
        columns = [at for at, cell in enumerate(table.header.cells) if heads.fullmatch(cell.text.strip("*_ "))]
        cells = (row.cells[at] for row in table.rows for at in columns if at < len(row.cells))
        yield from (cell.span for cell in cells if _WORD.fullmatch(cell.text.strip()))


def _entered(look: Look) -> Iterator[Span]:
    """`enter safe mode`: a state by its name."""
    state = r"(?P<state>(?:[a-z-]+\s+){1,2}(?:mode|state|phase|lockdown))\b"
    for unit, match in look.matches(re.compile(rf"(?:{look.lexicon.pattern('ENTERS').pattern})\s+{state}", re.IGNORECASE)):
        yield unit.cut(match, "state")


def _elsewhere(look: Look, words: Span, said: Callable[[], list[tuple[Span, set[str]]]]) -> bool:
    """Whether the same words stand at another place of the page: an act's words, or a state's in one place together."""
    wanted = {*look.lexicon.content(words.text)}
    state = _STATE.search(words.text)
    others = (found for span, found in said() if not span.covers(words))
    return not wanted or any(wanted <= found if state else bool(wanted & found) for found in others)


def _untold(look: Look) -> Iterator[Diagnostic]:
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
