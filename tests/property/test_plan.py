"""Plans of generated issues: coupled ones stay apart, nothing comes before what it waits for, and each comes once."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from harnessy import api, assets
from harnessy.plan import Issue, Plan
from harnessy.plan.build import PACKET
from harnessy.plan.packets import lower_bound, pack
from harnessy.rulebook.words import terminals
from harnessy.source import Source

SURFACES = ("oven", "cellar", "ledger", "window")
DOCTRINE = """# Bakery

- Process issues labelled `bake`.
- Maximum concurrent issues: 3
- Default to serial whenever issues overlap on the oven, cellar, ledger or window.
- Allow parallel packets only when the baker can show that they preserve calm and order.

| Surface | Words |
|---|---|
| oven | oven |
| cellar | cellar |
| ledger | ledger |
| window | window |

| Criterion | Words |
|---|---|
| calm | calmly |
| order | tidily |

| Phrase | Direction |
|---|---|
| leans on | after |
| part of | part |

| Priority | Labels |
|---|---|
| now | `now` |
| later | `later` |
"""
RULEBOOK = api.load_texts({"bakery.md": DOCTRINE}).rulebook
PLANNING = terminals(assets.grammar()["planning.lark"])


def made(number: int, body: str, labels: Sequence[str] = ("bake",)) -> Issue:
    key = f"#{number}"
    return Issue(key, f"issue {number}", (Source(f"{key} title", ""), Source(key, body)), number=number, labels=tuple(labels))


def planned(issues: Sequence[Issue]) -> Plan:
    from harnessy.plan import plan

    return plan(RULEBOOK, issues, PLANNING)


@st.composite
def sets(draw: st.DrawFn) -> list[Issue]:
    """Some issues that touch surfaces, show criteria and lean on one another; now and then in a circle."""
    count = draw(st.integers(1, 9))
    issues = []
    for number in range(1, count + 1):
        touched = draw(st.sets(st.sampled_from(SURFACES), max_size=2))
        shown = draw(st.sampled_from(("calmly tidily", "calmly tidily", "calmly", "")))
        earlier = draw(st.sets(st.integers(1, count + 1), max_size=2))
        phrase = draw(st.sampled_from(("Leans on", "Part of")))
        links = " ".join(f"{phrase} #{other}." for other in sorted(earlier - {number}) if draw(st.booleans()))
        labels = draw(st.sampled_from((("bake",), ("bake", "now"), ("bake", "later"), ())))
        issues.append(made(number, f"{' and '.join(sorted(touched))} {shown}. {links}", labels))
    return issues


def surfaces(plan: Plan) -> Mapping[str, set[str]]:
    return {key: {touch.thing for touch in plan.touches.get(key, ())} for key in plan.issues}


@given(sets())
@hypothesis_settings(max_examples=30)
def test_each_issue_comes_once(issues: list[Issue]) -> None:
    plan = planned(issues)
    steps = [key for step in plan.steps for key in step.issues]
    aside = [one.issue for one in (*plan.held, *plan.left)]
    assert sorted([*steps, *aside]) == sorted(issue.key for issue in issues)
    assert [step.number for step in plan.steps] == list(range(1, len(plan.steps) + 1))
    assert all(one.reasons for one in (*plan.held, *plan.left))


@given(sets())
@hypothesis_settings(max_examples=30)
def test_coupled_issues_are_in_no_packet_together(issues: list[Issue]) -> None:
    plan = planned(issues)
    touched = surfaces(plan)
    for step in plan.steps:
        assert len(step.issues) <= plan.limit
        assert (step.kind == PACKET) == (len(step.issues) > 1)
        for one, other in combinations(step.issues, 2):
            assert not touched[one] & touched[other]
        for key in step.issues if step.kind == PACKET else ():
            assert {touch.thing for touch in plan.evidence[key]} == {"calm", "order"}


@given(sets())
@hypothesis_settings(max_examples=30)
def test_nothing_comes_before_what_it_waits_for_and_waves_are_the_fewest(issues: list[Issue]) -> None:
    plan = planned(issues)
    place = {key: step for step in plan.steps for key in step.issues}
    held = {one.issue for one in plan.held}
    waits = dict[str, set[str]]()
    for link in plan.links:
        waits.setdefault(link.later, set()).add(link.earlier)
    for later, earlier in ((later, other) for later, others in waits.items() for other in others):
        if later in place:
            assert place[earlier].number < place[later].number
        if earlier in held:
            assert later in held
    for key, step in place.items():
        assert step.wave == 1 + max((place[other].wave for other in waits.get(key, ())), default=0)


@given(sets(), st.randoms(use_true_random=False))
@hypothesis_settings(max_examples=20)
def test_the_order_of_the_input_does_not_matter(issues: list[Issue], chance: random.Random) -> None:
    plan = planned(issues)
    shuffled = list(issues)
    chance.shuffle(shuffled)
    assert planned(shuffled) == plan


@given(sets())
@hypothesis_settings(max_examples=20)
def test_an_issue_that_couples_with_nothing_changes_no_reason_of_others(issues: list[Issue]) -> None:
    plan, more = planned(issues), planned([*issues, made(99, "apart")])
    held = {one.issue: one.reasons for one in plan.held}
    assert {one.issue: one.reasons for one in more.held} == held


def splits(keys: Sequence[str], limit: int) -> Iterator[list[list[str]]]:
    """Every way to part some keys into packets."""
    if not keys:
        yield []
        return
    first, rest = keys[0], keys[1:]
    for parts in splits(rest, limit):
        yield [[first], *parts]
        for index, part in enumerate(parts):
            if len(part) < limit:
                yield [*parts[:index], [first, *part], *parts[index + 1 :]]


def fits(packets: list[list[str]], touched: Mapping[str, Sequence[int]]) -> bool:
    counts = (Counter(number for key in packet for number in touched[key]) for packet in packets)
    return all(max(count.values(), default=0) <= 1 for count in counts)


@given(st.lists(st.sets(st.integers(0, 4), max_size=2), min_size=1, max_size=6), st.integers(1, 3))
@hypothesis_settings(max_examples=40)
def test_packets_are_nearly_the_fewest_there_can_be(drawn: list[set[int]], limit: int) -> None:
    touched = {str(index): tuple(sorted(own)) for index, own in enumerate(drawn)}
    packets = pack(list(touched), touched, limit)
    best = min(len(parts) for parts in splits(list(touched), limit) if fits(parts, touched))
    assert fits(packets, touched)
    assert sorted(key for packet in packets for key in packet) == sorted(touched)
    assert lower_bound(list(touched), touched, limit) <= best <= len(packets) <= best + 1


@pytest.mark.parametrize("shape", ["even", "zipf", "one that all touch"])
def test_many_issues_need_hardly_more_packets_than_there_must_be(shape: str) -> None:
    chance = random.Random(7)  # noqa: S311 # no secret
    touched = dict[str, tuple[int, ...]]()
    for index in range(1000):
        if shape == "even":
            own = {chance.randrange(300) for _ in range(2)}
        elif shape == "zipf":
            own = {min(400, int(chance.paretovariate(1.0))) for _ in range(2)}
        else:
            own = {0, chance.randrange(1, 20)}
        touched[str(index)] = tuple(sorted(own))
    packets = pack(list(touched), touched, 3)
    assert fits(packets, touched)
    assert len(packets) <= 1.05 * lower_bound(list(touched), touched, 3)


def test_paths_of_one_ending_are_one_file_and_a_short_one_is_each_that_it_could_be() -> None:
    doctrine = DOCTRINE.replace("or window.", "window or papers.").replace("| Surface | Words |", "| Surface | Signals |")
    doctrine += "\n| Surface | Paths |\n|---|---|\n| papers | `each file` |\n"
    rulebook = api.load_texts({"bakery.md": doctrine}).rulebook
    from harnessy.plan import plan

    texts = ["a/b/c.txt and b/c.txt", "b/c.txt", "x/y.txt", "p/x/y.txt", "q/x/y.txt", "p/x/y.txt", "lone/z.txt"]
    made_of = plan(rulebook, [made(number, text) for number, text in enumerate(texts, 1)], PLANNING)
    found = {key: [touch.file for touch in own] for key, own in made_of.touches.items()}
    both = ["p/x/y.txt", "q/x/y.txt"]
    wanted = {"#1": ["a/b/c.txt"], "#2": ["a/b/c.txt"], "#3": both, "#4": both[:1], "#5": both[1:], "#6": both[:1], "#7": []}
    assert found == wanted
    assert made_of.pairs["papers"] == 1 + 3 + 1


def test_a_label_and_a_rank_come_from_the_doctrine() -> None:
    issues = [made(1, ""), made(2, "", ("bake", "now")), made(3, "", ("other",))]
    plan = planned(issues)
    assert [step.issues for step in plan.steps] == [("#2",), ("#1",)]
    assert [one.issue for one in plan.left] == ["#3"]
    asleep = replace(issues[1], state="closed")
    assert [step.issues for step in planned([issues[0], asleep]).steps] == [("#1",)]
