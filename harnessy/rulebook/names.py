"""Names compare by their folded form, and by their stems where one name is part of another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Protocol

_MARKUP = re.compile(r"[`*]|\]\([^)]*\)|\[|\]")
_GREEK = {"Δ": "delta "}
_SEPARATORS = re.compile(r"[\s_\-/–—]+")
_EDGES = " .,:;!?'\"“”‘’()"
_STEM_CACHE = 65536
_ARTICLES = frozenset({"a", "an", "the", "its", "their", "this"})


class Stemmer(Protocol):
    """What is used of a stemmer."""

    def stemWord(self, word: str) -> str:  # noqa: N802 # its own name
        """The stem of a word."""


@cache
def _stemmer() -> Stemmer:
    from snowballstemmer import stemmer

    found: Stemmer = stemmer("english")
    return found


@lru_cache(maxsize=_STEM_CACHE)
def fold(text: str) -> str:
    """The form under which names are equal: no markup, one case, `-`, `_`, `/` and white space alike."""
    for letter, word in _GREEK.items():
        text = text.replace(letter, word)
    plain = _MARKUP.sub("", text)
    return _SEPARATORS.sub(" ", plain).strip(_EDGES).casefold()


@lru_cache(maxsize=_STEM_CACHE)
def bare(text: str) -> str:
    """The folded form without leading articles."""
    words = fold(text).split(" ")
    while len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(words)


def unarticled(text: str) -> str:
    """A name as written, without leading articles."""
    words = text.split()
    while len(words) > 1 and words[0].casefold() in _ARTICLES:
        words = words[1:]
    return " ".join(words)


@lru_cache(maxsize=_STEM_CACHE)
def stems(text: str) -> frozenset[str]:
    """The stems of the words of a name, articles left out (Snowball's English stemmer)."""
    return frozenset(in_order(text))


@lru_cache(maxsize=_STEM_CACHE)
def _stem(word: str) -> str:
    return _stemmer().stemWord(word)


@lru_cache(maxsize=_STEM_CACHE)
def in_order(text: str) -> tuple[str, ...]:
    """The stems of the words of a name in their order, articles left out."""
    words = [word.strip(_EDGES) for word in bare(text).split(" ")]
    return tuple(_stem(word) for word in words if word and word not in _ARTICLES)


def joined(text: str) -> frozenset[str]:
    """The stems of the words of a name, and of each two neighbours as one word: `clean up` is `cleanup`."""
    words = in_order(text)
    return frozenset((*words, *(first + then for first, then in pairwise(words))))


def only_superset(name: str, others: Iterable[str]) -> str | None:
    """The one other name whose stems hold all stems of this one; None when there is none or more than one."""
    own = stems(name)
    found = [other for other in others if own and own < stems(other)]
    return found[0] if len(found) == 1 else None


class StemIndex:
    """Names by their stems, so that equal, longer and shorter names are found without looking at all of them."""

    def __init__(self) -> None:
        self._equal = dict[frozenset[str], list[str]]()
        self._holding = dict[str, list[str]]()
        self._first = dict[str, list[str]]()

    def add(self, name: str) -> None:
        """Add a name that is not in the index."""
        own = stems(name)
        self._equal.setdefault(own, []).append(name)
        for stem in own:
            self._holding.setdefault(stem, []).append(name)
        if own:
            rarest = min(sorted(own), key=lambda stem: len(self._holding[stem]))
            self._first.setdefault(rarest, []).append(name)

    def equal(self, name: str) -> list[str]:
        """The names of the same stems."""
        return self._equal.get(stems(name), [])

    def longer(self, name: str) -> list[str]:
        """The names that have all stems of this one and more."""
        own = stems(name)
        found = min((self._holding.get(stem, []) for stem in own), key=len, default=[])
        return [other for other in found if own < stems(other)]

    def shorter(self, name: str) -> list[str]:
        """The names whose stems are some, not all, of this one's."""
        own = stems(name)
        return [other for stem in own for other in self._first.get(stem, []) if stems(other) < own]
