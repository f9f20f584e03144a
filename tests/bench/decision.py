"""One decision, for every engine: the lower of what is asked and what is capped, then a cell of a table.

The tables are asked from the shipped doctrine, so that an edit of it needs none here. Checkpoints whose cells ask for
more than that (a gate, an exception) are left out, as other engines would have to be taught them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, product
from typing import NamedTuple

from harnessy import api
from harnessy.decision import Decision

FLAG = "--auto"


class Case(NamedTuple):
    """What is asked in one case."""

    checkpoint: str
    header: str
    work: str
    difficulty: str

    @property
    def facts(self) -> dict[str, object]:
        """The facts in the words of the doctrine."""
        return {FLAG: True, "header": self.header, "work-type": self.work, "difficulty": self.difficulty}


class Cap(NamedTuple):
    """A row of the table of caps: kinds of work, difficulties (none: whatever it is), the highest level for them."""

    works: tuple[str, ...]
    difficulties: tuple[str, ...]
    level: str


@dataclass(frozen=True, slots=True)
class Tables:
    """The decision as plain data: `levels` lowest first, and the effect of each cell of checkpoints × levels."""

    levels: tuple[str, ...]
    caps: tuple[Cap, ...]
    cells: Mapping[tuple[str, str], str]
    cases: tuple[Case, ...]

    def cap(self, case: Case) -> str:
        """The highest level that a case may have."""
        fitting = (cap for cap in self.caps if case.work in cap.works)
        return next(cap.level for cap in fitting if not cap.difficulties or case.difficulty in cap.difficulties)

    def answer(self, case: Case) -> str:
        """The effect, worked out as plainly as it can be."""
        level = min(case.header, self.cap(case), key=self.levels.index)
        return self.cells[case.checkpoint, level]


def tables(loaded: api.Loaded) -> Tables:
    """The tables of the shipped doctrine, and every case of the checkpoints that they decide."""
    book = loaded.rulebook.books[0]
    members = {scale.name.text: tuple(member.text for member in scale.members) for scale in book.scales.values()}
    levels, difficulties = members["Level"], members["Difficulty"]
    works = tuple(value.text for value in book.facts["work type"].values)
    free = next(work for work in works if _cap(loaded, work, difficulties[-1]) == levels[-1])
    checkpoints = [subject.name.text for subject in book.subjects.values() if subject.kind == "checkpoint"]
    cells = {
        (checkpoint, level): api.ask(loaded, checkpoint, Case(checkpoint, level, free, difficulties[0]).facts)
        for checkpoint, level in product(checkpoints, levels)
    }
    plain = [name for name in checkpoints if all(cells[name, level].outcome == "answered" for level in levels)]
    effects = {cell: str(decision.effect) for cell, decision in cells.items() if cell[0] in plain}
    cases = tuple(Case(*values) for values in product(plain, levels, works, difficulties))
    return Tables(levels, tuple(_caps(loaded, works, difficulties)), effects, cases)


def _cap(loaded: api.Loaded, work: str, difficulty: str) -> str:
    asked: Decision = api.ask(loaded, "Cap", {"work-type": work, "difficulty": difficulty})
    return str(asked.values["Cap"])


def _caps(loaded: api.Loaded, works: tuple[str, ...], difficulties: tuple[str, ...]) -> list[Cap]:
    """The caps with as few rows as a person would write."""
    columns = {work: tuple(_cap(loaded, work, difficulty) for difficulty in difficulties) for work in works}
    rows = list[Cap]()
    for column in dict.fromkeys(columns.values()):
        alike = tuple(work for work in works if columns[work] == column)
        if len(set(column)) == 1:
            rows.append(Cap(alike, (), column[0]))
            continue
        for level, run in groupby(zip(difficulties, column, strict=True), key=lambda pair: pair[1]):
            rows.append(Cap(alike, tuple(difficulty for difficulty, _ in run), level))
    return rows
