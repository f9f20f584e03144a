"""Many phrases at once: which is the longest that begins at a place of a text, in time that does not grow with their number."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_KEYWORD_GAP = re.compile(r"(?:[\s*_]|\n[ \t>]*)+")
_NAME_GAP = re.compile(r"[\s*_/–—-]+")

_PREFIX = 1 + 1 + 1  # characters of the first part by which phrases are found

Match = tuple[int, int]


def _plain(text: str) -> str:
    """A text in one case, with every character where it was."""
    folded = text.casefold()
    return folded if len(folded) == len(text) else "".join(map(_folded, text))


def _unquoted(text: str) -> str:
    return _plain(text).replace("’", "'")


_plain_page = lru_cache(maxsize=1 << 1)(_plain)
_unquoted_page = lru_cache(maxsize=1 << 1)(_unquoted)


def _folded(char: str) -> str:
    """One character for one character: what has no such counterpart stays."""
    folded = char.casefold()
    lower = char.lower()
    return folded if len(folded) == 1 else lower if len(lower) == 1 else char


class _Node:
    """The parts that may follow here: those that end a phrase, with its length, and those that more follows."""

    __slots__ = ("children", "ends", "lengths", "stops")

    def __init__(self) -> None:
        self.ends: dict[str, int] = {}
        self.children: dict[str, _Node] = {}
        self.stops: list[int] = []
        self.lengths: list[int] = []

    def end(self, part: str, size: int) -> None:
        if len(part) not in self.stops:
            self.stops.append(len(part))
        self.ends[part] = max(size, self.ends.get(part, 0))

    def child(self, part: str) -> _Node:
        if part not in self.children:
            self.children[part] = _Node()
            if len(part) not in self.lengths:
                self.lengths.append(len(part))
        return self.children[part]


class Phrases:
    """Keywords: parts with white space between; one that begins or ends with a letter or digit does so at the edge of a word."""

    _gap = _KEYWORD_GAP
    _text = staticmethod(_unquoted)
    _page = staticmethod(_unquoted_page)

    def __init__(self, phrases: Iterable[str]) -> None:
        self._first: dict[str, _Node] = {}
        self.phrases = tuple(phrases)
        for phrase in self.phrases:
            parts = self._text(phrase).split()
            node = self._first.setdefault(parts[0][:_PREFIX], _Node())
            for part in parts[:-1]:
                node = node.child(part)
            node.end(parts[-1], len(phrase))
        self._sizes = tuple({len(prefix) for prefix in self._first})

    def __len__(self) -> int:
        return len(self.phrases)

    def match(self, text: str, start: int, end: int) -> Match | None:
        """The length of the longest phrase at a place and where it ends there, if there is one. Nothing behind `end` counts."""
        plain = self._page(text)
        nodes = [node for size in self._sizes if (node := self._first.get(plain[start : start + size])) is not None]
        if not nodes or not self._begins(plain, start):
            return None
        return max((found for node in nodes if (found := self._longest(node, plain, start, end)) is not None), default=None)

    def _longest(self, node: _Node, text: str, start: int, end: int) -> Match | None:
        best: Match | None = None
        waiting = [(node, start)]  # not by recursion: a phrase may have any number of parts
        while waiting:
            node, start = waiting.pop()
            for length in node.stops:
                stop = start + length
                size = node.ends.get(text[start:stop]) if stop <= end else None
                if size is not None and (best is None or size > best[0]):
                    closed = self._closed(text, stop, end)
                    best = best if closed is None else (size, closed)
            for length in node.lengths:
                child = node.children.get(text[start : start + length])
                gap = self._gap.match(text, start + length, end) if child is not None and start + length < end else None
                if child is not None and gap is not None:
                    waiting.append((child, gap.end()))
        return best

    @staticmethod
    def _begins(text: str, start: int) -> bool:
        return not _is_word(text[start]) or _opens(text, start)

    @staticmethod
    def _closed(text: str, stop: int, end: int) -> int | None:
        return stop if not _is_word(text[stop - 1]) or _ends(text, stop, end) else None


class Names(Phrases):
    """Names: a hyphen, a slash or an underscore between parts is as good as white space, and so is a plural at the end."""

    _gap = _NAME_GAP
    _text = staticmethod(_plain)
    _page = staticmethod(_plain_page)

    @staticmethod
    def _begins(text: str, start: int) -> bool:
        return _opens(text, start)

    @staticmethod
    def _closed(text: str, stop: int, end: int) -> int | None:
        plurals = (plural for plural in ("s", "es", "") if text.startswith(plural, stop, end))
        return next((stop + len(plural) for plural in plurals if _ends(text, stop + len(plural), end)), None)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def _opens(text: str, start: int) -> bool:
    """Whether a word may begin here: no letter, digit or hyphen stands in front."""
    return start == 0 or not (_is_word(text[start - 1]) or text[start - 1] == "-")


def _ends(text: str, stop: int, end: int) -> bool:
    """Whether a word may end here: neither a letter or digit follows, nor a hyphen and one."""
    if stop >= end:
        return True
    behind = text[stop + 1] if text[stop] == "-" and stop + 1 < end else text[stop]
    return not _is_word(behind)
