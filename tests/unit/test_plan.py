"""The Markdown is the program of a plan too: an edit of the shipped doctrine changes what the plan says."""

import pytest

from harnessy import api, assets
from harnessy.plan import Issue, Plan
from harnessy.render.plan import plan_json, stamped
from harnessy.source import Source

SHOWN = "No new dependency. Mechanical, covered by tests."
ISSUES = {
    1: f"Rename the login button. {SHOWN}",
    2: f"Sort the names. {SHOWN}",
    3: f"Mend the greeting. {SHOWN}",
    4: f"Ask for the credentials once. {SHOWN}",
    5: "Relies on #2.",
    6: f"Shorten a title. {SHOWN}",
}


def issues() -> list[Issue]:
    return [
        Issue(f"#{number}", "x", (Source("", ""), Source(f"#{number}", body)), number=number, labels=("autoflow",))
        for number, body in ISSUES.items()
    ]


def planned(old: str = "", new: str = "") -> Plan:
    texts = assets.doctrine()
    assert any(old in text for text in texts.values())
    return api.plan(api.load_texts({path: text.replace(old, new) for path, text in texts.items()}), issues())


def steps(plan: Plan) -> list[tuple[str, ...]]:
    return [step.issues for step in plan.steps]


def test_the_shipped_doctrine_plans() -> None:
    plan = planned()
    assert steps(plan) == [("#2",), ("#1", "#3", "#6"), ("#4",), ("#5",)]
    assert plan.limit == 3
    assert plan.pairs["auth"] == 1
    assert all(rule.ground for rule in plan.rules)
    assert plan.findings == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("issues: **3**", "issues: **2**", [("#2",), ("#1", "#3"), ("#4", "#6"), ("#5",)]),
        ("credentials", "passport", [("#2",), ("#1", "#3", "#4"), ("#6",), ("#5",)]),
        (", auth, reusable", ", reusable", [("#2",), ("#1", "#3", "#4"), ("#6",), ("#5",)]),
        ("relies on, ", "", [("#1", "#2", "#3"), ("#4", "#6"), ("#5",)]),
        ("simplicity and test quality.", "simplicity, rest and test quality.", [(f"#{number}",) for number in (2, 1, 3, 4, 6, 5)]),
        ("labelled `autoflow`", "labelled `ready`", []),
    ],
)  # fmt: skip
def test_an_edit_changes_the_plan(old: str, new: str, expected: list[tuple[str, ...]]) -> None:
    assert steps(planned(old, new)) == expected


def test_a_surface_that_the_sentence_drops_couples_no_more() -> None:
    assert "auth" not in planned(", auth, reusable", ", reusable").pairs
    assert planned("credentials", "passport").pairs["auth"] == 0


def test_a_surface_without_signals_is_a_finding() -> None:
    (finding,) = planned("schema, auth", "schema, tides, auth").findings
    assert "`tides`" in finding.text


def test_a_surface_that_nearly_all_touch_is_a_finding() -> None:
    (finding,) = planned("| auth, authentication", "| auth, no new dependency").findings
    assert finding.text.startswith("5 of 6 issues touch `auth`, most by `no new dependency`")


def test_without_doctrine_of_planning_nothing_is_taken_up() -> None:
    plan = api.plan(api.load_texts({"a.md": "# A\n\nNothing.\n"}), issues())
    assert (plan.steps, len(plan.left)) == ((), 6)


def test_only_issues_of_this_repository_are_taken_up() -> None:
    from dataclasses import replace

    names = ("mill/wheel", "mill/pond", "")
    one, two, three = (replace(issue, repository=name) for issue, name in zip(issues(), names, strict=False))
    loaded = api.load_texts(assets.doctrine())
    assert [aside.issue for aside in api.plan(loaded, [one, two, three]).left] == ["#1", "#2"]
    (left,) = api.plan(loaded, [one, two, three], home="Mill/Wheel").left
    assert (left.issue, left.reasons[0].text) == ("#2", "it is in mill/pond")
    assert api.plan(loaded, [one, three]).left == ()
    anywhere = {path: text.replace(" in this repository", "") for path, text in assets.doctrine().items()}
    assert api.plan(api.load_texts(anywhere), [one, two]).left == ()


def test_a_doctrine_without_link_phrases_says_that_it_reads_none() -> None:
    loaded = api.load_texts({"a.md": "# A\n\nProcess issues labelled `autoflow`.\n"})
    (finding,) = api.plan(loaded, issues()).findings
    assert "link phrases" in finding.text


def test_the_json_is_stamped_with_its_own_digest() -> None:
    import json

    shape = json.loads(plan_json(planned()))
    assert stamped(shape) == shape
    shape["limit"] = 4
    assert stamped(shape)["digests"] != shape["digests"]
