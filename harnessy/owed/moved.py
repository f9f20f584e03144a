"""What the log moves, before and after an edit: rises without their rows, falls that are left out, days and rows not named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from harnessy import api
from harnessy.decision.boxes import Box
from harnessy.decision.model import ABSENT, OTHER
from harnessy.ledger.report import Calibration
from harnessy.ledger.rows import ISO_DATE, LogRow
from harnessy.ledger.standing import Standing
from harnessy.owed.calibration import Tasks, calibrated_by, document_at, page_of
from harnessy.owed.edit import Edit
from harnessy.owed.logged import fresh_lines
from harnessy.owed.placed import in_place_of, same_words
from harnessy.review import values
from harnessy.review.changes import Change
from harnessy.rulebook.mechanics import Demand, Held, Move
from harnessy.rulebook.model import Quantity
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Severity, Span

_SAYS_SO = "the doctrine before the edit says so"


class Moved:
    """The quantity that the log moves, before and after the edit."""

    def __init__(self, edit: Edit) -> None:
        before, after = self.before, self.after = edit.before, edit.after
        self.log, self.log_before, self.today = edit.log, edit.log_before, edit.today
        at = next(at for at, evidence in enumerate(before.built.evidence) if evidence.moves)
        self.was = document_at(before, at)
        self.page = page_of(self.was)
        self.moves = self.was.evidence.moves
        self.quantity = self.moves[0].quantity
        self.unread = ""
        self.calibration = self._counted(edit.tasks)
        self.standings = {one.name.key: one for one in self.calibration.standings} if self.calibration else {}
        self.rows = dict(_listed(after, self.quantity))
        self.old_rows = dict(_listed(before, self.quantity))

    def _counted(self, tasks: Tasks | None) -> Calibration | None:
        if self.log is None:
            return None
        try:
            return calibrated_by(self.was, self.log, tasks, self.today, dated_after=self.today)
        except api.UsageError as error:
            self.unread = str(error)
            return None

    def findings(self) -> Iterator[Diagnostic]:
        """What rose without its rows, what should have fallen, and what moved without a date or its rows."""
        if not self.after.sources:
            return
        ways, told = dict[str, dict[int, Change]](), set[int]()
        for name, steps, change in self._steps():
            ways.setdefault(name, {}).setdefault(steps, change)
        for name, found in ways.items():
            if max(found) > 0:
                yield from self._rise(name, max(found), found[max(found)])
            lacking = list(self._undocumented(name))
            told.update(one.span.start for one in lacking)
            yield from lacking
        for name, standing in self.standings.items():
            fell = min(ways.get(name, {0: None})) < 0
            if standing.move is not None and standing.move.direction == "down" and not fell and name in self.rows:
                yield self._owed_fall(standing, standing.move)
        yield from (one for one in self._dated_wrongly() if one.span.start not in told)
        yield from self._headed_wrongly()
        yield from self._passed()

    # -- the two pages

    @cached_property
    def _pages(self) -> tuple[api.Loaded, api.Loaded]:
        """The page that moves the quantity before and after the edit: what other pages call by a like name is another thing."""
        path = self.was.source.path
        speaks = [any(move.quantity == self.quantity for move in one.moves) for one in self.after.built.evidence]
        own = [source for source, found in zip(self.after.sources, speaks, strict=True) if found or source.path == path]
        texts = {source.path: source.text for source in own or self.after.sources}
        return api.load_kept({path: self.was.source.text}), api.load_kept(texts)

    @cached_property
    def unmoved(self) -> api.Loaded:
        """The doctrine after the edit with the table of the quantity as it was before: all else that the edit does."""
        move = next((move for one in self.after.built.evidence for move in one.moves if move.quantity == self.quantity), None)
        if move is None or not move.rows or not self.moves[0].rows:
            return self.after
        old, new = _table(self.moves[0]), _table(move)
        texts = {source.path: source.text for source in self.after.sources}
        path, text = new.source.path, new.source.text
        texts[path] = text[: new.start] + old.text + text[new.end :]
        return api.load_kept(texts) if texts[path] != text else self.after

    # -- rises and falls

    def _steps(self) -> Iterator[tuple[str, int, Change]]:
        """Each listed thing whose value changed: how many steps of the scale it went up (or down, where negative)."""
        if not self._order:
            return
        key = self.moves[0].key.key
        old, new = self._pages
        for change in values(old.rulebook, new.rulebook, self.quantity):
            if change.after is None:
                continue
            steps = self._level(_value(change, after=True)) - self._level(_value(change, after=False))
            for name in sorted({str(one) for box in change.boxes for one in box.get(key, self.rows)}):
                if steps:
                    yield name, steps, change

    @property
    def _order(self) -> tuple[str, ...]:
        return self.page.scale.order if self.page.scale else ()

    def _level(self, value: str) -> int:
        """Where a value stands on the scale, from 0; where nothing is said, nothing is allowed: it stands at the end."""
        return self._order.index(value) if value in self._order else 0

    def _member(self, value: str) -> str:
        """A value of the scale as the page writes it."""
        members = self.page.scale.members if self.page.scale else ()
        return next((member.text for member in members if member.key == value), value).strip("`")

    def _rise(self, name: str, steps: int, change: Change) -> Iterator[Diagnostic]:
        move = self._up
        if move is None:
            return
        standing = self.standings.get(name)
        risen = standing is not None and standing.move is move
        if risen and steps <= move.steps:
            yield from self._rests(name, standing, change)
            return
        text = self._text(name)
        level = self._member(_value(change, after=False))
        old = f"from `{level}` " if level else ""
        new = self._member(_value(change, after=True))
        message = f"`{text}` rises {old}to `{new}`{self._why(standing, move, steps, risen=risen)}"
        label = ("what a rise takes", move.span)
        yield self._finding("HN801", "error", message, self._place(name, change), label, mend=self._mend())

    def _rests(self, name: str, standing: Standing | None, change: Change) -> Iterator[Diagnostic]:
        """A note on the rows of an earned rise that nobody has seen before this edit."""
        fresh = fresh_lines(self.log_before, self.log) if self.log is not None else frozenset()
        lines = [str(row.line) for row in (standing.evidence if standing else ()) if row.line in fresh]
        if lines and self.log is not None:
            message = f"`{self._text(name)}` rises on rows of `{self.log.path}` that this edit brings: {', '.join(lines)}"
            yield Diagnostic("HN810", "note", message, self._place(name, change), help="look at these rows as well")

    @property
    def _up(self) -> Move | None:
        return next((one for one in self.moves if one.direction == "up"), None)

    def _mend(self) -> str:
        if self.log is None:
            return "name the log with --log"
        return f"`harnessy calibrate --log {self.log.path} --propose` writes what the rows allow"

    def _why(self, standing: Standing | None, move: Move, steps: int, *, risen: bool) -> str:
        if self.calibration is None:
            return f", and {self.unread or 'no log of runs is at hand'}"
        if standing is None:
            return ", and no row of the log can be about what was not listed before"
        if risen:
            return f", which is {steps} steps and not {move.steps}"
        if standing.unsure:
            lines = ", ".join(str(row.line) for row in standing.unsure)
            return f", and nobody can tell what the log's rows {lines} count as"
        tallies = next((found for one, found in standing.tallies if one is move), ())
        counted = ((len(tally.rows), tally.count) for tally in tallies)
        return f" on {', '.join(f'{rows} {asked.told} (asked: {asked.relation} {asked.number})' for rows, asked in counted)}"

    def _owed_fall(self, standing: Standing, move: Move) -> Diagnostic:
        held = self.rows[standing.name.key]
        lines = ", ".join(str(row.line) for row in standing.evidence)
        what = f"the log's rows {lines} lower `{standing.name.text}`, and the edit leaves it at `{held.cell.text.strip('`')}`"
        return self._finding("HN802", "warning", what, held.cell, ("what a fall takes", move.span), mend=self._mend())

    # -- a value that is no longer kept to the quantity

    def _passed(self) -> Iterator[Diagnostic]:
        """What was never higher than the moved quantity, and is after an edit that leaves its table as it was."""
        move = self._up
        if move is None or not self._order:
            return
        old, new = self._pages[0], self.unmoved
        for key, quantity in self.was.book.quantities.items():
            if quantity.function != "min" or self.quantity not in quantity.reads:
                continue
            above = list(self._above(values(old.rulebook, new.rulebook, key)))
            if above:
                yield self._passes(quantity, above, move)

    def _above(self, changes: tuple[Change, ...]) -> Iterator[tuple[str, str, str, Change]]:
        """The listed thing, its cap before the edit and the higher value after it."""
        for change in changes:
            value = _value(change, after=True)
            for name in sorted({str(one) for box in change.boxes for one in box.get(self.moves[0].key.key, self.old_rows)}):
                caps = [self._cap(box, name) for box in change.boxes if name in box.get(self.moves[0].key.key, self.old_rows)]
                cap = min(caps, key=self._level, default="")
                if value in self._order and self._level(value) > self._level(cap):
                    yield name, cap, value, change

    def _cap(self, box: Box, name: str) -> str:
        """The value of the quantity before the edit, in the cases of a box."""
        known = {key: sorted(map(str, found)) for key, found in box.items() if found and not found & {ABSENT, OTHER}}
        facts: dict[str, object] = {key: found[0] for key, found in known.items()}
        facts |= {key: None for key, found in box.items() if ABSENT in found}
        facts[self.moves[0].key.key] = name
        decision = api.ask(self._pages[0], self.was.book.quantities[self.quantity].name.text, facts)
        return fold(str(next((value for key, value in decision.values.items() if fold(key) == self.quantity), "")))

    def _passes(self, quantity: Quantity, above: list[tuple[str, str, str, Change]], move: Move) -> Diagnostic:
        name, cap, value, change = above[0]
        others = len({one[0] for one in above}) - 1
        more = f" (and {others} more)" if others else ""
        table = self.was.book.quantities[self.quantity].name.text
        text, high, low = self._text(name), self._member(value), self._member(cap)
        message = f"`{quantity.name.text}` of `{text}`{more} may be `{high}`, above its {table} `{low}`"
        said = [one.span for one in change.cited[1]] or [one.span for one in (change.after.because if change.after else ())]
        old = quantity.span or quantity.name.span
        place = next(iter(said), None) or in_place_of(self.after.documents, old)
        place = in_place_of(self.after.documents, place) if place.source not in self.after.sources else place
        mend = f"let the {table} bind as before, and raise it by its rows"
        return self._finding("HN801", "error", message, place, ("what a rise takes", move.span), mend=mend)

    # -- days and rows that a move names

    def _undocumented(self, name: str) -> Iterator[Diagnostic]:
        """A move whose row names no new date, or none of its rows, where the doctrine asks for them."""
        held, old = self.rows.get(name), self.old_rows.get(name)
        if held is None or old is None or held.row.text == old.row.text:
            return
        said = set[str]()
        for demand in self.was.evidence.demands:
            lacks = self._undated(name, held, old) if demand.dated else ""
            if not lacks and demand.cites and not self._cites(name, held):
                lacks = "names none of the log's rows"
            if lacks and lacks not in said:
                said.add(lacks)
                yield self._lacking(name, lacks, held, demand)

    def _undated(self, name: str, held: Held, old: Held) -> str:
        """What is wrong with the day of a move."""
        was, now = _day(old), _day(held)
        rows = max((row.date for row in self._evidence(name)), default="")
        if not now or now == was:
            return "names no new date"
        if now < was:
            return f"names no day after `{was}`, its last edit"
        return f"is dated before the row of `{rows}` that it rests on" if now < rows else ""

    def _lacking(self, name: str, lacks: str, held: Held, demand: Demand) -> Diagnostic:
        message = f"`{self._text(name)}` moves, and its row {lacks}"
        label = ("what a move owes", demand.span)
        return self._finding("HN803", "warning", message, held.row, label, mend="write the day and the tasks into the row")

    def _dated_wrongly(self) -> Iterator[Diagnostic]:
        """Rows that name a day to come, or not the day of their last edit any more: rows of the log would count wrongly."""
        move = self.moves[0]
        for name, held in self.rows.items():
            old = self.old_rows.get(name)
            if old is not None and held.row.text == old.row.text:
                continue
            message = ""
            if self.today and _day(held) > self.today:
                message = f"the row of `{self._text(name)}` names `{_day(held)}`, a day to come: till then no row would count"
            elif old is not None and _day(held) < _day(old):
                message = f"the row of `{self._text(name)}` no longer names `{_day(old)}`: rows that counted would count again"
            if message:
                label = ("rows count from the last edit", move.span)
                mend = "name the day of the edit, and keep the last one"
                yield self._finding("HN803", "warning", message, held.row, label, mend=mend)

    def _headed_wrongly(self) -> Iterator[Diagnostic]:
        """Headings that name a day to come, or not the last edit any more, where rows count from the last edit of any kind."""
        moved = [{move.quantity for move in one.moves} for one in self.after.built.evidence]
        at = next((at for at, quantities in enumerate(moved) if self.quantity in quantities), None)
        if at is None or any(move.own for move in self.moves):
            return
        old, new = _latest(self.was.headings), _latest(document_at(self.after, at).headings)
        rows = max(map(_day, self.rows.values()), default="")
        message, day = "", new
        if self.today and new > self.today:
            message = f"a heading names `{new}`, a day to come: till then no row would count"
        elif old > max(new, rows):
            message, day = f"no heading names `{old}` any more: rows that counted would count again", old
        if message:
            source = self.was.source if day == old else self.after.sources[at]
            place = source.line_span(source.text.count("\n", 0, max(0, source.text.find(day))) + 1)
            place = in_place_of(self.after.documents, place) if day == old else place
            label = ("rows count from the last edit", self.moves[0].span)
            yield self._finding("HN803", "warning", message, place, label, mend="name the day of each edit, and keep the last one")

    def _evidence(self, name: str) -> tuple[LogRow, ...]:
        standing = self.standings.get(name)
        return standing.evidence if standing else ()

    def _cites(self, name: str, held: Held) -> bool:
        rows = self._evidence(name)
        return not rows or any(row.task.split(" (")[0].strip("` ") in held.row.text for row in rows)

    # -- places

    def _finding(
        self, number: str, severity: Severity, message: str, place: Span, label: tuple[str, Span], *, mend: str,
    ) -> Diagnostic:
        words, said = label
        labels = (Label(same_words(self.after.documents, said), f"{words}: {_SAYS_SO}"),)
        return Diagnostic(number, severity, message.replace("``", "`"), place, labels, mend)

    def _text(self, name: str) -> str:
        held = self.rows.get(name) or self.old_rows.get(name)
        return next((one.text for one in held.keys if one.key == name), name) if held else name

    def _place(self, name: str, change: Change) -> Span:
        held = self.rows.get(name)
        if held is not None:
            return held.cell
        said = change.after.because if change.after else ()
        return said[0].span if said else in_place_of(self.after.documents, self.moves[0].span)


def _listed(loaded: api.Loaded, quantity: str) -> Iterator[tuple[str, Held]]:
    """The rows of the table of a quantity, by what they list."""
    for evidence in loaded.built.evidence:
        for move in evidence.moves[:1]:
            if move.quantity == quantity:
                yield from ((name.key, held) for held in move.rows for name in held.keys)


def _table(move: Move) -> Span:
    """The head and the rows of the table of a quantity."""
    source = move.key.span.source
    return source.span(source.line_start(move.key.span.line), max(held.row.end for held in move.rows))


def _day(held: Held) -> str:
    return _latest((held.row.text,))


def _latest(texts: Iterable[str]) -> str:
    """The latest day that some texts name; empty where they name none."""
    return max((day for text in texts for day in ISO_DATE.findall(text)), default="")


def _value(change: Change, *, after: bool) -> str:
    decision = change.after if after else change.before
    known = decision.values if decision else {}
    return fold(str(next((value for name, value in known.items() if fold(name) == fold(change.subject)), "")))
