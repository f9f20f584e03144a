"""Sentences: where the words of a paragraph are cut, on the raw text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict

_MARK = re.compile(r"\\[^\w\s]|`+|<!--|[()\[\]]|[.!?…]+")
_TICKS = re.compile(r"`+")
_CLOSERS = re.compile(r"[\"'”’»*_~)\]]*")
_GAP = re.compile(r"[^\S\n]*(?:\n[\s>]*)?")
_OPENERS = re.compile(r"[\"'“‘«*_~(\[{<`]*")
_WORD = re.compile(r"[\w.]*\Z")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_OPENER_OF = {")": "(", "]": "["}
_LONGEST_WORD = 24
_BEFORE_LIST_NUMBER = ":;,–—("

# With a full stop these words are short for another, whatever follows.
_SHORT = {"approx", "ca", "cf", "dr", "eg", "eq", "eqs", "fig", "figs", "ie", "mr", "mrs", "prof", "resp", "viz", "vs"}
# These are too, unless a capital letter after them begins a new sentence.
_SHORT_INSIDE = {
    "al", "co", "corp", "dept", "ed", "eds", "est", "etc", "excl", "hr", "hrs", "inc", "incl", "jr", "ltd", "max",
    "min", "mins", "ms",
}
# And these only before a number.
_SHORT_BEFORE_NUMBER = {"art", "ch", "no", "nos", "nr", "p", "para", "pp", "rev", "sec", "ver", "vol"}


def sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The bounds of the sentences of a trimmed paragraph."""
    found: list[tuple[int, int]] = []
    marks = _marks(text, start, end)
    matched = _matched(text, marks)
    begin, depth = start, 0
    for left, right in marks:
        if text[left] in "()[]":
            depth += (left in matched) * (1 if text[left] in "([" else -1)
            continue
        cut = _after(_CLOSERS, text, right, end)
        closing = sum(place in matched for place in range(right, cut))
        if depth != closing or cut >= end or not text[cut].isspace():
            continue
        if _ends(text, (begin, left, right, cut), bracketed=closing > 0):
            found.append((begin, cut))
            begin = _after(_GAP, text, cut, end)
    return [*found, (begin, end)] if begin < end else found


def _after(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    match = pattern.match(text, start, end)
    return match.end() if match else start


def _marks(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The brackets and full stops that stand outside code and comments."""
    ticks: defaultdict[int, list[int]] = defaultdict(list)
    for match in _TICKS.finditer(text, start, end):
        ticks[len(match[0])].append(match.start())
    found: list[tuple[int, int]] = []
    last_comment_end = text.rfind("-->", start, end)
    at = start
    while mark := _MARK.search(text, at, end):
        at = mark.end()
        if mark[0][0] == "`":
            at = _code_end(ticks[len(mark[0])], mark)
        elif mark[0] == "<!--":
            at = text.find("-->", at, end) + 3 if at <= last_comment_end else at
        elif mark[0][0] != "\\":
            found.append(mark.span())
    return found


def _code_end(ticks: list[int], opening: re.Match[str]) -> int:
    """Where the code ends that these backticks open; behind them if none of the same length close it."""
    following = bisect_right(ticks, opening.start())
    return ticks[following] + len(opening[0]) if following < len(ticks) else opening.end()


def _matched(text: str, marks: list[tuple[int, int]]) -> set[int]:
    """The places of the brackets that have a partner."""
    matched: set[int] = set()
    waiting: list[int] = []
    count = {"(": 0, "[": 0}
    for place, _ in marks:
        char = text[place]
        if char in count:
            waiting.append(place)
            count[char] += 1
        elif char in _OPENER_OF and count[_OPENER_OF[char]]:
            while text[opener := waiting.pop()] != _OPENER_OF[char]:
                count[text[opener]] -= 1
            count[text[opener]] -= 1
            matched |= {opener, place}
    return matched


def _ends(text: str, places: tuple[int, int, int, int], *, bracketed: bool) -> bool:
    """Whether a mark ends the sentence, given its begin, the bounds of the mark and the end of what closes after it."""
    begin, left, right, cut = places
    gap = _after(_GAP, text, cut, len(text))
    word = _after(_OPENERS, text, gap, len(text))
    follow = text[word : word + 1]
    mark, closed = text[left:right], text[right:cut]
    if follow.islower() and (bracketed or "…" in mark or ".." in mark or closed.strip("*_~")):
        return False
    return mark != "." or _full_stop_ends(text, begin, left, follow)


def _full_stop_ends(text: str, begin: int, stop: int, follow: str) -> bool:
    tail = text[max(begin, stop - _LONGEST_WORD) : stop]
    found = _WORD.search(tail)
    word = found[0].lower() if found else ""
    before = tail[: len(tail) - len(word)].rstrip("\"'“‘«*_~ \t\n")
    if word.isdecimal():
        return bool(before) and not before.endswith(tuple(_BEFORE_LIST_NUMBER)) and not follow.islower()
    if word in _SHORT or _DOTTED.fullmatch(word) or (len(word) == 1 and tail[-1:].isupper()):
        return False
    if word in _SHORT_INSIDE:
        return follow.isupper()
    return not (word in _SHORT_BEFORE_NUMBER and follow.isdigit())
