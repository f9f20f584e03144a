"""What a rule looks at, and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from harnessy.document import Document
from harnessy.rulebook import Book
from harnessy.source import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Look:
    """One document, the book made of it, and what was found while it was read and compiled."""

    document: Document
    book: Book
    found: tuple[Diagnostic, ...]

    def told(self, span: Span, code: str = "") -> bool:
        """Whether an earlier finding (of that code, if one is given) lies in these words or around them."""
        return any(
            (span.covers(finding.span) or finding.span.covers(span)) and code in {"", finding.code}
            for finding in self.found
        )


Check = Callable[[Look], Iterator[Diagnostic]]
