"""Finds many phrases in a text in one pass: by how their first words begin, then word by word down a tree. Linear in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Generic, TypeVar

from harnessy.rulebook.names import in_order

WORD = re.compile(r"[^\W_]+")
ENDING = re.compile(r"|e|y|e?s|e?d|ies|ied|[a-z]?(?:ed|ing)")
_GAP = re.compile(r"(?:[ \t*_-]|\n(?![ \t]*\n))*\Z")
ADVERB = "ly"
_LONGEST_GAP = 1 << 2 << 2
_PLURALS = (("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", ""))
_REMEMBERED = 1 << 2 << 2 << 2 << 2 << 2 << 2 << 2 << 2
Thing = TypeVar("Thing", bound=Hashable)


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
    """A phrase in a text: what it stands for with its spelling in the doctrine, how many words it has, and where."""

    things: tuple[tuple[str, Thing], ...]
    words: int
    start: int
    end: int


class Phrases(Generic[Thing]):
    """Phrases and what each stands for; words are compared by one of the forms."""

    def __init__(self, forms: Forms) -> None:
        self._forms = forms
        self._root = _Node[Thing]()
        self._beginnings, self._whole = set[str](), set[str]()

    def add(self, phrase: str, thing: Thing) -> None:
        """Add a phrase."""
        node, words = self._root, WORD.findall(phrase)
        for word in words:
            node = node.below.setdefault(self._forms[word], _Node())
        if words and (phrase, thing) not in node.things:
            node.things.append((phrase, thing))
            first = words[0].casefold()
            beginning = common(first, self._forms[first]).removesuffix("y").removesuffix("i")
            self._beginnings.add(beginning)
            if not ENDING.fullmatch(first[len(beginning) :]):
                self._whole.add(first)

    @cached_property
    def _likely(self) -> re.Pattern[str]:
        """The words that begin as some phrase does and differ in their inflection, in lower case."""
        inflected = f"(?:{_either(self._beginnings)})(?:{ENDING.pattern})"
        whole = f"(?:{_either(self._whole)})" if self._whole else r"(?!)"
        return re.compile(rf"(?<![^\W_])(?:{inflected}|{whole})(?![^\W_])")

    def find(
        self, text: str, lower: str = "", fits: Callable[[Found[Thing]], bool] = lambda _: True,
    ) -> Iterator[Found[Thing]]:
        """The longest phrase at each place that fits, in order, none inside another. `lower` is the text in lower case."""
        if not self._root.below:
            return
        lower, at = lower or lowered(text), 0
        for match in self._likely.finditer(lower):
            if match.start() < at or self._forms[match.group()] not in self._root.below:
                continue
            found = next(filter(fits, reversed(self._at(text, lower, match.start()))), None)
            if found is not None:
                yield found
                at = found.end

    def _at(self, text: str, lower: str, start: int) -> list[Found[Thing]]:
        """The phrases that begin at a place, the shortest first."""
        node, met, end, count = self._root, list[Found[Thing]](), start, 0
        while (word := WORD.search(lower, end)) and (not count or together(text, end, word.start())):
            below = node.below.get(self._forms[word.group()])
            if below is None and count and word.group().endswith(ADVERB):
                end = word.end()
                continue
            if below is None:
                break
            node, end, count = below, word.end(), count + 1
            if node.things:
                met.append(Found(tuple(node.things), count, start, end))
        return met


def lowered(text: str) -> str:
    """A text in lower case, every letter in its place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(one if len(one.lower()) != 1 else one.lower() for one in text)


def common(one: str, other: str) -> str:
    """How two words begin alike."""
    return one[: sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))]


def together(text: str, end: int, start: int) -> bool:
    """Whether nothing but white space, hyphens and emphasis stands between two words, in one paragraph."""
    return start - end <= _LONGEST_GAP and bool(_GAP.match(text[end:start]))


def _either(words: Iterable[str]) -> str:
    """A pattern for any of some words that tries each letter once."""
    rest = dict[str, set[str]]()
    for word in words:
        rest.setdefault(word[:1], set()).add(word[1:])
    ends = rest.pop("", None)
    parts = [f"{re.escape(first)}(?:{_either(more)})" if more != {""} else re.escape(first) for first, more in sorted(rest.items())]
    return "|".join([*parts, *([""] if ends else [])])
