"""Finds many phrases in a text in one pass: words by their stems, phrases in a tree of stems. Linear in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from harnessy.rulebook.names import in_order

_WORD = re.compile(r"[^\W_]+")
_GAP = re.compile(r"(?:[ \t*_-]|\n(?![ \t]*\n))*\Z")
_LONGEST_GAP = 1 << 2 << 2
_PLURALS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""))
_REMEMBERED = 1 << 2 << 2 << 2 << 2 << 2 << 2 << 2 << 2
Thing = TypeVar("Thing", bound=Hashable)


class Word(NamedTuple):
    """A word of a text: its form, and where it stands."""

    form: str
    start: int
    end: int


class Forms(dict[str, str]):
    """The form of each word met so far; forgets all when there are too many."""

    def __init__(self, form: Callable[[str], str]) -> None:
        super().__init__()
        self._form = form

    def __missing__(self, word: str) -> str:
        """The form of a word that is new."""
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[word] = self._form(word.casefold())
        return found


def _stem(word: str) -> str:
    return next(iter(in_order(word)), word)


def _singular(word: str) -> str:
    for ending, instead in _PLURALS:
        if word.endswith(ending) and not word.endswith("ss") and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


STEMS, SINGULARS = Forms(_stem), Forms(_singular)


@dataclass
class _Node(Generic[Thing]):
    below: dict[str, _Node[Thing]] = field(default_factory=dict)
    things: list[tuple[str, Thing]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found(Generic[Thing]):
    """A phrase in a text: what it stands for with its spelling in the doctrine, which words it is, and where."""

    things: tuple[tuple[str, Thing], ...]
    first: int
    last: int
    start: int
    end: int


class Phrases(Generic[Thing]):
    """Phrases and what each stands for; words are compared by one of the forms."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._root = _Node[Thing]()

    def add(self, phrase: str, thing: Thing) -> None:
        """Add a phrase."""
        node = self._root
        for word in _WORD.findall(phrase):
            node = node.below.setdefault(self._forms[word], _Node())
        if node is not self._root and (phrase, thing) not in node.things:
            node.things.append((phrase, thing))

    def words(self, text: str) -> list[Word]:
        """The words of a text."""
        forms = self._forms
        return [Word(forms[match.group()], match.start(), match.end()) for match in _WORD.finditer(text)]

    def find(self, text: str, words: Iterable[Word] | None = None) -> Iterator[Found[Thing]]:
        """The longest phrase at each place, in order, none inside another."""
        found = list(self.words(text) if words is None else words)
        below, at = self._root.below, 0
        while at < len(found):
            hit = self._at(text, found, at) if found[at][0] in below else None
            if hit is not None:
                yield hit
                at = hit.last
            at += 1

    def _at(self, text: str, words: list[Word], first: int) -> Found[Thing] | None:
        node, best = self._root, None
        for index in range(first, len(words)):
            if index > first and not together(text, words[index - 1].end, words[index].start):
                break
            below = node.below.get(words[index].form)
            if below is None:
                break
            node = below
            if node.things:
                best = Found(tuple(node.things), first, index, words[first].start, words[index].end)
        return best


def together(text: str, end: int, start: int) -> bool:
    """Whether nothing but white space, hyphens and emphasis stands between two words, in one paragraph."""
    return start - end <= _LONGEST_GAP and bool(_GAP.match(text[end:start]))
