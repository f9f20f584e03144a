"""Doctrine of strangers, other domains in other shapes: the answers were written from the pages, not from the engine."""

from dataclasses import replace

import pytest

from tests.strangers import asked

ROWS = [row for page in sorted(asked.HERE.glob("*.md")) for row in asked.rows(page)]
MENDED = "mended? `python -m tests.strangers.asked --mend` empties the cell"
PARAMETERS = [
    pytest.param(
        row,
        id=row.place,
        marks=[pytest.mark.xfail(strict=True, reason=f"{row.fault}; {MENDED}", raises=AssertionError)] if row.fault else [],
    )
    for row in ROWS
]
KINDS = {"go", "hold", "halt", "n/a", "neutral", "value", "missing", "silent", "conflict", "clear", "unknown", "not go"}


@pytest.mark.parametrize("row", PARAMETERS)
def test_a_careful_reader_says_the_same(row: asked.Row) -> None:
    score, said = asked.verdict(row)
    assert score == "right", f"{row.place}: {score}, {said}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.place)
def test_nothing_goes_that_a_careful_reader_keeps(row: asked.Row) -> None:
    assert asked.verdict(row)[0] != "wrong-go"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.place)
def test_a_row_is_written_as_agreed(row: asked.Row) -> None:
    assert {answer.partition(":")[0].strip() for answer in row.answers} <= KINDS
    text = asked.plain(row.doctrine)
    assert all(asked.plain(part) in text for cite in row.cites for part in cite.split(" @ "))


def test_a_row_that_fits_nothing_is_seen() -> None:
    row = asked.Row("here:1", "Never paint hulls. Agents may sweep the quay.\n", "sweep the quay", (), ("halt",), (), "")
    assert asked.verdict(row)[0] == "wrong-go"
    assert asked.verdict(replace(row, answers=("go",)))[0] == "right"
    assert asked.verdict(replace(row, answers=("go",), cites=("Never paint hulls",)))[0] == "uncited"
    assert asked.verdict(replace(row, subject="mend nets", answers=("go",)))[0] == "refused"
