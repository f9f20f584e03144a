"""A row that is no row of its table may be about the others: what goes there, goes no longer."""

import pytest

from harnessy import api

HEAD = "| Job | Verdict |\n|---|---|\n"
ABOVE = ["| **After 6 pm** | |", "| **With Ana** | |", "| *Only on Sundays* | |", "| — planned — | — |"]
BELOW = [
    "| | ask |",
    "| | ask after dark |",
    "| | but only with Ana |",
    "| Everything | ask |",
    "| All of the above after dark | ask |",
    "| Any work without Ana | no |",
    "| Anything at night | no |",
    "| at night | no |",
    "| * any row needs Ana | |",
    "| Note: all with Ana | — |",
    "but only with Ana",
    "Table 1: to be ratified",
]
ROWS = ["| Buying | ask |", "| Selling | no |", "| Mending | |", "| Old books | ask |", "| | |"]


def effect(rows: str) -> str | None:
    return api.ask(api.load_texts({"shelf.md": HEAD + rows}), "Lending", {}).effect


@pytest.mark.parametrize("row", ABOVE)
def test_a_line_between_groups_restricts_what_is_below(row: str) -> None:
    assert effect(f"{row}\n| Lending | yes |\n") is None


@pytest.mark.parametrize("row", BELOW)
def test_a_row_about_the_others_restricts_them(row: str) -> None:
    assert effect(f"| Lending | yes |\n{row}\n") != "go"


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_its_own_does_not(row: str) -> None:
    assert effect(f"| Lending | yes |\n{row}\n") == "go"
