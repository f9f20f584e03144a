"""Records that a page shows: a JSON object in a block of code, or the head of a table in one; their fields with places."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from harnessy.document import Fence, walk
from harnessy.lint.model import Look
from harnessy.source import Span

_FIELD = re.compile(
    r"\"(?P<name>[^\"\n]+)\"\s*:\s*(?:\"(?:[^\"\\\n]|\\.)*\"|\{[^{}\n]*\}|\[[^\[\]\n]*\]|[^\s{\[,}\]]+)?",
)
_HEAD = re.compile(r"^\s*\|(?P<cells>[^\n]+)\|\s*$", re.MULTILINE)
_CELL = re.compile(r"[^|\s](?:[^|]*[^|\s])?")


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of a record by name with their places, its values where it is JSON, and the words that show it."""

    fields: dict[str, Span]
    values: dict[str, object]
    span: Span


def records(look: Look) -> Iterator[Record]:
    """The records of a page, in order."""
    for section in look.document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Fence):
                yield from _record(block)


def _record(fence: Fence) -> Iterator[Record]:
    text, start = fence.body.text, fence.body.start
    if text.lstrip().startswith("{"):
        values = parsed(text)
        if isinstance(values, dict):
            fields: dict[str, Span] = {}
            for match in _FIELD.finditer(text):
                fields.setdefault(match["name"], fence.body.cut(start + match.start(), start + match.end()))
            yield Record(fields, values, fence.span)
    elif head := _HEAD.match(text):
        first = start + head.start("cells")
        found = {cell.group(): fence.body.cut(first + cell.start(), first + cell.end()) for cell in _CELL.finditer(head["cells"])}
        if len(found) > 1:
            yield Record(found, {}, fence.span)


def parsed(text: str) -> object:
    """What a block of JSON holds; None where it is none."""
    try:
        return json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        return None


def numbers(record: Record) -> Iterator[tuple[str, dict[str, tuple[Decimal, Span]]]]:
    """The numbers of each object of a record, that of the record itself under no name, with the places of their fields."""
    yield "", _placed(record.values, record.span, "")
    for name, inner in record.values.items():
        if isinstance(inner, dict):
            yield name, _placed(inner, record.fields[name], name)


def _placed(fields: dict[str, object], words: Span, skipped: str) -> dict[str, tuple[Decimal, Span]]:
    places = {match["name"]: match for match in _FIELD.finditer(words.text, words.text.find("{") + 1 if skipped else 0)}
    return {
        name: (Decimal(value), words.cut(words.start + places[name].start(), words.start + places[name].end()))
        for name, value in fields.items()
        if isinstance(value, int | Decimal) and not isinstance(value, bool) and name in places
    }
