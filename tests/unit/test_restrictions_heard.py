"""Sentences that restrict one thing in words that name no subject in whole: nothing goes beside them."""

import pytest

from harnessy import api

PAGE = """# What the loft robots do alone

| Fact | Kind | Values |
|---|---|---|
| state | word | `clean`, `dusty` |
| the change reaches a shelf | yes / no | |

| Stop | What it is about |
|---|---|
| Tidy-up | crates, shelves and labels after a move |
| Cleaning round | dust |

| Stop | Verdict |
|---|---|
| Tidy-up | proceed |
| Cleaning round | proceed |

## House rules

- Never paint the crane.
"""
HEARD = [
    ("Tidy-up", "Do not move crates with changes."),
    ("Tidy-up", "Boxes with changes are kept."),
    ("Tidy-up", "What the crane left stays for a week."),
    ("Cleaning round", "Cleaning is done by day."),
    ("Tidy-up", "This page says what is done (boxes belong to ana)."),
]


@pytest.mark.parametrize(("subject", "line"), HEARD, ids=[str(index) for index in range(len(HEARD))])
def test_nothing_goes_beside_a_restriction(subject: str, line: str) -> None:
    page = PAGE.replace("- Never paint", f"- {line}\n- Never paint")
    assert api.ask(api.load_texts({"page.md": PAGE}), subject, {}).effect == "go"
    assert api.ask(api.load_texts({"page.md": page}), subject, {}).effect != "go", line


def test_what_a_page_is_for_restricts_nothing_where_it_says_when_it_binds() -> None:
    page = PAGE.replace("| Fact |", "This page says how far the robots go while the loft is empty.\n\n| Fact |", 1)
    assert api.ask(api.load_texts({"page.md": page}), "Tidy-up", {}).effect != "go"


SHAKEN = [
    "We froze the cleaning round.", "From Monday on, states are advisory.", "Treat clean as dusty this month.",
    "Clean is out of order for now.", "Ana signs every tidy-up.", "Clean shelves need a second pair of eyes.",
]


@pytest.mark.parametrize("line", SHAKEN)
def test_what_shakes_a_name_is_heard_wherever_it_stands(line: str) -> None:
    page = f"{PAGE}\n## Season notes\n\n{line}\n".replace("| Tidy-up | proceed |", "| Tidy-up | proceed if state is `clean` |")
    asked = [("Cleaning round", {}), ("Tidy-up", {"state": "clean"})]
    found = [api.ask(api.load_texts({"page.md": page}), subject, facts).effect for subject, facts in asked]
    assert found != ["go", "go"], line
