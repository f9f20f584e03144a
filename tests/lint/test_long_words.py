"""Long words, spans and rows end: a pattern that tries every way to cut them would not."""

import pytest

from tests.lint.pages import findings

RULES = "- Max tries: **3** (ask above this)\n\n```\nG = l^2 · (1-s)\n```\n\n"


@pytest.mark.parametrize(
    "piece",
    [
        "`" + "lamp" * 30 + ".py`", "lamp_" * 200, "lamp-" * 200, "lamp and " * 200, "[name " * 200, "{{" * 200, "**" * 200,
        "|" * 400,
    ],
    ids=["code", "underscores", "dashes", "ands", "brackets", "braces", "stars", "pipes"],
)
def test_a_long_piece_is_read_to_its_end(piece: str) -> None:
    assert isinstance(findings(f"{RULES}Bread: {piece} a = {piece}\n\n{piece}\n"), tuple)
