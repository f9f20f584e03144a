"""Reading and compiling doctrine, and how it grows with the text."""

from __future__ import annotations

import statistics
from collections.abc import Mapping

from harnessy import assets
from harnessy.document import read
from harnessy.rulebook import build
from harnessy.source import Source
from tests.bench.clock import once
from tests.bench.house import house
from tests.bench.table import Row, printed, ratio

TIMES, LIMIT, ROUNDS = 100, 130.0, 5


def section() -> str:
    """The table of builds."""
    path, page = next(iter(assets.doctrine().items()))
    rows = [
        *_grown("the shipped doctrine", {path: page}, {path: page * TIMES}),
        *_grown("a room with names of its own", {path: house(1)}, {path: house(TIMES)}),
    ]
    return printed("Reading and compiling", ("text", "KB", "ms", "× once", "budget"), rows)


def _grown(name: str, single: Mapping[str, str], often: Mapping[str, str]) -> list[Row]:
    one = statistics.median(_built(single) for _ in range(ROUNDS))
    many = _built(often)
    kept = f"{'kept' if many <= LIMIT * one else 'missed'}: ≤ {LIMIT:g} × once"
    return [
        (name, _size(single), f"{one * 1000:.1f}", ratio(one, one), ""),
        (f"{name}, {TIMES} times in one file", _size(often), f"{many * 1000:.0f}", ratio(many, one), kept),
    ]


def _size(texts: Mapping[str, str]) -> str:
    return f"{sum(len(text.encode()) for text in texts.values()) / 1000:.1f}"


def _built(texts: Mapping[str, str]) -> float:
    """From the text, past any cache."""
    grammar = assets.grammar()
    return once(lambda: build(tuple(read(Source.of(path, text)) for path, text in texts.items()), grammar))
