"""The columns of pipe tables in a text, each with the stretches of its cells. Linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile

_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a cell stands, and where the first cell of its row does."""

    start: int
    end: int
    first: int
    first_end: int


@dataclass(frozen=True, slots=True)
class Column:
    """Where the head of a column stands, and its cells."""

    start: int
    end: int
    rows: tuple[Cell, ...]


def columns(text: str) -> Iterator[Column]:
    """The columns of every table of a text, in order."""
    for rule in _RULE.finditer(text):
        heads = _cells(text, text.rfind("\n", 0, max(0, rule.start() - 1)) + 1, rule.start() - 1) if "|" in rule.group() else []
        rows = list(_rows(text, rule.end() + 1)) if heads else []
        for index, (start, end) in enumerate(heads):
            cells = [Cell(*row[index], *row[0]) for row in rows if index < len(row)]
            yield Column(start, end, tuple(cells))


def _rows(text: str, at: int) -> Iterator[list[tuple[int, int]]]:
    """The rows from a place on, up to the first line that is none."""
    lines = takewhile(lambda line: "|" in line, text[at:].splitlines(keepends=True)) if at < len(text) else ()
    for line in lines:
        yield _cells(text, at, at + len(line.rstrip("\r\n")))
        at += len(line)


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between the pipes of a line, without white space and emphasis around them."""
    line = text[start:end]
    bare = line.strip()
    edges = [at for at, mark in enumerate(line) if mark == "|" and line[at - 1 : at] != "\\"]
    if not bare.startswith("|"):
        edges.insert(0, -1)
    if not bare.endswith("|"):
        edges.append(len(line))
    found = list[tuple[int, int]]()
    for left, right in pairwise(edges):
        cell = line[left + 1 : right]
        front = len(cell) - len(cell.lstrip(" \t*_"))
        found.append((start + left + 1 + front, start + left + 1 + max(front, len(cell.rstrip(" \t*_")))))
    return found
