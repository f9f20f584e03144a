"""Formulas: what is read, what it is worth, and what is refused."""

from decimal import Decimal

import pytest

from harnessy import api, assets
from harnessy.rulebook.expression import Filter, Measure, Scalar, Undefined, evaluate, measured
from harnessy.rulebook.formula import parse
from harnessy.rulebook.grammar import Node, load
from harnessy.rulebook.model import Book
from harnessy.source import Source

GRAMMAR = load(assets.grammar())
BARREL = """\
After each filling, append a barrel record to `barrels.ndjson`:

```json
{ "state": "tight|leaky", "litres": 3, "price": 1.5, "sealed": true }
```
"""


def tree(text: str, start: str = "formula") -> Node | None:
    source = Source.of("x.md", text)
    return parse(GRAMMAR, source.span(0, len(source.text)), start)


def book(formula: str, more: str = "") -> Book:
    table = f"| Symbol | Meaning | Formula |\n|---|---|---|\n| G | grade | {formula} |\n"
    return api.load_texts({"cellar.md": f"{BARREL}\n{table}\n{more}"}).rulebook.books[0]


def worth(formula: str, **values: str) -> Decimal:
    quantity = book(formula.replace("|", "\\|")).quantities["g"]
    return evaluate(quantity.formulas[0].expression, {name: Decimal(value) for name, value in values.items()})


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("a + b · 2", "2.0"),
        ("(a + b) * 2", "3.2"),
        ("a − b", "0.8"),
        ("a-b", "0.8"),
        ("1-b", "0.6"),
        ("−b + 1", "0.6"),
        ("a / b / 2", "1.5"),
        ("a ÷ b", "3"),
        ("2^3^a", "8"),
        ("b²", "0.16"),
        ("2⁻¹", "0.5"),
        ("a^-1 * a", "1"),
        ("-b^2", "-0.16"),
        ("(1-b)^0", "1"),
        ("`a` × **b**", "0.48"),
        ("min(a, b, 0.1)", "0.1"),
        ("max(a, b)", "1.2"),
        ("mean(a, b)", "0.8"),
        ("sum(a, b, 1)", "2.6"),
        ("abs(b - a)", "0.8"),
        ("a / b, capped at 2", "2"),
        ("a / b, at most 2", "2"),
        ("b / 2 but at least 0.3", "0.3"),
        ("50% · a", "0.6"),
        (".5 · a", "0.6"),
    ],
)
def test_a_formula_is_worth_what_paper_says(formula: str, value: str) -> None:
    if formula == "2^3^a":
        assert worth(formula, a="1") == Decimal(value)
    else:
        assert worth(formula, a="1.2", b="0.4") == Decimal(value)


def test_bars_are_the_size_of_what_stands_between_them() -> None:
    text = "```\nG = |a − b| · 2\n```\n"
    quantity = api.load_texts({"x.md": text}).rulebook.books[0].quantities["g"]
    assert evaluate(quantity.formulas[0].expression, {"a": Decimal("0.74"), "b": Decimal("0.76")}) == Decimal("0.04")


@pytest.mark.parametrize(
    "formula", ["a +", "(a", "a b)", "a ** ", "a ^ ^ b", "min(a,)", "import os", "a; b", "a = b", "__import__('os')", "a?b", "1 2"],
)
def test_what_is_no_formula_is_refused(formula: str) -> None:
    read = tree(formula)
    assert read is None or formula == "import os"  # two words are a name, which nobody declared
    if formula != "import os":
        loaded = api.load_texts({"x.md": f"| Symbol | Formula |\n|---|---|\n| G | {formula} |\n"})
        assert [one.code for one in loaded.diagnostics] == ["HN303"]


@pytest.mark.parametrize("text", ["x" * 3000, "(" * 400 + "a" + ")" * 400, "a" + " + a" * 900, "−" * 300 + "a"])
def test_long_formulas_are_read_or_refused(text: str) -> None:
    found = tree(text)
    assert found is None or isinstance(found, Node)


@pytest.mark.parametrize(
    ("formula", "measure"),
    [
        ("count(barrels where state is tight)", Measure("", "", "count", where=(Filter("state", "=", "tight"),))),
        ("count(barrels where state is not leaky)", Measure("", "", "count", where=(Filter("state", "≠", "leaky"),))),
        ("count(barrels where litres ≥ 2 and sealed)", Measure(
            "", "", "count", where=(Filter("litres", "≥", Decimal(2)), Filter("sealed", "=", True)))),
        ("count(records)", Measure("", "", "count")),
        ("tight / all barrels", Measure("", "", "count", where=(Filter("state", "=", "tight"),))),
        ("sum(litres)", Measure("", "", "sum", "litres")),
        ("sum(price where sealed)", Measure("", "", "sum", "price", (Filter("sealed", "=", True),))),
        ("count(distinct state)", Measure("", "", "distinct", "state")),
        ("sealed rate", Measure("", "", "count", where=(Filter("sealed", "=", True),))),
        ("max(litres)", Measure("", "", "max", "litres")),
    ],
)  # fmt: skip
def test_records_are_counted_and_summed(formula: str, measure: Measure) -> None:
    found = next(iter(book(formula).measures.values()))
    assert (found.over, found.of, found.where) == (measure.over, measure.of, measure.where)


def test_a_part_of_a_name_is_no_name() -> None:
    made = book("leaks / crates", "| Fact | Kind |\n|---|---|\n| crates on deck | number |\n").quantities["g"]
    assert made.reads == ("leaks", "crates")


def test_a_ratio_over_nothing_has_no_value() -> None:
    with pytest.raises(Undefined):
        worth("a / b", a="1", b="0")
    with pytest.raises(Undefined):
        worth("(a - 2)^0.5", a="1")


def test_what_a_doctrine_says_of_nothing_counts() -> None:
    table = "| Symbol | Formula | Over nothing |\n|---|---|---|\n| G | a / b | 0.25 |\n| H | a / b | |\n"
    loaded = api.load_texts({"x.md": table})
    assert api.ask(loaded, "G", {"a": "1", "b": "0"}).values["G"] == 0.25
    nothing = api.ask(loaded, "H", {"a": "1", "b": "0"})
    assert (nothing.outcome, nothing.values) == ("silent", {})


def test_decimals_are_compared_as_written() -> None:
    arrows = "```\nΔG > 0.02 → KEEP\n|ΔG| ≤ 0.02 → KEEP (noise)\nΔG < -0.02 → REVERT\n```\n"
    text = f"{arrows}\n| Symbol | Formula |\n|---|---|\n| G | a |\n"
    loaded = api.load_texts({"x.md": text})
    decision = api.ask(loaded, "keep or revert", {"G after": 0.76, "G before": 0.74})
    assert (decision.effect, decision.values["reason"]) == ("go", "noise")
    assert 0.76 - 0.74 > 0.02  # as binary floats would have it
    worse = api.ask(loaded, "keep or revert", {"G after": "0.7399", "G before": "0.76"})
    assert worse.effect == "halt"


RECORDS: list[dict[str, Scalar]] = [
    {"state": "tight", "litres": Decimal(3), "sealed": True},
    {"state": "leaky", "litres": Decimal(4), "sealed": False},
    {"state": "tight", "litres": None, "sealed": None},
]


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        (Measure("", "", "count"), 3),
        (Measure("", "", "count", where=(Filter("sealed", "=", True),)), 1),
        (Measure("", "", "count", where=(Filter("state", "≠", "tight"),)), 1),
        (Measure("", "", "count", where=(Filter("litres", "≠", None),)), 2),
        (Measure("", "", "sum", "litres"), 7),
        (Measure("", "", "mean", "litres"), Decimal("3.5")),
        (Measure("", "", "distinct", "state"), 2),
        (Measure("", "", "distinct", "litres"), 3),
    ],
)
def test_records_without_a_field_are_no_zero(measure: Measure, value: object) -> None:
    assert measured(measure, RECORDS) == value


def test_a_list_of_one_field_tells_what_is_counted_of_it() -> None:
    loaded = api.load_texts({"x.md": BARREL + "\n```\nG = tight / all barrels\n```\n"})
    assert api.ask(loaded, "G", {"states": ["tight", "tight", "leaky", "tight"]}).values["G"] == 0.75
    assert api.ask(loaded, "G", {"states": "tight,leaky"}).values["G"] == 0.5


def test_a_page_that_is_not_in_force_keeps_nothing() -> None:
    text = "{}\n```\nΔG > 0.02 → KEEP\nΔG < -0.02 → REVERT\n```\n"
    kept = api.ask(api.load_texts({"x.md": text.format("")}), "keep or revert", {"ΔG": 1})
    drafted = api.ask(api.load_texts({"x.md": text.format("This page is not yet in force.\n")}), "keep or revert", {"ΔG": 1})
    assert (kept.effect, drafted.outcome) == ("go", "missing")
    under = api.ask(api.load_texts({"x.md": text.format("## Ideas for later\n")}), "Ideas for later", {"ΔG": 1})
    assert under.outcome == "missing"
