"""Records as lines of a file: read in pieces, whole lines only, whatever the size of the file."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from harnessy.ledger.model import LedgerError, Piece

_PIECE = 1 << 20


def pieces(path: Path) -> Iterator[Piece]:
    """The lines of a file in pieces of about a megabyte. Raises LedgerError; a file that is not there has none."""
    try:
        with path.open("rb") as file:
            yield from _whole_lines(file)
    except FileNotFoundError:
        return
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise LedgerError(f"`{path}` cannot be read: {why}", "name a folder with --ledger") from None


def _whole_lines(file: BinaryIO) -> Iterator[Piece]:
    rest, line = b"", 1
    if file.read(len(BOM_UTF8)) != BOM_UTF8:
        file.seek(0)
    while block := file.read(_PIECE):
        whole, newline, rest = (rest + block).rpartition(b"\n")
        if newline:
            yield Piece(whole, line)
            line += whole.count(b"\n") + 1
    if rest.strip():
        yield Piece(rest, line)


def last(path: Path, count: int) -> Iterator[Piece]:
    """The last lines of a file, as one piece."""
    kept = deque[bytes](maxlen=max(count, 0))
    end = 0
    for piece in pieces(path):
        lines = piece.text.split(b"\n")
        kept.extend(line for line in lines if line.strip())
        end = piece.line + len(lines)
    if kept:
        yield Piece(b"\n".join(kept), max(1, end - len(kept)))
