"""A text while its links are read: what of it is said, which names in it count, and what stands around a place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile

from harnessy.plan.phrases import WORD
from harnessy.plan.references import REFERENCE
from harnessy.plan.speech import Range
from harnessy.source import Source

_BACK, _FAR = 160, 400
_MARKS = re.compile('[\n"“”]')
_TO = "]("
_JOINTS = frozenset("-_")
_ITEM_MARK = r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?"
_LABEL = re.compile(r"[*_]*[ \t]*(?:\([^)\n]*\)[ \t]*)?:[*_]*[ \t]*(?P<value>[^\n]*(?:,[ \t]*\n[^\n]+)*)")
_LEADS = re.compile(rf"(?:{_ITEM_MARK})?[ \t*_>#|-]*\Z")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+[*_]*")
_SENTENCE = re.compile(r"[.!?;](?=\s|\Z)|\n(?=[ \t]*(?:\n|[-*+|#]|\d+[.)]))|\Z")


def sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence, the item or the row of a stretch begins and ends, as far as matters."""
    first, last = max(0, start - _FAR), min(len(text), end + _FAR)
    ends = [found.end() for found in _SENTENCE.finditer(text, first, start) if found.end() <= start and found.group()]
    found = _SENTENCE.search(text, end, last)
    return ends[-1] if ends else first, found.start() if found else last


@dataclass(frozen=True, slots=True)
class Small:
    """The small words around a link, from the grammar."""

    between: frozenset[str]
    through: frozenset[str]
    together: frozenset[str]
    denies: frozenset[str]
    inside: frozenset[str]
    linking: frozenset[str]
    itself: frozenset[str]
    articles: frozenset[str]
    single: frozenset[str]
    relative: frozenset[str]
    pointing: frozenset[str]
    standards: frozenset[str]
    nothing: frozenset[str]
    more: frozenset[str]
    turning: frozenset[str]
    turns: frozenset[str]
    former: frozenset[str]
    over: frozenset[str]
    still: frozenset[str]
    until: frozenset[str]
    mentions: frozenset[str]
    own: frozenset[str] = frozenset()

    @classmethod
    def of(cls, planning: Mapping[str, tuple[str, ...]]) -> Small:
        """The small words of the grammar's lists."""
        roles = (
            "BETWEEN", "THROUGH", "TOGETHER", "DENIES", "BETWEEN_DENIAL", "LINKING", "SELF", "ARTICLES", "SINGLE", "RELATIVE",
            "POINTING", "STANDARDS", "NOTHING", "MORE", "TURNING", "TURNS", "FORMER", "OVER", "STILL", "UNTIL", "MENTIONS",
        )  # fmt: skip
        lists = (frozenset(word for phrase in planning[role] for word in phrase.split()) for role in roles)
        return replace(cls(*lists), own=frozenset(planning["SELF"]))


@dataclass(frozen=True)
class Passage:
    """A text: `speech` is without code, `seen` has inline code. What is asked of a place costs no more in a long text."""

    source: Source
    speech: str
    seen: str
    standards: frozenset[str]

    @cached_property
    def _marks(self) -> Mapping[str, list[int]]:
        """Where the line ends and the quotation marks stand, in order."""
        found: dict[str, list[int]] = {mark: [] for mark in '\n"“”'}
        for mark in _MARKS.finditer(self.speech):
            found[mark.group()].append(mark.start())
        return found

    def _around(self, mark: str, at: int) -> tuple[int, int]:
        """The last place of a mark before a place, and the first one from it on; -1 and the end where there is none."""
        places = self._marks[mark]
        index = bisect_left(places, at)
        return places[index - 1] if index else -1, places[index] if index < len(places) else len(self.speech)

    def before(self, at: int) -> Iterator[re.Match[str]]:
        """The words before a place, nearest first, as far back as matters."""
        return reversed(list(WORD.finditer(self.speech, max(0, at - _BACK), at)))

    def line_start(self, at: int) -> int:
        """Where the line of a place begins."""
        return self._around("\n", at)[0] + 1

    def reach(self, at: int) -> int:
        """Where what stands before a place in its line begins, as far back as matters."""
        return max(self.line_start(at), at - _FAR)

    def sentence_end(self, at: int) -> int:
        """Where the sentence, the item or the row of a place ends, as far on as matters."""
        return sentence(self.speech, at, at)[1]

    def sentence_start(self, at: int) -> int:
        """Where the sentence, the item or the row of a place begins, as far back as matters."""
        return sentence(self.speech, at, at)[0]

    def quotes(self, at: int) -> bool:
        """Whether a place stands inside quotation marks that open and close on its line."""
        start, (_, end) = self.line_start(at), self._around("\n", at)
        straight = self._marks['"']
        odd = (bisect_left(straight, at) - bisect_left(straight, start)) % 2 == 1
        if odd and self._around('"', at)[1] < end:
            return True
        opened = self._around("“", at)[0]
        return opened >= start and opened > self._around("”", at)[0] and self._around("”", at)[1] < end

    def names(self, start: int, end: int) -> Iterator[re.Match[str]]:
        """The names that are said in a stretch, in order."""
        at = self.line_start(start)
        while at < end:
            stop = self._around("\n", at)[1]
            found = self._in_line(at, stop)
            first = bisect_left(found, start, key=lambda match: match.start())
            yield from takewhile(lambda match: match.end() <= end, map(found.__getitem__, range(first, len(found))))
            at = stop + 1

    def _in_line(self, start: int, end: int) -> list[re.Match[str]]:
        if start not in self._lines:
            self._lines[start] = [match for match in REFERENCE.finditer(self.seen, start, end) if self.counts(match)]
        return self._lines[start]

    @cached_property
    def _lines(self) -> dict[int, list[re.Match[str]]]:
        return {}

    def counts(self, match: re.Match[str]) -> bool:
        """Whether a name is said: a number in code is none, the name of a file may stand in code; `UTF-8` is no issue.

        Of a link whose text and address both name an issue the address counts.
        """
        if match["key"] and match["key"].partition("-")[0].casefold() in self.standards:
            return False
        if self.seen.startswith(_TO, match.end()) and REFERENCE.match(self.seen, match.end() + len(_TO)):
            return False
        return match["file"] is not None or self.speech[match.start() : match.end()] == match.group()

    def heads(self, start: int, end: int) -> bool:
        """Whether words begin a heading."""
        return bool(_HEADING.fullmatch(self._lead(start))) and self.seen[end : end + 1] != ""

    def _lead(self, at: int) -> str:
        """What stands before a place in its line; more than marks where that is long."""
        return self.speech[self.reach(at) : at]

    def compound(self, start: int, end: int) -> bool:
        """Whether a word is a part of a longer one: `default-dependency`, `NEEDS_FIX`."""
        front, back = self.speech[max(0, start - 2) : start], self.speech[end : end + 2]
        return any(mark[:1].isalnum() and mark[1:] in _JOINTS for mark in (front, back[::-1]) if len(mark) > 1)

    def label(self, start: int, end: int) -> Range | None:
        """What stands behind the colon of words that begin a line: `**Wants:** the sluice`; a comma at the end goes on.

        None where they are no label.
        """
        found = _LABEL.match(self.seen, end) if _LEADS.fullmatch(self._lead(start)) else None
        return found.span("value") if found else None
