"""The forms of a doctrine: the tables that say what a question, a write-up, a pull request or a queue must hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from harnessy import api, assets
from harnessy.rulebook.mechanics import Form, FormRow
from harnessy.rulebook.names import fold
from harnessy.rulebook.words import Words
from harnessy.source import Span

_OPTION = re.compile(r"`(--[a-z][a-z-]*)`")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Forms:
    """The forms of all documents of a doctrine."""

    loaded: api.Loaded

    @cached_property
    def lists(self) -> Mapping[str, tuple[str, ...]]:
        """The word lists by which tables, columns and cells are known."""
        return Words.of(assets.grammar()).mechanics

    @cached_property
    def keywords(self) -> Mapping[str, tuple[str, ...]]:
        """The word lists of everyday words."""
        return Words.of(assets.grammar()).keywords

    def find(self, kind: str) -> Form | None:
        """The form of a kind, if the doctrine has one. Raises UsageError where two documents have one."""
        found = self.every(kind)
        if len(found) > 1:
            places = " and ".join(place(form.span) for form in found)
            raise api.UsageError(f"two tables `{found[0].heads[0].text}`: {places}", "keep one of them")
        return found[0] if found else None

    def every(self, kind: str) -> list[Form]:
        """The forms of a kind, in all documents."""
        return [form for evidence in self.loaded.built.evidence for form in evidence.forms if form.kind == kind]

    def need(self, kind: str) -> Form:
        """The form of a kind. Raises UsageError where the doctrine has none."""
        found = self.find(kind)
        if found is None:
            files = ", ".join(f"`{source.path}`" for source in self.loaded.sources)
            head = self.lists[kind][0].capitalize()
            raise api.UsageError(f"no table `{head}` in {files}", "grammar/README.md shows what it holds, under `Forms`")
        return found

    def cell(self, row: FormRow, column: str) -> Span | None:
        """What stands in the column of a row that a list names; None where it is empty or not there."""
        span = next((row.cells[head] for head in row.cells if head in self.lists[column]), None)
        return span if span is not None and span.text else None

    def says(self, span: Span | None, words: str) -> bool:
        """Whether a cell says one of the words of a list, and nothing else."""
        return span is not None and fold(span.text) in {fold(word) for word in self.lists[words]}

    def options(self, form: Form) -> Iterator[tuple[str, FormRow]]:
        """The options by which a form is filled in, in the order of its rows."""
        for row in form.rows:
            span = self.cell(row, "GIVENAS")
            found = _OPTION.search(span.text) if span else None
            if found:
                yield found[1], row

    def kept(self, words: str) -> Path | None:
        """The file in which a record is kept: at or above the working directory, else where it would be made."""
        rows = [row for form in self.every("RECORD") for row in form.rows if row.name.key in self.lists[words]]
        found = {name: row for row in rows if (name := code(self.cell(row, "KEPTIN")))}
        names = list(found)
        if len(names) > 1:
            places = " and ".join(place(row.span) for row in found.values())
            raise api.UsageError(f"`{rows[0].name.text}` are kept in more than one file: {places}", "keep one of the rows")
        return located(names[0]) if names else None


def located(name: str) -> Path:
    """A file that a doctrine names: at or above the working directory, else where it would be made."""
    above = (folder / name for folder in Path.cwd().parents if (folder / name).is_file())
    return Path(name) if Path(name).is_file() else next(above, Path(name))


def code(span: Span | None) -> str:
    """The words of the first code span of a cell, else of the whole cell."""
    if span is None:
        return ""
    found = _CODE.search(span.text)
    return found[1].strip() if found else span.text.strip()


def exact(span: Span) -> str:
    """Where something stands that its author must mend: file, line and column."""
    return f"{span.source.path}:{span.line}:{span.column}"


def place(span: Span) -> str:
    """Where something stands, for a citation."""
    return f"{span.source.path}:{span.line}"
