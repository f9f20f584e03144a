"""A compiled page as JSON and back, so that an unchanged page is compiled once.

Every value is a plain scalar or a list that begins with its kind: a class of the model by name with its fields in order,
a span by the number of its source and its offsets, a tuple, a mapping, a decimal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from typing import Any as Anything

from harnessy.rulebook import derivation, expression, mechanics, model, schema
from harnessy.rulebook.built import Page
from harnessy.source import Diagnostic, Label, Source, Span

_TUPLE, _MAPPING, _DECIMAL, _SPAN = "(", "{", "#", "@"
_CLASSES: dict[str, type] = {
    **{
        name: thing
        for module in (model, derivation, expression, schema, mechanics)
        for name, thing in vars(module).items()
        if isinstance(thing, type) and is_dataclass(thing)
    },
    Diagnostic.__name__: Diagnostic,
    Label.__name__: Label,
    Page.__name__: Page,
}
_FIELDS = {name: tuple(field.name for field in fields(thing) if field.init) for name, thing in _CLASSES.items()}


def dump(page: Page, source: Source) -> str:
    """A page as one JSON text; spans are written as places in its source. Raises KeyError for what no store holds."""
    return json.dumps(_written(page, {source.path: 0}), separators=(",", ":"), ensure_ascii=False)


def load(text: str, source: Source) -> Page:
    """The page of such a text. Raises ValueError when it is none."""
    try:
        found = _read(json.loads(text), (source,))
    except (KeyError, TypeError, IndexError, RecursionError) as error:
        msg = f"no page: {error}"
        raise ValueError(msg) from error
    if not isinstance(found, Page):
        msg = "no page"
        raise ValueError(msg)  # noqa: TRY004 # a text that holds something else is a wrong value
    return found


def _written(value: object, numbers: Mapping[str, int]) -> object:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value
    if isinstance(value, Span):
        return [_SPAN, numbers[value.source.path], value.start, value.end]
    if isinstance(value, tuple):
        return [_TUPLE, *(_written(item, numbers) for item in value)]
    if isinstance(value, Mapping):
        return [_MAPPING, *([key, _written(item, numbers)] for key, item in value.items())]
    if isinstance(value, Decimal):
        return [_DECIMAL, str(value)]
    name = type(value).__name__
    return [name, *(_written(getattr(value, field), numbers) for field in _FIELDS[name])]


def _read(value: Anything, sources: tuple[Source, ...]) -> Anything:  # noqa: ANN401 # whatever JSON holds
    if not isinstance(value, list):
        return value
    kind, rest = value[0], value[1:]
    if kind == _SPAN:
        return Span(sources[rest[0]], rest[1], rest[2])
    if kind == _TUPLE:
        return tuple(_read(item, sources) for item in rest)
    if kind == _MAPPING:
        return {key: _read(item, sources) for key, item in rest}
    if kind == _DECIMAL:
        return Decimal(rest[0])
    return _CLASSES[kind](*(_read(item, sources) for item in rest))
