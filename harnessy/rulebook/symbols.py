"""What a document says about its metric, as found before the prose is read: symbols, formulas, requirements, arrows.

The words are kept as trees; what the names in them are is settled when all names are known (see `metrics`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from harnessy.document import Section
from harnessy.rulebook.band_text import Band
from harnessy.rulebook.grammar import Node
from harnessy.rulebook.model import Act, Condition, Named
from harnessy.rulebook.names import bare
from harnessy.source import Span

Bounds = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A letter or name that a formula reads: what it stands for, and how it is made (None: it is stated).

    `empty` is its value where its ratio has nothing below the line, `within` its lowest and its highest.
    """

    name: Named
    span: Span
    section: Section
    gloss: Named | None = None
    tree: Node | None = None
    made: Span | None = None
    empty: Decimal | None = None
    within: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Requirement:
    """A veto: what is limited, how, and the note beside it."""

    label: Named
    relation: str
    limit: Decimal
    span: Span
    section: Section
    note: Span | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """A comparison and what follows from it; without a tree: what follows when a veto of that name is broken.

    `unread` is a note beside it that may say more than why. A band has `when` it holds in place of a tree, and what it is `about`.
    """

    tree: Node | None
    acts: tuple[Act, ...]
    span: Span
    section: Section
    reason: str = ""
    vetoes: str = ""
    unread: tuple[Span, ...] = ()
    when: Condition | None = None
    about: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The keys of the names that are compared."""
        if self.about:
            return (self.about,)
        return tuple(bare(name) for name in phrases(self.tree)) if self.tree is not None else ()


@dataclass(frozen=True, slots=True)
class Banded:
    """A band, the word for what it counts, and what follows in it; `unread` is what may say more than why."""

    band: Band
    acts: tuple[Act, ...]
    span: Span
    reason: str = ""
    unread: tuple[Span, ...] = ()
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of one list, block of code or table: the head of their column, the sentence above, and that if it is `strange`."""

    lines: tuple[Banded, ...]
    section: Section
    head: Span | None = None
    above: Span | None = None
    strange: Span | None = None


@dataclass(frozen=True, slots=True)
class Closed:
    """A sentence about values: pairs of a field that has two, or nothing, and a value that is none, or nothing."""

    span: Span
    said: tuple[tuple[str, str], ...]


@dataclass
class Pending:
    """What is to be compiled once the prose is read."""

    symbols: list[Symbol] = field(default_factory=list)
    formulas: list[Symbol] = field(default_factory=list)
    requirements: list[Requirement] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    bands: list[Bands] = field(default_factory=list)
    watched: list[tuple[Symbol, Span | None]] = field(default_factory=list)
    closed: list[Closed] = field(default_factory=list)
    leads: list[Span] = field(default_factory=list)
    ranges: dict[str, Bounds] = field(default_factory=dict)

    def read_names(self) -> Iterator[str]:
        """The words that stand for something in the formulas, folded."""
        for one in (*self.symbols, *self.formulas):
            yield one.name.key
            yield from phrases(one.tree) if one.tree else ()


def phrases(tree: Node) -> Iterator[str]:
    """The names in a tree, as written, in order."""
    if tree.name == "phrase":
        yield words_of(tree)
    for node in tree.nodes:
        yield from phrases(node)


def words_of(phrase: Node) -> str:
    """The words of a phrase."""
    return " ".join(token.text for token in phrase.tokens)
