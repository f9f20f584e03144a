"""Amounts with a unit, as far as two of them can be compared: spans of time, shares, plain numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from harnessy.rulebook.amount import SECONDS
from harnessy.source import Span

_PERCENT = Decimal(100)
_MONEY = ("$", "€", "£")
_NUMBER = r"(?P<{0}>\d+(?:[,_]\d{{3}})*(?:\.\d+)?)\s?(?P<{0}_unit>%|[A-Za-z]+)?"
_LEAD = r"(?:=|≈|i\.e\.,?|that is,?|max(?:imum)?|min(?:imum)?|at most|at least)?\s*"
_RESTATED = re.compile(_NUMBER.format("one") + r"[`*_]*\s*\(\s*" + _LEAD + _NUMBER.format("two") + r"(?![\w.-])")
_IS = r"[`*_]*\s*(?:=|≈|,\s*(?:i\.e\.|that is),?)\s*[`*_]*"
_EQUAL = re.compile(_NUMBER.format("one") + _IS + _NUMBER.format("two") + r"(?![\w-]|\.\d)")
_READ = re.compile(_NUMBER.format("one"))

Kind = Literal["time", "share", "number"]
Amount = tuple[Kind, Decimal, Decimal]
"""What is measured, how much, and by how much rounding may have changed it."""


@dataclass(frozen=True, slots=True)
class Restated:
    """An amount and, in brackets right behind it, an amount that should be the same."""

    span: Span
    one: str
    two: str
    agree: bool


def restated(words: Span, counted: Sequence[str] = (), fractions: Sequence[str] = ()) -> Iterator[Restated]:
    """The amounts of some words that are said twice and can be compared.

    `counted` are numbers in words from two on, `fractions` those of one half and below.
    """
    text = _in_digits(words.text, counted, fractions)
    for match in (*_RESTATED.finditer(text), *_EQUAL.finditer(text)):
        one, two = _amount(match["one"], match["one_unit"]), _amount(match["two"], match["two_unit"])
        if one and two and two[0] != "number" and _comparable(one, two):
            span = words.cut(words.start + match.start("one"), words.start + _end(match))
            exact = "." not in match["one"] + match["two"]
            agree = abs(one[1] - two[1]) <= (0 if exact else two[2])
            yield Restated(span, _written(match, "one"), _written(match, "two"), agree)


def same(one: str, two: str) -> bool | None:
    """Whether two amounts as written are as much; None where they cannot be compared."""
    if one[:1] in _MONEY or two[:1] in _MONEY:
        return same(one[1:], two[1:]) if one[:1] == two[:1] else None
    read = [_READ.fullmatch(words.strip()) for words in (one, two)]
    if not all(read):
        return None
    first, second = (_amount(match["one"], match["one_unit"]) for match in read if match)
    if first is None or second is None:
        units = {match["one_unit"] for match in read if match}
        return read[0]["one"] == read[1]["one"] if len(units) == 1 and read[0] and read[1] else None
    return first[1] == second[1] if _comparable(first, second) or _comparable(second, first) else None


def _in_digits(text: str, counted: Sequence[str], fractions: Sequence[str]) -> str:
    """The words with numbers in digits, each in as many characters as it had; longer figures stay as they are."""
    for at, word in (*enumerate(counted, 2), *((-one, word) for one, word in enumerate(fractions, 2))):
        digits = str(at) if at > 0 else f"{1 / -at:.2f}"
        pattern = rf"(?<![\w-]){re.escape(word)}(?=\s*[(=]|\s(?:[a-z]+)\s*[)]|\s[a-z]+\s*\()"
        text = re.sub(pattern, digits.rjust(len(word)), text, flags=re.IGNORECASE)
    return text


def _end(match: re.Match[str]) -> int:
    closing = match.string.find(")", match.end())
    between = match.string[match.end() : closing]
    return closing + 1 if closing >= 0 and not between.strip() else match.end()


def _written(match: re.Match[str], name: str) -> str:
    """As written, in digits."""
    unit = match[f"{name}_unit"]
    return match.string[match.start(name) : match.end(f"{name}_unit") if unit else match.end(name)]


def _amount(number: str, unit: str | None) -> Amount | None:
    value = Decimal(number.replace(",", "").replace("_", ""))
    kind, factor = _unit(unit)
    return (kind, value * factor, _rounding(number) * factor) if factor else None


def _unit(unit: str | None) -> tuple[Kind, Decimal | None]:
    if unit is None:
        return "number", Decimal(1)
    if unit == "%":
        return "share", 1 / _PERCENT
    return "time", SECONDS.get(unit.casefold()) or SECONDS.get(unit.casefold().removesuffix("s"))


def _rounding(number: str) -> Decimal:
    """Half of the last place of a number."""
    return Decimal(1).scaleb(-len(number.partition(".")[2])) / 2


def _comparable(one: Amount, two: Amount) -> bool:
    """Two spans of time, two shares, or a share and a number up to 1."""
    return one[0] == two[0] or (one[0] == "number" and two[0] == "share" and one[1] <= 1)
