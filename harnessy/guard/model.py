"""What is recognised in a tool call."""

from __future__ import annotations

from collections.abc import Callable

from harnessy.guard.record import Record

# What stands in a word for what nobody knows before it runs: one word's worth, or anything between words.
HOLE, HOLES = "\ufffc", "\ufffd"
UNKNOWN = (HOLE, HOLES)
OWN = "harnessy"  # what our own files and commands are called by


def known(text: str) -> bool:
    """Whether a word is known to its last letter."""
    return HOLE not in text and HOLES not in text


def _nothing(name: str) -> str | None:
    """Nobody knows."""
    del name
    return None


def _no_push(folder: str, branch: str) -> tuple[str, ...] | None:
    """Nobody knows."""
    del folder, branch
    return None


def _nobody(program: str, name: str) -> str | None:
    """Nobody knows."""
    del program, name
    return None


def _no_archive(path: str) -> tuple[str, ...] | None:
    """Nobody knows."""
    del path
    return None


def _no_commits(folder: str, branch: str, words: tuple[str, ...]) -> tuple[str, ...] | None:
    """Nobody knows."""
    del folder, branch, words
    return None


def _no_files(folder: str, globs: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    """Nobody knows."""
    del folder, globs
    return None


def _no_matches(glob: str) -> tuple[str, ...] | None:
    """Nobody knows."""
    del glob
    return ()


class Surroundings(Record):
    """What a command line stands in: the working directory, and who tells more of it; each gives None for what it does not know.

    `script` tells the text of a file; `alias` what an alias of a program stands for; `real` where a path leads by links;
    `pushed` what a push without a ref pushes from a folder, as words: from the branch that is named, else from the one that
    the folder is on. Nothing at all is a branch that nobody knows. `holds` tells what an archive holds, by name; a hole is what
    cannot be read of it. `brought` tells the files that commits of these names change on a branch from which doctrine is read.
    `uncommitted` tells which of the files that globs name at any depth are `CHANGED`, `NEW` or `IGNORED` there, each with its path.
    `matches` tells the first files that a glob fits; None where it is too wide to look.
    """

    folder: str = ""
    script: Callable[[str], str | None] = _nothing
    alias: Callable[[str, str], str | None] = _nobody
    real: Callable[[str], str | None] = _nothing
    pushed: Callable[[str, str], tuple[str, ...] | None] = _no_push
    holds: Callable[[str], tuple[str, ...] | None] = _no_archive
    brought: Callable[[str, str, tuple[str, ...]], tuple[str, ...] | None] = _no_commits
    uncommitted: Callable[[str, tuple[str, ...]], tuple[tuple[str, str], ...] | None] = _no_files
    matches: Callable[[str], tuple[str, ...] | None] = _no_matches


class Call(Record):
    """A tool call: the tool by name, its command line, the files that it writes, and further texts.

    `lines` are command lines of which it is not sure that they are any; `inputs` what the tool is told, by name.
    """

    tool: str
    command: str | None = None
    paths: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    inputs: tuple[tuple[str, str], ...] = ()


class Operation(Record):
    """Something guarded that a call does: the operation, the subject that it is asked about as, and its words.

    `place` is the row of the doctrine that recognised it; `where` tells occurrences apart; `repeats` says that it may run more
    than once.
    """

    name: str
    subject: str
    words: str
    place: str
    where: tuple[int, ...] = ()
    repeats: bool = False


class Recognition(Record):
    """The operations of a call, and why parts of it cannot be analysed. Neither: nothing guarded is in it."""

    operations: tuple[Operation, ...] = ()
    unanalysed: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`operations`, `cannot-analyse` or `none`; what cannot be analysed comes first."""
        return "cannot-analyse" if self.unanalysed else "operations" if self.operations else "none"
