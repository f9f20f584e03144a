"""A limit on names whose order nobody states (HN212).

## What it does

Finds a most or a least that is a name, not a number (`Maximum heat: warm`, *never exceeds `warm`*), where the page lists
such names and does not say which of them is more. Where the order was worked out from the tables, it is a note that says from what.

## Why it is bad

Who reads the list may take its order for the order of strictness. Put a member in another place, and the limit says
something else.

## Example

```markdown
Heats: `mild` | `warm` | `hot`

Maximum heat: **warm**
```

Underlined: `Maximum heat: **warm**`

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` < `hot` |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.model import Scale
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Span

_NAME = re.compile(r"(\*\*|`)(?P<name>[^`*\n]+)\1")
_LISTED = re.compile(r"\s*(?:`[^`|\n]+`|[\w-]+)(?:\s*[|/]\s*(?:`[^`|\n]+`|[\w-]+)){2,}\s*$")
_NAMED = r"(?:`|\*\*)(?P<name>[^`*\n]+)(?:`|\*\*)"
_CODED = re.compile(r"^[*]*`(?P<name>[^`\n]+)`[*]*(?:\s*[—–(-].*)?\Z")
_ORDERED = re.compile(r"<|→|\bfrom\b.+\bto\b|\bthen\b|\b(?:stricter|looser|more|less|higher|lower)\b.*\bthan\b", re.DOTALL)
_FEWEST = 2
_SPLIT = re.compile(r"\s*[|/]\s*")
_MEND = "declare it: a table `Scale | Lowest to highest`, or `a < b < c`"


def check(look: Look) -> Iterator[Diagnostic]:
    """Limits on a name of an unordered list, and orders that nobody states."""
    sets = dict(_sets(look))
    told, ordered = set[int](), dict[int, bool]()
    for unit in look.parts("sentence", "item"):
        for one in _limit(look, unit, sets):
            told.add(unit.span.start)
            yield one
    for scale in look.book.scales.values():
        yield from _worked_out(look, scale)
    for unit in look.parts("sentence", "item", "cell"):
        if unit.span.start not in told:
            yield from _compared(look, unit, sets, ordered)


def _sets(look: Look) -> Iterator[tuple[frozenset[str], Span]]:
    """The lists of names by their members, and where they stand: in a row, in code down a first column, values of a fact."""
    for unit in look.parts("sentence", "item"):
        listed = unit.text.partition(":")[2] or unit.text.partition("∈")[2]
        if _LISTED.fullmatch(listed.rstrip(" .")):
            yield frozenset(fold(name) for name in _SPLIT.split(listed.strip(" ."))), unit.span
    for _, table in look.document.tables():
        firsts = [match for row in table.rows if (match := _CODED.match(row.cells[0].text))]
        if len(firsts) == len(table.rows) > _FEWEST:
            yield frozenset(fold(match["name"]) for match in firsts), table.span
    for fact in look.book.facts.values():
        if len(fact.values) > _FEWEST and fact.closed:
            yield frozenset(name.key for name in fact.values), fact.name.span


def _compared(
    look: Look, unit: Unit, sets: dict[frozenset[str], Span], ordered: dict[int, bool],
) -> Iterator[Diagnostic]:
    """`above yard`, `never exceeds yard`, `yard or above`: a comparison with a name of a list in no order."""
    relation = look.lexicon.pattern("EXCEEDS", "LE", "GE", "GT", "LT").pattern
    beyond = r"(?:or|and)\s+(?:above|below|higher|lower|beyond|stricter|looser|freer)"
    pattern = rf"(?P<before>{relation})\s+{_NAMED}|{_NAMED.replace('name', 'first')}\s+{beyond}"
    for match in re.finditer(pattern, unit.text, re.IGNORECASE):
        key = fold(match["name"] or match["first"])
        place = next((span for members, span in sets.items() if key in members), None)
        members = next((members for members, span in sets.items() if span == place), frozenset())
        if place is not None and place.start not in ordered:
            ordered[place.start] = _in_order(look, members, place)
        if place is not None and not place.covers(unit.span) and not _ordered(look, key) and not ordered[place.start]:
            message = f"nothing says which of these names is more than `{match['name'] or match['first']}`"
            label = Label(place, "listed here, in no order that is stated")
            yield Diagnostic("HN212", "warning", message, unit.cut(match), (label,), _MEND)


def _in_order(look: Look, members: frozenset[str], place: Span) -> bool:
    """Whether some sentence, or a head beside the list, tells an order of these names."""
    for unit in look.units:
        if unit.section.span.covers(place) and look.lexicon.pattern("IN_ORDER").search(unit.text):
            return True
        named = {fold(match["name"]) for match in re.finditer(_NAMED, unit.text)} & members
        if len(named) > 1 and _ORDERED.search(unit.text):
            return True
    return False


def _limit(look: Look, unit: Unit, sets: dict[frozenset[str], Span]) -> Iterator[Diagnostic]:
    lead, colon, rest = unit.text.partition(":")
    match = _NAME.match(rest.lstrip())
    if not colon or not match or not look.lexicon.pattern("MOST", "LEAST").search(lead):
        return
    place = next((span for members, span in sets.items() if fold(match["name"]) in members), None)
    if place is not None and not _ordered(look, fold(match["name"])):
        message = f"nothing says which of these names is more than `{match['name'].strip()}`"
        end = unit.span.start + len(unit.text) - len(rest.lstrip()) + match.end()
        members = next(members for members, span in sets.items() if span == place)
        near = (one for one in look.parts("sentence", "item") if one.section is unit.section and one.span not in {place, unit.span})
        used = [one.span for one in near if any(fold(name["name"]) in members for name in _NAME.finditer(one.text))]
        labels = (Label(place, "listed here, in no order that is stated"), *(Label(span, "used here") for span in used))
        yield Diagnostic("HN212", "warning", message, unit.span.cut(unit.span.start, end), labels, _MEND)


def _ordered(look: Look, key: str) -> bool:
    return any(key in scale.order for scale in look.book.scales.values())


def _worked_out(look: Look, scale: Scale) -> Iterator[Diagnostic]:
    if scale.inferred is not None and scale.inferred.spans:
        first, *others = scale.inferred.spans
        used = [quantity.span for quantity in look.book.quantities.values() if quantity.scale == scale.name.key and quantity.span]
        places = dict.fromkeys((*others, *used, *_listings(look, scale, first)))
        labels = tuple(Label(span, "rests on that order" if span in used else "names of the same list") for span in places)
        members = " < ".join(scale.member(key).text if scale.member(key) else key for key in scale.order)  # type: ignore[union-attr]
        message = f"the order `{members}` stands nowhere; it is worked out from here"
        yield Diagnostic("HN212", "note", message, first, labels, _MEND)


def _listings(look: Look, scale: Scale, first: Span) -> Iterator[Span]:
    """Where else the members stand in one place."""
    texts = [member.text.strip("`") for member in scale.members]
    for unit in look.parts("sentence", "item"):
        named = sum(bool(re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", unit.text)) for text in texts)
        compared = look.lexicon.pattern("LE", "GE", "EXCEEDS").search(unit.text)
        relation = compared and scale.name.text.casefold() in unit.text.casefold()
        if (named == len(texts) and not first.covers(unit.span)) or (named and relation):
            yield unit.span
