"""The case space of a subject, walked exactly: boxes of cases in each of which every doctrine asked has one decision.

A case gives each fact that a derivation may read one of its values: the members that are named, one that nobody names, at
and around each number, absent, each truth, and for two sets whether one lies in the other. Values that no condition of
the doctrines tells apart are one class, and a fact is tried only where some answer waits for it, so that the walk costs
what the answers differ in and not what the facts multiply to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from harnessy.decision.boxes import Box, Values, apart, merge
from harnessy.decision.model import Decision, Given, Missing
from harnessy.decision.view import View, variables

Signature = tuple[str, str | None, frozenset[tuple[str, str]], str | None]
MOST_CASES, MOST_PAIRS = 4096, 1_000_000


@dataclass(frozen=True, slots=True)
class Region:
    """A box of cases, one of them, and what each doctrine decides in all of them (None: it does not know the subject)."""

    box: Box
    case: Mapping[str, Given]
    decisions: tuple[Decision | None, ...]


class Space:
    """The cases of a subject, for one or more doctrines at once. `bounded` says after a walk that it had to stop.

    A variable that is hidden is given in no case and counts for one.
    """

    def __init__(self, *views: View, hidden: frozenset[str] = frozenset()) -> None:
        self.views = views
        self.hidden = hidden
        self.variables = {name: variable for name, variable in variables(views).items() if name not in hidden}
        self.bounded = False
        self._left = MOST_CASES

    @cached_property
    def values(self) -> Values:
        """All values of each variable."""
        return {name: variable.values for name, variable in self.variables.items()}

    @property
    def count(self) -> int:
        """How many cases there are."""
        return self.size({})

    def size(self, box: Box, beside: frozenset[str] = frozenset()) -> int:
        """How many cases a box holds, the variables beside it left out."""
        names = self.variables.keys() - beside
        return prod(len(box.get(name, self.variables[name].values)) for name in names)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """The boxes in each of which every doctrine has one decision; together they hold each case once."""
        joined = [Region({}, {}, ())]
        for at, view in enumerate(self.views):
            self._left = MOST_CASES
            walked = self._walk(view, at, {})
            self.bounded |= len(joined) * len(walked) > MOST_PAIRS
            if self.bounded:
                return ()
            joined = [both for region in joined for other in walked if (both := self._both(region, other)) is not None]
        return tuple(region for region in joined if all(view.possible(region.case) for view in self.views))

    def _walk(self, view: View, at: int, chosen: Mapping[str, tuple[Given, ...]]) -> list[Region]:
        """The boxes of one doctrine: a fact is tried where its answer waits for it, each class of values once."""
        case = {name: values[0] for name, values in chosen.items()}
        self._left -= 1
        self.bounded |= self._left < 0
        if self.bounded or not view.possible(case):
            return []
        name = view.waits(case, self.hidden)
        if name is None:
            return [Region({name: frozenset(values) for name, values in chosen.items()}, case, (view.decision(case),))]
        classes = self.variables[name].classes[at]
        strange = [values for values in classes if view.strange(name, values[0])]
        walked = {values: self._walk(view, at, {**chosen, name: values}) for values in classes if values not in strange}
        found = [region for regions in walked.values() for region in regions]
        for values in strange:
            tried = [regions for known, regions in walked.items() if any(view.tries(name, value) for value in known)]
            found.extend(self._unknown(view, name, frozenset(values), tried))
        return found

    def _unknown(self, view: View, name: str, values: frozenset[Given], tried: list[list[Region]]) -> Iterator[Region]:
        """The boxes in which a fact has a value that the doctrine does not know: decided where every value decides the same."""
        joined = [Region({}, {}, ())]
        for regions in tried:
            further = [replace(region, box={key: kept for key, kept in region.box.items() if key != name}) for region in regions]
            self.bounded |= len(joined) * len(further) > MOST_PAIRS
            if self.bounded:
                return
            joined = [both for region in joined for other in further if (both := self._both(region, other)) is not None]
            joined = self._merged([self._agreed(region, view.subject, name) for region in joined])
        for region in joined:
            yield Region({**region.box, name: values}, {**region.case, name: next(iter(values))}, region.decisions)

    def _agreed(self, region: Region, subject: str, name: str) -> Region:
        """A region with the decision that several come to, or with the fact that they wait for where they differ."""
        first = region.decisions[0]
        if len({signature(decision) for decision in region.decisions}) == 1:
            return replace(region, decisions=(first,))
        waits = Decision(subject, "missing", because=first.because if first else (), missing=(Missing(name),))
        return replace(region, decisions=(waits,))

    def _merged(self, regions: list[Region]) -> list[Region]:
        """Regions of one decision, in fewer boxes."""
        groups: dict[object, list[Region]] = {}
        for region in regions:
            groups.setdefault(signature(region.decisions[0]), []).append(region)
        return [
            Region(box, {name: self._first(name, allowed) for name, allowed in box.items()}, group[0].decisions)
            for group in groups.values()
            for box in merge([region.box for region in group], self.values)
        ]

    def _first(self, name: str, allowed: frozenset[Given]) -> Given:
        return next(value for value in self.values[name] if value in allowed)

    def _both(self, region: Region, other: Region) -> Region | None:
        """What two regions share; None when that is nothing."""
        if apart(region.box, other.box):
            return None
        box = {**region.box, **other.box, **{name: region.box[name] & other.box[name] for name in region.box if name in other.box}}
        case = {name: self._first(name, allowed) for name, allowed in box.items()}
        return Region(box, case, (*region.decisions, *other.decisions))


def signature(decision: Decision | None) -> Signature:
    """What must be the same for two decisions to be the same: the outcome, the effect, what is to be done, the value.

    What an answer waits for, and what waits with it, is no decision.
    """
    if decision is None:
        return ("silent", None, frozenset(), None)
    acts = frozenset((act.verb, act.object) for act in decision.acts if decision.outcome != "missing")
    value = str(decision.values.get(decision.subject or "")) if decision.effect is None else None
    return (decision.outcome, decision.effect, acts, value)
