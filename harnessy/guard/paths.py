"""Whether a path, as far as it is known, is a protected one, lies below one, or is a folder above one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache

from harnessy.guard.forms import fits
from harnessy.guard.model import HOLE, HOLES, UNKNOWN, Surroundings, known
from harnessy.guard.sheet import Row

_SET = re.compile(r"\[[^]]+\]")
_HERE = frozenset({".", "*", "**"})


def parts_of(folder: str, path: str) -> list[str]:
    """The parts of a path below the folder it is named from; `..` is followed where the part above it is known."""
    plain = _SET.sub("?", path.replace("\\", "/").replace("**", "*"))
    whole = plain if plain.startswith(("/", "~", *UNKNOWN)) or not folder else f"{folder}/{plain}"
    parts = list[str]()
    for part in whole.split("/"):
        if part == ".." and parts and known(parts[-1]) and parts[-1] != "..":
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return parts


def protected(rows: Iterable[Row], folder: str, path: str) -> list[Row]:
    """The rows that protect a path or something above it."""
    parts = parts_of(folder, path)
    whole = "/".join(parts)
    if known(whole) and "*" not in whole and "?" not in whole:
        return [row for row in rows if _names(row.forms, whole)]
    return [row for row in rows if any(_covers(_plain(glob).split("/"), parts) for glob in row.forms)]


def met_by(rows: Iterable[Row], place: tuple[str, str], around: Surroundings) -> list[Row]:
    """The rows that protect a file with changes that a pathspec of git, in a folder, fits: its stars stand for folders as well."""
    folder, pathspec = place
    if "*" not in pathspec:
        return []
    changed = ((row, path) for row in rows for kind, path in around.uncommitted(folder, row.forms) or () if kind == "CHANGED")
    return list(dict.fromkeys(row for row, path in changed if fnmatchcase(path.lower(), f"*{pathspec.lower().strip('*')}*")))


def _names(globs: tuple[str, ...], whole: str) -> bool:
    """Whether one of the globs names parts of a path that is known. Only those with a mark, or odd letters, need a pattern."""
    if not whole.isascii():
        return bool(_pattern(globs).search(whole))
    text = f"/{whole.lower()}/"
    for glob in globs:
        plain = f"/{_plain(glob).lower()}/"
        if "*" not in plain and plain.isascii():
            if plain in text:
                return True
        elif (not plain.isascii() or plain.partition("*")[0] in text) and _pattern((glob,)).search(whole):
            return True
    return False


@lru_cache(maxsize=1 << 6)
def _pattern(globs: tuple[str, ...]) -> re.Pattern[str]:
    """The globs as one pattern for a path that is known: each fits whole parts, at any depth."""
    plain = ("[^/]*".join(map(re.escape, _plain(glob).split("*"))) for glob in globs)
    return re.compile(rf"(?:^|/)(?:{'|'.join(plain)})(?:/|$)", re.IGNORECASE)


def _plain(glob: str) -> str:
    """A glob fits at any depth, so that `**/` in front says nothing more."""
    return glob.strip("/").removeprefix("**/")


def above(rows: Iterable[Row], folder: str, path: str, home: str = "") -> list[Row]:
    """The rows that protect something that lies in a folder: it is here, holds the folder of the line, or leads into what is."""
    if path.rstrip("/") in {*_HERE, "..", "~", "/", ""} or path.strip("./") == "":
        return list(rows)
    parts = parts_of(folder, path)
    if home.startswith("/") and parts == parts_of("", home)[: len(parts)]:
        return list(rows)
    return [row for row in rows if any(_leads(parts, _split(glob)) for glob in row.forms)]


def _covers(glob: list[str], parts: list[str]) -> bool:
    """Whether some run of the parts fits the glob; what is unknown in front may hold any folders."""
    for start in range(len(parts)):
        here = parts[start : start + len(glob)]
        if _runs(glob, here) and _tells(here, parts):
            return True
        for skip in range(1, len(glob)) if _unknown_front(parts[start]) else ():
            here = parts[start : start + len(glob) - skip]
            if _runs(glob[skip:], here) and _tells(here, parts):
                return True
    return False


def _tells(here: list[str], parts: list[str]) -> bool:
    """Whether parts that fit say anything: one of them is known in part, or they reach to the end."""
    return here[-1] is parts[-1] or any(part.strip("".join(UNKNOWN)) for part in here)


def _unknown_front(part: str) -> bool:
    return HOLE in part or HOLES in part


def _runs(glob: list[str], parts: list[str]) -> bool:
    return len(glob) == len(parts) and all(fits(one, other) for one, other in zip(glob, parts, strict=True))


@lru_cache(maxsize=1 << 9)
def _split(glob: str) -> list[str]:
    return _plain(glob).split("/")


def _leads(parts: list[str], glob: list[str]) -> bool:
    """Whether the last parts of a folder are the first of a glob: what the glob protects lies below."""
    return any(_runs(glob[:count], parts[-count:]) for count in range(1, min(len(glob), len(parts) + 1)))
