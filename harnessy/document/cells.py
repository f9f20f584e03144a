"""Cells: the exact place of each cell in a line of a table."""

from __future__ import annotations

import re
from itertools import pairwise

_PIPE = re.compile(r"(?<!\\)\|")


def cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The bounds of the words between the pipes of a trimmed line; a pipe splits even inside backticks, as in GFM."""
    cuts = [start - 1, *(match.start() for match in _PIPE.finditer(text, start, end)), end]
    pieces = [(left + 1, right) for left, right in pairwise(cuts)]
    if pieces[0][0] == pieces[0][1]:
        pieces.pop(0)
    if pieces and pieces[-1][0] == pieces[-1][1]:
        pieces.pop()
    return [trimmed(text, *piece) for piece in pieces]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The bounds without the white space at both ends; of nothing but white space, an empty stretch at the start."""
    words = text[start:end]
    left = len(words) - len(words.lstrip())
    return (start, start) if left == len(words) else (start + left, start + len(words.rstrip()))
