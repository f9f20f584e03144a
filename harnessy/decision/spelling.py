"""Names and values as the document writes them."""

from __future__ import annotations

from decimal import Decimal

from harnessy.decision.model import Absent, Given
from harnessy.decision.numbers import spoken_number
from harnessy.rulebook.model import Book, Value


def text(book: Book, key: str) -> str:
    """The name of a fact or quantity."""
    thing = book.facts.get(key) or book.quantities.get(key)
    return thing.name.text if thing else key


def member_text(book: Book, scale: str | None, key: str) -> str:
    """A member of a scale."""
    member = book.scales[scale].member(key) if scale and scale in book.scales else None
    return member.text if member else key


def shown(book: Book, key: str, value: Value | Given | None) -> str:
    """A value of a fact or quantity for people."""
    if isinstance(value, bool):
        quantity = book.quantities.get(key)
        return (quantity.truths if quantity and quantity.truths else ("yes", "no"))[not value]
    if isinstance(value, Absent):
        return "none"
    if isinstance(value, frozenset):
        return ", ".join(sorted(value))
    if isinstance(value, Decimal):
        return spoken_number(value)
    thing = book.facts.get(key) or book.quantities.get(key)
    member = member_text(book, thing.scale if thing else None, str(value))
    named = [name.text for name in getattr(thing, "values", ()) if name.key == member]
    return named[0] if named else member
