"""`calibrate`: what a log of runs comes to by the words of the doctrine, the edit that follows, and a row more."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli.typed import run

Log = Annotated[str, typer.Option("--log", metavar="FILE", help="the log, a Markdown table; - is standard input")]
DoctrinePaths = Annotated[list[Path] | None, typer.Option("--doctrine", metavar="PATH", help="a doctrine file or folder")]
Day = Annotated[str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="the day of the edit or row; today if left out")]
Format = StrEnum("Format", ["text", "json"])
_ADD, _AHEAD = "add", timedelta(hours=14)


def calibrate(argv: Sequence[str]) -> int:
    """Class the rows of a log by the doctrine, and say which cap they raise or lower; `add` appends a row."""
    if list(argv[:1]) == [_ADD]:
        return run(_add, f"calibrate {_ADD}", argv[1:])
    return run(_calibrate, "calibrate", argv)


def loaded_for(paths: list[Path] | None) -> api.Loaded:
    """The doctrine that is named, or the one at or above the working directory."""
    return api.load(paths or api.find(Path.cwd()))


def day_of(written: str | None) -> str:
    """A day as written, or today. Raises UsageError."""
    if written is None:
        return datetime.now(tz=UTC).date().isoformat()
    try:
        return datetime.strptime(written, "%Y-%m-%d").replace(tzinfo=UTC).date().isoformat()
    except ValueError:
        raise api.UsageError(f"`{written}` is no day", "write it as YYYY-MM-DD") from None


def latest_day() -> str:
    """The latest day that it is anywhere: whoever wrote a day into a log need not live here."""
    return (datetime.now(tz=UTC) + _AHEAD).date().isoformat()


def _calibrate(
    *,
    log: Log,
    tasks: Annotated[Path | None, typer.Option("--tasks", metavar="DIR", help="task files: the kind of work of a task")] = None,
    doctrine: DoctrinePaths = None,
    propose: Annotated[bool, typer.Option("--propose", help="print the edit that follows, as a diff")] = False,
    day: Day = None,
    form: Annotated[Format, typer.Option("--format", help="how the report is written")] = Format.text,
) -> int:
    """Class the rows of a log by the doctrine's outcomes, and say which cap they raise or lower.

    Exit 0: every row is classed; 1: some are named instead; 2: something cannot be read.
    """
    from harnessy.owed.calibration import calibrate as run_calibration
    from harnessy.owed.calibration import proposed
    from harnessy.render.calibration import FORMATS

    if day is not None and not propose:
        raise api.UsageError("`--date` is the day of the edit that --propose prints", "leave it out, or add --propose")
    found = run_calibration(loaded_for(doctrine), log, tasks, latest_day())
    if not propose:
        print(FORMATS[form](found))
        return int(bool(found.named))
    if not found.moves:
        print("harnessy: no cap moves on these rows, so there is nothing to propose", file=sys.stderr)
        return 0
    print(proposed(found, day_of(day)), end="")
    return 0


def _add(
    cells: Annotated[list[str], typer.Argument(metavar="COLUMN=TEXT...", help="what stands in each column of the doctrine")],
    *,
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="the log; it is made when it is not there")],
    doctrine: DoctrinePaths = None,
    day: Day = None,
) -> int:
    """Append a row to the log, with the columns that the doctrine names. What stands there is not touched."""
    from harnessy.owed.calibration import add

    given = dict[str, str]()
    for cell in cells:
        name, equals, value = cell.partition("=")
        if not equals or not name.strip():
            raise api.UsageError(f"`{cell}` is no COLUMN=TEXT", "write the name of a column, `=` and its text")
        given[name.strip()] = value
    print(add(loaded_for(doctrine), log, given, day_of(day)))
    return 0
