"""`plan`: issues into steps, with the doctrine's words and the issues' own beside each why."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.issues import Read, read_issues
from harnessy.render import Look

Format = StrEnum("Format", ["text", "json"])
_SOURCES = "issues as `gh issue list --json …` prints them, a folder of tasks in Markdown, or `-`: standard input"


def plan(argv: Sequence[str]) -> int:
    """Plan issues: what comes first, what may run side by side, what waits for what, and why."""
    return typed.run(_plan, "plan", argv)


def _plan(
    source: Annotated[list[str] | None, typer.Argument(metavar="[SOURCE]...", help=_SOURCES)] = None,
    repo: Annotated[str, typer.Option(metavar="OWNER/NAME", help="ask the `gh` command for the issues of a repository")] = "",
    doctrine: Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")] = None,
    *,
    demo: Annotated[bool, typer.Option("--demo", help="plan by the doctrine that ships with harnessy")] = False,
    form: Annotated[Format, typer.Option("--format", help="how the plan is written")] = Format.text,
) -> int:
    """Plan issues: what comes first, what may run side by side, what waits for what, and why.

    Exit 0: planned; 1: planned, without issues that could not be read; 2: an input that cannot be read.
    """
    from harnessy.render.plan import FORMATS

    read = _read(source or [], repo)
    loaded = loaded_for(doctrine or (), demo=demo)
    made = api.plan(loaded, read.issues)
    faults = [f"{fault.place}: {fault.text}" for fault in read.faults]
    print(FORMATS[form](made, faults, look() if sys.stdout.isatty() else Look()))
    return int(bool(faults))


def _read(sources: Sequence[str], repository: str) -> Read:
    if sources:
        return read_issues(sources, repository)
    if not repository:
        raise api.UsageError("no issues are named", "give a file, a folder of tasks, `-`, or --repo OWNER/NAME")
    from harnessy.issues.command import read_repository

    read, note = read_repository(repository)
    if note:
        print(f"harnessy: {note}", file=sys.stderr)
    return read
