"""Records read whole, one after another: whatever a line holds, with the lines that hold none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from harnessy.ledger.model import Fault, LedgerError
from harnessy.records.lines import pieces


def records(path: Path) -> Iterator[dict[str, object] | Fault]:
    """Every record of a file in order, and a fault in place of each line that is none."""
    for piece in pieces(path):
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            if line.strip():
                yield _record(line, number)


def _record(line: bytes, number: int) -> dict[str, object] | Fault:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return Fault(number, "no whole record: torn or broken JSON")
    return found if isinstance(found, dict) else Fault(number, "the line is no object")


def parsed(text: str, place: str) -> list[dict[str, object]]:
    """The records of a text: one object, a list of objects, or one object a line. Raises LedgerError."""
    try:
        found = json.loads(text)
    except RecursionError:
        raise LedgerError(f"{place}: JSON nested too deep", "write records as plain objects") from None
    except ValueError:
        found = [_one(line, f"{place}:{number}") for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    listed = found if isinstance(found, list) else [found]
    if not listed or not all(isinstance(item, dict) for item in listed):
        raise LedgerError(f"{place} holds no record", "write one JSON object a line")
    return listed


def _one(line: str, place: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        why = str(getattr(error, "msg", "nested too deep")).lower()
        raise LedgerError(f"{place}: broken JSON: {why}", "mend it there") from None
