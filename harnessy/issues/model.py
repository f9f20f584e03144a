"""What reading gives: issues, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.document import header_lines
from harnessy.plan.model import Header, Issue
from harnessy.source import Source


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is no issue: where it stands, and what is wrong with it. `number` is that of the issue, if it has one."""

    place: str
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Read:
    """The issues of an input in the order in which they stand there, and its faults."""

    issues: tuple[Issue, ...]
    faults: tuple[Fault, ...] = ()


def headers(source: Source) -> tuple[Header, ...]:
    """The `Name: value` lines at the top of a text; a value may list several things behind commas."""
    found = list[Header]()
    for name, value, line in header_lines(source.text):
        listed = value if isinstance(value, list) else [value]
        found.append(Header(name, tuple(listed), source.line_span(line)))
    return tuple(found)
