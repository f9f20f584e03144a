"""A quantity in place of the facts behind it, where nothing but its value matters: `tests leg pass` is one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from harnessy.decision import Given
from harnessy.decision.boxes import Box, apart, cover, covered
from harnessy.decision.question import spelled
from harnessy.decision.regions import Region, Space
from harnessy.decision.view import View
from harnessy.review.narrow import alike
from harnessy.review.phrases import either

_MOST_TRIED = 256


@dataclass(frozen=True, slots=True)
class Sentence:
    """A box of cases, and in words which quantities have which value in it."""

    box: Box
    valued: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A quantity that both doctrines work out in the same way: the boxes of each of its values."""

    name: str
    boxes: dict[str, tuple[Box, ...]]

    @property
    def reads(self) -> frozenset[str]:
        """The variables behind it."""
        return frozenset(name for boxes in self.boxes.values() for box in boxes for name in box)

    def values(self, regions: Sequence[Region]) -> tuple[str, ...]:
        """The values that it has in some regions; none where it may have every one of them."""
        boxes = [region.box for region in regions]
        found = tuple(value for value, own in self.boxes.items() if any(not apart(box, one) for box in boxes for one in own))
        return found if len(found) < len(self.boxes) else ()


@dataclass(frozen=True, slots=True)
class _Valued:
    """A quantity with some of its values."""

    quantity: _Quantity
    values: tuple[str, ...]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where it has one of them."""
        return tuple(box for value in self.values for box in self.quantity.boxes[value])

    def __str__(self) -> str:
        """The quantity and its values in words."""
        return f"{self.quantity.name} {either(self.values)}"


def sentences(space: Space, regions: Sequence[Region]) -> tuple[Sentence, ...]:
    """Few sentences that hold exactly the cases of some regions: boxes of facts, or of facts and of values of quantities."""
    plain = tuple(Sentence(box) for box in cover([region.box for region in regions], space.values))
    if len(plain) == 1:
        return plain
    mentioned = {name for region in regions for name in region.box}
    valued = [_Valued(one, values) for one in _quantities(space, mentioned) if (values := one.values(regions))]
    for start in range(len(valued)):
        found = _with(space, regions, list(_widest(valued[start:])))
        if found is not None and len(found) < len(plain):
            return found
    return plain


def _quantities(space: Space, mentioned: set[str]) -> list[_Quantity]:
    """The quantities behind which some of the facts mentioned stand, those that rest on most facts first."""
    before, after = space.views[0], space.views[-1]
    found = list[_Quantity]()
    for page in after.pages:
        for key in page.book.quantities.keys() & page.domains.keys():
            text = spelled(page.book, key)
            view = View(after.rulebook, text, after.names)
            old = View(before.rulebook, text, before.names)
            if len(view.pages) == 1 and alike(old, view):
                found.append(_quantity(view, text))
    useful = [one for one in found if len(one.reads & mentioned) > 1]
    return sorted(useful, key=lambda one: (-len(one.reads), one.name))


def _quantity(view: View, text: str) -> _Quantity:
    boxes: dict[str, list[Box]] = {}
    for region in Space(view).regions:
        (decision,) = region.decisions
        value = str(decision.values.get(text, decision.outcome)) if decision is not None else ""
        boxes.setdefault(value, []).append(region.box)
    return _Quantity(text, {value: tuple(found) for value, found in boxes.items()})


def _widest(valued: list[_Valued]) -> Iterator[_Valued]:
    """Those behind which no facts stand that stand behind a wider one."""
    taken = frozenset[str]()
    for one in valued:
        if not one.quantity.reads <= taken:
            yield one
            taken |= one.quantity.reads


def _with(space: Space, regions: Sequence[Region], valued: list[_Valued]) -> tuple[Sentence, ...] | None:
    """The regions told with the values of quantities; None where these say more or less than the facts behind them."""
    behind = frozenset(name for one in valued for name in one.quantity.reads)
    outer = cover([{name: kept for name, kept in region.box.items() if name not in behind} for region in regions], space.values)
    boxes = [region.box for region in regions]
    choices = [outer, *(one.boxes for one in valued)]
    if prod(map(len, choices)) > _MOST_TRIED:
        return None
    for parts in product(*choices):
        both = shared(parts)
        if both is not None and not covered(both, boxes, space.values):
            return None
    return tuple(Sentence(box, tuple(map(str, valued))) for box in outer)


def shared(boxes: Sequence[Box]) -> Box | None:
    """What boxes have in common; None when that is nothing."""
    found = dict[str, frozenset[Given]]()
    for box in boxes:
        for name, allowed in box.items():
            found[name] = found.get(name, allowed) & allowed
    return found if all(found.values()) else None
