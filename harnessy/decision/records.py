"""Questions about records: whether one fits what the doctrine shows, and which fields it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from harnessy.decision.model import Citation, Decision
from harnessy.rulebook.amount import number
from harnessy.rulebook.model import Book, RuleBook
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.schema import Field, Schema
from harnessy.rulebook.templates import has_form
from harnessy.source import Span

SLOT, LACKING = "record", "missing fields"


def schema_of(book: Book, name: str) -> Schema | None:
    """The kind of record that a name means: `crossing record`, `crossing`, `crossings`."""
    wanted = stems(name)
    found = [one for one in book.schemas if bare(name) == one.key or (wanted and wanted in (stems(one.text), stems(one.noun)))]
    return found[0] if len(found) == 1 else None


def asked_record(rulebook: RuleBook, facts: Mapping[str, object]) -> tuple[Book, Schema] | None:
    """The kind of record that the facts of a question name."""
    named = next((value for name, value in facts.items() if bare(name) == SLOT), None)
    found = ((book, schema_of(book, str(named))) for book in rulebook.books if named is not None)
    return next(((book, schema) for book, schema in found if schema is not None), None)


def fits(schema: Schema, facts: Mapping[str, object]) -> Decision:
    """Whether a record with these fields, and without those that are said to be missing, fits."""
    lacking = [str(item) for name, value in facts.items() if bare(name) == LACKING for item in _listed(value)]
    given = {field: facts[name] for name in facts for field in schema.fields if bare(field.name) == bare(name)}
    wrong = [(field, "is missing") for field in schema.fields if bare(field.name) in map(bare, lacking)]
    wrong.extend((field, problem) for field, value in given.items() if (problem := misfit(field, value)) is not None)
    cited = [_cited(schema, field, f"`{field.name}` {problem}") for field, problem in wrong]
    values: dict[str, object] = {"valid": not wrong, **contents(schema)}
    reason = "; ".join(f"`{field.name}` {problem}" for field, problem in wrong)
    return Decision(schema.text, "answered", values=values, because=(*cited, _cited(schema, None, schema.text)), reason=reason)


def contents(schema: Schema) -> dict[str, object]:
    """What a record holds, by what a look-up may ask for."""
    nested = dict.fromkeys(inner.name for field in schema.fields for inner in field.fields)
    return {
        "fields": [field.name for field in schema.fields],
        "booleans": [field.name for field in schema.fields if field.kind == "truth"],
        **({"keys": list(nested)} if nested else {}),
        **{f"{field.name}s": list(field.values) for field in schema.fields if field.values},
        **({"path": schema.path} if schema.path else {}),
    }


def described(schema: Schema, attribute: str | None) -> Decision | None:
    """What a look-up says of a record, or of one of its fields."""
    if attribute is None:
        return Decision(schema.text, "answered", values=contents(schema), because=(_cited(schema, None, schema.text),))
    field = next((one for one in schema.fields if bare(one.name) == bare(attribute)), None)
    if field is not None:
        value: object = list(field.values) or field.takes
        cited = _cited(schema, field, f"{field.name}: {field.takes}")
        return Decision(schema.text, "answered", values={field.name: value}, because=(cited,))
    held = contents(schema)
    if bare(attribute) not in held:
        return None
    return Decision(
        schema.text,
        "answered",
        values={attribute: held[bare(attribute)]},
        because=(_cited(schema, None, schema.text),),
    )


def _cited(schema: Schema, field: Field | None, gives: str) -> Citation:
    span: Span = field.span if field is not None and field.span is not None else schema.span
    return Citation(f"{SLOT}/{field.name if field else schema.key}", span, schema.trail, gives, SLOT)


def _listed(value: object) -> list[object]:
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return list(value) if isinstance(value, list | tuple | set | frozenset) else [value]


# -- fields


def misfit(field: Field, value: object) -> str | None:
    """What is wrong with a value; None when it fits. Numbers may be Decimal, int, float or, from a command line, text."""
    if field.kind == "record":
        return _nested(field, value)
    fine = _FITS[field.kind](field, value)
    if fine and field.kind in {"whole", "number"} and not field.signed and (_amount(value) or 0) < 0:
        return f"is {_shown(value)}, below 0"
    return None if fine else f"is {_shown(value)}, not {field.takes}"


def _nested(field: Field, value: object) -> str | None:
    if not isinstance(value, Mapping):
        return f"is {_shown(value)}, not {field.takes}"
    lacking = next((inner.name for inner in field.fields if inner.name not in value and not inner.optional), None)
    if lacking is not None:
        return f"lacks `{lacking}`"
    told = ((inner, value.get(inner.name)) for inner in field.fields)
    problems = ((inner.name, misfit(inner, each)) for inner, each in told if each is not None or not inner.optional)
    return next((f"holds `{name}`, which {problem}" for name, problem in problems if problem), None)


def _is_truth(_field: Field, value: object) -> bool:
    return isinstance(value, bool) or str(value) in {"true", "false"}


def _is_number(_field: Field, value: object) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int | float | Decimal | str) and _amount(value) is not None


def _is_whole(field: Field, value: object) -> bool:
    amount = _amount(value) if _is_number(field, value) else None
    return amount is not None and amount == amount.to_integral_value()


def _amount(value: object) -> Decimal | None:
    """A number that is one: neither endless nor no number."""
    found = number(value) if isinstance(value, str) else Decimal(str(value))
    return found if found is not None and found.is_finite() else None


def _is_text(field: Field, value: object) -> bool:
    return isinstance(value, str) and (not field.pattern or has_form(field.pattern, value))


def _shown(value: object) -> str:
    return "missing" if value is None else f"`{value}`"


_FITS: dict[str, Callable[[Field, object], bool]] = {
    "truth": _is_truth,
    "whole": _is_whole,
    "number": _is_number,
    "time": _is_text,
    "word": lambda field, value: value in field.values,
    "text": _is_text,
    "list": lambda _field, value: isinstance(value, list),
}
