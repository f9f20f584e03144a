"""Where words of a page before an edit are shown in the page after it."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from harnessy.document import Document
from harnessy.source import Source, Span

_ALIKE = 0.4  # lines that share less of their letters are two lines, not one that was reworded


def same_words(documents: Iterable[Document], span: Span) -> Span:
    """The same words in the new text, where they are still there; else where they stood."""
    source = _source(documents, span)
    at = source.text.find(span.text) if source else -1
    return source.span(at, at + len(span.text)) if source and at >= 0 else span


def in_place_of(documents: Iterable[Document], span: Span) -> Span:
    """What stands in the new text where words stood in the old: their line, the line made of it, else the heading above."""
    known = tuple(documents)
    source = _source(known, span) or next((document.source for document in known), None)
    if source is None:
        return span
    old, new = span.source.text.splitlines(), source.text.splitlines()
    at = span.line - 1
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if not first <= at < last:
            continue
        if kind == "equal":
            return source.line_span(start + at - first + 1)
        near = max(range(start, end), key=lambda one: _likeness(old[at], new[one]), default=None)
        if near is not None and _likeness(old[at], new[near]) >= _ALIKE:
            return source.line_span(near + 1)
        return _above(next(document for document in known if document.source is source), start)
    return source.line_span(1)


def _source(documents: Iterable[Document], span: Span) -> Source | None:
    return next((one.source for one in documents if one.source.path == span.source.path), None)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _above(document: Document, line: int) -> Span:
    """The heading above a line, counted from 0; without one, the first line."""
    headings = [section.heading.span for section in document.sections if section.heading]
    above = [span for span in headings if span.line <= line]
    return above[-1] if above else document.source.line_span(1)
