"""A number that two people read differently is asked back, as is one that cannot be, and never taken for a smaller one."""

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


LIMITS = """\
- Max oven time: **30 min** (ask above this)
- Max open orders: **4** (ask above this)
- Min crust share: **70%** (ask below this)
- Min sales growth: **5%** (ask below this)
- Min cellar temperature: **4** (ask below this)
- Min stock change: **-3** (ask below this)
- Max load per oven: **0.9** (ask above this)
- Min tasting coverage: **0.8** (ask below this)
"""
CANNOT_BE = [
    ("Max oven time", "oven time=-5"), ("Max oven time", "oven time=-5 min"), ("Max oven time", "oven time=NaN"),
    ("Max oven time", "oven time=1e999"), ("Max oven time", "oven time=-inf"), ("Max open orders", "open orders=-1"),
    ("Min crust share", "crust share=120%"), ("Min crust share", "crust share=65"), ("Min crust share", "crust share=-70%"),
    ("Max load per oven", "load per oven=-0.1"), ("Min tasting coverage", "tasting coverage=81"),
]  # fmt: skip
CAN_BE = [
    ("Max oven time", "oven time=0"), ("Min crust share", "crust share=100%"), ("Min crust share", "crust share=0.7"),
    ("Min sales growth", "sales growth=120%"), ("Min stock change", "stock change=-2"), ("Max load per oven", "load per oven=0"),
    ("Min tasting coverage", "tasting coverage=81%"),
]  # fmt: skip


@pytest.mark.parametrize(("subject", "stated"), CANNOT_BE)
def test_an_amount_that_cannot_be_is_no_answer(subject: str, stated: str) -> None:
    loaded, (name, value) = api.load_texts({"page.md": LIMITS}), stated.split("=")
    with pytest.raises(api.UsageError, match=name):
        api.ask(loaded, subject, {name: value}, strict=True)
    assert api.ask(loaded, subject, {name: value}).outcome == "missing"


@pytest.mark.parametrize(("subject", "stated"), CAN_BE)
def test_one_that_can_be_is(subject: str, stated: str) -> None:
    name, value = stated.split("=")
    assert api.ask(api.load_texts({"page.md": LIMITS}), subject, {name: value}, strict=True).outcome == "clear"


def test_below_a_limit_that_may_be_below_nothing_is_passed() -> None:
    asked = api.ask(api.load_texts({"page.md": LIMITS}), "Min cellar temperature", {"cellar temperature": "-3"}, strict=True)
    assert asked.effect == "hold"
