"""`plan`: issues into steps, with the doctrine's words and the issues' own beside each why."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api, inputs
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.issues import Read, read_issues
from harnessy.plan import Plan
from harnessy.render import Look
from harnessy.source import Source, nearest

Format = StrEnum("Format", ["text", "json", "mermaid"])
_SHOWN = 5
_REPO = "this repository; without a SOURCE the `gh` command is asked for its issues"
_NOTES = "strategy notes: lines that name issues and, beside them, a rank or a criterion"
_SOURCES = "issues as `gh issue list --json …` prints them, a folder of tasks in Markdown, or `-`: standard input"


def plan(argv: Sequence[str]) -> int:
    """Plan issues: what comes first, what may run side by side, what waits for what, and why."""
    return typed.run(_plan, "plan", argv)


def _plan(
    source: Annotated[list[str] | None, typer.Argument(metavar="[SOURCE]...", help=_SOURCES)] = None,
    repo: Annotated[str, typer.Option(metavar="OWNER/NAME", help=_REPO)] = "",
    doctrine: Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")] = None,
    *,
    context: Annotated[str, typer.Option(metavar="FILE", help=_NOTES)] = "",
    explain: Annotated[str, typer.Option(metavar="ISSUE", help="tell all about one issue: its number or its file")] = "",
    out: Annotated[str, typer.Option(metavar="FILE", help="also write the plan as JSON, for `approve` and `next`")] = "",
    demo: Annotated[bool, typer.Option("--demo", help="plan by the doctrine that ships with harnessy")] = False,
    form: Annotated[Format, typer.Option("--format", help="how the plan is written")] = Format.text,
) -> int:
    """Plan issues: what comes first, what may run side by side, what waits for what, and why.

    Exit 0: planned; 1: planned, without issues that could not be read; 2: an input that cannot be read.
    """
    read = _read(source or [], repo)
    loaded = loaded_for(doctrine or (), demo=demo)
    made = api.plan(loaded, read.issues, Source.of(context, inputs.text_of(context)) if context else None, repo)
    faults = [f"{fault.place}: {fault.text}" for fault in read.faults]
    style = look() if sys.stdout.isatty() else Look()
    if out:
        from harnessy.issues.saved import write_saved
        from harnessy.render.plan import to_dict

        write_saved(Path(out), to_dict(made, faults))
    print(_story(made, explain, style) if explain else _rendered(made, faults, form, style))
    return int(bool(faults))


def _rendered(made: Plan, faults: Sequence[str], form: Format, style: Look) -> str:
    from harnessy.render.plan import plan_json, plan_text
    from harnessy.render.plan_graph import plan_mermaid

    formats = {Format.text: plan_text, Format.json: plan_json, Format.mermaid: plan_mermaid}
    return formats[form](made, faults, style)


def _story(made: Plan, asked: str, style: Look) -> str:
    from harnessy.render.plan_story import story

    wanted = asked.casefold()
    exact = [key for key in made.issues if key.casefold() in {wanted, f"#{wanted}"}]
    found = exact or [key for key in made.issues if wanted in key.casefold() and not wanted.lstrip("#").isdigit()]
    if len(found) == 1:
        return story(made, found[0], style)
    if found:
        raise api.UsageError(f"`{asked}` could be {', '.join(f'`{key}`' for key in found[:_SHOWN])}", "write the whole name")
    near = nearest(asked, made.issues)
    raise api.UsageError(f"no issue is called `{asked}`", f"did you mean `{near}`?" if near else "the plan lists them all")


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
