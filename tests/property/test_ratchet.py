"""Of any records and any numbers: the score stays in bounds and moves the right way, and a verdict is one of two words."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harnessy import api
from harnessy.ledger import metric
from harnessy.rulebook.model import Book

RISING, FALLING = ("f", "p", "q"), ("r", "h", "c")
UNIT = st.decimals("0", "1", places=3)
PARTS = st.fixed_dictionaries(dict.fromkeys((*RISING, *FALLING), UNIT))
LAYER = st.sampled_from([1, 2])
COUNTS = st.integers(0, 30)


@cache
def book() -> Book:
    return metric.metric_book(api.load_demo().rulebook)


def score(parts: Mapping[str, Decimal], layer: int) -> Decimal:
    value = metric.exact(book(), "s", {**parts, "Layer": layer})
    assert value is not None
    return value


@settings(max_examples=60, deadline=None)
@given(PARTS, LAYER)
def test_a_score_lies_between_nothing_and_one(parts: dict[str, Decimal], layer: int) -> None:
    assert 0 <= score(parts, layer) <= 1


@settings(max_examples=60, deadline=None)
@given(PARTS, LAYER, st.sampled_from([*RISING, *FALLING]), UNIT)
def test_a_better_part_never_lowers_a_score(parts: dict[str, Decimal], layer: int, name: str, other: Decimal) -> None:
    low, high = sorted([parts[name], other])
    worse, better = (low, high) if name in RISING else (high, low)
    assert score({**parts, name: worse}, layer) <= score({**parts, name: better}, layer)


@settings(max_examples=40, deadline=None)
@given(PARTS, LAYER, st.sampled_from([*RISING, *FALLING]))
def test_one_part_that_is_nothing_makes_the_score_nothing(parts: dict[str, Decimal], layer: int, name: str) -> None:
    if layer == 1 and name in {"h", "c"}:
        return
    assert score({**parts, name: Decimal(0 if name in RISING else 1)}, layer) == 0


SHARES = (
    ("runs where outcome is completed", "runs"),
    ("runs where outcome is escalated", "runs"),
    ("sum of first_pass_gates", "sum of total_gates"),
    ("sum of tests_passed", "sum of tests_total"),
    ("runs where catastrophic_failure", "runs"),
    ("distinct task_category where regression_detected", "distinct task_category"),
    ("runs where human_gates_total ≥ 1 and cost_usd ≥ 0", "runs"),
)
OTHERS = ("sum of total_refinement_loops", "sum of cost_usd")
RARE = ("runs where catastrophic_failure", "distinct task_category where regression_detected", "runs where outcome is escalated")
Counted = dict[str, int]


@st.composite
def records(draw: st.DrawFn) -> Counted:
    """What records come to: no part of anything is more than the whole."""
    wholes = {whole: draw(COUNTS) for _, whole in SHARES}
    parts = {part: draw(st.integers(0, wholes[whole] // (10 if part in RARE else 1))) for part, whole in SHARES}
    return {**wholes, **parts, **{name: draw(COUNTS) for name in OTHERS}}


def share(told: Counted, part: str, empty: float) -> float:
    whole = told[dict(SHARES)[part]]
    return told[part] / whole if whole else empty


def expected(told: Counted, layer: int) -> float:
    """The score as a reader of the page works it out."""
    f, p, q = (share(told, SHARES[index][0], 0) for index in (0, 2, 3))
    gates, runs = told["sum of total_gates"], told["runs"]
    r = min(told["sum of total_refinement_loops"] / gates / 5, 1) if gates else 1
    if layer == 1:
        return float(f**0.35 * p**0.25 * q**0.25 * (1 - r) ** 0.15)
    h, c = share(told, SHARES[1][0], 1), min(told["sum of cost_usd"] / (5 * runs), 1) if runs else 1
    return float(f**0.35 * p**0.2 * q**0.2 * (1 - r) ** 0.1 * (1 - h) ** 0.1 * (1 - c) ** 0.05)


@settings(max_examples=60, deadline=None)
@given(records(), records(), st.sets(st.sampled_from(["runs", "sum of total_gates", "distinct task_category"]), max_size=1))
def test_a_verdict_is_the_word_that_the_page_comes_to(before: Counted, after: Counted, unknown: set[str]) -> None:
    known = {name: value for name, value in after.items() if name not in unknown}
    verdict = metric.judged(book(), before, known)
    assert verdict.word == ("keep" if verdict.kept else "revert")
    broken = [gate.verdict != "kept" for gate in metric.gates(book(), known)]
    layer = 2 if min(told[SHARES[-1][0]] for told in (before, after)) >= 10 else 1
    change = expected(after, layer) - expected(before, layer)
    if any(broken) or (unknown and verdict.kept is False):
        assert not verdict.kept
    elif abs(change + 0.02) > 1e-9:
        assert verdict.kept == (change > -0.02)


@settings(max_examples=30, deadline=None)
@given(records(), records(), st.sampled_from(SHARES), st.integers(1, 5))
def test_more_than_all_is_never_kept(before: Counted, after: Counted, part: tuple[str, str], more: int) -> None:
    beyond = {**after, part[0]: after[part[1]] + more}
    verdict = metric.judged(book(), before, beyond)
    assert not verdict.kept or part == SHARES[-1]  # how many tell of gates only says which formula counts


@pytest.mark.parametrize("part", SHARES[:-1], ids=[part for part, _ in SHARES[:-1]])
def test_some_of_nothing_is_more_than_all(part: tuple[str, str]) -> None:
    nothing = dict.fromkeys([*(name for pair in SHARES for name in pair), *OTHERS], 0)
    one = {**nothing, "runs": 1, "distinct task_category": 1}
    assert not metric.judged(book(), one, {**one, part[0]: one[part[1]] + 1}).kept


@settings(max_examples=40, deadline=None)
@given(st.decimals("-1", "1", places=4), st.sampled_from([("Catastrophic failure rate", "0.001"), ("Regression rate", "0.1001"),
                                                          ("h", "0.5001")]))  # fmt: skip
def test_a_broken_veto_always_reverts(change: Decimal, broken: tuple[str, str]) -> None:
    rates = {"Catastrophic failure rate": "0", "Regression rate": "0.1", "h": "0.5"}
    facts = {"ΔS": change, **rates, broken[0]: broken[1]}
    assert metric.asked(book(), "decision", facts).effect == "halt"
    assert metric.asked(book(), "decision", {"ΔS": change, broken[0]: broken[1]}).effect == "halt"
    expected = "halt" if change < Decimal("-0.02") else "go"
    assert metric.asked(book(), "decision", {"ΔS": change, **rates}).effect == expected
