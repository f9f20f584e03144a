"""Records as models of pydantic, built from the block that a doctrine shows: what each must be to be appended.

A whole ledger is read by `ledger.decoding`, where one such model for each line would take as long as all the rest. Both take the
same records: `tests/property/test_records.py` holds them against each other.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import Annotated, Literal
from typing import Any as Anything

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    ValidationError,
    create_model,
)
from pydantic import Field as Slot

from harnessy.ledger.checked import is_amount
from harnessy.rulebook.schema import Field, Schema
from harnessy.rulebook.templates import has_form

_PLAIN: dict[str, Anything] = {"truth": StrictBool, "list": list[Anything]}


class Shown(BaseModel):
    """What all records have in common: no value is taken for another, and fields that nobody shows are kept."""

    model_config = ConfigDict(extra="allow", strict=True, arbitrary_types_allowed=True)


def problems_of(schema: Schema, record: Mapping[str, object]) -> list[str]:
    """What does not fit of a record that is to be appended, a field each; what numbers it and when it was may be left out."""
    given = frozenset(field.name for field in (schema.identity, schema.time) if field is not None)
    try:
        model_of(schema.fields, given).model_validate(record)
    except ValidationError as error:
        return list(dict.fromkeys(_said(schema.fields, record, found["loc"]) for found in error.errors(include_url=False)))
    return []


@cache
def model_of(fields: tuple[Field, ...], given: frozenset[str] = frozenset()) -> type[Shown]:
    """The model of some fields; those that are `given` may be left out. A field is named by its alias, whatever it is called."""
    slots: dict[str, Anything] = {}
    for at, field in enumerate(fields):
        kind = _type(field)
        if field.optional:
            slots[f"f{at}"] = (kind | None, Slot(default=None, alias=field.name))
        elif field.name in given:
            slots[f"f{at}"] = (kind, Slot(default="", alias=field.name))
        else:
            slots[f"f{at}"] = (kind, Slot(alias=field.name))
    return create_model("Record", __base__=Shown, **slots)


def _type(field: Field) -> Anything:  # noqa: ANN401 # a type, as pydantic takes it
    if field.kind == "record":
        return model_of(field.fields)
    if field.kind == "word":
        return Literal[field.values]
    if field.kind == "whole":
        return Annotated[StrictInt, Slot(ge=-sys.maxsize if field.signed else 0, le=sys.maxsize)]
    if field.kind == "number":
        return Annotated[StrictInt | StrictFloat | Decimal, AfterValidator(_counted(field))]
    if field.kind in _PLAIN:
        return _PLAIN[field.kind]
    return Annotated[StrictStr, AfterValidator(_formed(field))] if field.pattern else StrictStr


def _counted(field: Field) -> Anything:  # noqa: ANN401 # a function, as pydantic takes it
    def check(value: Anything) -> Anything:  # noqa: ANN401 # a number of any type
        if not is_amount(field, value) or (value < 0 and not field.signed):
            raise ValueError(field.takes)
        return value

    return check


def _formed(field: Field) -> Anything:  # noqa: ANN401 # a function, as pydantic takes it
    def check(value: str) -> str:
        if not has_form(field.pattern, value):
            raise ValueError(field.takes)
        return value

    return check


# -- what is said of it


def _said(fields: tuple[Field, ...], record: Mapping[str, object], loc: tuple[int | str, ...]) -> str:
    """What is wrong at a place: the field, what it is and what it takes; within an object, the field within."""
    field = next(one for one in fields if one.name == loc[0])
    if field.name not in record:
        return f"`{field.name}` is missing, which takes {field.takes}"
    return f"`{field.name}` {_inside(field, record[field.name], loc[1:])}"


def _inside(field: Field, value: object, loc: tuple[int | str, ...]) -> str:
    if field.kind != "record" or not isinstance(value, Mapping):
        return _wrong(field, value)
    at, inner = next((at, one) for at, part in enumerate(loc, 1) for one in field.fields if one.name == part)
    if inner.name not in value:
        return f"lacks `{inner.name}`, which takes {inner.takes}"
    return f"holds `{inner.name}`, which {_inside(inner, value[inner.name], loc[at:])}"


def _wrong(field: Field, value: object) -> str:
    """What is wrong with a value that does not fit."""
    if value is None:
        return f"is missing, not {field.takes}"
    is_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    if field.kind in {"whole", "number"} and is_number:
        if not is_amount(field, value) and (field.kind == "number" or isinstance(value, int)):
            return f"is `{value}`, not {field.takes} that can be counted with"
        if is_amount(field, value):
            return f"is `{value}`, below 0"
    text = "the text " if isinstance(value, str) and field.kind in {"whole", "number", "truth"} else ""
    return f"is {text}`{value}`, not {field.takes}"
