"""Values of one field over many records, stated as a list: what is counted and summed of them is known then."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from harnessy.rulebook.amount import number
from harnessy.rulebook.expression import Measure, Scalar, Undefined, measured
from harnessy.rulebook.model import Book
from harnessy.rulebook.names import bare, stems


def column(book: Book, name: str, value: object) -> dict[str, Decimal]:
    """The measures that a list of one field's values tells; none when it is no list, or nothing is measured of it."""
    if not book.measures or bare(name) in book.fact_names:
        return {}
    listed = value.split(",") if isinstance(value, str) and "," in value else value
    if not isinstance(listed, list | tuple):
        return {}
    wanted = stems(name)
    own = [one for one in book.measures.values() if wanted and _reads(one) and all(stems(read) == wanted for read in _reads(one))]
    units = {one.unit for one in own}
    wholes = [one for one in book.measures.values() if not one.where and one.unit in units and (one.unit or one.over == "count")]
    found = dict[str, Decimal]()
    for one in own:
        records = [{read: _scalar(book, one, item) for read in _reads(one)} for item in listed]
        try:
            found[one.key] = measured(one, records)
        except Undefined:
            continue
    return {**found, **{one.key: Decimal(len(listed)) for one in wholes}} if own else {}


def _reads(measure: Measure) -> list[str]:
    return [*dict.fromkeys((*(test.field for test in measure.where), *((measure.of,) if measure.of else ())))]


def _scalar(book: Book, measure: Measure, item: object) -> Scalar:
    """A listed value as a record would hold it."""
    if isinstance(item, bool):
        return item
    amount = number(str(item))
    if amount is not None:
        return amount
    return next(_words(book, measure, str(item)), str(item).strip())


def _words(book: Book, measure: Measure, text: str) -> Iterator[str]:
    """The words of the field that are spelled like a text."""
    for schema in book.schemas:
        field = schema.field(next(iter(_reads(measure)), ""))
        yield from (value for value in (field.values if field else ()) if bare(value) == bare(text))
