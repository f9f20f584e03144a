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
    first = [finding for one in REGISTRY.values() if one.check and not one.last for finding in one.check(look)]
    yield from first
    if not any(finding.severity == "error" for finding in (*look.found, *first)):
        for one in REGISTRY.values():
            if one.check and one.last:
                yield from one.check(look)
