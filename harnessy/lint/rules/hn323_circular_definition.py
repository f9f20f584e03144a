"""A definition that goes in a circle (HN323).

## What it does

Finds definitions (`**X**: …`, `X means …`, `X = …`, a row of words and meanings) that say a name by itself, or by a name
that is in turn said by the first.

## Why it is bad

Nobody who does not know the name already learns it.

## Example

```markdown
- **crusty loaf**: a loaf that is crusty
```

Underlined: `**crusty loaf**: a loaf that is crusty`

## Instead

```markdown
Crusty loaves are the ones with a hard outside.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Fence
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Label, Span

_LEAD = re.compile(r"^\*\*(?P<name>[^*\n:]{2,40}?):?\*\*\s*(?::|=|—|–|means\b)\s*(?P<meaning>[^\n].*)", re.DOTALL)
_MEANS = re.compile(
    r"^(?:an?\s+|the\s+)?[`*_\"“]*(?P<name>[\w -]{2,40}?)[`*_\"”]*\s+means\s+(?P<meaning>.+)", re.DOTALL | re.IGNORECASE,
)
_IS = re.compile(
    r"^(?:an?|the)\s+[`*_\"“]*(?P<name>[a-z][\w -]{2,40}?)[`*_\"”]*\s+is\s+(?P<meaning>(?:an?|one|any|anything|what|whatever)\b.+)",
    re.DOTALL | re.IGNORECASE,
)
_STRESSED = re.compile(r"(?<![*\w])(?:\*\*?|_)(?P<name>[\w -]{2,40}?)(?:\*\*?|_)\s+means\s+(?:that\s+)?(?P<meaning>[^,.;—]+)")
_EQUALS = re.compile(r"^[*`]{0,3}(?P<name>[A-Za-z]\w{0,8})[*`]{0,3}\s*=\s*(?P<meaning>[^\n]+)")
_OPERATOR = r"(?:[+·*/^−–-]|\b(?:plus|minus|times|over|divided\s+by)\b)"
_TERM = re.compile(r"(?<!\w)[`*]{0,3}(?P<name>[A-Za-z]\w{0,8})[`*]{0,3}(?!\w)")
_OPERATES_BEFORE = re.compile(rf"{_OPERATOR}\s*\(?\s*\Z")
_OPERATES_BEHIND = re.compile(rf"\s*\)?\s*{_OPERATOR}")
_LONGEST = 2
_NEAR = len(" divided by (") + 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Each definition that comes back to its own name within one step, and symbols that rest on one another."""
    found = dict[frozenset[str], tuple[str, frozenset[str], Span]]()
    for unit in look.parts("sentence", "item"):
        match = _MEANS.match(unit.text) or (_LEAD.match(unit.text) if unit.part == "item" else None) or _IS.match(unit.text)
        match = match or _STRESSED.search(unit.text)
        if match:
            name, meaning = frozenset(look.lexicon.content(match["name"])), frozenset(look.lexicon.content(match["meaning"]))
            if name and meaning and not re.search(r"[`\d]", match["meaning"]):
                found.setdefault(name, (match["name"], meaning, unit.span))
    for name, (text, meaning, span) in found.items():
        if meaning <= name or (name <= meaning and len(meaning - name) < _LONGEST and not _IS.match(span.text)):
            yield Diagnostic("HN323", "warning", f"`{text}` is defined by itself", span, help="say it in other words")
            continue
        others = {other: told for other, told in found.items() if other != name and _by(meaning, other, name)}
        back = next((place for other, (_, inner, place) in others.items() if _by(inner, name, other)), None)
        if back is not None and span.start < back.start:
            label, message = Label(back, "and this by the first"), f"`{text}` is defined by what is defined by it"
            yield Diagnostic("HN323", "warning", message, span, (label,), "say one of them in other words")
    yield from _symbols(look)


def _by(meaning: frozenset[str], name: frozenset[str], own: frozenset[str]) -> bool:
    """Whether a meaning says little but a name and what it is a kind of."""
    return name <= meaning and len(meaning - name - own) < _LONGEST


def _symbols(look: Look) -> Iterator[Diagnostic]:
    """`**c** = b times d` where `**d** = c plus one`; each circle once, at its first symbol."""
    defined: dict[str, tuple[str, Span]] = {}
    for unit in look.parts("sentence", "item", "line"):
        match = _EQUALS.match(unit.text)
        if match and not (isinstance(unit.block, Fence) and unit.block.info):
            defined.setdefault(match["name"], (match["meaning"], unit.span))
    rests = {name: [other for other in _read(meaning) if other in defined] for name, (meaning, _) in defined.items()}
    told = set[str]()
    for name, (_, span) in defined.items():
        reached = _closure(rests, name)
        if name in reached and name not in told:
            circle = {other for other in reached if name in _closure(rests, other)}
            told |= circle
            labels = tuple(Label(defined[other][1], "and this on it") for other in rests if other in circle - {name})
            yield Diagnostic("HN323", "warning", f"`{name}` rests on itself", span, labels, "say one of them in other words")


def _closure(rests: dict[str, list[str]], name: str) -> set[str]:
    reached, left = set[str](), [*rests[name]]
    while left:
        other = left.pop()
        if other not in reached:
            reached.add(other)
            left.extend(rests[other])
    return reached


def _read(meaning: str) -> Iterator[str]:
    """The symbols that a meaning computes something from: those beside an operator, or one alone."""
    for match in _TERM.finditer(meaning):
        before, after = meaning[: match.start()], meaning[match.end() :]
        alone = not before.strip() and not after.strip()
        if alone or _OPERATES_BEFORE.search(before[-_NEAR:]) or _OPERATES_BEHIND.match(after[:_NEAR]):
            yield match["name"]
