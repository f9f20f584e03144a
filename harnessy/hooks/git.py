"""Git, asked as a program, without the settings that an agent's environment may bring along."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

PROGRAM = "git"


def output(repository: str, *words: str) -> str | None:
    """What git prints, without the line end; None when it fails or is not there."""
    raw = raw_output(repository, *words)
    return None if raw is None else raw.decode("utf-8", "replace").rstrip("\n")


def raw_output(repository: str, *words: str) -> bytes | None:
    """What git prints, as it is; None when it fails or is not there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = [PROGRAM, "-C", repository, *words]
    try:
        done = subprocess.run(command, capture_output=True, check=False, env=environment)  # noqa: S603
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def files_at(repository: str, commit: str, folder: str) -> Iterator[str]:
    """The paths of the files in a folder of a commit, not deeper."""
    listed = output(repository, "ls-tree", "--name-only", "-z", commit, f"{folder}/" if folder else "./") or ""
    yield from (name for name in listed.split("\0") if name)
