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
