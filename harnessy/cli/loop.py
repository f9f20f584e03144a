"""`approve` binds a person's word to a plan; `next` says what of an approved plan may be dispatched now."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api, inputs
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.issues.saved import Saved, read_saved, read_state, write_saved
from harnessy.plan.approval import Stamps, faults, void
from harnessy.plan.charter import doctrine_digest
from harnessy.render import Look
from harnessy.render.plan import stamped

Format = StrEnum("Format", ["text", "json"])
_YES = "yes"
_NOTHING = 10
Doctrine = Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")]


def approve(argv: Sequence[str]) -> int:
    """Give a person's word for a plan, at a terminal."""
    return typed.run(_approve, "approve", argv)


def following(argv: Sequence[str]) -> int:
    """Say what of an approved plan may be dispatched now, and whether the loop goes on."""
    return typed.run(_next, "next", argv)


def _approve(
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="a plan that `harnessy plan … --out PLAN` wrote")],
    doctrine: Doctrine = None,
) -> int:
    """Give a person's word for a plan, at a terminal.

    It is bound to the digests of the plan and the doctrine: an edit of either voids it. Exit 0: approved; 1: not.
    """
    saved = read_saved(inputs.text_of(plan), plan)
    stamps = _stamps(saved, loaded_for(doctrine or (), demo=False))
    wrong = faults(stamps)
    if wrong:
        raise api.UsageError(f"`{plan}` cannot be approved: {'; '.join(wrong)}", "plan anew")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise api.UsageError("an approval is asked of a person, at a terminal", "run `harnessy approve` in one")
    outline = saved.outline
    issues = sum(len(step.issues) for step in outline.steps)
    _refuse_agents()
    print(f"{plan}: {issues} issues in {len(outline.steps)} steps, at most {outline.limit} at once, {len(outline.held)} held back")
    print(f"plan {stamps.actual}\ndoctrine {stamps.now}")
    answer = input(f"Approve it? Type `{_YES}`: ").strip().casefold()
    if answer != _YES:
        print("not approved", file=sys.stderr)
        return 1
    word = {"by": _user(), "at": datetime.now(UTC).isoformat(timespec="seconds")}
    write_saved(Path(plan), {**saved.shape, "approval": {**word, "plan": stamps.actual, "doctrine": stamps.now}})
    print("approved")
    return 0


def _refuse_agents() -> None:
    """An agent that opens a terminal of its own is no person."""
    from harnessy.hooks.person import NotConfirmed, refuse_agents
    from harnessy.hooks.run import HOSTS

    try:
        refuse_agents(tuple(HOSTS))
    except NotConfirmed as error:
        raise api.UsageError(str(error), error.help) from None


def _user() -> str:
    from getpass import getuser

    return getuser()


def _next(
    plan: Annotated[str, typer.Option("--plan", metavar="PLAN", help="an approved plan")],
    state: Annotated[str, typer.Option("--state", metavar="FILE", help="how far its issues are, as JSON; `-` is standard input")],
    doctrine: Doctrine = None,
    form: Annotated[Format, typer.Option("--format", help="how it is written")] = Format.text,
) -> int:
    """Say what of an approved plan may be dispatched now, and whether the loop goes on.

    Exit 0: something may be dispatched, or is being worked on; 10: nothing; 2: a file that cannot be read.
    """
    from harnessy.render.next import next_json, next_text

    saved = read_saved(inputs.text_of(plan), plan)
    loaded = loaded_for(doctrine or (), demo=False)
    known = [*(key for step in saved.outline.steps for key in step.issues), *saved.outline.held]
    read = read_state(inputs.text_of(state), inputs.shown(state), known)
    step = api.following(loaded, saved.outline, read, void(_stamps(saved, loaded)))
    style = look() if sys.stdout.isatty() else Look()
    print(next_json(step) if form is Format.json else next_text(step, saved.titles, style))
    return 0 if step.dispatch or "running" in step.standings.values() else _NOTHING


def _stamps(saved: Saved, loaded: api.Loaded) -> Stamps:
    shape = {key: value for key, value in saved.shape.items() if key != "approval"}
    actual = str(dict(stamped(shape)["digests"])["plan"])  # type: ignore[call-overload] # data of our own shape
    approved = (saved.approval.plan, saved.approval.doctrine) if saved.approval else None
    return Stamps(saved.digests.plan, actual, saved.digests.doctrine, doctrine_digest(loaded.rulebook), approved)


