"""Rows of a log that stand in a row, or within some days of each other."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from harnessy.ledger.rows import LogRow, day_number


def in_a_row(rows: Sequence[LogRow], counted: Sequence[LogRow], uncounted: Sequence[str]) -> list[list[LogRow]]:
    """The runs of rows that count, in the order of the log; the last run is empty where another row stands behind it.

    A row that counts as nothing (a word of `uncounted`) is no row; one that nobody can class ends a run.
    """
    mine, runs = {id(row) for row in counted}, [list[LogRow]()]
    for row in rows:
        if id(row) in mine:
            runs[-1].append(row)
        elif row.problem or row.word not in uncounted:
            runs.append([])
    return runs


def within(rows: Sequence[LogRow], days: Decimal, today: str = "", *, known: bool = False) -> list[LogRow]:
    """The most rows within some days of each other, the latest such; with `today`, those of the days up to it.

    `known` says that rows count only where today is known.
    """
    numbers = [(day_number(row.date), row) for row in rows]
    dated = sorted(((number, row) for number, row in numbers if number is not None), key=lambda one: one[0])
    end_day = day_number(today)
    if end_day is not None:
        return [row for number, row in dated if number > end_day - days]
    if known:
        return []
    best, start = list[LogRow](), 0
    for end, (number, _) in enumerate(dated):
        while number - dated[start][0] > days:
            start += 1
        if end - start + 1 >= len(best):
            best = [row for _, row in dated[start : end + 1]]
    return best
