"""The files of a ledger: where a doctrine says they are, and which of their records are meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from harnessy.ledger import watching
from harnessy.ledger.measuring import Pick, between, having, measure, measure_by, satisfying
from harnessy.ledger.metric import schema_in
from harnessy.ledger.model import Group, LedgerError, Measured, Piece
from harnessy.records.lines import last, pieces
from harnessy.rulebook import Book, RuleBook
from harnessy.rulebook.expression import Indicator
from harnessy.rulebook.schema import Schema

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
        parts = (watching.fields(self.book), chosen.pick)
        whole, found = measure_by(self.schema(MEASURED), self.book.measures.values(), chosen.pieces(), parts)
        return whole, list(watching.watched(self.book, whole, found))

    def measured(self, chosen: Chosen) -> Measured:
        """What those records come to."""
        return measure(self.schema(MEASURED), self.book.measures.values(), chosen.pieces(), chosen.pick)


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
