"""What is worked out once of a book, or of a rulebook, and kept with it: neither changes, nor does what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Protocol, TypeVar

MOST_KEPT = 1 << 14


class Keeper(Protocol):
    """A book or a rulebook: what has a place for what was worked out of it."""

    @property
    def memo(self) -> dict[str, Any]:
        """What was worked out, by the name of the function."""


_Book = TypeVar("_Book", bound=Keeper)
_Key = TypeVar("_Key", bound=Hashable)
_Thing = TypeVar("_Thing")
_Found = TypeVar("_Found")


def per_book(work: Callable[[_Book], _Found]) -> Callable[[_Book], _Found]:
    """A function of a book that is worked out once for each book."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def found(book: _Book) -> _Found:
        try:
            kept: _Found = book.memo[name]
        except KeyError:
            kept = book.memo[name] = work(book)
        return kept

    return found


def per_key(work: Callable[[_Book, _Key], _Found]) -> Callable[[_Book, _Key], _Found]:
    """A function of a book and a key that is worked out once for each; keys that come from outside do not pile up."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def found(book: _Book, key: _Key) -> _Found:
        try:
            kept: _Found = book.memo[name][key]
        except KeyError:
            place = book.memo.setdefault(name, {})
            if len(place) >= MOST_KEPT:
                place.clear()
            kept = place[key] = work(book, key)
        return kept

    return found


def per_part(work: Callable[[_Book, _Thing], _Found]) -> Callable[[_Book, _Thing], _Found]:
    """The same for a part of the book itself, such as a rule, found by its identity: to hash one takes longer than most work."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def found(book: _Book, part: _Thing) -> _Found:
        place: dict[int, tuple[_Thing, _Found]] | None = book.memo.get(name)
        if place is None:
            place = book.memo[name] = {}
        kept = place.get(id(part))
        if kept is None or kept[0] is not part:
            kept = place[id(part)] = (part, work(book, part))
        return kept[1]

    return found
