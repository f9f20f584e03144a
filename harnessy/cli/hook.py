"""`hook`: one tool call of a host. What `hooks install` makes a host run is `harnessy/hooks/entry.py`, which does the same."""

from __future__ import annotations

from collections.abc import Sequence

from harnessy.hooks import run

_HELP = f"""\
usage: harnessy hook HOST [--pin FILE]

Answers one tool call, read as JSON from standard input, in the words of the host: {', '.join(run.HOSTS)}.
--pin names what was fixed at install; else the pin of the repository that the call's folder is in.
"""


def hook(argv: Sequence[str]) -> int:
    """Answer one tool call of a host, read from standard input; what `hooks install` makes a host run."""
    if "--help" in argv or "-h" in argv:
        print(_HELP, end="")
        return 0
    return run.hook(argv)
