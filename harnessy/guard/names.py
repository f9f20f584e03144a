"""Names of programs and of paths, made plain."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from harnessy.guard.expand import Scope
from harnessy.guard.model import HOLES, known
from harnessy.guard.sheet import Sheet


def split_name(sheet: Sheet, name: str, words: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...]]:
    """The plain name of a program: no folder, no `.exe`, no version, one case; `program-word` is the word of that program."""
    tail = name.replace("\\", "/").rpartition("/")[2]
    base = tail.casefold().removesuffix(".exe") if tail and known(tail) and HOLES not in name else name
    unversioned = base.rstrip("0123456789.-")
    if unversioned != base and sheet.tells(unversioned) and not sheet.tells(base):
        base = unversioned
    program, dash, word = base.partition("-")
    own = sheet.own.get(program)
    if dash and sheet.guarded(program) and not sheet.guarded(base) and (not own or word in own):
        return program, (word, *words)
    return base, words


def commands_in(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a text that is one plain command; nothing when it is more than that."""
    try:
        yield tuple(shlex.split(text))
    except ValueError:
        return


def placed(scope: Scope, folder: str, path: str) -> str:
    """A path as seen from a folder, when the line went to another."""
    moved = scope.folder != folder and known(scope.folder) and not path.startswith(("/", "~"))
    return f"{scope.folder}/{path}" if moved and scope.folder else path


def same_path(path: str) -> str:
    """A path without `./` in front."""
    return re.sub(r"^(?:\./+)+", "", path)
