"""The `Name: value` lines at the top of a task, below its title if there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)\s*$")
_HEADER_LINE = re.compile(r"(?P<name>[^\W\d_][\w /-]*?)\s*:(?:\s+(?P<value>.*))?$")
_CONTINUED = re.compile(r"\s*[-*+]\s+(?P<item>.*)$")
_INDENTED = re.compile(r"\s+\S")


def header_lines(text: str) -> Iterator[tuple[str, str | list[str], int]]:
    """The name, the value and the line number (from 1) of each; the value is a list where items stand below the line."""
    lines = text.split("\n")
    at = _first(lines, 0)
    if at < len(lines) and _HEADING.match(lines[at]):
        at = _first(lines, at + 1)
    elif at + 1 < len(lines) and _UNDERLINE.match(lines[at + 1]) and not _HEADER_LINE.match(lines[at]):
        at = _first(lines, at + 2)
    while at < len(lines) and (match := _HEADER_LINE.match(lines[at])):
        below = at + 1
        while below < len(lines) and (_CONTINUED.match(lines[below]) or _INDENTED.match(lines[below])):
            below += 1
        items = [item["item"].strip() for line in lines[at + 1 : below] if (item := _CONTINUED.match(line))]
        value = (match["value"] or "").strip()
        yield match["name"], value or items, at + 1
        at = below


def _first(lines: list[str], at: int) -> int:
    while at < len(lines) and not lines[at].strip():
        at += 1
    return at
