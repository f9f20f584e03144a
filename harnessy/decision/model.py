"""What is asked and what is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from harnessy.rulebook.model import Act, Effect, Rule
from harnessy.source import Span

Outcome = Literal["answered", "clear", "missing", "conflict", "silent"]


@dataclass(frozen=True, slots=True)
class Absent:
    """The fact is known to be absent."""


@dataclass(frozen=True, slots=True)
class Other:
    """Some value that no rule names."""


ABSENT, OTHER = Absent(), Other()
Given = str | bool | Decimal | frozenset[str] | Absent | Other


@dataclass(frozen=True, slots=True)
class Unknown:
    """The answer waits for this fact or quantity."""

    key: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Rules of one rank give one quantity different values."""

    key: str
    rules: tuple[Rule, ...]


Found = Given | Unknown | Clash | None
Truth = bool | Unknown | Clash


class QuestionError(ValueError):
    """A question that names what no document knows. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


@dataclass(frozen=True, slots=True)
class Qualified:
    """What was stated of a fact's author or moment in one book: whether it is the one that the name means, and who speaks of it."""

    book: int
    key: str
    stated: str
    fits: bool
    spoken: tuple[tuple[Span, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A subject (None: every one that reads the facts) and the facts by document and key.

    `facts` holds one mapping for each book, `stated` is what was said in the asker's words, `ignored` what no document
    knows, `notes` what was taken as unknown and why, `unheard` the ignored
    facts that a sentence nobody understood speaks of, `intent` the operation that the asker is about to do, `event` what
    has just happened, `lacks` what of its name is stated not to be so, `route` the path on which it is done (how it is
    called, which one), `spoken` sentences that nobody understood about ignored facts or what was stated of them,
    `qualified` who did facts whose names say it, and when.
    """

    subject: str | None
    facts: tuple[Mapping[str, Given], ...]
    stated: Mapping[str, object] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unheard: tuple[tuple[str, Span], ...] = ()
    intent: str | None = None
    event: str | None = None
    route: tuple[str, str] | None = None
    spoken: tuple[tuple[str, Span], ...] = ()
    qualified: tuple[Qualified, ...] = ()
    lacks: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule that decided: its id, its words in place, the headings above, and what it gave."""

    rule: str
    span: Span
    trail: tuple[str, ...]
    gives: str
    kind: str = ""

    @property
    def quote(self) -> str:
        """The deciding words, on one line."""
        return " ".join(self.span.text.split())


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something that the answer rests on and that nobody wrote or stated, with the places it comes from."""

    text: str
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A fact whose value would change the answer, and the values that make a difference."""

    fact: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A smallest change of facts and what the answer would be then."""

    facts: tuple[tuple[str, str], ...]
    outcome: Outcome
    effect: Effect | None
    acts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to a question. `acts` of a missing answer are those of the rule that waits; `values` are derived quantities."""

    subject: str | None
    outcome: Outcome
    effect: Effect | None = None
    acts: tuple[Act, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    because: tuple[Citation, ...] = ()
    missing: tuple[Missing, ...] = ()
    assumptions: tuple[Assumed, ...] = ()
    instead: tuple[Change, ...] = ()
    ignored: tuple[str, ...] = ()
    reason: str = ""
    digest: str = ""
    also: tuple[Decision, ...] = ()
