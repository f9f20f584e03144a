"""Reading and compiling take as much work for each page, however many pages there are: calls are counted, no clock is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from harnessy import assets
from harnessy.document import read
from harnessy.rulebook import build
from harnessy.source import Source
from tests.bench.house import house

TIMES, SLACK = 4, 1.05

PROSE = """
# Yard {n}

| Job{n} | Who |
|---|---|
| Rigging{n} | ann |
| Caulking{n} | bob |

Every hull has a `grade{n}: fair{n} | foul{n}`.

- Never paint mast{n} at night. Agents may oil winch{n} when the tank{n} is full.
- Ask before lighting furnace{n}.
- Rigging{n} is automatic unless the wind{n} blows.
- Caulking{n} is mostly human, though nobody minds.

Caulking{n}: proceed only when all of these hold:

- the hull{n} is dry
- the tar{n} is hot
"""


def yard(pages: int) -> str:
    return "".join(PROSE.format(n=f"{chr(97 + number % 26)}{chr(97 + number // 26)}") for number in range(pages))


def shipped(pages: int) -> str:
    return assets.doctrine()["doctrine/AUTONOMY.md"] * pages


def measured(pages: int) -> str:
    return assets.doctrine()["doctrine/program.md"] * pages


def calls(text: str) -> int:
    """How many functions and library functions are called to read and compile a text."""
    count = 0

    def called(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        del frame, argument
        count += event in {"call", "c_call"}

    grammar = assets.grammar()
    sys.setprofile(called)
    try:
        build([read(Source.of("page.md", text))], grammar)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(("pages", "first"), [(house, 3), (yard, 3), (shipped, 1), (measured, 1)])
def test_work_grows_with_the_text_and_not_faster(pages: Callable[[int], str], first: int) -> None:
    build([read(Source.of("page.md", pages(TIMES * first)))], assets.grammar())  # the stems of words are remembered
    assert calls(pages(TIMES * first)) <= SLACK * TIMES * calls(pages(first))
