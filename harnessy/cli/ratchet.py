"""`ratchet`: what the metric of a doctrine makes of the records, and whether a candidate is kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.ledger import elsewhere, metric, recording
from harnessy.ledger.model import Measured, Verdict
from harnessy.records.append import append
from harnessy.records.store import COMPARED, Chosen, Ledger
from harnessy.render import Look
from harnessy.render import ratchet as render
from harnessy.rulebook import Book
from harnessy.rulebook.built import alone
from harnessy.rulebook.names import bare
from harnessy.source import nearest

_ABOUT = """\
usage: harnessy ratchet score|gates|decide [OPTIONS]

  score   what the metric comes to, each part with its formula, its inputs and its line
  gates   each veto with its value, its limit and its line
  decide  whether a candidate is kept against a baseline: the vetoes first, and never a third word

`harnessy ratchet COMMAND --help` tells more."""

Format = StrEnum("Format", ["text", "json"])
Stated = Annotated[list[str] | None, typer.Argument(metavar="[FACT=VALUE]...", help="what the records do not tell")]
Doctrine = Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")]
Folder = Annotated[Path | None, typer.Option("--ledger", metavar="DIR", help="a folder in place of the one the doctrine names")]
Since = Annotated[str | None, typer.Option(metavar="TIME", help="only records from then on")]
Last = Annotated[int | None, typer.Option(metavar="N", help="only the last N records")]
Form = Annotated[Format, typer.Option("--format", help="how it is written")]
Record = Annotated[bool, typer.Option("--record", help="append the decision to the ledger; FIELD=VALUE gives its other fields")]


def ratchet(argv: Sequence[str]) -> int:
    """Score the records, check the vetoes, and keep or revert a candidate."""
    name = argv[0] if argv else "--help"
    if name in {"-h", "--help"}:
        print(_ABOUT)
        return 0
    if name not in _COMMANDS:
        near = nearest(name, _COMMANDS)
        raise api.UsageError(f"`ratchet` has no command `{name}`", f"did you mean `{near}`?" if near else "see ratchet --help")
    return typed.run(_COMMANDS[name], f"ratchet {name}", argv[1:])


@dataclass(frozen=True, slots=True)
class _Over:
    """The records that were chosen, and what is stated beside them."""

    book: Book
    chosen: Chosen
    measured: Measured
    facts: Mapping[str, object]
    form: Format

    @property
    def path(self) -> str:
        """The file of the records."""
        return str(self.chosen.path)


def _over_records(shown: Callable[[_Over], int]) -> Callable[..., int]:
    """A command over chosen records, with the options of all of these."""

    def command(
        stated: Stated = None,
        *,
        doctrine: Doctrine = None,
        ledger: Folder = None,
        since: Since = None,
        last: Last = None,
        form: Form = Format.text,
    ) -> int:
        opened = _opened(doctrine, ledger)
        chosen, measured = _told(opened, opened.chosen(moment=since, count=last))
        facts = metric.beside_records(opened.book, measured.values, _facts(stated))
        return shown(_Over(opened.book, chosen, measured, facts, form))

    command.__doc__ = shown.__doc__
    return command


@_over_records
def _score(over: _Over) -> int:
    """What the metric comes to, each part with its formula, its inputs and its line. Exit 1: it is not known."""
    found = list(metric.scored(over.book, over.facts))
    asked = (metric.asked(over.book, key, over.facts) for key in metric.beside(over.book))
    beside = [one for one in asked if one.outcome == "answered"]
    written = render.scores_json([*found, *beside], over.measured, over.path)
    print(written if over.form is Format.json else render.scores_text(found, beside, (over.measured, over.path), _look()))
    return int(any(decision.outcome != "answered" for decision in found))


@_over_records
def _gates(over: _Over) -> int:
    """Each veto with its value, its limit and its line. Exit 1: one is broken, or not known, or a record does not fit."""
    found = list(metric.gates(over.book, over.facts))
    written = render.gates_json(found, over.measured, over.path)
    print(written if over.form is Format.json else render.gates_text(found, over.measured, over.path, _look()))
    return int(any(gate.verdict != "kept" for gate in found) or any(fault.may_count for fault in over.measured.faults))


_SIDE = "FILE, FIELD=VALUE or ID..ID"


def _decide(
    stated: Stated = None,
    *,
    baseline: Annotated[str, typer.Option(metavar="WHICH", help=f"the records before: {_SIDE}")],
    candidate: Annotated[str, typer.Option(metavar="WHICH", help=f"the records after: {_SIDE}")],
    doctrine: Doctrine = None,
    ledger: Folder = None,
    form: Form = Format.text,
    record: Record = False,
) -> int:
    """Whether a candidate is kept against a baseline. Exit 0: kept; 1: not."""
    opened, facts = _opened(doctrine, ledger), _facts(stated)
    own = recording.own_fields(opened.book, opened.schema(COMPARED), facts) if record else set[str]()
    fields = {bare(name): str(facts.pop(name)) for name in own}
    (old, earlier), (new, later) = (_told(opened, opened.chosen(words)) for words in (baseline, candidate))
    before, after = (metric.beside_records(opened.book, measured.values, facts) for measured in (earlier, later))
    doubted = metric.doubt(earlier, later, opened.shared(old, new))
    doubted = doubted or elsewhere.against(opened.book, opened.rulebook or alone(opened.book), after, api.words("formula.lark"))
    verdict = metric.judged(opened.book, before, after, opened.rulebook, doubted)
    found = list(metric.gates(opened.book, after))
    number = _recorded(opened, (verdict, (after, before)), fields) if record else ""
    print(render.verdict_json(verdict, found, number) if form is Format.json else render.verdict_text(verdict, found, _look()))
    if record and form is Format.text:
        print(f"\n  recorded as {number} in {opened.path(COMPARED)}")
    return int(not verdict.kept)


def _recorded(opened: Ledger, told: tuple[Verdict, recording.Sides], fields: dict[str, str]) -> str:
    """Append the record of a verdict; gives its number."""
    schema = opened.schema(COMPARED)
    filled = recording.record_of(opened.book, schema, told, fields)
    return append(opened.path(COMPARED), schema, [filled], datetime.now(UTC))[0]


_COMMANDS: dict[str, Callable[..., int]] = {"score": _score, "gates": _gates, "decide": _decide}


def _opened(doctrine: list[str] | None, folder: Path | None) -> Ledger:
    loaded = loaded_for(doctrine or (), demo=False)
    return Ledger(metric.metric_book(loaded.rulebook), folder, loaded.rulebook)


def _told(ledger: Ledger, chosen: Chosen) -> tuple[Chosen, Measured]:
    measured = ledger.measured(chosen)
    for line in render.faults_lines(str(chosen.path), measured.faults):
        print(f"harnessy: {line}", file=sys.stderr)
    return chosen, measured


def _facts(stated: list[str] | None) -> dict[str, object]:
    found = dict[str, object]()
    for word in stated or ():
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise api.UsageError(f"`{word}` is no FACT=VALUE", "write name=value")
        found[name.strip()] = value.strip()
    return found


def _look() -> Look:
    return look() if sys.stdout.isatty() else Look()
