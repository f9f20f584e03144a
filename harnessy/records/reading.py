"""Records read whole, one after another: whatever a line holds, with the lines that hold none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from harnessy.ledger.model import Fault, LedgerError
from harnessy.records.lines import pieces
from harnessy.source.objects import BOM, BrokenError, loaded


def records(path: Path) -> Iterator[dict[str, object] | Fault]:
    """Every record of a file in order, and a fault in place of each line that is none."""
    for piece in pieces(path):
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            if line.strip():
                yield _record(line, number)


def _record(line: bytes, number: int) -> dict[str, object] | Fault:
    try:
        found = loaded(line)
    except BrokenError as error:
        return Fault(number, "no whole record: torn or broken JSON" if error.line else str(error))
    return found if isinstance(found, dict) else Fault(number, "the line is no object")


def parsed(text: str, place: str) -> list[dict[str, object]]:
    """The records of a text: one object, a list of objects, or one object a line. Raises LedgerError."""
    try:
        found = loaded(text)
    except BrokenError as error:
        lines = [(number, line) for number, line in enumerate(text.removeprefix(BOM).split("\n"), 1) if line.strip()]
        if len(lines) <= 1 or not lines[0][1].rstrip().endswith("}"):
            raise _refused(place, error) from None
        found = [_one(line, f"{place}:{number}") for number, line in lines]
    listed = found if isinstance(found, list) else [found]
    records = [item for item in listed if isinstance(item, dict)]
    if not records or len(records) < len(listed):
        raise LedgerError(f"{place} holds no record", "write one JSON object a line")
    return records


def _one(line: str, place: str) -> object:
    try:
        return loaded(line)
    except BrokenError as error:
        raise _refused(place, BrokenError(str(error))) from None


def _refused(place: str, error: BrokenError) -> LedgerError:
    return LedgerError(f"{place}{f':{error.line}' if error.line else ''}: {error}", "mend it there")
