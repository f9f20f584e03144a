"""A number that two people read differently is asked back, and never read as the smaller one."""

import pytest

from harnessy import api

PAGE = """\
| Job | Verdict |
|---|---|
| Ordering | ask if price is over 500; otherwise proceed |

| Fact | Kind |
|---|---|
| price | number |
"""


@pytest.mark.parametrize("stated", ["1.000", "2.500", "999.125", "4.125%", " 1.000 "])
def test_three_digits_behind_a_dot_are_asked_back(stated: str) -> None:
    loaded = api.load_texts({"page.md": PAGE})
    with pytest.raises(api.UsageError) as caught:
        api.ask(loaded, "Ordering", {"price": stated}, strict=True)
    assert str(caught.value).startswith(f"`price={stated}` may be ")
    assert api.ask(loaded, "Ordering", {"price": stated}).effect != "go"


@pytest.mark.parametrize(("stated", "effect"), [("1000", "hold"), ("1,000", "hold"), ("1.5", "go"), ("0.125", "go")])
def test_other_numbers_are_read(stated: str, effect: str) -> None:
    assert api.ask(api.load_texts({"page.md": PAGE}), "Ordering", {"price": stated}, strict=True).effect == effect
