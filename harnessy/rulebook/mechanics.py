"""The shapes of what a doctrine says about its log: outcomes, what they count as, and what moves on their count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from harnessy.rulebook.model import Named, Relation
from harnessy.source import Span

Direction = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Counting:
    """What an outcome counts as. `says` are words of a remark that decide it; `otherwise`: when no other of its row does.

    `about` is what the remark is about, where a definition names it, and `rather` what it says else.
    """

    word: Named
    says: tuple[str, ...] = ()
    otherwise: bool = False
    about: str = ""
    rather: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which a run may end, and what a row with it counts as."""

    name: Named
    counts: tuple[Counting, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """How many rows of a class (or outcome) there must be; `unit` is what the document calls a row.

    `beside` are the words that bound the rows: they stand in a row (`streak`), or within some `days`, the last ones where `late`.
    """

    word: Named
    unit: str
    relation: Relation
    number: Decimal
    span: Span = field(compare=False)
    beside: str = ""
    streak: bool = False
    days: Decimal | None = None
    late: bool = False

    @property
    def told(self) -> str:
        """What is counted, in short."""
        return f"{self.word.key} {self.beside}".strip()

    @property
    def name(self) -> str:
        """The words for this number of rows."""
        return " ".join(filter(None, [self.word.text, self.unit, self.beside]))


@dataclass(frozen=True, slots=True)
class Held:
    """A row of the table that gives a quantity its values: its keys with their cell, the cells of the value and the reason."""

    keys: tuple[Named, ...]
    listed: Span = field(compare=False)
    cell: Span = field(compare=False)
    row: Span = field(compare=False)
    why: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """A quantity goes up or down some steps of its scale on the count of rows since the last edit.

    `name` are the words of the move, `key` the fact by which the quantity is listed, `rows` its table. `own` says that the
    last edit is one of the quantity's own row, not of any.
    """

    direction: Direction
    name: Named
    quantity: str
    key: Named
    rows: tuple[Held, ...]
    steps: Decimal
    counts: tuple[Count, ...]
    own: bool
    span: Span = field(compare=False)
    trail: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Demand:
    """What an edit that moves a quantity owes: a date, the rows that it rests on."""

    dated: bool
    cites: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class FormRow:
    """One thing that a form asks for: its name, and by the folded head of each other column what stands there."""

    name: Named
    cells: Mapping[str, Span] = field(compare=False)
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Form:
    """A table that says what must be written; `kind` is the list of `mechanics.lark` that holds its first head."""

    kind: str
    rows: tuple[FormRow, ...]
    heads: tuple[Named, ...]
    span: Span = field(compare=False)
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a document says of its log and of what else must be written.

    `columns` are the heads of the log's columns, as the document writes them; `held` gives by a role (the list of
    `mechanics.lark` that names columns of it, `OUTCOMES` or `KINDOF`) the column that the document says holds it.
    """

    outcomes: tuple[Outcome, ...] = ()
    moves: tuple[Move, ...] = ()
    demands: tuple[Demand, ...] = ()
    supersedes: tuple[Span, ...] = field(default=(), compare=False)
    columns: tuple[Named, ...] = ()
    heading: str = ""
    forms: tuple[Form, ...] = ()
    held: Mapping[str, str] = field(default_factory=dict)

    @property
    def ends(self) -> str:
        """The folded head of the column with the outcomes."""
        return self.held.get("OUTCOMES", self.heading)
