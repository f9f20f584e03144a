"""Where a script stands, and where its line does: what `dirname "$0"`, `pwd` and `git rev-parse --show-toplevel` print."""

from __future__ import annotations

import re
from collections.abc import Sequence

from harnessy.guard.model import known

_HERE, _FROM_HERE = ".", frozenset({("git", "rev-parse", "--show-toplevel"), ("git", "rev-parse", "--show-cdup")})
_SAME = frozenset({"realpath", "readlink"})
_OUT_IN = re.compile(r"(\d*>>?\s*[^\s<>|&;()]+)\s+(<<<\s*(?:'[^']*'|\"[^\"]*\"|[^\s<>|&;()]+))")
_SCRIPT = ("0", "BASH_SOURCE")
_FRONT = re.compile(r"(\w+)(?:\[0\])?%/\*")


def in_other_order(text: str) -> str:
    """A text with each `> file <<< words` as `<<< words > file`, which says the same and parses."""
    return _OUT_IN.sub(r"\2 \1", text)


def place_told(words: Sequence[str], here: str) -> str | None:
    """What a command prints that tells a place by its own words, or where the line stands, which is `here`; None of any other."""
    program, *rest = words
    paths = [word for word in rest if word[:1] != "-"]
    if program == "pwd" or tuple(words) in _FROM_HERE:
        return (here or _HERE) if known(here) else None
    if len(paths) != 1 or not known(paths[0]):
        return None
    if program == "dirname":
        return folder_of(paths[0])
    return paths[0] if program in _SAME else paths[0].rstrip("/").rpartition("/")[2] if program == "basename" else None


def went(lines: Sequence[tuple[str, ...]]) -> str | None:
    """What `cd x && pwd` prints, of its two commands: the place where it went."""
    is_so = len(lines) > 1 and len(lines[0]) > 1 and lines[0][0] == "cd" and lines[1][:1] == ("pwd",) and known(lines[0][-1])
    return lines[0][-1] if is_so else None


def folder_of(path: str) -> str:
    """The folder of a path, as `dirname` prints it."""
    return path.rstrip("/").rpartition("/")[0] or ("/" if path[:1] == "/" else _HERE)


def front_of(text: str) -> str:
    """The name of the variable in `0%/*` or `BASH_SOURCE[0]%/*`, whose folder counts; empty in any other text."""
    match = _FRONT.fullmatch(text)
    return match[1] if match else ""


def named_script(path: str) -> dict[str, tuple[str, ...]]:
    """What a script is called within itself."""
    return dict.fromkeys(_SCRIPT, (path,))
