"""How much of a doctrine is read: the class of every sentence and cell with its place, and the shares of each file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from harnessy.document import Document, Fence, walk
from harnessy.rulebook import Book, RuleBook
from harnessy.rulebook.model import Class, Reading
from harnessy.source import Span

CLASSES: tuple[Class, ...] = get_args(Class)
_UNREAD_CODE = "no family reads this block of code"


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, cell, row or block of code, and what became of it."""

    span: Span
    kind: Class
    reason: str = ""
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """One file: its units in order."""

    path: str
    units: tuple[Unit, ...]

    @property
    def counts(self) -> dict[Class, int]:
        """How many units each class has."""
        found = Counter(unit.kind for unit in self.units)
        return {kind: found[kind] for kind in CLASSES}

    @property
    def shares(self) -> dict[Class, float]:
        """The share of each class, from 0 to 1."""
        return {kind: count / max(1, len(self.units)) for kind, count in self.counts.items()}

    @property
    def unread(self) -> tuple[Unit, ...]:
        """The units that look like rules and are not understood."""
        return tuple(unit for unit in self.units if unit.kind == "not understood")


def coverage(documents: Iterable[Document], rulebook: RuleBook) -> tuple[Coverage, ...]:
    """The coverage of each document."""
    return tuple(
        Coverage(document.source.path, tuple(sorted(_units(document, book), key=_order)))
        for document, book in zip(documents, rulebook.books, strict=True)
    )


def _units(document: Document, book: Book) -> Iterator[Unit]:
    yield from (_unit(reading) for reading in book.readings)
    for section in document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Fence) and not any(block.span.covers(reading.span) for reading in book.readings):
                yield Unit(block.span, "not understood", _UNREAD_CODE, section.words)


def _order(unit: Unit) -> tuple[int, int]:
    return unit.span.start, unit.span.end


def _unit(reading: Reading) -> Unit:
    return Unit(reading.span, reading.kind, reading.reason, reading.trail)
