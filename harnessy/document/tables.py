"""Tables: rows as wide as their header, and what GFM passes over in silence."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.document.blocks import Node
from harnessy.document.cells import cells, trimmed
from harnessy.document.model import Cell, Row, Table
from harnessy.source import Diagnostic, Label, Source, Span

_DASHES = set("-–—")
_DELIMITERS = {*"|: \t", *_DASHES}
_LONGEST_QUOTE = 60


def read_table(source: Source, node: Node) -> tuple[Table, list[Diagnostic]]:
    """The table of a node, and what is wrong with it."""
    lines = [source.span(*trimmed(source.text, row.start, row.end)) for row in node.children]
    header = _row(lines[0], _cells(lines[0]))
    rows, found = [], list(_repeated(header))
    for line in lines[1:]:
        written = _cells(line)
        found.extend(_odd(line, written, len(header.cells)))
        missing = line.cut(line.end, line.end)
        rows.append(_row(line, [*written, *[missing] * len(header.cells)][: len(header.cells)]))
    end = trimmed(source.text, node.start, node.end)[1]
    return Table(source.span(node.start, end), header, tuple(rows)), found


def vanished(words: Span) -> Iterator[Diagnostic]:
    """What a paragraph holds that was meant as a table: a line of dashes and pipes below a line with pipes."""
    above, start = "", words.start
    if "|" not in words.text:
        return
    for line in words.text.split("\n"):
        bare = line.strip(" \t>")
        if "|" in above and _is_delimiter(bare):
            place = start + line.index(bare)
            yield _no_table(words.cut(place, place + len(bare)), len(cells(above, 0, len(above))))
        above, start = bare, start + len(line) + 1


def _is_delimiter(line: str) -> bool:
    chars = set(line)
    return "|" in chars and chars <= _DELIMITERS and not chars.isdisjoint(_DASHES)


def _no_table(line: Span, columns: int) -> Diagnostic:
    count = len(cells(line.text, 0, len(line.text)))
    row = "| " + " | ".join(["---"] * min(columns, 12)) + " |"
    odd = f"has {_counted(count, 'column')}, the header above it {columns}"
    reason = odd if count != columns else "is not written as Markdown asks"
    return Diagnostic(
        "HN103", "error", f"this is no table: the line `{_shown(line)}` {reason}", line,
        help=f"the header has {_counted(columns, 'column')}; write `{row}` right below it",
    )


def _cells(line: Span) -> list[Span]:
    return [line.cut(*bounds) for bounds in cells(line.source.text, line.start, line.end)]


def _row(line: Span, found: list[Span]) -> Row:
    return Row(line, tuple(Cell(words) for words in found))


def _repeated(header: Row) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for cell in header.cells:
        first = seen.setdefault(" ".join(cell.text.casefold().split()), cell.span)
        if cell.text and first is not cell.span:
            yield Diagnostic(
                "HN104", "warning", f"two columns are named `{_shown(cell.span)}`", cell.span,
                labels=(Label(first, "first here"),), help="give each column its own name",
            )


def _odd(line: Span, written: list[Span], columns: int) -> Iterator[Diagnostic]:
    if "|" not in line.text:
        yield Diagnostic(
            "HN105", "warning", f"`{_shown(line)}` is read as a row of the table above it", line,
            help="put a blank line between the table and what follows it",
        )
    elif len(written) < columns:
        yield Diagnostic(
            "HN102", "warning", f"this row has {_counted(len(written), 'cell')}, its header {columns}", line,
            help="write every cell, also the empty ones",
        )
    elif len(written) > columns:
        surplus = written[columns]
        place = surplus if surplus.text else surplus.cut(surplus.start, line.end)
        counts = f"this row has {len(written)} cells, its header {columns}"
        yield Diagnostic(
            "HN101", "error", f"`{_shown(place)}` has no column: {counts}", place,
            help="write a pipe inside a cell as `\\|`, or give the header one more column",
        )


def _counted(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def _shown(words: Span) -> str:
    text = " ".join(words.text.split())
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"
