"""What a comparison of two doctrines finds: decisions that changed, names that did, and words that changed without effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from harnessy.decision import Citation, Decision
from harnessy.decision.boxes import Box
from harnessy.decision.strictness import WAITING, word
from harnessy.review.renames import Renamed
from harnessy.source import Span

Mark = Literal["loosened", "tightened", "reworded", "new", "gone"]
MARKS: tuple[Mark, ...] = get_args(Mark)


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
        return self.mark == "reworded" and bool(words & WAITING)


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
