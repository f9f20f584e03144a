"""What a log comes to, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from harnessy.ledger.report import Calibration
from harnessy.ledger.rows import LogRow
from harnessy.ledger.standing import Standing, Tally
from harnessy.rulebook.mechanics import Move
from harnessy.source import Span

_WAY = {"up": "rises", "down": "falls"}


def text(found: Calibration) -> str:
    """The report in lines: the rows that are named, then how each kind of work stands, with rule and rows."""
    named = found.named
    rows = "1 row" if len(found.rows) == 1 else f"{len(found.rows)} rows"
    lines = [f"{found.log}: {rows}, {len(found.rows) - len(named)} classed, {len(named)} named"]
    lines += [f"  {found.log}:{row.line}: {row.problem}" for row in named]
    lines += [f"  {_classes(found)}", f"  {found.works}", *(f"  {note}" for note in (*found.assumed, *found.notes))]
    still = [standing for standing in found.standings if not _told(standing)]
    for standing in found.standings:
        if _told(standing):
            lines += ["", *_standing(standing)]
    if still:
        lines += ["", f"no row counts since the last edit of: {', '.join(standing.name.text for standing in still)}"]
    return "\n".join(lines)


def _told(standing: Standing) -> bool:
    """Whether there is something to tell: a row that counts, or a reason."""
    return bool(standing.reason or any(tally.rows for _, tallies in standing.tallies for tally in tallies))


def _classes(found: Calibration) -> str:
    counted = dict[str, int]()
    for row in found.rows:
        if not row.problem:
            counted[row.word] = counted.get(row.word, 0) + 1
    return ", ".join(f"{number} count as {word}" for word, number in sorted(counted.items())) or "no row counts"


def _standing(standing: Standing) -> Iterator[str]:
    since = f"rows after {standing.since}" if standing.since else "all rows: no edit of it is dated"
    yield f"{standing.name.text}: {_plain(standing.held.cell)}   {_place(standing.held.row)}"
    yield f"  {since}"
    for move, tallies in standing.tallies:
        yield f"  {move.direction}: {', '.join(_tally(tally) for tally in tallies)}   {_place(move.span)}"
        for tally in tallies:
            if tally.rows:
                yield f"      {tally.count.told}: {_rows(tally.rows)}"
    yield f"  {_verdict(standing)}"


def _tally(tally: Tally) -> str:
    asked = f"{tally.count.relation} {tally.count.number}"
    return f"{len(tally.rows)} {tally.count.told} ({asked}: {'met' if tally.met else 'not met'})"


def _rows(rows: tuple[LogRow, ...]) -> str:
    return ", ".join(f"{row.task} :{row.line}" for row in rows)


def _verdict(standing: Standing) -> str:
    if standing.move is None:
        return f"→ stays: {standing.reason}" if standing.reason else "→ stays"
    return f"→ {_WAY[standing.move.direction]} to {standing.cell.replace('`', '')}, by “{_plain(standing.move.span)}”"


def _plain(span: Span) -> str:
    return " ".join(span.text.replace("`", "").replace("**", "").split())


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}"


def as_json(found: Calibration) -> str:
    """The report as one JSON object."""
    rows = [_row(row) for row in found.rows]
    shown = {
        "log": found.log,
        "rows": rows,
        "standings": [_object(standing) for standing in found.standings],
        "works": found.works,
        "assumed": list(found.assumed),
        "notes": list(found.notes),
    }
    return json.dumps(shown, ensure_ascii=False, indent=1)


def _row(row: LogRow) -> dict[str, object]:
    outcome = row.outcome.name.text if row.outcome else None
    counts = {"outcome": outcome, "counts_as": row.word or None, "problem": row.problem or None}
    return {"line": row.line, "task": row.task, "date": row.date, "work": row.work, **counts}


def _object(standing: Standing) -> dict[str, object]:
    return {
        "name": standing.name.text,
        "value": standing.held.cell.text,
        "file": standing.held.row.source.path,
        "line": standing.held.row.line,
        "since": standing.since or None,
        "move": standing.move.direction if standing.move else None,
        "becomes": standing.cell or None,
        "reason": standing.reason or None,
        "unsure": [row.line for row in standing.unsure],
        "rules": [_rule(move, tallies) for move, tallies in standing.tallies],
    }


def _rule(move: Move, tallies: tuple[Tally, ...]) -> dict[str, object]:
    counts = [
        {"counts": tally.count.word.text, "asked": f"{tally.count.relation} {tally.count.number}", "met": tally.met,
         "beside": tally.count.beside or None, "rows": [row.line for row in tally.rows]}
        for tally in tallies
    ]  # fmt: skip
    place = {"file": move.span.source.path, "line": move.span.line, "quote": move.span.text}
    return {"move": move.direction, **place, "counts": counts}


FORMATS = {"text": text, "json": as_json}
