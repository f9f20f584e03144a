"""What an edit of a doctrine owes by the doctrine's own words: rows of the log, a date, a person where an invariant changes.

The rules about edits are those of the doctrine before the edit: an edit cannot grant itself what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harnessy import api
from harnessy.document import read
from harnessy.ledger.report import Calibration
from harnessy.ledger.rows import ISO_DATE
from harnessy.ledger.standing import Standing
from harnessy.owed.calibration import calibrated, document_at, page_of
from harnessy.owed.leftovers import copied, still_named
from harnessy.review.changes import Change
from harnessy.rulebook.mechanics import Demand, Held, Move
from harnessy.rulebook.model import INVARIANT_RANK, Rule, RuleBook, Scale
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Label, Source, Span

_SAYS_SO = "the doctrine before the edit says so"


@dataclass(frozen=True)
class Edit:
    """A doctrine before and after an edit, the log of runs at that time, and the other Markdown files that changed with it."""

    before: api.Loaded
    after: api.Loaded
    log: Source | None = None
    tasks: Path | None = None
    others: tuple[Source, ...] = ()


def findings(edit: Edit) -> tuple[Diagnostic, ...]:
    """What the edit owes and lacks, by place. Raises UsageError for a log that cannot be read."""
    found = [*_invariants(edit), *_rules_about_edits(edit), *still_named(edit.before, edit.after)]
    found += copied(edit.after.documents, map(read, edit.others))
    if any(evidence.moves for evidence in edit.before.built.evidence):
        found += _Moved(edit).findings()
    return tuple(sorted(found, key=lambda one: one.order))


# -- rules that nothing may loosen, and the rules about edits themselves


def _invariants(edit: Edit) -> Iterator[Diagnostic]:
    kept = {_words(rule.span) for rule in _rules(edit.after.rulebook)}
    for rule in _rules(edit.before.rulebook):
        if rule.rank == INVARIANT_RANK and _words(rule.span) not in kept:
            message = "a rule that no other may loosen is changed or gone"
            yield _touched(edit, rule.span, "HN804", message, "have a person approve it")


def _rules_about_edits(edit: Edit) -> Iterator[Diagnostic]:
    kept = {_words(span) for span in _about_edits(edit.after)}
    for span in _about_edits(edit.before):
        if _words(span) not in kept:
            message = "what an edit owes is itself changed or gone"
            yield _touched(edit, span, "HN805", message, "change it by itself, and have a person approve it")


def _about_edits(loaded: api.Loaded) -> Iterator[Span]:
    for evidence in loaded.built.evidence:
        yield from (move.span for move in evidence.moves)
        yield from (demand.span for demand in evidence.demands)


def _rules(rulebook: RuleBook) -> Iterator[Rule]:
    for book in rulebook.books:
        yield from book.rules


def _words(span: Span) -> str:
    return " ".join(span.text.split()).strip(" .;")


def _touched(edit: Edit, span: Span, code: str, message: str, mend: str) -> Diagnostic:
    """A finding about words that are no longer there: where they stood, in the text as it is now."""
    quoted = f"{message}: `{_words(span).replace('`', '')}`"
    return Diagnostic(code, "warning", quoted, _near(edit.after, span), help=mend)


def _near(after: api.Loaded, span: Span) -> Span:
    """The line in the new text that stands where a span stood in the old: the first one that is not in the old text."""
    source = next((one for one in after.sources if one.path == span.source.path), after.sources[0])
    old = set(span.source.text.splitlines())
    new = [line for line in range(1, source.text.count("\n") + 2) if source.line_text(line).strip()]
    fresh = [line for line in new if source.line_text(line) not in old] or new or [1]
    line = min(fresh, key=lambda one: abs(one - span.line))
    start = source.line_start(line)
    return source.span(start, start + len(source.line_text(line)))


# -- what moves


class _Moved:
    """The quantity that the log moves, before and after the edit."""

    def __init__(self, edit: Edit) -> None:
        self.edit = edit
        at = next(at for at, evidence in enumerate(edit.before.built.evidence) if evidence.moves)
        self.was = document_at(edit.before, at)
        self.page = page_of(self.was)
        self.moves = self.was.evidence.moves
        self.quantity = self.moves[0].quantity
        self.calibration = self._counted()
        self.standings = {one.name.key: one for one in self.calibration.standings} if self.calibration else {}
        self.rows = dict(_listed(edit.after, self.quantity))

    def _counted(self) -> Calibration | None:
        log = self.edit.log
        return calibrated(self.edit.before, log, self.edit.tasks) if log is not None else None

    def findings(self) -> Iterator[Diagnostic]:
        """What rose without its rows, what should have fallen, and what moved without a date or its rows."""
        ways = dict[str, dict[int, Change]]()
        for name, steps, change in self._steps():
            ways.setdefault(name, {}).setdefault(steps, change)
        for name, found in ways.items():
            if max(found) > 0:
                yield from self._rise(name, max(found), found[max(found)])
            yield from self._undocumented(name)
        for name, standing in self.standings.items():
            fell = min(ways.get(name, {0: None})) < 0
            if standing.move is not None and standing.move.direction == "down" and not fell and name in self.rows:
                yield self._owed_fall(standing, standing.move)

    def _steps(self) -> Iterator[tuple[str, int, Change]]:
        """Each listed thing whose value changed: how many steps of the scale it went up (or down, where negative)."""
        scale = self.page.scale
        if scale is None or not scale.order:
            return
        key = self.moves[0].key.key
        for change in api.diff(*self._alone()).values:
            if fold(change.subject) != self.quantity or change.after is None:
                continue
            steps = _level(scale, change, after=True) - _level(scale, change, after=False)
            for name in sorted({str(one) for box in change.boxes for one in box.get(key, self.rows)}):
                if steps:
                    yield name, steps, change

    def _alone(self) -> tuple[api.Loaded, api.Loaded]:
        """The page that moves the quantity before and after the edit: what other pages call by a like name is another thing."""
        path = self.was.source.path
        speaks = [any(move.quantity == self.quantity for move in one.moves) for one in self.edit.after.built.evidence]
        own = [source for source, found in zip(self.edit.after.sources, speaks, strict=True) if found or source.path == path]
        texts = {source.path: source.text for source in own or self.edit.after.sources}
        return api.load_kept({path: self.was.source.text}), api.load_kept(texts)

    def _rise(self, name: str, steps: int, change: Change) -> Iterator[Diagnostic]:
        move = next((one for one in self.moves if one.direction == "up"), None)
        if move is None:
            return
        standing = self.standings.get(name)
        risen = standing is not None and standing.move is move
        if risen and steps <= move.steps:
            return
        text = self._text(name)
        level = _value(change, after=False)
        old = f"from `{level}` " if level else ""
        message = f"`{text}` rises {old}to `{_value(change, after=True)}`{self._why(standing, move, steps, risen=risen)}"
        label = Label(self._shown(move.span), f"what a rise takes: {_SAYS_SO}")
        yield Diagnostic("HN801", "error", message, self._place(name, change), (label,), self._mend())

    def _mend(self) -> str:
        log = self.edit.log
        return f"`harnessy calibrate --log {log.path} --propose` writes what the rows allow" if log else "name the log with --log"

    def _why(self, standing: Standing | None, move: Move, steps: int, *, risen: bool) -> str:
        if self.calibration is None:
            return ", and no log of runs is at hand"
        if standing is None:
            return ", and no row of the log can be about what was not listed before"
        if risen:
            return f", which is {steps} steps and not {move.steps}"
        if standing.unsure:
            lines = ", ".join(str(row.line) for row in standing.unsure)
            return f", and nobody can tell what the log's rows {lines} count as"
        tallies = next((found for one, found in standing.tallies if one is move), ())
        counted = ((len(tally.rows), tally.count) for tally in tallies)
        return f" on {', '.join(f'{rows} {asked.word.text} (asked: {asked.relation} {asked.number})' for rows, asked in counted)}"

    def _owed_fall(self, standing: Standing, move: Move) -> Diagnostic:
        held = self.rows[standing.name.key]
        lines = ", ".join(str(row.line) for row in standing.evidence)
        what = f"the log's rows {lines} lower `{standing.name.text}`, and the edit leaves it at `{held.cell.text.strip('`')}`"
        label = Label(self._shown(move.span), f"what a fall takes: {_SAYS_SO}")
        return Diagnostic("HN802", "warning", what.replace("``", "`"), held.cell, (label,), self._mend())

    def _undocumented(self, name: str) -> Iterator[Diagnostic]:
        """A move whose row names no new date, or none of its rows, where the doctrine asks for them."""
        held, old = self.rows.get(name), self._before(name)
        if held is None or old is None or held.row.text == old.row.text:
            return
        dated = set(ISO_DATE.findall(held.row.text)) - set(ISO_DATE.findall(old.row.text))
        for demand in self.was.evidence.demands:
            lacks = "no new date" if demand.dated and not dated else ""
            if not lacks and demand.cites and not self._cites(name, held):
                lacks = "none of the log's rows"
            if lacks:
                yield self._lacking(name, lacks, held, demand)

    def _lacking(self, name: str, lacks: str, held: Held, demand: Demand) -> Diagnostic:
        label = Label(self._shown(demand.span), f"what a move owes: {_SAYS_SO}")
        message = f"`{self._text(name)}` moves, and its row names {lacks}"
        return Diagnostic("HN803", "warning", message, held.row, (label,), "write the day and the tasks into the row")

    def _cites(self, name: str, held: Held) -> bool:
        standing = self.standings.get(name)
        rows = standing.evidence if standing else ()
        return not rows or any(row.task.split(" (")[0].strip("` ") in held.row.text for row in rows)

    # -- places

    def _before(self, name: str) -> Held | None:
        return dict(_listed(self.edit.before, self.quantity)).get(name)

    def _text(self, name: str) -> str:
        held = self.rows.get(name) or self._before(name)
        return next((one.text for one in held.keys if one.key == name), name) if held else name

    def _place(self, name: str, change: Change) -> Span:
        held = self.rows.get(name)
        if held is not None:
            return held.cell
        said = change.after.because if change.after else ()
        return said[0].span if said else _near(self.edit.after, self.moves[0].span)

    def _shown(self, span: Span) -> Span:
        """The same words in the new text, where they are still there: a label shows the file as it is."""
        source = next((one for one in self.edit.after.sources if one.path == span.source.path), None)
        at = source.text.find(span.text) if source else -1
        return source.span(at, at + len(span.text)) if source and at >= 0 else span


def _listed(loaded: api.Loaded, quantity: str) -> Iterator[tuple[str, Held]]:
    """The rows of the table of a quantity, by what they list."""
    for evidence in loaded.built.evidence:
        for move in evidence.moves[:1]:
            if move.quantity == quantity:
                yield from ((name.key, held) for held in move.rows for name in held.keys)


def _level(scale: Scale, change: Change, *, after: bool) -> int:
    """Where a value stands on its scale, from 0; where nothing is said, nothing is allowed: it stands at the end."""
    value = _value(change, after=after)
    return scale.order.index(value) if value in scale.order else 0


def _value(change: Change, *, after: bool) -> str:
    decision = change.after if after else change.before
    values = decision.values if decision else {}
    return fold(str(next((value for name, value in values.items() if fold(name) == fold(change.subject)), "")))
