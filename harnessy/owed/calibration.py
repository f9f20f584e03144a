"""Calibration: a log and a doctrine in; every row classed or named, how each kind of work stands, the edit that follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from harnessy import api, assets, inputs
from harnessy.decision.question import fact_key
from harnessy.document import header_lines, read
from harnessy.ledger.proposal import diff, edited
from harnessy.ledger.report import Calibration
from harnessy.ledger.rows import LogRow, Reading, is_day, outcome_problem, read_rows
from harnessy.ledger.standing import Page, standings
from harnessy.owed.files import check, edit, text_of
from harnessy.rulebook.mechanics import Evidence
from harnessy.rulebook.model import Book, Fact
from harnessy.rulebook.names import fold
from harnessy.rulebook.words import Words
from harnessy.source import Source, nearest

DENIALS = ("NOT", "NO", "NEVER", "NOONE", "WITHOUT", "RATHER", "UNTIL", "UNLESS", "EXCEPT", "BEFORE")

_MOVING = ("RISE", "RISES", "RAISES", "FALLS", "FALLEN")
_LOOSE = frozenset({"not understood", "rationale"})
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Doctrine:
    """The one document of a doctrine that speaks of a log."""

    book: Book
    evidence: Evidence
    source: Source = field(repr=False)
    headings: tuple[str, ...]
    words: Words


def speaking(loaded: api.Loaded) -> Doctrine:
    """The document that says how rows of a log count. Raises UsageError for none, or more than one."""
    found = [at for at, evidence in enumerate(loaded.built.evidence) if evidence.outcomes]
    if len(found) != 1:
        files = ", ".join(f"`{source.path}`" for source in loaded.sources)
        how = "no document says" if not found else "more than one document says"
        mend = "grammar/README.md shows the sentences and the table under `Evidence`"
        raise api.UsageError(f"{how} what the outcomes of a log count as: {files}", mend)
    return document_at(loaded, found[0])


def document_at(loaded: api.Loaded, at: int) -> Doctrine:
    """One document of a doctrine, with what it says of its log."""
    headings = tuple(section.heading.text for section in loaded.documents[at].sections if section.heading)
    book = loaded.built.rulebook.books[at]
    return Doctrine(book, loaded.built.evidence[at], loaded.sources[at], headings, Words.of(assets.grammar()))


@dataclass(frozen=True, slots=True)
class Tasks:
    """Task files: the folder that they were looked for in, and their texts by path."""

    folder: str
    texts: Mapping[str, str] = field(repr=False)

    @classmethod
    def of(cls, folder: Path) -> Tasks:
        """The files of a folder and of the folders in it. Raises UsageError."""
        if not folder.is_dir():
            raise api.UsageError(f"`{folder}` is no folder", "name a folder of task files with --tasks")
        return cls(str(folder), {str(file): inputs.text_of(str(file)) for file in sorted(folder.rglob("*.md"))})


def calibrate(loaded: api.Loaded, log: str, tasks: Path | None = None, today: str = "") -> Calibration:
    """Read a log by the words of a doctrine. Raises UsageError for what cannot be read."""
    texts = Tasks.of(tasks) if tasks is not None else None
    return calibrated_by(speaking(loaded), Source.of(inputs.shown(log), inputs.text_of(log)), texts, today)


def calibrated_by(
    doctrine: Doctrine, source: Source, tasks: Tasks | None = None, today: str = "", *, dated_after: str = "",
) -> Calibration:
    """The same by one document. A table without rows is a log in which nothing has happened yet.

    Rows of a day after `dated_after` (empty: any may be) are named instead of counted; those after `today` are only told.
    """
    known, notes = _task_types(doctrine, tasks) if tasks else ({}, ())
    lists = (doctrine.words.keywords, doctrine.words.mechanics)
    denials = frozenset(word for name in DENIALS for words in lists for word in words.get(name, ()))
    reading = Reading(
        doctrine.evidence, _heads(doctrine), known, doctrine.words.mechanics, denials, kinds=_kinds(doctrine), today=dated_after
    )
    log = read(source)
    rows = read_rows(log, reading)
    heads = {_bare(cell.text) for _, table in log.tables() for cell in table.header.cells}
    if not rows and doctrine.evidence.ends not in heads:
        mend = f"it needs a table with a column `{doctrine.evidence.ends}`"
        raise api.UsageError(f"`{source.path}` holds no table of rows", mend)
    page = page_of(doctrine)
    where, assumed = _where(doctrine, rows, tasks), tuple(_assumed(doctrine))
    notes = (*notes, *_to_come(rows, today), *_unread(doctrine))
    return Calibration(source.path, rows, standings(page, rows, today), page, where, assumed, tuple(notes))


def page_of(doctrine: Doctrine) -> Page:
    """The document with the scale of the quantity that its log moves."""
    moves = doctrine.evidence.moves
    quantity = doctrine.book.quantities.get(moves[0].quantity) if moves else None
    scale = doctrine.book.scales.get(quantity.scale or "") if quantity else None
    return Page(doctrine.source, doctrine.evidence, scale, doctrine.headings, doctrine.words.mechanics["UNCOUNTED"])


def _fact(doctrine: Doctrine) -> Fact | None:
    """The fact by which the moved quantity is listed."""
    name = doctrine.evidence.moves[0].key
    return doctrine.book.facts.get(fact_key(doctrine.book, name.text) or name.key)


def _heads(doctrine: Doctrine) -> frozenset[str]:
    """The heads under which a log or a task may name the kind of work: the fact's own names."""
    if not doctrine.evidence.moves:
        return frozenset()
    fact = _fact(doctrine)
    own = {fact.name.key, *(alias.key for alias in fact.aliases)} if fact else set[str]()
    said = doctrine.evidence.held.get("KINDOF")
    return frozenset({doctrine.evidence.moves[0].key.key, *own, *([said] if said else [])})


def _kinds(doctrine: Doctrine) -> frozenset[str]:
    """The kinds of work that the doctrine knows: those that the table lists, and the other values of the fact."""
    if not doctrine.evidence.moves:
        return frozenset()
    fact = _fact(doctrine)
    listed = {key.key for held in doctrine.evidence.moves[0].rows for key in held.keys}
    return frozenset({*listed, *(value.key for value in (fact.values if fact else ()))})


def _task_types(doctrine: Doctrine, tasks: Tasks) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The kind of work of each task that has a file, by the name of the task."""
    heads, found, notes = _heads(doctrine), dict[str, str](), list[str]()
    for path, text in tasks.texts.items():
        lines = {fold(name): str(value) for name, value, _ in header_lines(text)}
        kinds = {fold(value) for name, value in lines.items() if name in heads}
        key = fold(Path(path).stem.rpartition("__")[2])
        if found.get(key, next(iter(kinds), "")) not in kinds and kinds:
            notes.append(f"two task files are called `{key}` and name two kinds of work, so neither counts")
            found[key] = ""
        elif kinds:
            found[key] = kinds.pop()
    if not found:
        shown = ", ".join(f"`{head}`" for head in sorted(heads))
        notes.append(f"no file in `{tasks.folder}` has a header line {shown}")
    return {key: kind for key, kind in found.items() if kind}, tuple(notes)


def _where(doctrine: Doctrine, rows: tuple[LogRow, ...], tasks: Tasks | None) -> str:
    """Where the kind of work was found, for people."""
    moves = doctrine.evidence.moves
    name = moves[0].key.text if moves else "kind of work"
    known = sum(bool(row.work) for row in rows)
    if not known:
        elsewhere = f"no task file in `{tasks.folder}` is one of its tasks" if tasks else "no --tasks DIR was given"
        return f"the log has no column `{name}`, and {elsewhere}: the {name} of no row is known"
    return f"the {name} of {known} of {len(rows)} rows is known"


def _assumed(doctrine: Doctrine) -> Iterator[str]:
    if not doctrine.evidence.supersedes:
        yield "a task counts once, by its last row, and a row that demotes counts always: the doctrine does not say"


def _to_come(rows: tuple[LogRow, ...], today: str) -> Iterator[str]:
    lines = [str(row.line) for row in rows if today and is_day(row.date) and row.date > today]
    if lines:
        yield f"of a day after {today}: the rows {', '.join(lines)}"


def _unread(doctrine: Doctrine) -> Iterator[str]:
    """What the document may say of rises and falls and nobody understands: by such a sentence nothing moves."""
    directions = {move.direction for move in doctrine.evidence.moves}
    if {"up", "down"} <= directions:
        return
    lists = doctrine.words.mechanics
    verbs = {word for name in _MOVING for phrase in lists[name] for word in phrase.split()[-1:]}
    found = False
    for reading in doctrine.book.readings:
        words = {word.casefold() for word in re.findall(r"[\w'-]+", reading.span.text)}
        if reading.kind in _LOOSE and words & verbs and words & set(lists["ROWS"]):
            found = True
            text, span = " ".join(reading.span.text.split()), reading.span
            yield f"not understood, so nothing moves by it: “{text}”   {span.source.path}:{span.line}:{span.column}"
    for direction, word in (("up", "rises"), ("down", "falls")):
        if direction not in directions and not found:
            yield f"`{doctrine.source.path}` does not say when anything {word}: grammar/README.md shows how, under `Evidence`"


def proposed(calibration: Calibration, date: str) -> str:
    """The edit of the doctrine that follows from the moves, as a unified diff."""
    source = calibration.page.source
    after = edited(source, calibration.moves, date)
    raw = Path(source.path)
    crlf = raw.is_file() and b"\r\n" in raw.read_bytes()
    return diff(source.path.removeprefix("/"), source.text, after, crlf=crlf)


def dated_heads(doctrine: Doctrine) -> frozenset[str]:
    """The folded heads of columns with a day."""
    said = doctrine.evidence.held.get("DATED_COLUMN")
    return frozenset({said} if said else doctrine.words.mechanics["DATED_COLUMN"])


# -- adding a row


def row_of(doctrine: Doctrine, given: Mapping[str, str], today: str) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The columns of the doctrine and the cell of each, by its folded name. Raises UsageError."""
    columns = tuple(column.text for column in doctrine.evidence.columns)
    if not columns:
        raise api.UsageError(f"`{doctrine.source.path}` names no columns of a log", "list them in a table `Log column | Holds`")
    return columns, _cells(doctrine, columns, given, today)


def add(loaded: api.Loaded, log: Path, given: Mapping[str, str], today: str, *, once: bool = False) -> str:
    """Append a row to a log, with the columns that the doctrine names; the row as written. Raises UsageError.

    The file is made when it is not there. What stands in it keeps every byte. `once`: not where the last row is the same.
    """
    written = list[str]()

    def appended(text: str) -> str:
        row, after = _with_row(speaking(loaded), log, given, today, text)
        written.append(row)
        return text if once and _ends_in(speaking(loaded), text, row) else after

    edit(log, appended, create=True)
    return written[-1]


def may_add(loaded: api.Loaded, log: Path, given: Mapping[str, str], today: str) -> None:
    """Raise UsageError for a row that could not be added, and add nothing."""
    check(log)
    _with_row(speaking(loaded), log, given, today, text_of(log) if log.exists() else "")


def _with_row(doctrine: Doctrine, log: Path, given: Mapping[str, str], today: str, text: str) -> tuple[str, str]:
    """A row as written, and the text of a log with it. Raises UsageError."""
    columns, cells = row_of(doctrine, given, today)
    heads, end = _table(text, doctrine.evidence.ends)
    missing = [column for column in columns if heads and _bare(column) not in heads]
    if missing:
        raise api.UsageError(f"`{log}` has no column `{missing[0]}`", "give the table of the log the columns of the doctrine")
    row = f"| {' | '.join(cells.get(head, '') for head in heads or [_bare(column) for column in columns])} |"
    ending = "\r\n" if "\r\n" in text else "\n"
    if heads:
        return row, text[:end] + ending + row + text[end:]
    gap = "" if not text else ending if text.endswith("\n") else ending * 2
    return row, text + gap + ending.join([f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}", row, ""])


def _ends_in(doctrine: Doctrine, text: str, row: str) -> bool:
    return text[: _table(text, doctrine.evidence.ends)[1]].endswith(row)


def _cells(doctrine: Doctrine, columns: tuple[str, ...], given: Mapping[str, str], today: str) -> dict[str, str]:
    """The cell of each column, by its name. Raises UsageError for a column that is unknown, left out or holds no outcome."""
    known = {_bare(column): column for column in columns}
    found = {_bare(name): value for name, value in given.items()}
    listed = ", ".join(f"`{column}`" for column in columns)
    for name in found:
        if name not in known:
            raise api.UsageError(f"the log has no column `{name}`", f"its columns are {listed}")
    for head in known:
        if head in dated_heads(doctrine):
            found.setdefault(head, today)
    missing = [column for head, column in known.items() if not found.get(head, "").strip()]
    if missing:
        mend = f"write {_bare(missing[0]).replace(' ', '-')}=TEXT; its columns are {listed}"
        raise api.UsageError(f"nothing is given for `{missing[0]}`", mend)
    _fits(doctrine, found)
    outcome = next((value for head, value in found.items() if head == doctrine.evidence.ends), "")
    if outcome_problem(outcome, doctrine.evidence):
        names = ", ".join(f"`{one.name.text}`" for one in doctrine.evidence.outcomes)
        mend = f"begin with one of {names}, a remark in brackets behind it"
        raise api.UsageError(f"`{outcome}` begins with no outcome of the doctrine", mend)
    return {head: _escaped(value) for head, value in found.items()}


def _fits(doctrine: Doctrine, found: Mapping[str, str]) -> None:
    """Raise UsageError for a day that is none, and a kind of work that the doctrine does not know: nobody could count the row."""
    kinds = _kinds(doctrine)
    for head, value in found.items():
        if head in dated_heads(doctrine) and not is_day(value.strip()):
            raise api.UsageError(f"`{value}` is no day", "write it as YYYY-MM-DD")
        if kinds and head in _heads(doctrine) and fold(value.strip("` ")) not in kinds:
            near = nearest(fold(value), kinds)
            mend = f"did you mean `{near}`?" if near else f"it knows {', '.join(f'`{one}`' for one in sorted(kinds))}"
            raise api.UsageError(f"`{value}` is no kind of work that the doctrine knows", mend)


def _bare(column: str) -> str:
    """The name of a column without what it explains in brackets."""
    return fold(re.sub(r"\s*\(.*", "", column))


def _escaped(value: str) -> str:
    """Text as one cell: on one line, its pipes escaped."""
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(value.split()))


def _table(text: str, heading: str) -> tuple[list[str], int]:
    """The heads of the last table of a log and the offset behind its last row; no heads where there is none."""
    source = Source.of("", text)
    found = [table for _, table in read(source).tables() if heading in [_bare(cell.text) for cell in table.header.cells]]
    if not found:
        return [], len(text)
    table = found[-1]
    last = table.rows[-1].span.line if table.rows else table.header.span.line + 1
    ends = [match.start() for match in _LINE_END.finditer(text)]
    return [_bare(cell.text) for cell in table.header.cells], [*ends, len(text)][min(last, len(ends) + 1) - 1]
