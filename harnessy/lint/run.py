"""The verb: every check over every document, with what reading and compiling found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy.document import Document
from harnessy.lint.excuses import excuses, judged
from harnessy.lint.lexicon import Lexicon
from harnessy.lint.model import Look, Surroundings
from harnessy.lint.registry import REGISTRY, about_edits
from harnessy.lint.units import units
from harnessy.rulebook import RuleBook
from harnessy.source import Diagnostic


def lint(
    documents: Iterable[Document], rulebook: RuleBook, found: Iterable[Diagnostic], around: Surroundings,
) -> tuple[Diagnostic, ...]:
    """Everything that an author should mend: what was found already, and what the checks find; by place.

    What a comment leaves alone is left out, and what is wrong with such a comment is added.
    """
    known = tuple(found)
    looks = tuple(_looks(documents, rulebook, known, around))
    every = [*known, *(finding for look in looks for finding in _checked(look)), *_across(looks)]
    left = [excuse for look in looks for excuse in look.excuses]
    findings = [one for one in every if not any(excuse.leaves(one) for excuse in left)]
    findings.extend(judged(left, every, REGISTRY, about_edits))
    distinct = {(finding.order, finding.message): finding for finding in findings}
    return tuple(sorted(distinct.values(), key=lambda finding: finding.order))


def _looks(
    documents: Iterable[Document], rulebook: RuleBook, found: tuple[Diagnostic, ...], around: Surroundings,
) -> Iterator[Look]:
    lexicon = Lexicon.of(around.grammar)
    for document, book in zip(documents, rulebook.books, strict=True):
        own = tuple(finding for finding in found if finding.span.source.path == document.source.path)
        yield Look(document, book, own, tuple(units(document)), lexicon, around, excuses(document))


def _checked(look: Look) -> Iterator[Diagnostic]:
    first = [finding for one in REGISTRY.values() if one.check and not one.last for finding in one.check(look)]
    yield from first
    if not any(finding.severity == "error" for finding in (*look.found, *first)):
        for one in REGISTRY.values():
            if one.check and one.last:
                yield from one.check(look)


def _across(looks: tuple[Look, ...]) -> Iterator[Diagnostic]:
    for one in REGISTRY.values():
        if one.across:
            yield from one.across(looks)
