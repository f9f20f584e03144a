"""The way in: finds the command that is asked for, runs it, and turns whatever goes wrong into one line.

Only the module of that command is imported, so that `check` starts fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from harnessy import __version__

# The commands, in the order of the help page: name → module:function. A function takes the arguments that follow the
# name and returns the exit code; the first line of its docstring is its line on the help page. One that is built with
# typer goes through `harnessy.cli.typed.run`.
COMMANDS = {
    "explain": "harnessy.cli.ask:explain",
    "check": "harnessy.cli.ask:check",
    "words": "harnessy.cli.words:words",
    "lint": "harnessy.cli.lint:lint",
    "rule": "harnessy.cli.doctrine:rule",
    "test": "harnessy.cli.doctrine:test",
    "coverage": "harnessy.cli.doctrine:coverage",
    "graph": "harnessy.cli.doctrine:graph",
    "diff": "harnessy.cli.diff:diff",
    "verify": "harnessy.cli.verify:verify",
    "plan": "harnessy.cli.plan:plan",
    "approve": "harnessy.cli.loop:approve",
    "next": "harnessy.cli.loop:following",
    "guard": "harnessy.cli.guard:guard",
    "begin": "harnessy.cli.session:begin",
    "allow": "harnessy.cli.session:allow",
    "observe": "harnessy.cli.session:observe",
    "hook": "harnessy.cli.hook:hook",
    "hooks": "harnessy.cli.hooks:hooks",
    "calibrate": "harnessy.cli.calibrate:calibrate",
    "park": "harnessy.cli.park:park",
    "parked": "harnessy.cli.park:parked",
    "resume": "harnessy.cli.park:resume",
    "queue": "harnessy.cli.queue:queue",
    "pr-body": "harnessy.cli.pr_body:pr_body",
    "ratchet": "harnessy.cli.ratchet:ratchet",
    "runs": "harnessy.cli.runs:runs",
    "improvements": "harnessy.cli.runs:improvements",
}

USAGE = 2
_SIGNALLED = 128
_INTERRUPTED, _PIPE_CLOSED = _SIGNALLED + 2, _SIGNALLED + 13

Command = Callable[[Sequence[str]], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code. Nothing escapes as a traceback."""
    try:
        _speak_utf8()
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BrokenPipeError:
        return _closed_pipe()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the edge of the program: every failure becomes one line
        return _failed(error)
    return code


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in {"-h", "--help", "help"}:
        print(_help())
        return 0
    if argv[0] in {"-V", "--version"}:
        print(f"harnessy {__version__}")
        return 0
    if argv[0] not in COMMANDS:
        return _unknown(argv[0])
    return _command(argv[0])(argv[1:])


def _command(name: str) -> Command:
    module, _, function = COMMANDS[name].partition(":")
    command: Command = getattr(import_module(module), function)
    return command


def _unknown(name: str) -> int:
    from harnessy.source import nearest

    near = nearest(name, COMMANDS)
    what = "option" if name.startswith("-") else "command"
    mend = f"did you mean `harnessy {near}`?" if near else "`harnessy --help` lists the commands"
    return _complain(f"there is no {what} `{name}`", mend)


def _help() -> str:
    width = max(map(len, COMMANDS))
    summaries = {name: (_command(name).__doc__ or "").partition("\n")[0] for name in COMMANDS}
    return "\n".join((
        "usage: harnessy COMMAND [ARGUMENTS]",
        "",
        "Doctrine in Markdown answers what an agent may do alone, and cites the words that decide.",
        "",
        *(f"  {name:{width}}  {summary}" for name, summary in summaries.items()),
        "",
        "`harnessy COMMAND --help` tells more. `harnessy --version` prints the version.",
    ))


def _speak_utf8() -> None:
    """Whatever the locale: doctrine is UTF-8, and a character that cannot be written must not end the answer.

    A stream that the caller closed is none; what is written to it goes nowhere, the exit code still tells.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 # it stays open
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _failed(error: Exception) -> int:
    """One line: what, where and the mend."""
    mend = getattr(error, "help", None)
    if isinstance(mend, str):
        return _complain(str(error), mend)
    if isinstance(error, OSError):
        where = f"`{error.filename}`: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    what = f"{type(error).__name__}: {error}{_place(error)}"
    return _complain(f"a bug of ours, {what}", "please report it with the command")


def _place(error: Exception) -> str:
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return f" ({os.path.basename(traceback.tb_frame.f_code.co_filename)}:{traceback.tb_lineno})" if traceback else ""  # noqa: PTH119 - pathlib is slow to load


def _complain(message: str, mend: str = "") -> int:
    line = f"harnessy: {message}; {mend}" if mend else f"harnessy: {message}"
    print(" ".join(line.split()), file=sys.stderr)
    return USAGE


def _closed_pipe() -> int:
    """Whoever read our output has gone: say nothing more, and do not let the flush at exit fail either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _PIPE_CLOSED
