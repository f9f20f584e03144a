"""What an answer rests on that nobody wrote or stated."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from harnessy.decision.model import Assumed, Citation
from harnessy.rulebook.memo import per_book, per_key
from harnessy.rulebook.model import Book


def assumptions(
    book: Book, touched: AbstractSet[str], defaulted: AbstractSet[str], stated: Iterable[str], because: Iterable[Citation]
) -> tuple[Assumed, ...]:
    """Flags not given, quantities stated, and what the document left to infer about what was touched and cited."""
    made = [_unset(book, key) for key in sorted(defaulted)]
    made.extend(Assumed(f"`{book.quantities[key].name.text}` is taken as stated, not derived") for key in stated)
    inferred = _inferred(book)
    if not inferred:
        return tuple(made)
    used = {citation.span.line for citation in because}
    for about in inferred:
        concerned = about.ordered & touched if about.order else about.lines & used
        if concerned:
            made.append(about.assumed)
    return tuple(made)


@per_key
def _unset(book: Book, key: str) -> Assumed:
    return Assumed(f"`{book.facts[key].name.text}` is not given, so it counts as not set")


@dataclass(frozen=True, slots=True)
class _Inferred:
    """An assumption of a book: about the order of a scale, with what is measured on it, or about names on some lines."""

    assumed: Assumed
    order: bool
    ordered: frozenset[str]
    lines: frozenset[int]


@per_book
def _inferred(book: Book) -> tuple[_Inferred, ...]:
    found = list[_Inferred]()
    for assumption in book.assumptions:
        scales = {key for key, scale in book.scales.items() if scale.inferred == assumption}
        things = {**book.quantities, **book.facts}.keys()
        measured = frozenset(key for key in things if (book.quantities.get(key) or book.facts[key]).scale in scales)
        lines = frozenset(span.line for span in assumption.spans)
        found.append(_Inferred(Assumed(assumption.text, assumption.spans), bool(scales), measured, lines))
    return tuple(found)
