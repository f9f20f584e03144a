"""Two spellings of one word: case, spaces, signs that nobody sees, letters of another script, the plural.

A tally takes them for two things, a reader does not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

_MOST_KEPT = 1 << 14
_APART = re.compile(r"[\s_\-‐-―/]+")
_PLURAL = re.compile(r"(?<=[^\W\d_]{2}[^\W\d_s])s\b")
_UNSEEN = "C"
_LOOKS = str.maketrans(  # small letters of other scripts by the Latin one that they look like (Unicode TR 39, confusables)
    "абсԁеһіјӏорԛѕѵԝхуαγικνορυχ",
    "abcdehijlopqsvwxyayiknopux",
)


@lru_cache(maxsize=_MOST_KEPT)
def alike(text: str) -> str:
    """What the spellings of a word have in common; empty for what shows nothing."""
    plain = unicodedata.normalize("NFKC", text)
    seen = "".join(letter for letter in plain if letter.isspace() or unicodedata.category(letter)[0] != _UNSEEN)
    return _PLURAL.sub("", _APART.sub(" ", seen).strip().casefold().translate(_LOOKS))


def in_two_spellings(values: Iterable[object]) -> Iterator[tuple[object, object]]:
    """The values that are another in another spelling, each with that; what is not told is spelt as nothing."""
    known = dict[str, object]()
    for value in sorted(values, key=lambda value: (value is not None, str(value))):
        if value is None or isinstance(value, str):
            first = known.setdefault(alike(value or ""), value)
            if first is not value and first != value:
                yield value, first
