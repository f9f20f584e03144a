"""What can be looked up and decides nothing: rows of heads in blocks of code, and what an item lists of a name."""

import pytest

from harnessy import api

PAGE = """# Bakery

| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

## The oven book

```
| day | heat | shifts (early/late) | baker |
```

## Helpers

- `apprentice` / `boy` — the flour (sifted), wood for the oven, sweeping.
- `cat` — mice.
- `owner` — never bakes; he counts, and leaves.
"""


@pytest.mark.parametrize(
    ("name", "column", "expected"),
    [
        ("The oven book", None, {"The oven book": ["day", "heat", "shifts", "baker"]}),
        ("oven book", "shifts", {"shifts": ["early", "late"]}),
        ("boy", None, {"Helpers": ["flour", "wood for the oven", "sweeping"]}),
        ("apprentice", "helpers", {"helpers": ["flour", "wood for the oven", "sweeping"]}),
    ],
)
def test_it_is_looked_up(name: str, column: str | None, expected: dict[str, list[str]]) -> None:
    found = api.look_up(api.load_texts({"page.md": PAGE}), name, column)
    assert dict(found.values) == expected
    assert found.effect is None
    assert found.because


@pytest.mark.parametrize(("name", "column"), [("cat", None), ("owner", None), ("oven book", "baker"), ("boy", "day")])
def test_no_list_is_no_answer(name: str, column: str | None) -> None:
    with pytest.raises(api.UsageError):
        api.look_up(api.load_texts({"page.md": PAGE}), name, column)


def test_a_block_of_code_with_force_stays_unread() -> None:
    (book,) = api.load_texts({"page.md": PAGE.replace("| baker |", "| never on Sunday |")}).rulebook.books
    assert "definition" not in {reading.kind for reading in book.readings if "shifts" in reading.span.text}
