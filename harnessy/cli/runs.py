"""`runs` and `improvements`: the records of a ledger, appended, listed, shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api, inputs
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.ledger import metric
from harnessy.ledger.model import Fault
from harnessy.records import reading
from harnessy.records.append import append
from harnessy.records.store import COMPARED, MEASURED, Ledger
from harnessy.render import Look, stats
from harnessy.render.ratchet import faults_lines
from harnessy.rulebook.schema import Schema
from harnessy.source import nearest

Format = StrEnum("Format", ["text", "json"])
Doctrine = Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")]
Folder = Annotated[Path | None, typer.Option("--ledger", metavar="DIR", help="a folder in place of the one the doctrine names")]
Source = Annotated[str, typer.Argument(metavar="FILE", help="records as JSON, one a line; `-` is standard input")]


def runs(argv: Sequence[str]) -> int:
    """Append, list and show the records of runs."""
    return _run("runs", MEASURED, argv)


def improvements(argv: Sequence[str]) -> int:
    """Append, list and show the records of improvements."""
    return _run("improvements", COMPARED, argv)


def _run(name: str, role: str, argv: Sequence[str]) -> int:
    commands = _commands(role)
    asked = argv[0] if argv else "--help"
    if asked in {"-h", "--help"}:
        print(f"usage: harnessy {name} {' | '.join(commands)} [OPTIONS]\n")
        for command, does in commands.items():
            print(f"  {command:5}  {(does.__doc__ or '').partition('.')[0]}")
        print(f"\n`harnessy {name} COMMAND --help` tells more.")
        return 0
    if asked not in commands:
        near = nearest(asked, commands)
        raise api.UsageError(f"`{name}` has no command `{asked}`", f"did you mean `{near}`?" if near else f"see {name} --help")
    return typed.run(commands[asked], f"{name} {asked}", argv[1:])


def _commands(role: str) -> dict[str, Callable[..., int]]:
    def add(source: Source, *, doctrine: Doctrine = None, ledger: Folder = None) -> int:
        """Append records, checked against the doctrine, numbered and synced; all or none. Prints their numbers."""
        opened = _opened(doctrine, ledger)
        found = reading.parsed(inputs.text_of(source), inputs.shown(source))
        shares = opened.shares if role == MEASURED else ()
        numbers = append(opened.path(role), opened.schema(role), found, datetime.now(UTC), shares)
        print("\n".join(numbers))
        return 0

    def listed(
        *, last: Annotated[int | None, typer.Option(metavar="N", help="only the last N")] = None,
        doctrine: Doctrine = None, ledger: Folder = None,
    ) -> int:  # fmt: skip
        """One line for each record: its number, its time and the words of its fields."""
        opened = _opened(doctrine, ledger)
        rows = [_row(opened.schema(role), record) for record in _whole(opened.path(role))]
        print("\n".join(rows[-last:] if last else rows) or "no records")
        return 0

    def show(
        number: Annotated[str, typer.Argument(metavar="ID", help="the number of a record")],
        *, doctrine: Doctrine = None, ledger: Folder = None,
    ) -> int:  # fmt: skip
        """A record whole, with the fields that the doctrine does not show."""
        opened = _opened(doctrine, ledger)
        identity = opened.schema(role).identity
        found = [record for record in _whole(opened.path(role)) if identity is not None and record.get(identity.name) == number]
        if not found:
            raise api.UsageError(f"there is no record `{number}` in {opened.path(role)}", "`list` shows their numbers")
        print("\n".join(json.dumps(record, ensure_ascii=False, indent=2) for record in found))
        return 0

    return {"add": add, "list": listed, "show": show, **({"stats": _stats} if role == MEASURED else {})}


def _stats(
    *, since: Annotated[str | None, typer.Option(metavar="TIME", help="only records from then on")] = None,
    last: Annotated[int | None, typer.Option(metavar="N", help="only the last N records")] = None,
    doctrine: Doctrine = None, ledger: Folder = None,
    form: Annotated[Format, typer.Option("--format", help="how it is written")] = Format.text,
) -> int:  # fmt: skip
    """The diagnostics of the doctrine over the records, as tables with small charts."""
    opened = _opened(doctrine, ledger)
    chosen = opened.chosen(moment=since, count=last)
    measured, found = opened.watched(chosen)
    for line in faults_lines(str(chosen.path), measured.faults):
        print(f"harnessy: {line}", file=sys.stderr)
    shown = look() if sys.stdout.isatty() else Look()
    path = str(chosen.path)
    print(stats.stats_json(found, measured, path) if form is Format.json else stats.stats_text(found, measured, path, shown))
    return 0


def _opened(doctrine: list[str] | None, folder: Path | None) -> Ledger:
    return Ledger(metric.metric_book(loaded_for(doctrine or (), demo=False).rulebook), folder)


def _whole(path: Path) -> list[dict[str, object]]:
    found = list(reading.records(path))
    for one in found:
        if isinstance(one, Fault):
            print(f"harnessy: {path}:{one.line}: {one.why}; the line is stepped over", file=sys.stderr)
    return [one for one in found if not isinstance(one, Fault)]


def _row(schema: Schema, record: dict[str, object]) -> str:
    told = [field.name for field in (schema.identity, schema.time) if field is not None]
    told += [field.name for field in schema.fields if field.values]
    return "  ".join(str(record.get(name, "?")) for name in told)
