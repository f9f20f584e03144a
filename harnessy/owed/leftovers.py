"""What an edit of doctrine leaves behind: names that are gone and still used, tables that stand in a second file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from harnessy.api import Loaded
from harnessy.document import Document, Row, Table
from harnessy.rulebook.cells import items
from harnessy.rulebook.model import Book
from harnessy.rulebook.names import bare, fold, stems
from harnessy.source import Diagnostic, Label, Span

_CODE = re.compile(r"`([^`]+)`")
_ALIKE = 2  # rows that two tables must share: one alone may be chance


def still_named(before: Loaded, after: Loaded) -> Iterator[Diagnostic]:
    """The first place at which a page names what only the page before the edit knew, or had a deciding row for."""
    spans = list(dict.fromkeys(reading.span for book in after.rulebook.books for reading in book.readings))
    said = set[str]()
    for names, gone in ((_names, "is gone from the doctrine"), (_decided, "has no row any more that decides")):
        was, now = (dict(names(loaded)) for loaded in (before, after))
        for key, text in was.items():
            place = next((span for span in spans if _names_it(span, key)), None) if key not in {*now, *said} else None
            if place is not None:
                said.add(key)
                message = f"`{text.strip('`')}` {gone} and is still named here"
                yield Diagnostic("HN806", "warning", message, place, help="take it out here as well, or bring it back")


def _decided(loaded: Loaded) -> Iterator[tuple[str, str]]:
    """What stands in the first column of rows that rules were made of."""
    for document, book in zip(loaded.documents, loaded.rulebook.books, strict=True):
        lines = {rule.span.line for rule in book.rules}
        rows = (row for _, table in document.tables() for row in table.rows if row.span.line in lines)
        yield from ((name.key, name.text) for row in rows for name in items(row.cells[0].span))


def _names(loaded: Loaded) -> Iterator[tuple[str, str]]:
    for book in loaded.rulebook.books:
        yield from _declared(book)


def _declared(book: Book) -> Iterator[tuple[str, str]]:
    for scale in book.scales.values():
        yield from ((member.key, member.text) for member in (scale.name, *scale.members))
    for fact in book.facts.values():
        yield from ((name.key, name.text) for name in (fact.name, *fact.aliases, *fact.values))
    yield from ((quantity.name.key, quantity.name.text) for quantity in book.quantities.values())
    yield from ((subject.name.key, subject.name.text) for subject in book.subjects.values())


def _names_it(span: Span, key: str) -> bool:
    """Whether a text holds all words of a name, or in a code span the name of one word, which may be an everyday word elsewhere."""
    wanted = stems(key)
    if len(wanted) > 1:
        return wanted <= stems(span.text)
    return any(bare(code) == key for code in _CODE.findall(span.text))


def copied(doctrine: Iterable[Document], others: Iterable[Document]) -> Iterator[Diagnostic]:
    """Tables of other files that share their head and some rows with a table of the doctrine."""
    own = [table for document in doctrine for _, table in document.tables()]
    for document in others:
        for _, table in document.tables():
            first = next((one for one in own if _same(one, table)), None)
            if first is not None:
                label = Label(first.header.span, "it stands here")
                message = "a table of the doctrine is copied, and a copy does not change with it"
                yield Diagnostic("HN807", "warning", message, table.header.span, (label,), "link to the doctrine instead")


def _same(one: Table, other: Table) -> bool:
    shared = {_plain(row) for row in one.rows} & {_plain(row) for row in other.rows}
    return _plain(one.header) == _plain(other.header) and len(shared) >= min(_ALIKE, len(one.rows))


def _plain(row: Row) -> tuple[str, ...]:
    return tuple(fold(cell.text) for cell in row.cells)
