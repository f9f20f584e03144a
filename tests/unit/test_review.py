"""Examples of a doctrine are asked and compared; what they leave untouched is told; every sentence has its class."""

from textwrap import dedent

import pytest

from harnessy import api
from harnessy.review import Result

DOCTRINE = """
    | Scale | Lowest to highest |
    |---|---|
    | Heat | `mild` < `warm` < `hot` |

    | Fact | Kind |
    |---|---|
    | dial | Heat |
    | guests | number |
    | `--feast` | flag |

    | Act | Effect |
    |---|---|
    | taste | neutral |

    | Dish | Limit |
    |---|---|
    | `soup` | `hot` |
    | `salad` | `mild` at guests ≤ 4; `warm` above |

    The working heat is `min(dial, limit)`. A missing dial means `mild`.

    ## Stops

    | Stop | `mild` | `warm` | `hot` |
    |---|---|---|---|
    | Tasting | go | taste + ask | halt |
    | Plating | n/a | ask, unless the cook is in | halt |

    Default: ask at every stop.

    ## Examples

"""


def results(rows: str, header: str = "| Stop | Dial | Dish | Guests | `--feast` | Answer | Cites |") -> list[Result]:
    rule = "|" + "---|" * (header.count("|") - 1)
    text = dedent(DOCTRINE) + "\n".join([header, rule, *dedent(rows).strip().splitlines()]) + "\n"
    return list(api.test(api.load_texts({"kitchen.md": text}))[0])


@pytest.mark.parametrize(
    "row",
    [
        "| Tasting | `mild` | `soup` | | | go | |",
        "| Tasting | hot | soup | | | halt | the working heat; stops/tasting-hot |",
        "| Tasting | none | soup | | | go | A missing dial |",
        "| Tasting | | soup | | | missing | |",
        "| Tasting | warm | soup | | | taste + ask | |",
        "| Tasting | warm | soup | | | ask | stops/tasting-warm |",
        "| Tasting | hot | salad | 4 | | go | |",
        "| Tasting | hot | salad | 5 | | hold | |",
        "| Plating | mild | soup | | | n/a | |",
        "| Plating | warm | soup | | yes | missing | |",
        "| working heat | hot | salad | 5 | | warm | |",
        "| Limit | | salad | 4 | | `mild` | |",
    ],
)
def test_an_example_that_holds(row: str) -> None:
    (result,) = results(row)
    assert result.passed, result.problem


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("| Tasting | mild | soup | | | hold | |", "expected `hold`, but the answer is go: `go`"),
        ("| Tasting | warm | soup | | | taste | |", "expected `taste`, but the answer is hold: `taste; ask`"),
        ("| Tasting | warm | soup | | | bake + ask | |", "expected `bake + ask`, but the answer is hold: `taste; ask`"),
        ("| Tasting | | soup | | | go | |", "expected `go`, but the answer is missing `dial`"),
        ("| Tasting | mild | soup | | | go | the moon |", "`go` as expected, but nothing that decided is `the moon`"),
        ("| Tasting | mlid | soup | | | go | |", "this example cannot be asked: `mlid` is no value of `dial`"),
        ("| Limit | | salad | 5 | | mild | |", "expected `mild`, but the answer is `warm`"),
    ],
)
def test_an_example_that_fails(row: str, problem: str) -> None:
    (result,) = results(row)
    assert result.problem == problem


def test_a_failure_underlines_the_answer_and_shows_the_derivation() -> None:
    loaded = api.load_texts({"kitchen.md": dedent(DOCTRINE) + dedent("""
        | Stop | Dial | Dish | Answer |
        |---|---|---|---|
        | Tasting | hot | soup | go |
    """)})
    _, (finding,) = api.test(loaded)
    assert (finding.code, finding.severity, finding.span.text) == ("HN406", "error", "go")
    assert [label.span.text for label in finding.labels] == [
        "`soup` | `hot`", "The working heat is `min(dial, limit)`", "halt",
    ]


def test_facts_may_stand_in_one_cell() -> None:
    passed = results("| Tasting | dial = hot, dish = `salad`, guests=9, feast | hold |", "| Question | Facts | Answer |")
    assert [result.passed for result in passed] == [True]
    assert passed[0].example.facts[-1][:2] == ("feast", "yes")


def test_a_condition_in_words_is_a_column() -> None:
    header = "| Stop | Dial | Dish | The cook is in | Answer |"
    passed = results("| Plating | warm | soup | yes | go |\n| Plating | warm | soup | no | ask |", header)
    assert [result.problem for result in passed] == ["", ""]


def test_what_makes_a_table_unusable_fails_the_run() -> None:
    text = dedent(DOCTRINE) + "| Dial | Answer |\n|---|---|\n| hot | go |\n"
    outcome, found = api.test(api.load_texts({"kitchen.md": text}))
    assert outcome == ()
    assert [(finding.code, finding.span.text) for finding in found] == [("HN209", "| Dial | Answer |")]


def test_cover_names_rules_and_sides() -> None:
    rows = "| Stop | Dial | Dish | Guests | Answer |\n|---|---|---|---|---|\n| Tasting | hot | salad | 4 | go |\n"
    text = dedent(DOCTRINE) + rows
    loaded = api.load_texts({"kitchen.md": text})
    notes = api.untouched(loaded, api.test(loaded)[0])
    assert {note.severity for note in notes} == {"note"}
    words = [note.span.text for note in notes]
    assert "`hot`" in words
    assert "`mild` at guests ≤ 4" not in words
    assert [note.message for note in notes if note.span.text == "guests ≤ 4"] == [
        "no example lies where `guests ≤ 4` is false",
    ]


def test_coverage_classes_every_sentence_and_block() -> None:
    added = "Soup comes from the north.\n\nIt must, so they say, be stirred.\n\n```\nx = 1\n```"
    text = dedent(DOCTRINE).replace("## Examples", added)
    (one,) = api.coverage(api.load_texts({"kitchen.md": text}))
    assert [" ".join(unit.span.text.split()) for unit in one.unread] == [
        "It must, so they say, be stirred.", "``` x = 1 ```",
    ]
    assert sum(one.counts.values()) == len(one.units)
    assert sum(one.shares.values()) == pytest.approx(1)
    assert all(unit.reason for unit in one.unread)


def test_the_shipped_examples_hold_and_cover_both_sides_of_each_limit(pytestconfig: pytest.Config) -> None:
    loaded = api.load([pytestconfig.rootpath / "doctrine"])
    outcome, found = api.test(loaded)
    assert outcome
    assert found == ()
    assert [note.message for note in api.untouched(loaded, outcome) if "lies where" in note.message] == []
