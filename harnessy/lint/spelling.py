"""Names that are most likely slips of declared ones. A slip is one letter, or two in a long name, never a digit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harnessy.rulebook import Book
from harnessy.rulebook.model import Named
from harnessy.rulebook.names import bare, stems
from harnessy.source import Span

_CODE = re.compile(r"`+\s*([^`]+?)\s*`+")
_WORD = re.compile(r"[^\W_][\w-]*")
_DIGITS = re.compile(r"\d+")
_PATH = frozenset("./\\")
_SHORTEST = 5
_SHORTEST_WORD = 6
_LONG = 10


@dataclass(frozen=True, slots=True)
class Slip:
    """Words as written, and the declared name that was most likely meant."""

    span: Span
    name: str


def near(word: str, known: Iterable[str], *, spelled: bool = False) -> str | None:
    """The declared name that a word is a slip of; None when it is a name itself, or its plural, or far from all.

    `spelled` counts every character of the name as it is written, dashes of a flag too.
    """
    form = str if spelled else bare
    text, names = form(word), tuple(known)
    if len(text) < _SHORTEST or _PATH & set(word):
        return None
    limit = 2 if len(text) >= _LONG else 1
    found = [name for name in names if _close(text, form(name), limit)]
    return found[0] if found and not any(stems(text) == stems(name) for name in names) else None


def _close(left: str, right: str, limit: int) -> bool:
    if left[:1] != right[:1] or abs(len(left) - len(right)) > limit:
        return False
    if _DIGITS.findall(left) != _DIGITS.findall(right):
        return False
    return _slips(left, right) <= limit


def _slips(left: str, right: str) -> int:
    """The letters that were changed, left out, added or swapped with their neighbour."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for at, char in enumerate(left, 1):
        current = [at]
        for column, other in enumerate(right, 1):
            cost = min(row[column] + 1, current[-1] + 1, row[column - 1] + (char != other))
            swapped = at > 1 and column > 1 and char == right[column - 2] and left[at - 2] == other
            current.append(min(cost, before[column - 2] + 1) if swapped else cost)
        before, row = row, current
    return row[-1]


def declared(book: Book) -> list[str]:
    """Every name of a book as it is written: facts, values, members, quantities, subjects."""
    return list(dict.fromkeys(name.text for name in _names(book)))


def _names(book: Book) -> Iterator[Named]:
    for scale in book.scales.values():
        yield from scale.members
    for fact in book.facts.values():
        yield from (fact.name, *fact.values, *fact.aliases)
    for quantity in book.quantities.values():
        yield from (quantity.name, *quantity.aliases)
    for subject in book.subjects.values():
        yield from (subject.name, *subject.aliases)


def slips(words: Span, known: list[str], *, code_only: bool = False) -> Iterator[Slip]:
    """The code spans (and plain words, of a good length) of some words that are slips of declared names."""
    for match in _CODE.finditer(words.text):
        yield from _slip(words, match.span(1), known)
    if not code_only:
        plain = _CODE.sub(lambda match: " " * len(match.group()), words.text)
        for match in _WORD.finditer(plain):
            if len(match.group()) >= _SHORTEST_WORD:
                yield from _slip(words, match.span(), known)


def _slip(words: Span, place: tuple[int, int], known: list[str]) -> Iterator[Slip]:
    span = words.cut(words.start + place[0], words.start + place[1])
    name = near(span.text, known)
    if name is not None:
        yield Slip(span, name)
