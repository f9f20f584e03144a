"""What of some files nobody has committed, as git tells."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.guard.model import known

_KINDS = {"??": "NEW", "!!": "IGNORED"}
_STATUS = 3


def uncommitted(folder: str, globs: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    """The files that globs name at any depth of a repository and that are changed, new or ignored; None where git knows of none."""
    from harnessy.hooks.git import output

    if not known(folder):
        return None
    below = (f":(top,glob,icase)**/{glob.strip('/')}{rest}" for glob in globs for rest in ("", "/**"))
    asked = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching", "--")
    told = output(folder, *asked, *below)
    return None if told is None else tuple(_read(told))


def _read(told: str) -> Iterator[tuple[str, str]]:
    for line in told.split("\0"):
        if line:
            yield _KINDS.get(line[: _STATUS - 1], "CHANGED"), line[_STATUS:]
