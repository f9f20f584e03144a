"""What a comparison of two doctrines finds: decisions that changed, names that did, and words that changed without effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from harnessy.decision import Citation, Decision
from harnessy.decision.boxes import Box
from harnessy.review.renames import Renamed
from harnessy.source import Span

Mark = Literal["loosened", "tightened", "reworded", "new", "gone"]
MARKS: tuple[Mark, ...] = get_args(Mark)
_WAITING = frozenset({"missing", "conflict"})
_FREEDOM = ("halt", "hold", "missing", "conflict", "silent", "clear", "n/a", "go")


@dataclass(frozen=True, slots=True)
class Change:
    """Cases of one subject that were decided in one way and are decided in another; a quantity has no mark.

    `when` says which, fact by fact, and `boxes` the same by name and value; `cases` of `total` there are. `before` and
    `after` are the decisions in one of them (None: the doctrine does not know the subject). `loosens` says that a person
    decides less in some of them than before. Where what a gate reads decides further, `comes_to` counts what those cases
    come to. `cited` are, before and after, the words that the other doctrine does not have, and those that say what is to
    be done.
    """

    subject: str
    mark: Mark | None
    when: tuple[str, ...]
    boxes: tuple[Box, ...]
    cases: int
    total: int
    before: Decision | None
    after: Decision | None
    loosens: bool = False
    tightens: bool = False
    comes_to: Mapping[str, int] | None = None
    cited: tuple[tuple[Citation, ...], tuple[Citation, ...]] = ((), ())

    @property
    def waits(self) -> bool:
        """Whether all that changed is what an answer waits for: neither decision lets anything go."""
        words = {word(self.before), word(self.after)}
        return self.mark == "reworded" and bool(words & _WAITING)


@dataclass(frozen=True, slots=True)
class Rewording:
    """Words that changed and decide nothing else than before. `before` or `after` is missing where there was nothing, or is."""

    kind: Literal["reworded", "moved", "new", "gone"]
    what: str
    before: Span | None
    after: Span | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two doctrines compared. `unsettled` names subjects with too many cases, and the facts that stayed unknown in each."""

    changes: tuple[Change, ...] = ()
    values: tuple[Change, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    rewordings: tuple[Rewording, ...] = ()
    unsettled: tuple[tuple[str, tuple[str, ...]], ...] = ()
    subjects: int = 0
    cases: int = 0
    identical: bool = False

    def fails_on(self, marks: frozenset[str]) -> bool:
        """Whether some change has one of these marks; whatever loosens counts as loosened, too much to settle as well."""
        loosened, tightened = MARKS[:2]
        found = {change.mark for change in self.changes}
        found |= {loosened for change in self.changes if change.loosens} | {tightened for change in self.changes if change.tightens}
        return bool(found & marks) or (loosened in marks and bool(self.unsettled))


def word(decision: Decision | None) -> str:
    """A decision in one word: its effect, else its outcome; what a doctrine does not know it is silent about."""
    return (decision.effect or decision.outcome) if decision is not None else "silent"


def freedom(decision: Decision | None) -> int:
    """How much a decision leaves to whoever asks: a halt least, a go most."""
    return _FREEDOM.index(word(decision)) if word(decision) in _FREEDOM else 0


def freer(before: Decision | None, after: Decision | None) -> int:
    """More than 0 where a decision leaves more to whoever asks than another did, less than 0 where it leaves less.

    An answer that waits, or that contradicts itself, lets nothing go: it is neither more nor less than a hold.
    """
    kept = [freedom(one) <= _FREEDOM.index("silent") for one in (before, after)]
    return 0 if all(kept) and {word(before), word(after)} & _WAITING else freedom(after) - freedom(before)
