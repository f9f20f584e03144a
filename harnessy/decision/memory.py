"""What was answered before, by the facts that the answer looked at: two questions that agree in these have one answer."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from harnessy.decision.model import Given
from harnessy.rulebook.memo import MOST_KEPT

_Leaf = TypeVar("_Leaf")
_Way = str | tuple[type, Given | None]
_Ways = dict[_Way, Any]
_START = ""


class Reads(Mapping[str, Given]):
    """Facts that remember which of them were looked at, in order, whether they were there or not.

    Whoever goes through all of them has looked at more than can be told; then `all` is set.
    """

    def __init__(self, facts: Mapping[str, Given]) -> None:
        self._facts = facts
        self._read = facts.get
        self.seen: dict[str, Given | None] = {}
        self.all = False

    def get(self, key: str) -> Given | None:  # type: ignore[override]
        """The value of a fact, None when it is not there."""
        value = self.seen[key] = self._read(key)
        return value

    def __getitem__(self, key: str) -> Given:
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        self.all = True
        return iter(self._facts)

    def __len__(self) -> int:
        self.all = True
        return len(self._facts)


@dataclass(slots=True)
class _Fork:
    """The next fact that was looked at, and where each of its values leads."""

    key: str
    ways: _Ways = field(default_factory=dict)


class Memory(Generic[_Leaf]):
    """Answers to one question, found by walking the facts in the order in which they were looked at.

    An answer that looks at the same values of the same facts is the same answer, so whatever is found here is right.
    """

    def __init__(self) -> None:
        self._root: _Ways = {}
        self._count = 0

    def find(self, facts: Mapping[str, Given]) -> _Leaf | None:
        """What was kept for facts that agree with these."""
        place = self._root.get(_START)
        while place.__class__ is _Fork:
            value = facts.get(place.key)
            place = place.ways.get(value if value.__class__ is str else (value.__class__, value))
        return place

    def keep(self, reads: Reads, never: Container[str], leaf: _Leaf) -> None:
        """Keep an answer for all facts that agree in what it looked at, but for what is `never` among them."""
        if reads.all:
            return
        if self._count >= MOST_KEPT:
            self._root.clear()
            self._count = 0
        self._count += 1
        ways: _Ways = self._root
        at: _Way = _START
        for key, value in reads.seen.items():
            if key in never:
                continue
            fork = ways.get(at)
            if fork is None:
                fork = ways[at] = _Fork(key)
            elif fork.__class__ is not _Fork or fork.key != key:
                return
            ways, at = fork.ways, value if value.__class__ is str else (value.__class__, value)
        ways[at] = leaf
