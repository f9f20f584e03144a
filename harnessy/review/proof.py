"""What is held of a doctrine in every case, and the case in which it is not so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from harnessy.decision import Citation, Decision, Given
from harnessy.decision.boxes import apart
from harnessy.decision.question import subjects
from harnessy.decision.regions import Region, Space
from harnessy.decision.view import View
from harnessy.review.changes import freedom
from harnessy.review.phrases import stated
from harnessy.rulebook.model import RuleBook
from harnessy.source import Span

_FREE = 5  # `clear`: from there on a decision stops nobody


@dataclass(frozen=True, slots=True)
class Refutation:
    """A case in which a claim does not hold: what is decided there, and what says otherwise.

    `facts` are the case as arguments of the command line; `places` the words on either side. `cased` says that it is a
    case that can be asked: what is wrong with a fact is shown by its words alone.
    """

    claim: str
    subject: str
    message: str
    facts: tuple[str, ...]
    places: tuple[Span, ...] = field(compare=False)
    cased: bool = True


@dataclass(frozen=True, slots=True)
class Covered:
    """A subject and how many cases of it were decided; `settled` says that these are all of them."""

    subject: str
    cases: int
    settled: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """The claims that were tried, the smallest counterexample of each subject, and what was covered."""

    claims: tuple[str, ...]
    refutations: tuple[Refutation, ...]
    covered: tuple[Covered, ...]

    @property
    def holds(self) -> bool:
        """Whether every claim holds in every case of every subject."""
        return not self.refutations and all(one.settled for one in self.covered)


class Ground:
    """A doctrine with the cases of all its subjects."""

    def __init__(self, rulebook: RuleBook) -> None:
        self.rulebook = rulebook
        names = dict.fromkeys(name for book in rulebook.books for name in subjects(book))
        self.spaces = {name: Space(View(rulebook, name)) for name in names}

    @cached_property
    def asked(self) -> Mapping[str, Space]:
        """The spaces of what can be let go, quantities left out."""
        return {
            name: space
            for name, space in self.spaces.items()
            if any(page.key in page.book.subjects for page in space.views[0].pages)
        }

    def refuted(self, claim: str, subject: str, message: str, found: tuple[Mapping[str, Given], tuple[Span, ...]]) -> Refutation:
        """A refutation by a case."""
        case, places = found
        facts = stated(self.spaces[subject].views[0], case)
        return Refutation(claim, subject, message, facts, tuple(dict.fromkeys(places)))


def decided(region: Region) -> Decision:
    """The one decision of a region of one doctrine."""
    (decision,) = region.decisions
    return decision if decision is not None else Decision(None, "silent")


def free(region: Region) -> bool:
    """Whether a region stops nobody: go, does not apply, or nothing stands against it."""
    return freedom(decided(region)) >= _FREE


def deciding(decision: Decision) -> tuple[Span, ...]:
    """The words that say what is to be done, else the last that decided."""
    acts = [citation for citation in decision.because if citation.kind == "acts"]
    found: list[Citation] = acts or list(decision.because[-1:])
    return tuple(citation.span for citation in found[:1])


def crossings(space: Space, name: str) -> Iterator[tuple[Region, Region]]:
    """The pairs of regions that differ in one variable only for some of their cases: one that is free, one that is not."""
    loose = [region for region in space.regions if free(region) and name in region.box]
    tight = [region for region in space.regions if not free(region) and name in region.box]
    for one in loose:
        beside = {other: allowed for other, allowed in one.box.items() if other != name}
        for other in tight:
            if not apart(beside, {key: allowed for key, allowed in other.box.items() if key != name}):
                yield one, other


def meeting(space: Space, pair: tuple[Region, Region], name: str, value: Given) -> Mapping[str, Given]:
    """The case of both regions but for one variable, which has the value given."""
    both = {**pair[0].box, **pair[1].box}
    for key in pair[0].box.keys() & pair[1].box.keys():
        both[key] = pair[0].box[key] & pair[1].box[key]
    case = {key: next(one for one in space.values[key] if one in allowed) for key, allowed in both.items() if key != name}
    return {**case, name: value}


def size(refutation: Refutation) -> tuple[int, int]:
    """How much a counterexample states: the smaller one is told."""
    return len(refutation.facts), sum(map(len, refutation.facts))
