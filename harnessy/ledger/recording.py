"""The record of a verdict: what the metric tells of the fields that the doctrine shows, and what is stated beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from harnessy.decision.case import Case
from harnessy.ledger.metric import case_of, exact, judged_changes, targets
from harnessy.ledger.model import Facts, LedgerError, Verdict
from harnessy.rulebook import Book
from harnessy.rulebook.amount import number
from harnessy.rulebook.expression import names
from harnessy.rulebook.names import bare
from harnessy.rulebook.schema import Field, Schema

Sides = tuple[Facts, Facts]
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def record_of(book: Book, schema: Schema, told: tuple[Verdict, Sides], stated: Mapping[str, str]) -> dict[str, object]:
    """The fields that a verdict and its two sides (later, earlier) tell, and those stated; the others are left out.

    Raises LedgerError where something is stated that the metric tells otherwise, or that is no value of its field.
    """
    verdict, sides = told
    case = case_of(book, verdict.facts)
    found = dict[str, object]()
    for field in schema.fields:
        value = _told(book, field, (verdict, case), sides)
        given = stated.get(bare(field.name))
        if given is not None and value is not None:
            raise LedgerError(f"`{field.name}` is told by the metric, and is not to be stated", f"leave out {field.name}=")
        if given is not None:
            found[field.name] = _typed(field, given)
        elif value is not None:
            found[field.name] = value
    return found


def _told(book: Book, field: Field, told: tuple[Verdict, Case], sides: Sides) -> object:
    verdict, case = told
    key = bare(field.name)
    if field.kind == "record":
        side = _side(book, field, sides)
        return None if side is None else {inner.name: _part(book, inner, side) for inner in field.fields}
    if verdict.word in field.values:
        return verdict.word
    if any(key in beside for beside in book.beside.values()):
        return verdict.reason
    if field.kind == "number" and key in book.quantities and _is_change(book, key):
        changes = judged_changes(book)
        return _plain(case.value(changes[0])) if len(changes) == 1 else None
    return _plain(case.value(key)) if key in book.quantities else None


def _side(book: Book, field: Field, sides: Sides) -> Facts | None:
    """The side that a field with an object is about: a change is what is after less what was before."""
    for key in (key for key in book.quantities if _is_change(book, key)):
        order = list(names(book.quantities[key].formulas[0].expression))
        if bare(field.name) in order:
            return sides[order.index(bare(field.name))]
    return None


def _part(book: Book, inner: Field, side: Facts) -> object:
    """A symbol on one side; a name that is none is that of the score, where there is only one."""
    key = bare(inner.name)
    scores = targets(book)
    if key not in book.quantities and key not in book.facts and len(scores) == 1:
        key = scores[0]
    return _plain(exact(book, key, side))


def _is_change(book: Book, key: str) -> bool:
    """Whether a number is made of two fields of the record itself: what is after less what was before."""
    fields = {bare(field.name) for schema in book.schemas for field in schema.fields}
    quantity = book.quantities[key]
    return len(quantity.formulas) == 1 and len(quantity.reads) == 1 + 1 and fields.issuperset(quantity.reads)


def _plain(value: object) -> object:
    """A value as JSON holds it."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value if isinstance(value, str | bool) else None


def _typed(field: Field, text: str) -> object:
    """What was stated as text, as a value of its field; what does not fit is left for the check that all records pass."""
    if field.kind == "truth":
        return _TRUTHS.get(text.casefold(), text)
    amount = number(text) if field.kind in {"whole", "number"} else None
    return _plain(amount) if amount is not None else text


def own_fields(book: Book, schema: Schema, stated: Iterable[str]) -> set[str]:
    """Which of the names stated are fields of the record and nothing that the doctrine knows as a fact."""
    fields = {bare(field.name) for field in schema.fields}
    return {name for name in stated if bare(name) in fields and bare(name) not in book.facts}
