"""What is used of a recogniser by the parts that start programs, and what they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from harnessy.guard.command import Command
from harnessy.guard.names import same_path
from harnessy.guard.sheet import Row

CODE_NEXT = re.compile(r"-[a-zA-Z]*[cerE]|--?(?:eval|run|print|command|execute|expression)")  # behind these stands code
Hits = Mapping[str, list[tuple[Row, str]]]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from harnessy.guard.expand import Scope
    from harnessy.guard.model import Surroundings
    from harnessy.guard.sheet import Sheet
    from harnessy.guard.walk import Walker

    class Runner(Protocol):
        """What is used of a recogniser."""

        sheet: Sheet
        around: Surroundings
        walker: Walker

        def doubt(self, why: str) -> None:
            """Keep why something cannot be analysed."""

        def run(self, command: Command) -> None:
            """Run one command."""

        def program(self, command: Command, *, within: bool) -> None:
            """Run one program."""

        def write(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
            """Write a file."""

        def operations(
            self, hits: Hits, words: tuple[str, ...], where: tuple[int, ...], *, repeats: bool,
        ) -> None:
            """Keep what is found."""

        def protect(self, rows: Iterable[Row], path: str, where: tuple[int, ...], *, repeats: bool = False) -> None:
            """Write a path that rows protect."""

        def write_below(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
            """Write what lies in a folder."""

        def script(self, text: str, command: Command, program: str) -> None:
            """Look into code of another language that stands on a disk."""

        def patch(self, text: str, folder: str, where: tuple[int, ...]) -> None:
            """Write the files that a patch changes."""

        def held(self, text: str, command: Command) -> None:
            """Look into a word that may hold a command."""


def named_before(command: Command, path: str) -> bool:
    """Whether an earlier command of the line named a path, and so may have made it."""
    return command.scope.named.get(same_path(path), command.where) != command.where
