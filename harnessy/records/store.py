"""The files of a ledger: where a doctrine says they are, and which of their records are meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from harnessy.ledger import watching
from harnessy.ledger.checked import Share
from harnessy.ledger.decoding import values_of
from harnessy.ledger.measuring import measure, measure_by
from harnessy.ledger.metric import schema_in, shares
from harnessy.ledger.model import Fault, Group, LedgerError, Measured, Piece
from harnessy.ledger.picking import Pick, between, having, satisfying
from harnessy.records.lines import last, pieces
from harnessy.rulebook import Book, RuleBook
from harnessy.rulebook.expression import Indicator
from harnessy.rulebook.schema import Schema
from harnessy.source.objects import BrokenError, loaded

MEASURED, COMPARED = "measured", "compared"


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which records of which file count: all of them, those of a pick, or the last so many."""

    path: Path
    pick: Pick | None = None
    last: int | None = None

    def pieces(self) -> Iterator[Piece]:
        """Their lines."""
        return pieces(self.path) if self.last is None else last(self.path, self.last)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The records of one document; `folder` stands in for the folder that it names, `rulebook` are all documents."""

    book: Book
    folder: Path | None = None
    rulebook: RuleBook | None = None

    def schema(self, role: str) -> Schema:
        """The records of a role. Raises LedgerError where the document shows none."""
        found = schema_in(self.book, role)
        if found is None:
            mend = "show one as fenced JSON below a sentence that names its file; see `Record` in grammar/README.md"
            raise LedgerError(f"`{self.book.path}` shows no record that is {role}", mend)
        return found

    def path(self, role: str) -> Path:
        """The file of a role. Raises LedgerError where the document names none."""
        schema = self.schema(role)
        if not schema.path:
            place = schema.span.place
            raise LedgerError(f"{place}: nothing says where a {schema.text} goes", "name the file in the sentence above it")
        named = Path(schema.path)
        return self.folder / named.name if self.folder is not None else named.expanduser()

    def chosen(self, words: str | None = None, *, moment: str | None = None, count: int | None = None) -> Chosen:
        """The records that `FILE`, `FIELD=VALUE`, `ID..ID` or a moment and a count mean. Raises LedgerError."""
        schema, path = self.schema(MEASURED), Path(words) if words and _is_file(words) else self.path(MEASURED)
        if count is not None and count < 1:
            raise LedgerError(f"`--last {count}` is no number of records", "write a number from 1 on")
        if count is not None and moment is not None:
            raise LedgerError("`--since` and `--last` choose records in two ways", "give one of them")
        if moment is not None:
            return Chosen(path, _since(schema, moment))
        if not words or _is_file(words):
            return Chosen(path, None, count)
        return Chosen(path, _picked(schema, words))

    def watched(self, chosen: Chosen) -> tuple[Measured, list[tuple[Indicator, tuple[Group, ...]]]]:
        """What those records come to, and the diagnostics of the document over them. Raises LedgerError where there are none."""
        if not self.book.watched:
            mend = "write a table Diagnostic | Formula | By; see `Diagnostics` in grammar/README.md"
            raise LedgerError(f"`{self.book.path}` has no diagnostics", mend)
        parts = (watching.fields(self.book), chosen.pick, self.shares)
        whole, found = measure_by(self.schema(MEASURED), self.book.measures.values(), chosen.pieces(), parts)
        whole = self._numbered(chosen, whole)
        return whole, list(watching.watched(self.book, whole, found))

    def measured(self, chosen: Chosen) -> Measured:
        """What those records come to."""
        measures = self.book.measures.values()
        return self._numbered(chosen, measure(self.schema(MEASURED), measures, chosen.pieces(), chosen.pick, self.shares))

    @property
    def shares(self) -> tuple[Share, ...]:
        """What each record that is measured keeps."""
        return shares(self.book, self.schema(MEASURED))

    def _numbered(self, chosen: Chosen, measured: Measured) -> Measured:
        """The same with its file, and with a fault where two records have one number, and where one word has two spellings."""
        found = () if measured.ordered else self._doubled(chosen)
        spelt = (fault for told in measured.respelt for fault in self._respelt(chosen, *told))
        return replace(measured, faults=(*measured.faults, *found, *spelt), path=str(chosen.path))

    def _doubled(self, chosen: Chosen) -> Iterator[Fault]:
        """The first record whose number stands on an earlier line; a file in which none does need not be in order."""
        lines, again = dict[str, int](), list[tuple[str, int]]()
        for name, line, _ in self._identified(chosen):
            if lines.setdefault(name, line) != line:
                again.append((name, line))
        if again:
            name, line = again[0]
            more = f", as do {len(again) - 1} more" if len(again) > 1 else ""
            why = f"`{name}` stands on line {lines[name]} already, and counts twice{more}"
            yield Fault(line, why, may_count=True, counted=True)

    def _respelt(self, chosen: Chosen, name: str, spelling: object, other: object) -> Iterator[Fault]:
        """The first record that tells a word in another spelling than others do."""
        found = values_of(self.schema(MEASURED), name, chosen.pieces(), chosen.pick)
        line = next((line for value, line, _ in found if value == spelling), 0)
        two = f"`{other}`" if other is not None else "nothing"
        why = f"`{name}` is `{spelling}`, and {two} elsewhere, which may be one thing in two spellings"
        yield Fault(line, why, may_count=True, counted=True)

    def _identified(self, chosen: Chosen) -> Iterator[tuple[str, int, bytes]]:
        """Each record that may count and is told apart from others by a number or name: that, its line, its words."""
        schema = self.schema(MEASURED)
        found = values_of(schema, schema.told_apart, chosen.pieces(), chosen.pick) if schema.told_apart else ()
        return ((str(name), line, words) for name, line, words in found if name is not None)

    def shared(self, baseline: Chosen, candidate: Chosen) -> str:
        """The number of a record that is of both sides. Empty: there is none.

        Two ledgers may each number from 1 on, so in two files a number is one run only where it has the same time in both, or
        where nothing tells when; a time that is left out or no time is as good as the same.
        """
        one_file = baseline.path.resolve() == candidate.path.resolve()
        if one_file and baseline == candidate:
            return f"every record of {baseline.path}"
        kept = {name: line for name, _, line in self._identified(baseline)}
        others = ((name, line, kept[name]) for name, _, line in self._identified(candidate) if name in kept)
        name = next((name for name, line, other in others if one_file or self._may_be_one(line, other)), "")
        return f"`{name}`" if name else ""

    def _may_be_one(self, line: bytes, other: bytes) -> bool:
        """Whether two records with one number may be the same run: they do not tell two times."""
        time = self.schema(MEASURED).time
        times = [moment_of(_told(words, time.name)) for words in (line, other)] if time is not None else [None]
        return None in times or len(set(times)) == 1


def _told(line: bytes, name: str) -> str:
    """The text of a field of a line; empty where it is none."""
    try:
        found = loaded(line)
    except BrokenError:
        return ""
    value = found.get(name) if isinstance(found, dict) else None
    return value if isinstance(value, str) else ""


def _is_file(words: str) -> bool:
    return Path(words).is_file()


def _since(schema: Schema, words: str) -> Pick:
    moment = moment_of(words)
    if moment is None:
        raise LedgerError(f"`{words}` is no time", "write it as 2026-01-31 or 2026-01-31T12:00:00Z")
    if schema.time is None:
        raise LedgerError(f"a {schema.text} has no field that tells when", "choose records with --last")
    return satisfying(schema.time.name, lambda text: (at := moment_of(text)) is not None and at >= moment)


def moment_of(text: str | None) -> datetime | None:
    """A time as written; without an offset it is UTC."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _picked(schema: Schema, words: str) -> Pick:
    """`field=value,field=value`, or `first..final` by the field that numbers the records."""
    first, dots, final = words.partition("..")
    if dots and "=" not in words:
        if schema.identity is None:
            raise LedgerError(f"a {schema.text} has no field that numbers it", "choose records with FIELD=VALUE")
        return between(schema.identity.name, first, final)
    tests = dict[str, str]()
    for part in words.split(","):
        name, equals, value = part.partition("=")
        if not equals or schema.field(name.strip()) is None:
            fields = ", ".join(f"`{field.name}`" for field in schema.fields)
            what = f"`{name}` is no field of a {schema.text}" if equals else f"there is no file `{words}`"
            raise LedgerError(what, f"write FILE, FIELD=VALUE or ID..ID; the fields are {fields}")
        tests[name.strip()] = value.strip()
    return having(tests)
