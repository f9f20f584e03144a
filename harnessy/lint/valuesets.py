"""Lists of values that a page gives to a name: of facts and scales, in a row of prose, in a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.names import bare, fold
from harnessy.source import Span

_ROW = re.compile(
    r"^(?:\*\*)?(?P<name>[A-Z][\w -]{1,40}?)(?:\*\*)?\s*(?:∈|:|=)\s*"
    r"(?P<row>(?:`[^`|]+`|[\w-]+)(?:\s*[|/]\s*(?:`[^`|]+`|[\w-]+)){2,})\s*\.?",
)
_FIELD = re.compile(r"\"(?P<name>[^\"]+)\"\s*:\s*\"(?P<row>[^\"|<>]+(?:\|[^\"|<>]+)+)\"")
_ONE = r"(?:`[^`|\n]+`|\*\*[^*\n]+\*\*|[a-z][\w-]*)"
_SAID = re.compile(
    rf"^(?:the|an?|its|each|every)?\s*(?P<name>[A-Za-z][\w -]{{1,40}}?)\s+(?:is|are|(?:can|must|may)\s+be)\s+(?:always\s+)?"
    rf"(?P<all>one of\s+)?(?P<row>{_ONE}(?:,\s*{_ONE})*,?\s+or\s+{_ONE})\s*(?=[.;(]|\Z)", re.IGNORECASE,
)
_COLON = re.compile(
    r"^(?:\*\*)?(?P<name>[A-Z][\w -]{1,40}?)(?:\*\*)?:\s*(?P<row>`[^`|\n]+`(?:,\s*`[^`|\n]+`)*,?\s+or\s+`[^`|\n]+`)\s*\.?\Z",
)
_JOINT = re.compile(r"(?:`[^`]+`|\*\*[^*]+\*\*|(?!or\b)[a-z][\w-]*)", re.IGNORECASE)
_VALUE = re.compile(r"[^|/`\s][^|/`]*")


@dataclass(frozen=True, slots=True)
class ValueSet:
    """A name (folded), its values (folded) with their places, and the words that list them."""

    name: str
    values: dict[str, Span]
    span: Span


def value_sets(look: Look) -> Iterator[ValueSet]:
    """The lists of a page, each name once for each place."""
    for fact in look.book.facts.values():
        if len(fact.values) > 1:
            values = {name.key: name.span for name in fact.values}
            yield ValueSet(bare(fact.name.text), values, fact.name.span)
    for unit in look.units:
        if unit.part in {"sentence", "item", "line"}:
            yield from _listed(unit)


def _listed(unit: Unit) -> Iterator[ValueSet]:
    for match in (_FIELD if unit.part == "line" else _ROW).finditer(unit.text):
        start = unit.span.start + match.start("row")
        places = {fold(one.group()): unit.span.cut(start + one.start(), start + one.end()) for one in _VALUE.finditer(match["row"])}
        yield ValueSet(bare(match["name"]), places, unit.cut(match))
    if unit.part != "line":
        yield from _in_words(unit)


def _in_words(unit: Unit) -> Iterator[ValueSet]:
    """`The end is one of eaten, sold or lost`, ``End: `eaten`, `sold` or `lost` ``."""
    found = _SAID.match(unit.text) or _COLON.match(unit.text)
    if found and (found.groupdict().get("all") or "`" in found["row"]):
        start = unit.span.start + found.start("row")
        said = (unit.span.cut(start + one.start(), start + one.end()) for one in _JOINT.finditer(found["row"]))
        values = {fold(span.text.strip("`*")): span for span in said}
        if len(values) > 1:
            yield ValueSet(bare(found["name"]), values, unit.cut(found))
