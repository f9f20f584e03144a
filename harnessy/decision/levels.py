"""Cases that differ in one fact only and are decided in two ways; and levels, of which one end of the scale is the strict one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from harnessy.decision.boxes import apart
from harnessy.decision.model import Decision, Given
from harnessy.decision.regions import Region, Space
from harnessy.decision.strictness import is_free
from harnessy.decision.view import Page
from harnessy.rulebook.model import JOINED, Compare, Scale, rule_atoms
from harnessy.rulebook.place import TIGHT

_MATRIX = "matrix"

Pair = tuple[Region, Region]


def decided(region: Region) -> Decision:
    """The one decision of a region of one doctrine."""
    (decision,) = region.decisions
    return decision if decision is not None else Decision(None, "silent")


def free(region: Region) -> bool:
    """Whether a region stops nobody: go, does not apply, or nothing stands against it."""
    return is_free(decided(region))


def crossings(space: Space, name: str) -> Iterator[tuple[Region, Region]]:
    """The pairs of regions that differ in one variable only for some of their cases: one that is free, one that is not."""
    loose = [region for region in space.regions if free(region) and name in region.box]
    tight = [region for region in space.regions if not free(region) and name in region.box]
    for one in loose:
        beside = {other: allowed for other, allowed in one.box.items() if other != name}
        for other in tight:
            if not apart(beside, {key: allowed for key, allowed in other.box.items() if key != name}):
                yield one, other


def _uneven(space: Space, name: str) -> Iterator[Pair]:
    """The crossings of a level; what is only held because a limit keeps a level out says nothing of the others."""
    barred = {rule.id for page in space.views[0].pages for rule in page.book.rules if rule.family == JOINED}
    yield from (pair for pair in crossings(space, name) if not any(step.rule in barred for step in decided(pair[1]).because))


def meeting(space: Space, pair: tuple[Region, Region], name: str, value: Given) -> Mapping[str, Given]:
    """The case of both regions but for one variable, which has the value given."""
    both = {**pair[0].box, **pair[1].box}
    for key in pair[0].box.keys() & pair[1].box.keys():
        both[key] = pair[0].box[key] & pair[1].box[key]
    case = {key: next(one for one in space.values[key] if one in allowed) for key, allowed in both.items() if key != name}
    return {**case, name: value}


def levels(page: Page) -> Iterator[tuple[str, Scale]]:
    """The facts that state a level: of an ordered scale on which a matrix decides."""
    decides = set[str]()
    for rule in page.book.rules:
        for atom in rule_atoms(rule) if rule.family == _MATRIX else ():
            thing = page.book.facts.get(atom.fact) or page.book.quantities.get(atom.fact) if isinstance(atom, Compare) else None
            decides |= {thing.scale} if thing and thing.scale else set()
    for name, key in page.reads.items():
        fact = page.book.facts.get(key)
        scale = page.book.scales.get(fact.scale or "") if fact else None
        if scale is not None and scale.order and scale.name.key in decides:
            yield name, scale


def lower_is_strict(scale: Scale, spaces: Iterable[Space]) -> bool | None:
    """Whether the lower end of a scale is the strict one, as most subjects have it; None where as many have it the other way.

    What is capped tells nothing: a trust that is capped is a stricter one, a heat that is capped a more harmless one.
    """
    votes = [vote[0] for space in spaces if (vote := _vote(space, scale)) is not None]
    return sum(votes) * 2 > len(votes) if not votes or sum(votes) * 2 != len(votes) else None


def either_end(scale: Scale, spaces: Mapping[str, Space]) -> Iterator[tuple[str, Pair]]:
    """A subject that goes at the higher of two levels only, and one that goes at the lower only, where as many do so."""
    votes = [(vote, subject) for subject, space in spaces.items() if (vote := _vote(space, scale)) is not None]
    for way in (True, False):
        yield from [(subject, pair) for (lower, pair), subject in votes if lower == way][:1]


def _vote(space: Space, scale: Scale) -> tuple[bool, Pair] | None:
    """Whether a subject is held at the lower of two levels that differ; None where it is so in both ways, or in none."""
    named = [name for page in space.views[0].pages for name, own in levels(page) if own == scale]
    pairs = ((name, pair) for name in named for pair in _uneven(space, name))
    ways = {loose > tight: pair for name, pair in pairs for loose, tight in _ranks(pair, name, scale)}
    return next(iter(ways.items())) if len(ways) == 1 else None


def reversed_levels(space: Space, name: str, scale: Scale, *, lower_is_strict: bool) -> Iterator[tuple[Pair, str, str]]:
    """Pairs of which the first goes at a level, and the second is held at a looser one."""
    for pair in _uneven(space, name):
        for loose, tight in _ranks(pair, name, scale) if decided(pair[1]).effect in TIGHT else ():
            if loose != tight and (loose < tight) == lower_is_strict:
                yield pair, scale.order[loose], scale.order[tight]


def _ranks(pair: Pair, name: str, scale: Scale) -> Iterator[tuple[int, int]]:
    """The ranks of a level at which it goes and of one at which it does not, for all such levels of two regions."""
    loose, tight = ([scale.order.index(value) for value in one.box[name] if value in scale.order] for one in pair)
    yield from product(sorted(loose), sorted(tight))


def member_text(scale: Scale, key: str) -> str:
    """A member of a scale as the document writes it."""
    member = scale.member(key)
    return member.text if member else key
