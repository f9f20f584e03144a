"""The verb: every check over every document, with what reading and compiling found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy.document import Document
from harnessy.lint.model import Look
from harnessy.lint.registry import REGISTRY
from harnessy.rulebook import RuleBook
from harnessy.source import Diagnostic


def lint(documents: Iterable[Document], rulebook: RuleBook, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Everything that an author should mend: what was found already, and what the checks find; by place."""
    known = tuple(found)
    findings = [*known, *(finding for look in _looks(documents, rulebook, known) for finding in _checked(look))]
    distinct = {(finding.order, finding.message): finding for finding in findings}
    return tuple(sorted(distinct.values(), key=lambda finding: finding.order))


def _looks(documents: Iterable[Document], rulebook: RuleBook, found: tuple[Diagnostic, ...]) -> Iterator[Look]:
    for document, book in zip(documents, rulebook.books, strict=True):
        own = tuple(finding for finding in found if finding.span.source.path == document.source.path)
        yield Look(document, book, own)


def _checked(look: Look) -> Iterator[Diagnostic]:
    for one in REGISTRY.values():
        if one.check is not None:
            yield from one.check(look)
