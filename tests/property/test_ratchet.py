"""Of any records and any numbers: the score stays in bounds and moves the right way, and a verdict is one of two words."""

from collections.abc import Mapping
from decimal import Decimal
from functools import cache

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


COUNTED = (
    "runs",
    "runs where outcome is completed",
    "runs where outcome is escalated",
    "sum of first_pass_gates",
    "sum of total_gates",
    "sum of tests_passed",
    "sum of tests_total",
    "sum of total_refinement_loops",
    "runs where catastrophic_failure",
    "distinct task_category where regression_detected",
    "distinct task_category",
    "sum of cost_usd",
    "runs where human_gates_total ≥ 1 and cost_usd ≥ 0",
)
RECORDS = st.fixed_dictionaries(dict.fromkeys(COUNTED, COUNTS))


@settings(max_examples=60, deadline=None)
@given(RECORDS, RECORDS, st.sets(st.sampled_from(["runs", "sum of total_gates", "distinct task_category"])))
def test_a_verdict_is_one_of_two_words(before: dict[str, int], after: dict[str, int], unknown: set[str]) -> None:
    known = {name: value for name, value in after.items() if name not in unknown}
    verdict = metric.judged(book(), before, known)
    assert verdict.word == ("keep" if verdict.kept else "revert")
    gates = list(metric.gates(book(), known))
    if any(gate.verdict != "kept" for gate in gates):
        assert not verdict.kept


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
