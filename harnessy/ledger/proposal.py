"""The dated edit of a doctrine that follows from a log, as a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping

from harnessy.ledger.standing import Standing
from harnessy.rulebook.mechanics import Held
from harnessy.source import Source

_PAST: Mapping[str, str] = {"up": "raised", "down": "lowered"}


def edited(source: Source, moves: Iterable[Standing], date: str) -> str:
    """The text of a doctrine after these moves: each with its date and the rows that it rests on."""
    rows = dict[int, list[Standing]]()
    for standing in moves:
        rows.setdefault(standing.held.row.start, []).append(standing)
    parts, at = list[str](), 0
    for start in sorted(rows):
        held = rows[start][0].held
        parts += [source.text[at:start], "\n".join(_lines(held, rows[start], date))]
        at = held.row.end
    return "".join([*parts, source.text[at:]])


def _lines(held: Held, moves: list[Standing], date: str) -> Iterator[str]:
    """The row without what moves, if anything is left in it, then a row for each that moves."""
    gone = {standing.name.key for standing in moves}
    left = [name.text for name in held.keys if name.key not in gone]
    if left:
        yield _row(held, _listed(held, left), held.cell.text, held.why.text if held.why else "")
    for standing in moves:
        yield _row(held, _listed(held, [standing.name.text]), standing.cell, _why(standing, date))


def _listed(held: Held, names: list[str]) -> str:
    mark = "`" if "`" in held.listed.text else ""
    return ", ".join(f"{mark}{name}{mark}" for name in names)


def _why(standing: Standing, date: str) -> str:
    """The reason that stood there, and the edit: what was done, when, on which rows."""
    old = standing.held.why.text.rstrip(" .;") if standing.held.why else ""
    tasks = ", ".join(f"`{task}`" for task in dict.fromkeys(row.task.replace("|", "\\|") for row in standing.evidence))
    verb = _PAST[standing.move.direction] if standing.move else ""
    return "; ".join(filter(None, [old, f"{verb} {date} on {tasks}"]))


def _row(held: Held, listed: str, cell: str, why: str) -> str:
    """The line of a row with these cells in place of its own."""
    swaps = {held.listed.start: (held.listed, listed), held.cell.start: (held.cell, cell)}
    if held.why is not None:
        swaps[held.why.start] = (held.why, why)
    text, at = list[str](), held.row.start
    for start in sorted(swaps):
        span, new = swaps[start]
        between = held.row.source.text[at:start]
        text += [between, new] if span.text else [between.rstrip(" "), f" {new}"]
        at = span.end
    return "".join([*text, held.row.source.text[at : held.row.end]])


def diff(path: str, before: str, after: str, *, crlf: bool = False) -> str:
    """A unified diff that `git apply` and `patch -p1` take. `crlf` says that lines of the file end with both characters."""
    ending = "\r\n" if crlf else "\n"
    old, new = ([line.replace("\n", ending) for line in text.splitlines(keepends=True)] for text in (before, after))
    found = difflib.unified_diff(old, new, fromfile=f"a/{path}", tofile=f"b/{path}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in found)
