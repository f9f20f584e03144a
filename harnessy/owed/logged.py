"""Whether a log only grew: what stood in it before an edit stands there still, and which of its rows the edit brings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from harnessy import api
from harnessy.document import Document, Table, read
from harnessy.owed.forms import Forms, located
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Source, Span

_CODE, _MARKDOWN = re.compile(r"`([^`\s]+)`"), ".md"
_MEND = "bring the rows back as they were; a row that was wrong gets a later row"


def appending(loaded: api.Loaded) -> Iterator[Span]:
    """The sentences by which a log may only be appended to."""
    words = [re.escape(word) for word in Forms(loaded).lists["APPEND_ONLY"]]
    says = re.compile(rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", re.IGNORECASE)
    for book in loaded.rulebook.books:
        yield from (reading.span for reading in book.readings if says.search(reading.span.text))


def log_of(loaded: api.Loaded) -> Path | None:
    """The log of runs that the doctrine names: in a table of kept records, else in code in what it says of a log that only grows.

    Raises UsageError where a table names two.
    """
    forms = Forms(loaded)
    kept = forms.kept("LOGS")
    names = {code for span in appending(loaded) for code in _CODE.findall(span.text) if code.endswith(_MARKDOWN)}
    return kept or (located(names.pop()) if len(names) == 1 else None)


def rewritten(loaded: api.Loaded, before: Source | None, after: Source | None) -> Iterator[Diagnostic]:
    """The first row of the log that an edit changes or takes away. `loaded` is the doctrine before the edit."""
    if before is None:
        return
    old, new = read(before), read(after) if after is not None else None
    place = _broken(old, new)
    if place is None:
        return
    said = list(appending(loaded))
    labels = tuple(Label(span, "the doctrine before the edit says so") for span in said[:1])
    row = " ".join(place.text.split()).replace("`", "")
    message = f"a row of the log is changed or gone: `{row}`" if new is not None else f"the log `{before.path}` is gone"
    where = place
    if new is not None:
        where = new.source.line_span(min(place.line, new.source.text.count("\n") + 1))
    yield Diagnostic("HN809", "error" if said else "warning", message, where, labels, _MEND)


def fresh_lines(before: Source | None, after: Source) -> frozenset[int]:
    """The lines of the rows of a log that were not there before an edit."""
    old, new = (list(read(before).tables()) if before is not None else []), list(read(after).tables())
    found = set[int]()
    for at, (_, table) in enumerate(new):
        known = len(old[at][1].rows) if at < len(old) else 0
        found.update(row.span.line for row in table.rows[known:])
    return frozenset(found)


def _broken(old: Document, new: Document | None) -> Span | None:
    """The first head or row that does not stand where it stood."""
    tables = [table for _, table in new.tables()] if new is not None else []
    for at, (_, table) in enumerate(old.tables()):
        if at >= len(tables):
            return table.header.span
        kept = [cells for cells, _ in _cells(tables[at])]
        for index, (cells, span) in enumerate(_cells(table)):
            if index >= len(kept) or cells != kept[index]:
                return span
    return None


def _cells(table: Table) -> Iterator[tuple[tuple[str, ...], Span]]:
    for row in (table.header, *table.rows):
        yield tuple(fold(cell.text) for cell in row.cells), row.span
