"""What a ledger and a metric come to, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from harnessy.decision import Citation, Decision
from harnessy.rulebook import Rule

Facts = Mapping[str, object]


class LedgerError(Exception):
    """A ledger that cannot be read or written to, or a doctrine without a metric. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


@dataclass(frozen=True, slots=True)
class Piece:
    """Whole lines of a file and the number of the first of them."""

    text: bytes
    line: int


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is no record, by its number, and why; `may_count` of a whole one that may be among those that were chosen.

    One that is only `partial` counts, as do `more` behind it, and what is made of the field that they lack is not known; one
    that is `counted` counts as it is, and should not. A `torn` one is no whole JSON.
    """

    line: int
    why: str
    may_count: bool = False
    partial: bool = False
    counted: bool = False
    more: int = 0
    torn: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """What some records come to: the measures by key, how many records there were, and the lines that are none.

    `ordered` records are numbered one after another, so that none stands there twice. `respelt` are the fields with two values
    that are one word in two spellings: the field, one spelling, the other. `path` is the file of the records.
    """

    values: Mapping[str, Decimal]
    count: int
    faults: tuple[Fault, ...] = ()
    ordered: bool = True
    respelt: tuple[tuple[str, object, object], ...] = ()
    path: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Records that share a value of a field (empty: they do not tell it), how many they are, and a number that they give."""

    name: str
    count: int
    value: Decimal | None


@dataclass(frozen=True, slots=True)
class Gate:
    """A veto on measured records: what is limited, its value (None: not known), the limit, and the verdict."""

    rule: Rule
    quantity: str
    value: Decimal | None
    limit: str
    verdict: str
    why: tuple[Citation, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a candidate: the word, the reason in words, the decision behind it, and the scores of both sides."""

    word: str
    kept: bool
    reason: str
    decision: Decision
    scores: Mapping[str, tuple[Decision, Decision]]
    facts: Facts
