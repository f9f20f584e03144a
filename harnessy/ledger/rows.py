"""The Markdown table of a calibration log as rows: each classed by the doctrine's outcomes, or named with what is wrong."""

from __future__ import annotations

import re
from calendar import monthrange, timegm
from collections.abc import Mapping
from dataclasses import dataclass, field

from harnessy.document import Document, Row, Table
from harnessy.ledger.stray import stray_rows
from harnessy.rulebook.amount import SECONDS
from harnessy.rulebook.mechanics import Counting, Evidence, Outcome
from harnessy.rulebook.names import fold, in_order
from harnessy.source import Span

ISO_DATE = re.compile(r"(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])")
_BRACKETS = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_REFERENCE = re.compile(r"(?:(?<![\w./-])[\w./-]+)?#\d+")
_ODD_ROWS = frozenset({"HN101", "HN102", "HN105"})
_WANTED = frozenset({"≥", ">"})
_WORD_END = re.compile(r"(?![\w-])")


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row. `word` is what it counts as; empty, and `problem` says why, where nobody can tell.

    `may` are all that it could count as, were its remark plainer. `key` is its task without the number of its issue.
    """

    span: Span = field(compare=False)
    task: str
    key: str
    date: str
    work: str
    outcome: Outcome | None
    word: str
    problem: str = ""
    may: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        """The line of the log."""
        return self.span.line


@dataclass(frozen=True, slots=True)
class Reading:
    """What is needed to read a log: what the doctrine says of it, the heads of the work-type, the type of known tasks.

    `heads` are the word lists for heads of columns, `denials` the words that deny what follows, `kinds` the work-types that
    the doctrine knows (none: any may be). A row of a day after `today` (empty: not known) is of no day yet.
    """

    evidence: Evidence
    work_heads: frozenset[str]
    tasks: Mapping[str, str]
    heads: Mapping[str, tuple[str, ...]]
    denials: frozenset[str]
    kinds: frozenset[str] = frozenset()
    today: str = ""


@dataclass(frozen=True, slots=True)
class _Columns:
    outcome: int
    task: int | None
    date: int | None
    work: int | None


def read_rows(log: Document, reading: Reading) -> tuple[LogRow, ...]:
    """Every row of every table of the log, in its order, and what looks like a row and stands in no table."""
    odd = {finding.span.line: finding.message for finding in log.diagnostics if finding.code in _ODD_ROWS}
    found = list[LogRow]()
    for _, table in log.tables():
        columns = _columns(table, reading)
        for row in table.rows:
            found.append(_row(row, columns, reading, odd.get(row.span.line, "")))
    found.extend(LogRow(span, "", "", "", "", None, "", "it stands outside of the table") for span in stray_rows(log))
    return tuple(sorted(found, key=lambda row: row.line))


def is_day(text: str) -> bool:
    """Whether a text is a day of the calendar, as YYYY-MM-DD."""
    return day_number(text) is not None


def day_number(text: str) -> int | None:
    """The days from an epoch to a day written as YYYY-MM-DD; None where no calendar has it."""
    if not ISO_DATE.fullmatch(text):
        return None
    year, month, day = map(int, text.split("-"))
    try:
        known = 1 <= day <= monthrange(year, month)[1]
        return timegm((year, month, day, 0, 0, 0)) // int(SECONDS["day"]) if known else None
    except ValueError:
        return None


def task_key(text: str) -> str:
    """The name of a task without references to issues, so that `sieve (#4)` and `sieve` are one task."""
    bare = _REFERENCE.sub("", text)
    return fold(re.sub(r"\(\W*\)", "", bare))


def _columns(table: Table, reading: Reading) -> _Columns | None:
    labels = [fold(cell.text) for cell in table.header.cells]
    plain = [re.sub(r"\s*\(.*", "", label) for label in labels]

    def headed(words: frozenset[str] | tuple[str, ...]) -> int | None:
        return next((index for index, label in enumerate(plain) if label in words), None)

    outcome = headed((reading.evidence.ends,))
    if outcome is None:
        return None
    said = reading.evidence.held
    task, dated = (
        headed((said[role],)) if role in said else headed(reading.heads[role]) for role in ("TASK_COLUMN", "DATED_COLUMN")
    )
    return _Columns(outcome, task, _dated(table, dated), headed(reading.work_heads))


def _dated(table: Table, headed: int | None) -> int | None:
    """The column that is headed as one of dates, else the first that holds nothing but dates."""
    if headed is not None or not table.rows:
        return headed
    columns = [[row.cells[index].text for row in table.rows] for index in range(len(table.header.cells))]
    return next((index for index, cells in enumerate(columns) if all(map(ISO_DATE.fullmatch, cells))), None)


def _row(row: Row, columns: _Columns | None, reading: Reading, odd: str) -> LogRow:
    if columns is None:
        return LogRow(row.span, "", "", "", "", None, "", f"its table has no column `{reading.evidence.ends}`")
    task, day, work = (_text(row, column) for column in (columns.task, columns.date, columns.work))
    key = task_key(task)
    kind = fold(work) if work else reading.tasks.get(key, "")
    outcome, word, problem, may = _classed(_text(row, columns.outcome), reading)
    strange = kind and reading.kinds and kind not in reading.kinds
    problems = [
        odd,
        problem,
        "" if is_day(day) else f"`{day}` is no date" if day else "it has no date",
        "" if task else "it names no task",
        f"`{day}` is a day to come" if reading.today and day > reading.today else "",
        f"`{work or kind}` is no kind of work that the doctrine knows" if strange else "",
    ]
    return LogRow(row.span, task, key, day, "" if strange else kind, outcome, "" if odd else word, _first(problems), may)


def _first(problems: list[str]) -> str:
    return next(filter(None, problems), "")


def _text(row: Row, column: int | None) -> str:
    return row.cells[column].text.replace("\\|", "|").strip("`* ") if column is not None else ""


def _classed(cell: str, reading: Reading) -> tuple[Outcome | None, str, str, tuple[str, ...]]:
    """The outcome that a cell begins with, what it counts as, and what keeps it from counting."""
    plain = cell.replace("`", "")
    outcome = _leading(plain, reading.evidence)
    if outcome is None:
        shown = f"`{cell}` begins with no outcome of the doctrine" if cell else "its outcome is empty"
        return None, "", shown, ()
    counts = outcome.counts or (Counting(outcome.name),)
    remark = plain[_length(plain, outcome) :]
    beside = _others(remark, outcome, reading.evidence)
    if beside:
        return outcome, "", f"its remark names `{beside[0].name.text}` as well", _words((*counts, *beside[0].counts))
    word = _counted(remark, counts) or _contrary(remark, outcome, counts)
    doubt = _doubt(remark, word, reading) if word else f"its remark does not tell what `{outcome.name.text}` counts as"
    return outcome, "" if doubt else word, doubt, _words(counts)


def _counted(remark: str, counts: tuple[Counting, ...]) -> str:
    """The class of a row; empty where its remark says nothing that decides, or more than one thing."""
    plain = [one.word.key for one in counts if not one.says and not one.otherwise]
    said = {one.word.key for one in counts if any(_says(remark, words) for words in one.says)}
    rest = [one.word.key for one in counts if one.otherwise] if not said else []
    return next(iter([*plain, *rest] or (said if len(said) == 1 else [])), "")


def _contrary(remark: str, outcome: Outcome, counts: tuple[Counting, ...]) -> str:
    """The outcome alone, where a remark says what a definition sets against its class: `a P rather than a Q`, and it says Q."""
    against = [one.rather.split()[0] for one in counts if one.rather]
    said = any(_says(remark, words) for one in counts for words in one.says)
    return outcome.name.key if not said and any(_says(remark, word) for word in against) else ""


def _doubt(remark: str, word: str, reading: Reading) -> str:
    """What keeps a row from counting for a rise: words that deny, words outside of brackets. Against a rise it counts always."""
    rises = [move for move in reading.evidence.moves if move.direction == "up"]
    wanted = {count.word.key for move in rises for count in move.counts if count.relation in _WANTED}
    if word not in wanted:
        return ""
    denied = next((token for token in re.findall(r"[\w'’-]+", remark) if token.casefold() in reading.denials), "")
    if denied:
        return f"`{denied}` in its remark may take the outcome back"
    bare = _BRACKETS.sub("", remark).strip(" .,;:")
    return f"`{bare}` beside the outcome stands in no brackets" if bare else ""


def _words(counts: tuple[Counting, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.word.key for one in counts))


def _leading(cell: str, evidence: Evidence) -> Outcome | None:
    found = [outcome for outcome in evidence.outcomes if _length(cell, outcome)]
    return max(found, key=lambda outcome: len(outcome.name.key), default=None)


def _length(cell: str, outcome: Outcome) -> int:
    """How much of a cell the name of an outcome takes at its beginning; 0 where it does not begin with it."""
    words = r"[\s_/-]+".join(re.escape(word) for word in outcome.name.key.split(" "))
    match = re.match(rf"\W*{words}{_WORD_END.pattern}", cell, re.IGNORECASE)
    return match.end() if match else 0


def _others(remark: str, own: Outcome, evidence: Evidence) -> list[Outcome]:
    """Other outcomes that a remark names and that some count asks for: `merged (later rejected)` is no plain merge."""
    asked = {count.word.key for move in evidence.moves for count in move.counts}
    counted = [
        outcome
        for outcome in evidence.outcomes
        if outcome is not own and asked & {outcome.name.key, *(one.word.key for one in outcome.counts)}
    ]
    words = " ".join(["", *re.findall(r"\w+", fold(remark)), ""])
    return [outcome for outcome in counted if f" {outcome.name.key} " in words]


def _says(remark: str, words: str) -> bool:
    """Whether a remark holds these words, whatever their endings, next to each other."""
    have, want = in_order(" ".join(re.findall(r"[\w'-]+", remark))), in_order(words)
    places = range(len(have) - len(want) + 1)
    return bool(want) and any(have[at : at + len(want)] == want for at in places)


def outcome_problem(cell: str, evidence: Evidence) -> bool:
    """Whether a cell does not begin with an outcome of the doctrine."""
    return _leading(cell.replace("`", ""), evidence) is None
