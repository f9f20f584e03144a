"""An edit of a doctrine: what is read before it and after it, on the day it is made."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy import api
from harnessy.owed.calibration import Tasks
from harnessy.source import Source


@dataclass(frozen=True)
class Edit:
    """A doctrine before and after an edit, the log of runs at both times, the task files, the other Markdown files that changed.

    `fresh` are the paths of those that were not there before it. `today` is the day of the edit; empty where nobody asked a clock.
    """

    before: api.Loaded
    after: api.Loaded
    log: Source | None = None
    tasks: Tasks | None = None
    others: tuple[Source, ...] = ()
    log_before: Source | None = None
    today: str = ""
    fresh: frozenset[str] = frozenset()
