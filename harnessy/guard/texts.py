"""The files that a line names: their texts, as the line makes them or as they stand on a disk, and what a pattern finds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.guard.model import known
from harnessy.guard.names import placed, same_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.expand import Scope
    from harnessy.guard.runner import Runner

_MARKS = re.compile(r"[*?\[]")


def on_disk(runner: Runner, scope: Scope, path: str) -> str | None:
    """The text of a file as it stands; None for what is none, or is not known."""
    return runner.around.script(placed(scope, runner.around.folder, path)) if known(path) else None


def text_of(runner: Runner, scope: Scope, path: str) -> str | None:
    """The text of a file as the line makes it, else as it stands; None where nobody knows."""
    made = scope.files.get(same_path(path))
    return made if made is not None else on_disk(runner, scope, path)


def globbed(runner: Runner, scope: Scope, path: str) -> Iterator[str]:
    """The files that a path with marks may stand for; that nobody looked, or that one is called by marks itself, is a doubt."""
    if not _MARKS.search(path):
        return
    found = runner.around.matches(placed(scope, runner.around.folder, path))
    if found is None or any(_MARKS.search(name) for name in found):
        runner.doubt("which script is run is not known before it runs")
    yield from (name for name in found or () if not _MARKS.search(name))
