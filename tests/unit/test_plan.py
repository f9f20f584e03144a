"""The Markdown is the program of a plan too: an edit of the shipped doctrine changes what the plan says."""

from functools import cache

import pytest

from harnessy import api, assets
from harnessy.issues.tracker import read_tracker
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


@cache
def shipped() -> api.Loaded:
    return api.load_texts(assets.doctrine())


def told(body: str) -> Plan:
    texts = {1: f"{SHOWN} {body}", 2: SHOWN, 3: SHOWN}
    made = [Issue(f"#{number}", "x", (Source("", ""), Source(f"#{number}", text)), number=number, labels=("autoflow",))
            for number, text in texts.items()]  # fmt: skip
    return api.plan(shipped(), made)


UNSURE = ["It needs a hand (#9).", "To unblock the removal (#2) of it.", "Needs some help with #2.", "Can't start before #2."]


@pytest.mark.parametrize("body", UNSURE)
def test_what_may_be_a_link_and_is_not_understood_keeps_an_issue_alone(body: str) -> None:
    plan = told(body)
    assert steps(plan) == [("#2", "#3"), ("#1",)]
    reason = next(step for step in plan.steps if step.issues == ("#1",)).reasons[0]
    assert "is not understood" in reason.text
    assert reason.ground
    assert [place.text for place in reason.places][-1] in {"#9", "#2"}


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("\nBlocked by: the vendor's answer", "it says `blocked by`, and what that means is not understood"),
        ("\n- **Depends on:** LAMP-12", "waits for LAMP-12, of which nothing is known here"),
        ("\nDepends on: lamp_oil", "waits for lamp_oil, of which nothing is known here"),
        ("\n### Blocked by\n\n#9", "waits for #9, of which nothing is known here"),
    ],
)
def test_what_waits_for_something_unknown_is_held_back(body: str, why: str) -> None:
    plan = told(body)
    assert [(aside.issue, [reason.text for reason in aside.reasons]) for aside in plan.held] == [("#1", [why])]


def test_what_blocks_an_issue_and_is_only_counted_holds_it_back() -> None:
    (one,) = read_tracker('[{"number": 1, "title": "x", "labels": ["autoflow"], "blockedBy": {"totalCount": 2}}]', "x").issues
    (held,) = api.plan(shipped(), [one]).held
    assert [reason.text for reason in held.reasons] == ["`blocked by`: 2 that the input does not list"]


@pytest.mark.parametrize("body", ["\nBlocked by: nobody", "\nDepends on: n/a", "\nBlocked by: -", "Needs UTF-8.", "See #2."])
def test_what_is_no_link_holds_nothing_up(body: str) -> None:
    assert steps(told(body)) == [("#1", "#2", "#3")]


MILL = """# Mill

- Process issues labelled `autoflow`.
- Maximum concurrent issues: **2**
- Default to serial whenever issues overlap on the wheel or the pond.
- Allow parallel packets only when the miller can show that they keep calm.

| Surface | Words |
|---|---|
| wheel | paddle |
| pond | fish |

| Criterion | Words |
|---|---|
| calm | slowly |

| Phrase | Direction |
|---|---|
| leans on | after |
"""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("", "", ""),
        ("pond.", "pond, unless the cook is away.", "not understood"),
        ("or the pond.", "or the pond.\n- Never run two issues side by side on a Friday.", "no rule that a plan can obey"),
        ("| after |", "| beside |", "has an error"),
        ("| pond | fish |", "", "the surface `pond` is recognised"),
        ("| leans on | after |", "", "no table lists link phrases"),
    ],
)
def test_what_a_plan_cannot_obey_lets_nothing_run_side_by_side(old: str, new: str, why: str) -> None:
    loaded = api.load_texts({"mill.md": MILL.replace(old, new)})
    texts = (Source("", ""), Source("", "Slowly."))
    plan = api.plan(loaded, [Issue(f"#{number}", "x", texts, number=number, labels=("autoflow",)) for number in (1, 2)])
    assert [step.kind for step in plan.steps] == (["serial", "serial"] if why else ["packet"])
    assert any(why in finding.text for finding in plan.findings) == bool(why)


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
