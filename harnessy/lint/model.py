"""What a rule looks at, and what a rule is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from harnessy.document import Document
from harnessy.lint.excuses import Excuse
from harnessy.lint.lexicon import Lexicon
from harnessy.lint.units import Part, Unit
from harnessy.rulebook import Book
from harnessy.source import Diagnostic, Span


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lint cannot know of the documents alone: the grammar's words, which files there are, and the day (YYYY-MM-DD).

    `exists` says of a path beside a document whether there is such a file, None where that cannot be known.
    """

    grammar: Mapping[str, str]
    exists: Callable[[str, str], bool | None] = lambda _document, _path: None
    today: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """One document, the book made of it, and what was found while it was read and compiled."""

    document: Document
    book: Book
    found: tuple[Diagnostic, ...]
    units: tuple[Unit, ...]
    lexicon: Lexicon
    around: Surroundings
    excuses: tuple[Excuse, ...] = ()

    def told(self, span: Span, code: str = "") -> bool:
        """Whether an earlier finding (of that code, if one is given) lies in these words or around them."""
        return any(
            (span.covers(finding.span) or finding.span.covers(span)) and code in {"", finding.code}
            for finding in self.found
        )

    def excused(self, code: str, span: Span) -> bool:
        """Whether a comment leaves findings of a code on some words alone."""
        return any(excuse.holds(code, span) for excuse in self.excuses)

    def parts(self, *kinds: Part) -> Iterator[Unit]:
        """The units of some kinds, in order."""
        return (unit for unit in self.units if unit.part in kinds)

    def matches(self, pattern: re.Pattern[str], *kinds: Part) -> Iterator[tuple[Unit, re.Match[str]]]:
        """What a pattern finds in the units of some kinds (of prose and tables, if none are named), in order."""
        for unit in self.parts(*kinds) if kinds else (unit for unit in self.units if unit.spoken):
            for match in pattern.finditer(unit.text):
                yield unit, match


Check = Callable[[Look], Iterator[Diagnostic]]
Across = Callable[[tuple[Look, ...]], Iterator[Diagnostic]]
