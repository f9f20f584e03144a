"""What `diff` says of an edit: in which way it changes decisions, in how few sentences, and what it leaves out."""

from __future__ import annotations

from textwrap import dedent

import pytest

from harnessy import api
from harnessy.decision.regions import Space
from harnessy.decision.view import View
from harnessy.render.changes import text
from harnessy.review import Comparison

KILN = dedent("""
    # Who may fire the kiln

    | Scale | Lowest to highest |
    |---|---|
    | Heat | `cold` < `warm` < `hot` |

    | Fact | Kind | Values |
    |---|---|---|
    | dial | Heat | |
    | clay | word | `red`, `white`, `black` |
    | `--alone` | flag | |
    | door | word | `shut`, `open` |
    | gauge | word | `green`, `amber`, `red` |
    | faults | set | |
    | accepted faults | set | |

    | Act | Effect |
    |---|---|
    | fire | go |
    | call | hold |

    ## Stops

    | Stop | `cold` | `warm` | `hot` |
    |---|---|---|---|
    | Lighting | fire | fire through the safety gate | call |
    | Opening | fire + log | n/a | stop |

    The working heat is `min(dial, limit)`. A missing dial means `hot`.

    | Clay | Limit |
    |---|---|
    | `red` | `hot` |
    | `white`, `black` | `warm` |

    ## Safety gate

    The safety gate requires both legs.

    1. **Door** — verdict `shut`.
    2. **Gauge** — verdict `green`, or `amber` whose faults are contained in the accepted faults.
       `red` → stop.

    ## Rules

    - Never leave a lit kiln.
    - Levels bind only when a person starts with `--alone`.
    - Default: call at every stop.
""")


def diff(*swaps: tuple[str, str], before: str = KILN) -> Comparison:
    after = before
    for old, new in swaps:
        assert old in after
        after = after.replace(old, new)
    return api.diff(api.load_texts({"kiln.md": before}), api.load_texts({"kiln.md": after}))


def told(found: Comparison) -> list[str]:
    """Each sentence in short: mark, subject, cases, before and after."""
    return [line for line in text(found).splitlines() if " → " in line and line[:1].isalpha()]


def test_doctrine_reads_as_meant() -> None:
    assert api.load_texts({"kiln.md": KILN}).diagnostics == ()


def test_the_same_words_are_identical_whatever_the_path() -> None:
    found = api.diff(api.load_texts({"a.md": KILN}), api.load_texts({"b/c.md": KILN}))
    assert found.identical
    assert text(found) == "identical: both say the same, word for word"


@pytest.mark.parametrize(
    ("old", "new", "mark", "sentence"),
    [
        ("fire + log | n/a | stop", "call | n/a | stop", "tightened", "Opening go → hold"),
        ("n/a | stop", "n/a | call", "loosened", "Opening halt → hold"),
        ("n/a | stop", "n/a | fire", "loosened", "Opening halt → go"),
        ("n/a | stop", "n/a | stop, report", "reworded", "Opening halt → halt"),
        ("- Never leave a lit kiln.", "", "gone and loosened", "leave a lit kiln halt → not known"),
        ("- Never leave", "- Never touch the chimney.\n- Never leave", "new and tightened", "touch the chimney not known → halt"),
    ],
)
def test_marks(old: str, new: str, mark: str, sentence: str) -> None:
    lines = told(diff((old, new)))
    assert len(lines) == 1
    assert lines[0].startswith(f"{mark}: ")
    assert sentence in lines[0]


def test_what_a_gate_reads_is_one_sentence_that_counts_what_it_comes_to() -> None:
    (change,) = diff(("| `red` | `hot` |", "| `red` | `warm` |")).changes[:1]
    assert (change.subject, change.mark) == ("Lighting", "loosened")
    assert change.when == ("dial hot or none", "clay red", "--alone")
    assert (change.cases, change.total) == (2, 24)
    assert change.after is not None
    assert {item.fact for item in change.after.missing} == {"door", "gauge", "faults ⊆ accepted faults"}
    assert change.comes_to == {"go": 3, "hold": 7, "halt": 2}


def test_both_sides_are_cited_with_the_words_that_differ() -> None:
    (change,) = diff(("n/a | stop", "n/a | call")).changes
    assert [[(one.span.line, one.quote) for one in side] for side in change.cited] == [[(28, "stop")], [(28, "call")]]


def test_a_name_spelled_in_another_way_is_renamed_and_changes_nothing() -> None:
    names = [
        ("Heat", "Glow"), ("cold", "pale"), ("warm", "rosy"), ("hot", "white-hot"), ("dial", "knob"), ("clay", "earth"),
        ("Clay", "Earth"), ("--alone", "--solo"), ("door", "hatch"), ("Door", "Hatch"), ("shut", "sealed"), ("gauge", "meter"),
        ("Gauge", "Meter"), ("faults", "flaws"), ("Lighting", "Kindling"), ("Opening", "Unsealing"), ("limit", "ceiling"),
        ("Limit", "Ceiling"), ("`red`", "`rust`"), ("`black`", "`soot`"),
    ]
    found = diff(*names)
    assert [change for change in found.changes if not change.waits] == []
    renamed = {(one.before.text, one.after.text) for one in found.renamed}
    assert {("dial", "knob"), ("cold", "pale"), ("Opening", "Unsealing")} <= renamed


def test_a_name_inside_an_act_is_renamed_with_it() -> None:
    found = diff(("safety gate", "clearance gate"), ("Safety gate", "Clearance gate"), ("gauge", "meter"), ("Gauge", "Meter"))
    assert found.changes == ()
    assert ("gauge", "meter") in {(one.before.text, one.after.text) for one in found.renamed}


def test_a_prohibition_of_something_else_is_no_new_name_for_the_old_one() -> None:
    found = diff(("Never leave a lit kiln", "Never heat a wet kiln"))
    assert found.renamed == ()
    assert {(change.subject, change.mark) for change in found.changes} == {("leave a lit kiln", "gone"), ("heat a wet kiln", "new")}


def test_words_without_effect_take_one_line() -> None:
    found = diff(("# Who may fire the kiln", "# Who may fire our kiln\n\nKilns are old."))
    assert found.changes == ()
    assert [(one.kind, one.what) for one in found.rewordings] == [("new", "rationale")]


def test_rows_in_another_order_only_moved() -> None:
    rows = ("| `red` | `hot` |\n| `white`, `black` | `warm` |", "| `white`, `black` | `warm` |\n| `red` | `hot` |")
    found = diff(rows)
    assert (found.changes, found.values) == ((), ())
    assert {(one.kind, one.what) for one in found.rewordings} == {("moved", "rule")}


def test_documents_meet() -> None:
    other = "| Stop | Verdict |\n|---|---|\n| Opening | stop |\n"
    before = api.load_texts({"kiln.md": KILN, "other.md": other})
    after = api.load_texts({"kiln.md": KILN.replace("fire + log", "fire"), "other.md": other})
    assert api.diff(before, after).changes == ()


def test_too_many_cases_are_said_to_be_and_what_was_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harnessy.decision.regions.MOST_CASES", 64)
    numbers = range(7)
    facts = "".join(f"| f{number} | yes / no | |\n" for number in numbers)
    acts = "".join(f"| act{number} | hold |\n" for number in numbers)
    rules = "".join(f"| Packing | act{number} if f{number} |\n" for number in numbers)
    tables = [("Fact | Kind | Values", facts), ("Act | Effect", acts), ("Stop | Verdict", rules)]
    page = "\n".join(f"| {header} |\n|{'---|' * (header.count('|') + 1)}\n{rows}" for header, rows in tables)
    found = diff(("act3 if f3 |", "halt if f3 |"), before=page)
    ((subject, unknown),) = found.unsettled
    assert (subject, unknown) == ("Packing", ("f0", "f1", "f2", "f4", "f5", "f6"))
    assert "too many cases: Packing; these stayed unknown: f0" in text(found)
    assert found.fails_on(frozenset({"loosened"}))


def test_regions_hold_each_case_once() -> None:
    space = Space(View(api.load_texts({"kiln.md": KILN}).rulebook, "Lighting"))
    assert sum(space.size(region.box) for region in space.regions) == space.count
    assert len(space.regions) < space.count / 10


_DAIRY = """
# What a milking is worth

| Symbol | Meaning | Formula | Range | Over nothing |
|---|---|---|---|---|
| y | yield of the herd | `sum(litres) / sum(cows)` | 0 to 60 | 0 |

## Milking record

```json
{"litres": 20, "cows": 3}
```
"""


@pytest.mark.parametrize(
    ("old", "new", "was", "now"),
    [
        ("60 | 0 |", "60 | 1 |", "over nothing 0", "over nothing 1"),
        ("0 to 60", "0 to 50", "from 0 to 60", "from 0 to 50"),
        ("| 0 to 60 |", "| |", "from 0 to 60", "sum(litres)"),
    ],
    ids=["empty", "range", "no range"],
)
def test_what_a_formula_gives_beside_its_words_is_told_where_it_differs(old: str, new: str, was: str, now: str) -> None:
    (said,) = told(diff((old, new), before=_DAIRY))
    before, after = said.removeprefix("value: ").split(" → ", 1)
    assert was in before
    assert now in after


def test_what_changes_wherever_something_was_decided_is_one_sentence() -> None:
    before = KILN.replace("| `white`, `black` | `warm` |", "| `white`, `black` | `cold` |")
    lower, doubt = ("| `red` | `hot` |", "| `red` | `warm` |"), ("- Never leave", "- Opening it is for the brave.\n- Never leave")
    lines = [line for line in told(diff(lower, doubt, before=before)) if "Opening go" in line]
    assert lines == ["tightened: wherever it was go: Opening go → missing, 9 of 24 cases"]


@pytest.mark.parametrize(("was", "now", "mark"), [
    ("person", "tool", "loosened"), ("tool", "agent", "loosened"), ("tool", "person", "loosened"), ("person", "", "loosened"),
    ("", "tool", "tightened"), ("person, tool", "person", "tightened"), ("tool", "person, tool", "loosened"),
    ("Ana", "Bo", "reworded"),
])
def test_who_may_state_a_fact_is_no_rewording(was: str, now: str, mark: str) -> None:
    page = KILN.replace("| Fact | Kind | Values |\n|---|---|---|", "| Fact | Kind | Values | Stated by |\n|---|---|---|---|")
    texts = [page.replace("| faults | set | |", f"| faults | set | | {who} |") for who in (was, now)]
    found = api.diff(*(api.load_texts({"kiln.md": words}) for words in texts))
    assert [(change.subject, change.mark) for change in found.changes] == [("faults", mark)]
    assert found.fails_on(frozenset({mark}))
    assert not found.rewordings


@pytest.mark.parametrize(("old", "new"), [("Only modify files under `docs/`.", "Only modify files under `src/`."), (
    "- Never modify `docs/plan.md`.", "- Never modify `docs/plans.md`.",
)])
def test_another_path_is_no_new_name_for_the_old_one(old: str, new: str) -> None:
    page = "# Robot\n\n## Paths\n\n- Only modify files under `docs/`.\n- Never modify `docs/plan.md`.\n"
    found = api.diff(api.load_texts({"a.md": page}), api.load_texts({"a.md": page.replace(old, new)}))
    assert not found.renamed
    assert any(change.loosens for change in found.changes)
