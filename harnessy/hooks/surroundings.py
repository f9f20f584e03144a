"""What stands around a command line on this machine: scripts, aliases, links, archives, and what git tells of a folder."""

from __future__ import annotations

import os

from harnessy.guard.model import Surroundings

_LARGEST_SCRIPT, _MOST_MATCHES, _WIDEST = 1 << 16, 32, 2


def around(folder: str, ref: str) -> Surroundings:
    """What a line in a folder stands in; `ref` is the branch from which doctrine is read."""

    def pushed(place: str, branch: str) -> tuple[str, ...] | None:
        from harnessy.hooks import refs

        return refs.pushed(folder, place, branch)

    def holds(path: str) -> tuple[str, ...] | None:
        from harnessy.hooks import archives

        return archives.holds(os.path.join(folder, os.path.expanduser(path)))  # noqa: PTH111, PTH118

    def brought(place: str, branch: str, words: tuple[str, ...]) -> tuple[str, ...] | None:
        from harnessy.hooks import refs

        return refs.brought(ref, os.path.join(folder, os.path.expanduser(place)), branch, words)  # noqa: PTH111, PTH118

    def uncommitted(place: str, globs: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
        from harnessy.hooks import loose

        return loose.uncommitted(os.path.join(folder, os.path.expanduser(place)), globs)  # noqa: PTH111, PTH118

    def matches(pattern: str) -> tuple[str, ...] | None:
        from glob import has_magic, iglob
        from itertools import islice

        if sum(map(has_magic, pattern.split("/"))) > _WIDEST:
            return None  # folders of folders: the whole disk, perhaps
        return tuple(islice(iglob(os.path.expanduser(pattern), root_dir=folder), _MOST_MATCHES))  # noqa: PTH111, PTH207

    return Surroundings(
        folder, lambda path: _script(folder, path), lambda program, name: _alias(folder, program, name),
        lambda path: _real(folder, path), pushed, holds, brought, uncommitted, matches,
    )


def _real(folder: str, path: str) -> str | None:
    """Where a path leads by links, if elsewhere."""
    whole = os.path.normpath(os.path.join(folder, os.path.expanduser(path)))  # noqa: PTH111, PTH118
    real = os.path.realpath(whole)
    return real if real != whole else None


def _script(folder: str, path: str) -> str | None:
    """The text of a script of a moderate size; None for what is none."""
    try:
        with open(os.path.join(folder, os.path.expanduser(path)), "rb") as file:  # noqa: PTH111, PTH118, PTH123
            raw = file.read(_LARGEST_SCRIPT)
    except (OSError, ValueError):
        return None
    return None if b"\0" in raw else raw.decode("utf-8", "replace")


def _alias(folder: str, program: str, name: str) -> str | None:
    """What an alias of git stands for in a folder. Other programs' aliases nobody here knows."""
    from harnessy.hooks import git

    return git.output(folder, "config", "--get", f"alias.{name}") if program == git.PROGRAM else None
