"""Compiled pages and what was printed about them, kept in the user's cache folder, a file for each text and version.

What is kept is checked by its own hash when it is read; whatever is off is compiled anew. A cache that cannot be written
is no error: the answer is the same, only later.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from harnessy import __version__

_COMPILER = ("source", "document", "rulebook")
_HASH = "utf-8"
_PRIVATE = 0o600
_MOST_KEPT = 1024
_PACKAGE = Path(__file__).parent


def folder() -> Path:
    """`$XDG_CACHE_HOME/harnessy`, or `~/.cache/harnessy`."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "harnessy"


def keys(texts: Mapping[str, str], grammar: Mapping[str, str]) -> dict[str, str]:
    """The names under which the compiled pages of these texts are kept, by path."""
    compiler = _named([_stamp(_COMPILER), *_flat(grammar)])
    return {path: _named([compiler, path, text]) for path, text in texts.items()}


def printed_key(kind: str, texts: Mapping[str, str], grammar: Mapping[str, str]) -> str:
    """The name under which what is printed about these texts is kept; any part of the program may have a say in that."""
    folders = [entry.name for entry in os.scandir(_PACKAGE) if entry.is_dir() and entry.name.isidentifier()]
    nested = [f"{name}/{entry.name}" for name in folders for entry in os.scandir(_PACKAGE / name) if entry.is_dir()]
    return _named([kind, _stamp([".", *folders, *nested]), *_flat(texts), *_flat(grammar)])


def _flat(files: Mapping[str, str]) -> Iterable[str]:
    return (part for pair in files.items() for part in pair)


def _named(parts: Iterable[str]) -> str:
    return _digest("\0".join(f"{len(part)}:{part}" for part in (__version__, *parts)))


def _stamp(folders: Iterable[str]) -> str:
    """Sizes and times of our own files: an edited program never answers from what an older one kept."""
    found = [entry for part in folders for entry in os.scandir(_PACKAGE / part) if entry.name.endswith(".py")]
    stats = ((entry.path, entry.stat()) for entry in sorted(found, key=lambda entry: entry.path))
    return " ".join(f"{path}:{stat.st_size}.{stat.st_mtime_ns}" for path, stat in stats)


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
    import tempfile

    try:
        folder().mkdir(parents=True, exist_ok=True)
        handle, place = tempfile.mkstemp(dir=folder(), suffix=".part")
        with os.fdopen(handle, "w", encoding=_HASH) as file:
            file.write(f"{_digest(text)}\n{text}")
        Path(place).chmod(_PRIVATE)
        Path(place).replace(folder() / f"{name}.json")
        _forget_oldest()
    except (OSError, UnicodeEncodeError, RuntimeError):
        return


def _forget_oldest() -> None:
    """What was written longest ago goes: every edit of a doctrine leaves something behind."""
    entries = [entry for entry in os.scandir(folder()) if entry.name.endswith(".json")]
    if len(entries) > _MOST_KEPT:
        for entry in sorted(entries, key=lambda entry: entry.stat().st_mtime_ns)[: len(entries) // 2]:
            Path(entry.path).unlink(missing_ok=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(_HASH, "surrogatepass")).hexdigest()
