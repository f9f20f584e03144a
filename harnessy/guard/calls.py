"""The verb: a sheet and a tool call in, what is recognised out. The shell's part is loaded for command lines only."""

from __future__ import annotations

from harnessy.guard.findings import Findings
from harnessy.guard.model import Call, Recognition, Surroundings
from harnessy.guard.sheet import Sheet


def recognise(sheet: Sheet, call: Call, around: Surroundings = Surroundings()) -> Recognition:  # noqa: B008 # a tuple
    """The operations in a tool call. Raises NoParser where a command needs the shell parser and it is not installed."""
    if call.command is None and not call.lines:
        return Findings(sheet, around).call(call)
    from harnessy.guard.commands import Recogniser

    recogniser = Recogniser(sheet, around)
    if call.command is not None:
        recogniser.line(call.command)
    for at, line in enumerate(call.lines):
        recogniser.perhaps(line, at)
    return recogniser.call(call)
