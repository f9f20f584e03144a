"""What compiling comes to, page by page and as a whole."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harnessy.rulebook.mechanics import Evidence
from harnessy.rulebook.memo import per_book
from harnessy.rulebook.model import Book, RuleBook
from harnessy.source import Diagnostic


@dataclass(frozen=True, slots=True)
class Page:
    """One document compiled: its book, every finding made on the way, and what it says of its log."""

    book: Book
    findings: tuple[Diagnostic, ...]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Built:
    """A rulebook, every finding made on the way, sorted by place, and what each document says of its log."""

    rulebook: RuleBook
    diagnostics: tuple[Diagnostic, ...]
    evidence: tuple[Evidence, ...] = ()


@per_book
def alone(book: Book) -> RuleBook:
    """A doctrine of one page; one for each, so that what is worked out of it is kept."""
    return RuleBook((book,), book.digest)


def composed(pages: Iterable[Page], grammar: Mapping[str, str]) -> Built:
    """The pages of a doctrine as one, stamped with the digest of all texts and of the grammar."""
    made = tuple(pages)
    text = "".join(f"{page.book.path}\0{page.book.digest}\0" for page in made) + "".join(
        f"{name}\0{grammar[name]}\0" for name in sorted(grammar)
    )
    digest = "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    distinct = {(finding.order, finding.message): finding for page in made for finding in page.findings}
    ordered = sorted(distinct.values(), key=lambda finding: finding.order)
    return Built(RuleBook(tuple(page.book for page in made), digest), tuple(ordered), tuple(page.evidence for page in made))
