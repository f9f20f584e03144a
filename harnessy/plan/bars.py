"""What a doctrine says of running side by side beyond what a plan can obey: while there is any, nothing runs side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from harnessy.plan.model import Ground, Reason
from harnessy.rulebook.model import Book, RuleBook
from harnessy.rulebook.names import in_order
from harnessy.rulebook.place import TIGHT

Words = Mapping[str, tuple[str, ...]]
BROKEN = "the doctrine has an error"
_CODE = re.compile(r"`[^`]*`")
_TOGETHER = ("SERIAL", "PARALLEL", "OVERLAP")
_UNREAD = frozenset({"not understood", "partly"})


def bars(rulebook: RuleBook, words: Words) -> Iterator[Reason]:
    """Why nothing may run side by side: errors, sentences about it that are not understood, and rules that a plan cannot obey.

    `words` are the word lists of the grammar of planning.
    """
    for book in rulebook.books:
        for finding in book.broken[:1]:
            yield Reason(BROKEN, Ground(finding.span))
        listed = [(listing.span.start, listing.span.end) for listing in book.listings]
        tight = _tight(book)
        for reading in book.readings:
            span = reading.span
            if reading.kind not in _UNREAD and not (reading.kind == "rule" and any(span.start <= at < span.end for at in tight)):
                continue
            if not any(start < span.end and span.start < end for start, end in listed) and _about(span.text, words):
                what = "is not understood" if reading.kind in _UNREAD else "is no rule that a plan can obey"
                yield Reason(f"what the doctrine says of running side by side {what}", Ground(span, reading.trail))


def _tight(book: Book) -> list[int]:
    """Where the rules stand that hold or halt something."""
    return [rule.span.start for rule in book.rules if any(act.effect in TIGHT for act in rule.acts)]


def _about(text: str, words: Words) -> bool:
    """Whether a sentence speaks of pieces of work and of whether they run side by side."""
    own = in_order(_CODE.sub(" ", text))
    return _says(own, words["WORK"]) and any(_says(own, words[role]) for role in _TOGETHER)


def _says(own: tuple[str, ...], phrases: tuple[str, ...]) -> bool:
    stemmed = (in_order(phrase) for phrase in phrases)
    return any(own[at : at + len(phrase)] == phrase for phrase in stemmed if phrase for at in range(len(own)))
