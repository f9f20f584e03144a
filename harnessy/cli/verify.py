"""`verify`: what is held of a doctrine, over every case."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli.typed import run

ProofFormat = StrEnum("ProofFormat", ["text", "json"])
_PATHS = "doctrine files or folders; the nearest doctrine if none is named"


def verify(argv: Sequence[str]) -> int:
    """Decide every case of a doctrine and hold its invariants against each."""
    return run(_verify, "verify", argv)


def _verify(
    paths: Annotated[list[Path] | None, typer.Argument(metavar="[PATH]...", help=_PATHS)] = None,
    form: Annotated[ProofFormat, typer.Option("--format", help="how it is written")] = ProofFormat.text,
) -> int:
    """Decide every case of a doctrine and hold its invariants against each.

    Exit 0: every claim holds in every case; 1: one does not, or there were too many cases; 2: a file that cannot be read.
    """
    from harnessy.render import proof

    found = api.verify(api.load(paths or api.find(Path.cwd())))
    if not found.covered:
        raise api.UsageError("nothing here decides anything, so there is nothing to verify", "name a doctrine file or folder")
    print(proof.FORMATS[form](found, [f"--doctrine={path}" for path in paths or ()]))
    return int(not found.holds)
