"""Boxes of cases: a box allows each variable some values (one that it does not name: all), and many boxes become few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from harnessy.decision.model import Given

Box = Mapping[str, frozenset[Given]]
Values = Mapping[str, tuple[Given, ...]]
_MOST_WIDENED = 64


def cover(boxes: Iterable[Box], values: Values) -> tuple[Box, ...]:
    """Few boxes that hold exactly the cases of the given ones; they may overlap. `values` are all values of each variable."""
    merged = merge(boxes, values)
    if len(merged) > _MOST_WIDENED:
        return tuple(merged)
    widest = (_widened(box, merged, values) for box in merged)
    distinct = list({_key(box): box for box in widest}.values())
    distinct.sort(key=lambda box: -share(box, values))
    for box in reversed(distinct.copy()):
        rest = [other for other in distinct if other is not box]
        if covered(box, rest, values):
            distinct = rest
    return tuple(distinct)


def covered(box: Box, others: Sequence[Box], values: Values) -> bool:
    """Whether each case of a box lies in one of the others."""
    if not others:
        return False
    first, rest = others[0], others[1:]
    now = {name: box.get(name, frozenset(values[name])) for name in {**box, **first}}
    if any(not now[name] & allowed for name, allowed in first.items()):
        return covered(box, rest, values)
    for name, allowed in first.items():
        outside = now[name] - allowed
        if outside and not covered({**now, name: outside}, rest, values):
            return False
        now[name] &= allowed
    return True


def apart(box: Box, other: Box) -> bool:
    """Whether two boxes share no case."""
    return any(name in other and not allowed & other[name] for name, allowed in box.items())


def share(box: Box, values: Values) -> float:
    """The share of all cases that lie in a box."""
    part = 1.0
    for name, allowed in box.items():
        part *= len(allowed) / len(values[name])
    return part


def _key(box: Box) -> frozenset[tuple[str, frozenset[Given]]]:
    return frozenset(box.items())


def _shortened(box: Box, values: Values) -> Box:
    return {name: allowed for name, allowed in box.items() if len(allowed) < len(values[name])}


def merge(apart_boxes: Iterable[Box], values: Values) -> list[Box]:
    """Boxes that share no case and differ in one variable only become one, until none do."""
    boxes = [_shortened(box, values) for box in apart_boxes]
    before = len(boxes) + 1
    while len(boxes) < before:
        before = len(boxes)
        for name in sorted({name for box in boxes for name in box}, reverse=True):
            alike: dict[frozenset[tuple[str, frozenset[Given]]], list[Box]] = {}
            for box in boxes:
                alike.setdefault(_key({other: allowed for other, allowed in box.items() if other != name}), []).append(box)
            boxes = [_shortened({**group[0], name: _union(group, name, values)}, values) for group in alike.values()]
    return boxes


def _union(boxes: Iterable[Box], name: str, values: Values) -> frozenset[Given]:
    return frozenset[Given]().union(*(box.get(name, frozenset(values[name])) for box in boxes))


def _widened(box: Box, boxes: Sequence[Box], values: Values) -> Box:
    """A box made as wide as the others allow, one variable after the other: without it, else with each further value."""
    for name in sorted(box):
        without = {other: allowed for other, allowed in box.items() if other != name}
        if covered(without, boxes, values):
            box = without
            continue
        for further in values[name]:
            wider = {**box, name: box[name] | {further}}
            if further not in box[name] and covered(wider, boxes, values):
                box = wider
    return box
