"""Something that no record holds (HN320).

## What it does

On a page that shows a record, finds a symbol whose meaning no field can give, a share `of` things that no field counts,
and rows that are counted for a thing the row has no column for.

## Why it is bad

What rests on it can never be worked out from the records, so somebody will put in a number of his own.

## Example

````markdown
The score adds **m** (moth damage) to the rest.

```json
{"loaf": "<name>", "burnt": false}
```
````

Underlined: `**m** (moth damage)`

## Instead

````markdown
The score adds **m** (moth damage) to the rest.

```json
{"loaf": "<name>", "moth_damage": 0}
```
````
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.recorded import Record, records
from harnessy.lint.units import Unit
from harnessy.rulebook.names import bare
from harnessy.source import Diagnostic, Label, Span

_SYMBOL = re.compile(r"\*\*(?P<symbol>[A-Za-z]\w{0,2})\*\*\s*(?:=\s*(?P<defined>[^\n]+)|\((?P<gloss>[^()\n]+)\))")
_SHARE = re.compile(r"\d\s?%\s+of\s+(?P<what>(?:[a-z][\w-]*\s+){0,3}?(?P<head>[a-z]\w+s))\b", re.IGNORECASE)
_ROWS = re.compile(r"\brows?\b[^.;:\n]{0,20}?\bfor\s+(?:that|this|the|each|a)\s+(?P<what>[a-z][\w-]*)", re.IGNORECASE)
_SUMMED = re.compile(r"\b(?:sum|mean|median|avg|average|total)\(\s*(?:distinct\s+)?(?P<field>[A-Za-z]\w*)\s*\)")
_MUST = re.compile(
    r"\b(?:each|every|all|a)\s+(?:[\w-]+\s+){0,2}?(?:records?|rows?|entry|entries|lines?)\s+"
    r"(?:(?:must|shall|has\s+to|have\s+to|should)\s+(?:also\s+)?)?(?:names?|states?|carry|carries|contains?|includes?|says?|holds?|lists?|gives?|tells?)\s+"
    r"(?:the\s+|an?\s+|its\s+|who\s+|which\s+)?(?P<what>[a-z][\w ,-]{0,80}?)\s*(?=[.;:(]|\Z)", re.IGNORECASE,
)
_JOINTS = re.compile(r",\s*(?:and\s+)?(?:the\s+|an?\s+|its\s+)?|\s+and\s+(?:the\s+|an?\s+|its\s+)?")
_TERM = r"(?:[a-zA-Z]\w{0,2}|\d+(?:\.\d+)?)"
_COMPUTED = re.compile(rf"{_TERM}(?:\s*(?:[+·*/^−–-]|plus|minus|times|over)\s*{_TERM})+\s*[.,]?")


def check(look: Look) -> Iterator[Diagnostic]:
    """Symbols, shares and counted rows that no record of the page can give."""
    shown = list(records(look))
    objects, heads = [one for one in shown if one.values], [one for one in shown if not one.values]
    for unit in look.parts("sentence", "item"):
        if objects:
            yield from _symbols(look, unit, objects)
            yield from _shares(look, unit, objects)
        if heads:
            yield from _columns(look, unit, heads)
        if shown:
            yield from _demanded(look, unit, shown)
    if objects:
        yield from _formulas(look, objects)


def _formulas(look: Look, shown: list[Record]) -> Iterator[Diagnostic]:
    """Fields that a formula over the records sums or averages and no record has."""
    known = {bare(name.removesuffix("?")) for record in shown for name in record.fields} | look.book.quantities.keys()
    spans = [formula.span for quantity in look.book.quantities.values() for formula in quantity.formulas]
    for span in spans:
        for match in _SUMMED.finditer(span.text):
            if bare(match["field"]) not in known:
                words = span.cut(span.start + match.start("field"), span.start + match.end("field"))
                label, message = Label(shown[0].span, "no field is called so"), f"no record has a field `{match['field']}`"
                yield Diagnostic("HN320", "warning", message, words, (label,), "add a field for it")


def _demanded(look: Look, unit: Unit, shown: list[Record]) -> Iterator[Diagnostic]:
    """`Each record must name the keeper`, where no field and no column of a record of the page is called so."""
    match = _MUST.search(unit.text)
    for part in _JOINTS.split(match["what"]) if match else ():
        wanted = frozenset(look.lexicon.content(part)) - _plain(look)
        if match and wanted and not any(wanted & _all(look, name) for record in shown for name in record.fields):
            start = unit.span.start + unit.text.index(part, match.start("what"))
            words = unit.span.cut(start, start + len(part))
            labels = tuple(Label(record.span, "nothing here says it") for record in shown[:1])
            message = f"a record has to say `{part.strip()}`, and has no field for it"
            yield Diagnostic("HN320", "warning", message, words, labels, "add a field for it")


def _symbols(look: Look, unit: Unit, shown: list[Record]) -> Iterator[Diagnostic]:
    for match in _SYMBOL.finditer(unit.text):
        meaning = match["defined"] or match["gloss"]
        stems = frozenset(look.lexicon.content(meaning))
        given = any(_gives(look, record, name, stems) for record in shown for name in record.fields)
        if stems and not given and not _COMPUTED.fullmatch(meaning.strip()):
            words = unit.cut(match)
            labels = (*_near(look, stems, shown), *_elsewhere(look, stems - _plain(look), unit))
            message = f"no field of a record gives `{match['symbol']}`, {meaning.split('(')[0].strip()}"
            yield Diagnostic("HN320", "warning", message, words, labels, "add a field for it")


def _gives(look: Look, record: Record, name: str, stems: frozenset[str]) -> bool:
    """Whether a field, or one of the values it lists, is named by words of a meaning."""
    own = _field(look, name)
    value = record.values.get(name)
    listed = value.split("|") if isinstance(value, str) and "|" in value else ()
    return bool(own and own <= stems) or any(set(look.lexicon.content(one)) & stems for one in listed)


def _field(look: Look, name: str) -> frozenset[str]:
    """The stems of a field's name, without those that only measure it (`spend_usd`, `total_gates`)."""
    stems = frozenset(look.lexicon.content(name.replace("_", " ").replace("-", " "))) - _plain(look)
    units = frozenset(look.lexicon.content(" ".join(look.lexicon.lists["UNIT_PARTS"])))
    return stems - units or stems


def _plain(look: Look) -> frozenset[str]:
    return frozenset(stem for word in look.lexicon.lists["PLAIN_PARTS"] for stem in look.lexicon.content(word))


def _near(look: Look, stems: frozenset[str], shown: list[Record]) -> tuple[Label, ...]:
    """The fields that share a word with a meaning; where none does, the records."""
    fields = [span for record in shown for name, span in record.fields.items() if _field(look, name) & stems]
    near = tuple(Label(span, "the nearest field") for span in fields)
    return near or tuple(Label(one.span, "no field says it") for one in shown[:1])


def _elsewhere(look: Look, stems: frozenset[str], unit: Unit) -> Iterator[Label]:
    """Other places that speak of what has no field, by most of its words; the heading above them counts as theirs."""
    for other in look.parts("item"):
        if other is not unit and 2 * len(stems & {*look.lexicon.content(other.text)}) > len(stems):
            yield Label(other.span, "the same is spoken of here")
            if other.section is not unit.section and other.section.heading is not None:
                yield Label(other.section.heading.span, "under this heading")


def _shares(look: Look, unit: Unit, shown: list[Record]) -> Iterator[Diagnostic]:
    for match in _SHARE.finditer(unit.text):
        head = frozenset(look.lexicon.content(match["head"]))
        known = [_all(look, name) for record in shown for name in record.fields]
        if head and not any(head <= name for name in known):
            words = unit.cut(match, "what")
            near = _near(look, frozenset(look.lexicon.content(unit.text)) - _plain(look), shown)
            message = f"no field of a record counts `{match['head']}`"
            mend = "add a field for them, or take the share of what is recorded"
            yield Diagnostic("HN320", "warning", message, words, near, mend)


def _all(look: Look, name: str) -> frozenset[str]:
    return frozenset(look.lexicon.content(name.replace("_", " ").replace("-", " ")))


def _columns(look: Look, unit: Unit, heads: list[Record]) -> Iterator[Diagnostic]:
    for match in _ROWS.finditer(unit.text):
        wanted = frozenset(look.lexicon.content(match["what"]))
        if wanted and not any(wanted <= _all(look, name) for record in heads for name in record.fields):
            words = unit.cut(match)
            labels = (*(Label(record.span, "no column says it") for record in heads), *_sentence(unit, words))
            message = f"rows are counted for each `{match['what']}`, and a row has no such column"
            yield Diagnostic("HN320", "warning", message, words, labels, f"add a column `{match['what']}`")


def _sentence(unit: Unit, words: Span) -> tuple[Label, ...]:
    return (Label(unit.span, "counted here"),) if unit.span.line != words.line or unit.span.end_line != words.end_line else ()
