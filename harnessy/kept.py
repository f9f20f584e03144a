"""Compiled rulebooks kept in the user's cache folder, one file for each doctrine, grammar and version.

What is kept is checked by its own hash when it is read; whatever is off is compiled anew. A cache that cannot be written
is no error: the answer is the same, only later.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from harnessy import __version__

_COMPILER = ("source", "document", "rulebook")
_HASH = "utf-8"
_PRIVATE = 0o600


def folder() -> Path:
    """`$XDG_CACHE_HOME/harnessy`, or `~/.cache/harnessy`."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "harnessy"


def key(texts: Mapping[str, str], grammar: Mapping[str, str]) -> str:
    """The name under which the rulebook of these texts is kept."""
    parts = [__version__, _stamp(), *(part for files in (texts, grammar) for pair in files.items() for part in pair)]
    return _digest("\0".join(f"{len(part)}:{part}" for part in parts))


def _stamp() -> str:
    """Sizes and times of the compiler's own files: an edited compiler never answers from what an older one kept."""
    package = Path(__file__).parent
    files = sorted(entry.path for part in _COMPILER for entry in os.scandir(package / part) if entry.name.endswith(".py"))
    return " ".join(f"{stat.st_size}.{stat.st_mtime_ns}" for stat in map(os.stat, files))


def read(name: str) -> str | None:
    """What is kept under a name; None when nothing is, or when it is not what was written."""
    try:
        kept = (folder() / f"{name}.json").read_text(encoding=_HASH)
    except (OSError, UnicodeDecodeError):
        return None
    checksum, _, text = kept.partition("\n")
    return text if checksum == _digest(text) else None


def write(name: str, text: str) -> None:
    """Keep a text under a name: written beside its place, then moved there, for the user alone."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, place = tempfile.mkstemp(dir=folder(), suffix=".part")
        with os.fdopen(handle, "w", encoding=_HASH) as file:
            file.write(f"{_digest(text)}\n{text}")
        Path(place).chmod(_PRIVATE)
        Path(place).replace(folder() / f"{name}.json")
    except (OSError, UnicodeEncodeError, RuntimeError):
        return


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(_HASH, "surrogatepass")).hexdigest()
