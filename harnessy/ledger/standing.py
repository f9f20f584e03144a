"""How each listed thing stands: its rows since the last edit, and whether its cap may rise or falls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from harnessy.ledger.bounded import in_a_row, within
from harnessy.ledger.rows import ISO_DATE, LogRow, is_day
from harnessy.rulebook.mechanics import Count, Evidence, Held, Move
from harnessy.rulebook.model import Named, Scale
from harnessy.rulebook.names import fold
from harnessy.source import Source

_WANTED = frozenset({"≥", ">"})
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Tally:
    """The rows that a count looked at, and whether it is as the rule asks."""

    count: Count
    rows: tuple[LogRow, ...]
    met: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """One listed thing: its cell, the date of the last edit (empty: none), each move with its tallies, what follows.

    `unsure` are rows that nobody can class and that could count; while there are any, nothing rises.
    """

    name: Named
    held: Held
    since: str
    tallies: tuple[tuple[Move, tuple[Tally, ...]], ...]
    move: Move | None = None
    cell: str = ""
    unsure: tuple[LogRow, ...] = ()
    reason: str = ""

    @property
    def evidence(self) -> tuple[LogRow, ...]:
        """The rows that the move rests on."""
        tallies = next((found for move, found in self.tallies if move is self.move), ())
        return tuple(row for tally in tallies for row in tally.rows)


@dataclass(frozen=True, slots=True)
class Page:
    """The document that holds the table: its text, what it says of its log, the scale of the quantity, its headings.

    `uncounted` are the words for a row that counts as no row.
    """

    source: Source = field(repr=False)
    evidence: Evidence
    scale: Scale | None
    headings: tuple[str, ...]
    uncounted: tuple[str, ...] = ()


def standings(page: Page, rows: tuple[LogRow, ...], today: str = "") -> tuple[Standing, ...]:
    """How everything stands that the table of the moved quantity lists, in its order; `today` ends what counts back from it."""
    if not page.evidence.moves:
        return ()
    return tuple(_standing(page, name, held, rows, today) for held in page.evidence.moves[0].rows for name in held.keys)


def last_rows(rows: Iterable[LogRow]) -> tuple[LogRow, ...]:
    """The last row of each task, in order: a task counts once."""
    found = dict[str, LogRow]()
    for row in rows:
        found.pop(row.key, None)
        found[row.key or f"line {row.line}"] = row
    return tuple(found.values())


def _standing(page: Page, name: Named, held: Held, rows: tuple[LogRow, ...], today: str) -> Standing:
    own = any(move.own for move in page.evidence.moves)
    since = _edited(page, held, own=own)
    mine = tuple(row for row in rows if row.work in {"", name.key})
    window = _Window(since, mine, name.key, today)
    tallies = tuple((move, tuple(_tally(page, move, count, window) for count in move.counts)) for move in page.evidence.moves)
    unsure = tuple(_unsure(page, name, since, mine))
    met = {move.direction: move for move, found in tallies if found and all(tally.met for tally in found)}
    down, up = met.get("down"), met.get("up")
    base = Standing(name, held, since, tallies, unsure=unsure)
    if down is not None:
        return _moved(page, base, down)
    if up is None:
        return base
    return _blocked(base, up) if unsure else _moved(page, base, up)


def _blocked(base: Standing, move: Move) -> Standing:
    lines = ", ".join(str(row.line) for row in base.unsure)
    reason = f"undecided: nobody can tell what the log's rows {lines} count as"
    return replace(base, reason=f"{reason}, so it does not go {move.direction}")


def _moved(page: Page, base: Standing, move: Move) -> Standing:
    cell, reason = moved(page.scale, base.held.cell.text, move)
    found = move if cell else None
    return replace(base, move=found, cell=cell, reason=reason)


def _edited(page: Page, held: Held, *, own: bool) -> str:
    """The date of the last edit: the latest that the row names, or the latest of the table and of any heading."""
    rows = (held.row.text,) if own else tuple(row.row.text for row in page.evidence.moves[0].rows)
    texts = rows if own else (*rows, *page.headings)
    return max((date for text in texts for date in ISO_DATE.findall(text)), default="")


@dataclass(frozen=True, slots=True)
class _Window:
    """The rows that may be about one kind of work, the date of the last edit, and of the day (empty: not known)."""

    since: str
    rows: tuple[LogRow, ...]
    work: str
    today: str


def _tally(page: Page, move: Move, count: Count, window: _Window) -> Tally:
    """What a count asks for counts once for each task and after the day of the edit; what it forbids counts always.

    A forbidden row of the day of the edit, or an older one, is dealt with when the edit's page names its task.
    """
    wanted = move.direction == "up" and count.relation in _WANTED
    if wanted:
        pool = [row for row in last_rows(window.rows) if row.work == window.work and row.date > window.since]
    else:
        pool = [row for row in window.rows if row.work == window.work and _open(page, row, window.since)]
    found = [row for row in pool if not row.problem and count.word.key in {row.word, _name(row)}]
    if count.streak:
        others = [row for row in last_rows(window.rows) if not is_day(row.date) or row.date > window.since] if wanted else pool
        runs = in_a_row(others, found, page.uncounted)
        found = runs[-1] if wanted else max(runs, key=len)
    if count.days is not None:
        found = within(found, count.days, window.today if count.late else "", known=bool(wanted and count.late))
    return Tally(count, tuple(found), _holds(Decimal(len(found)), count))


def _name(row: LogRow) -> str:
    return row.outcome.name.key if row.outcome else ""


def _open(page: Page, row: LogRow, since: str) -> bool:
    return row.date > since or (row.date == since and not _cited(page, row))


def _cited(page: Page, row: LogRow) -> bool:
    task = row.task.split(" (")[0].strip("` ")
    return bool(task) and re.search(rf"(?<![\w-]){re.escape(task)}(?![\w-])", page.source.text) is not None


def _holds(number: Decimal, count: Count) -> bool:
    compared = {
        "≥": number >= count.number,
        ">": number > count.number,
        "≤": number <= count.number,
        "<": number < count.number,
        "=": number == count.number,
    }
    return compared.get(count.relation, False)


def _unsure(page: Page, name: Named, since: str, rows: tuple[LogRow, ...]) -> Iterator[LogRow]:
    """Rows that could be of this kind and forbidden: their class, their date or their kind is not known."""
    forbidden = {
        count.word.key
        for move in page.evidence.moves
        for count in move.counts
        if move.direction == "down" or count.relation not in _WANTED
    }
    last = {id(row) for row in last_rows(rows)}
    for row in rows:
        dated = is_day(row.date)
        if dated and not _open(page, row, since):
            continue
        settled = not row.problem and row.work == name.key
        names = {row.word, _name(row)} if not row.problem else {_name(row), *row.may}
        harmless = bool(row.outcome) and dated and not forbidden & names
        superseded = id(row) not in last and not (forbidden & names)
        if not settled and not harmless and not superseded:
            yield row


def moved(scale: Scale | None, cell: str, move: Move) -> tuple[str, str]:
    """The cell after a move, each of its levels one way along the scale, or why it cannot move."""
    if scale is None or not scale.order:
        return "", "undecided: the order of its scale is not known"
    order, texts = scale.order, {member.key: member.text for member in scale.members}
    steps = int(move.steps) if move.direction == "up" else -int(move.steps)
    found = [match for match in _CODE.finditer(cell) if fold(match[1]) in order]
    before = [order.index(fold(match[1])) for match in found]
    after = [order[max(0, min(len(order) - 1, at + steps))] for at in before]
    if not found:
        return "", "undecided: its cell names no member of the scale in a code span"
    if [order[at] for at in before] == after:
        return "", f"it stands at the end of its scale and goes no further {move.direction}"
    if len(set(after)) == 1:
        return f"`{texts[after[0]]}`", ""
    parts, at = list[str](), 0
    for match, key in zip(found, after, strict=True):
        parts += [cell[at : match.start(1)], texts[key]]
        at = match.end(1)
    return "".join([*parts, cell[at:]]), ""
