"""A band as people write it: `0.5–0.7`, `between 5 and 10 min`, `below 40%`, `3 or more`, `[0, 5)`, `0.5 ≤ score < 0.7`.

Both ends of a range belong to it, unless a sign or bracket says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from harnessy.rulebook.amount import SECONDS, measured

Words = Mapping[str, tuple[str, ...]]
_NUMBER = r"[-−+]?(?:\d[\d,_]*(?:\.\d+)?|\.\d+)"
_UNIT = rf"\s?(?:%|(?:{'|'.join(sorted(SECONDS, key=len, reverse=True))})s?\b)"
_RELATIONS = ("LE", "GE", "LT", "GT", "BELOW", "ABOVE")
_MARKS = str.maketrans("*`", "  ")
_LONGEST = 1 << 2 << 2 << 2 << 2  # letters within which a band stands, its name included


@dataclass(frozen=True, slots=True)
class Band:
    """A stretch of numbers: its ends (None: it is open) and which of them belong to it; the words in front, and where it ends.

    `unit` is what one of its numbers as written comes to: a hundredth for per cents, sixty for minutes.
    """

    low: Decimal | None
    high: Decimal | None
    shut: tuple[bool, bool]
    name: str
    start: int
    end: int
    unit: Decimal = Decimal(1)

    @property
    def ends(self) -> tuple[Decimal, ...]:
        """The numbers that stand there."""
        return tuple(end for end in (self.low, self.high) if end is not None)


def band(words: Words, text: str) -> Band | None:
    """The band that a text begins with, behind the name of a number or none; None where it begins with anything else."""
    plain = text.translate(_MARKS)
    for shape in _shapes(tuple((name, words[name]) for name in (*_RELATIONS, *_LISTS))):
        match = shape.match(plain, 0, _LONGEST)
        found = _made(words, match) if match and match.end() < _LONGEST else None
        if found is not None:
            return found
    return None


_LISTS = ("REACHES", "RANGE", "OR_MORE", "OR_LESS", "BANDED")


@lru_cache(maxsize=2)
def _shapes(listed: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[re.Pattern[str], ...]:
    words = dict(listed)
    front = rf"\s*(?:(?:{_any(words['BANDED'])})\s+)*(?P<name>[^\W\d][^\d:→<>≤≥=\[(|]*?)?\s*"
    low, high, one = (rf"(?P<{name}>{_NUMBER})(?P<{name}_unit>{_UNIT})?" for name in ("begin", "until", "one"))
    joined = rf"(?:{_any(words['REACHES'])})"
    signs = rf"(?P<{{}}>{_any(word for name in _RELATIONS for word in words[name])})"
    between = rf"(?:(?:{_any(words['RANGE'])})\s+)?"
    shapes = (
        rf"\s*{low}\s*{signs.format('first')}\s*(?P<name>[^\W\d][^\d:→<>≤≥=\[(|]*?)\s*{signs.format('second')}\s*{high}",
        rf"{front}(?P<opens>[\[(]){low}\s*[,;]\s*{high}(?P<closes>[\])])",
        rf"{front}{between}{low}\s*{joined}\s*{high}",
        rf"{front}{signs.format('sign')}\s*{one}",
        rf"{front}{one}\s*(?:(?P<more>{_any(words['OR_MORE'])})|(?P<less>{_any(words['OR_LESS'])}))",
    )
    return tuple(re.compile(rf"{shape}(?![\w%])", re.IGNORECASE) for shape in shapes)


def _any(words: Iterable[str]) -> str:
    """Any of some words, the longest first; a word stands by itself, a sign need not."""
    listed = sorted(dict.fromkeys(words), key=len, reverse=True)
    return "|".join(rf"\b{re.escape(word)}\b" if word[0].isalpha() else re.escape(word) for word in listed)


def _made(words: Words, match: re.Match[str]) -> Band | None:
    told = {name: value for name, value in match.groupdict().items() if value is not None}
    unit = next((told[name].strip() for name in ("until_unit", "begin_unit", "one_unit") if name in told), "")
    given = [name for name in ("begin", "until", "one") if name in told]
    numbers = {name: _amount(told[name], told.get(f"{name}_unit", unit).strip()) for name in given}
    if None in numbers.values():
        return None
    low, high, shut = numbers.get("begin"), numbers.get("until"), (True, True)
    if "one" in numbers:
        kind = next((name for name in _RELATIONS if told.get("sign", "").casefold() in words[name]), "")
        below = kind in {"LE", "LT", "BELOW"} or "less" in told
        low, high = (None, numbers["one"]) if below else (numbers["one"], None)
        shut = (not below and (kind == "GE" or "more" in told), below and (kind == "LE" or "less" in told))
    elif "first" in told:
        kinds = [next((name for name in _RELATIONS if told[side] in words[name]), "") for side in ("first", "second")]
        if not {*kinds} <= {"LE", "LT"}:
            return None
        shut = (kinds[0] == "LE", kinds[1] == "LE")
    elif "opens" in told:
        shut = (told["opens"] == "[", told["closes"] == "]")
    if low is not None and high is not None and not low < high:
        return None
    name = " ".join(_without(told.get("name", ""), (*words["BANDED"], *words["RANGE"])))
    return Band(low, high, shut, name, match.start(), match.end(), _amount("1", unit) or Decimal(1))


def _amount(text: str, unit: str) -> Decimal | None:
    return measured(f"{text.replace('−', '-')}{unit}")


def _without(name: str, words: Iterable[str]) -> list[str]:
    """The words of a name without those that only lead to its number."""
    return [word for word in name.split() if word.casefold() not in words]
