"""What nobody reads and names nothing of its page keeps all of it from going; what plainly restricts nothing does not.

The restrictions were written by kind (time, person, place, amount, state, status, pointers, denials) before they were tried.
"""

from itertools import cycle

import pytest

from harnessy import api

PAGES = {
    "archive": """\
# What the scanning robots may do

{preamble}

## {heading}

| Job | Alone? | Why |
|---|---|---|
| Dusting | yes | {why} |
| Rebinding | ask | glue is for ever |

{below}

{elsewhere}
""",
    "greenhouse": """\
# Greenhouse

{preamble}

Every bed has a `Care: light | full`.

## {heading}

| Task | `light` | `full` | Why |
|---|---|---|---|
| Watering | proceed | proceed + log | {why} |
| Pruning | ask | proceed | |

{below}

{elsewhere}
""",
    "ferry": """\
# Ferry desk

{preamble}

## {heading}

Agents may print timetables.

{below}

## Ask first

- refund tickets

{elsewhere}
""",
}
ASKED: dict[str, tuple[str, dict[str, str]]] = {
    "archive": ("Dusting", {}),
    "greenhouse": ("Watering", {"care": "full"}),
    "ferry": ("print timetables", {}),
}
PLACES = {"preamble": "{}", "below": "### Remarks\n\n{}", "elsewhere": "## Remarks\n\n{}"}

RESTRICTING = """\
In August the house is Ilse's.
At night the pumps rest.
Winter rules differ.
Work goes on from nine to five.
Ilse has the last word.
Check with Tom.
She looks over every shoulder before anything moves.
Code owners decide.
This covers the east wing.
House three is out of bounds.
Ten boxes a day is plenty.
Big ones go to Mia first.
It takes two.
The reading room is closed for repairs.
With the heating broken, everybody stands still.
During a strike all is silent.
The crew is on holiday.
A sketch, until the board ratifies it.
Ratification is pending.
The union has yet to agree.
Superseded by the sheet on the wall.
Under review by the board.
Not yet.
TBD.
The house rules on the wall come first.
See ANNEX.md for the exceptions.
Read HARBOUR.md before acting.
Not on holidays.
Hands off the maps.
No robots in August.
The insurer insists on a witness.
Keep a person near.
Until further notice, paper only.
Because Ana is away, this rests.
The reason for this is that a person looks at cheap things.
How this is used, Ana decides.
This page describes the future.
This page shows what was agreed and then dropped.
The page for how things were.
This list is Ana's.
Skills must link Ana in.
Version 2 is needed.
Thanks to Ana, who decides.
The log of complaints is append-only, so is the list of those who act.
Guests may overrule anything.
Welcome, but ask first.
The desk and the rest wait for Ana.
""".splitlines()

PLAIN = """\
This page says what is done here.
This document defines how AI agents should work in this repository.
These guidelines explain when agents ask.
This sheet describes the steps of our robots.
The one page for how much of the work a robot does.
How far the robots go by themselves.
This is the list of what is done.
The logbook is append-only.
Notes must link here rather than copying the tables.
Visitors may smoke on the roof.
The reason for this is that it is easy to undo.
Welcome!
Thanks for reading.
Last updated: 2026-01-02.
""".splitlines()

HEADINGS = """\
Steps for Ana
For the on-call only
At the north pier
Allowed on weekdays
Ana's steps
Senior agents
In the east wing
Steps (Ana)
Steps: Ana
Steps - east wing
Winter
Allowed with Ana
""".splitlines()

WHYS = ["Dana signs", "weekday mornings", "max ten", "see Annex B", "two-man rule", "supervised", "a clerk checks", "Ana knows"]


def answer(name: str, **said: str) -> str:
    slots = {"preamble": "", "heading": "Steps", "why": "cheap to undo", "below": "", "elsewhere": "", **said}
    subject, facts = ASKED[name]
    decision = api.ask(api.load_texts({"page.md": PAGES[name].format(**slots)}), subject, facts, strict=False)
    return decision.effect or decision.outcome


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_says_no_more_goes(name: str) -> None:
    assert answer(name) == "go"


@pytest.mark.parametrize(
    ("sentence", "name", "place"),
    list(zip(RESTRICTING, cycle(PAGES), cycle([*PLACES, "preamble"]), strict=False)),
)
def test_what_may_be_about_anything_keeps_it(sentence: str, name: str, place: str) -> None:
    assert answer(name, **{place: PLACES[place].format(sentence)}) == "missing"


@pytest.mark.parametrize(
    ("sentence", "name", "place"), list(zip(PLAIN, cycle(PAGES), cycle(("preamble", "elsewhere")), strict=False))
)
def test_what_plainly_restricts_nothing_does_not(sentence: str, name: str, place: str) -> None:
    assert answer(name, **{place: PLACES[place].format(sentence)}) == "go"


@pytest.mark.parametrize("told", ["The first robot came in May.", "[The sailing plan](plan.md)", "A clerk kept a parrot."])
@pytest.mark.parametrize("heading", ["History", "See also"])
def test_a_history_and_a_list_of_links_restrict_nothing(told: str, heading: str) -> None:
    assert answer("ferry", elsewhere=f"## {heading}\n\n{told}") == "go"


@pytest.mark.parametrize(
    "told", ["Until May a clerk signs.", "Never before noon.", "Ana decides.", "[The rules that come first](rules.md)"]
)
def test_a_history_that_restricts_is_none(told: str) -> None:
    assert answer("ferry", elsewhere=f"## History\n\n{told}") == "missing"


@pytest.mark.parametrize(("heading", "name"), list(zip(HEADINGS, cycle(PAGES), strict=False)))
def test_a_heading_says_for_whom_or_where(heading: str, name: str) -> None:
    assert answer(name, heading=heading) == "missing"


@pytest.mark.parametrize(
    "heading", ["Rules for Claude", "Steps for our agents", "Coding agents", "Steps in short", "What happens at each step"]
)
def test_a_heading_that_is_for_all_agents_restricts_nothing(heading: str) -> None:
    assert answer("greenhouse", heading=heading) == "go"


@pytest.mark.parametrize("why", WHYS)
def test_a_reason_says_who_or_when(why: str) -> None:
    assert answer("archive", why=why) == "missing"


def test_a_sentence_about_another_thing_is_about_that() -> None:
    assert answer("archive", elsewhere="## Rebinding\n\nGlue is for ever, so Dana looks first.") == "go"
    assert answer("greenhouse", elsewhere="Pruning is loud.") == "go"


@pytest.mark.parametrize(
    "more",
    [
        "; on Fridays nobody goes",
        ", which Ana decides",
        " and Ana looks first",
        ", but nothing is done in August",
        ", until Ana is back",
        " (Ana signs)",
        " (weekdays)",
    ],
)
def test_what_is_said_beside_a_set_keeps_its_page(more: str) -> None:
    page = PAGES["greenhouse"].replace("full`.", f"full`{more}.", 1)
    slots = {"preamble": "", "heading": "Steps", "why": "", "below": "", "elsewhere": ""}
    decision = api.ask(api.load_texts({"page.md": page.format(**slots)}), *ASKED["greenhouse"], strict=False)
    assert decision.outcome == "missing"


@pytest.mark.parametrize(
    "more", [" in its header (see the board)", "; this page says what it means", ", and every bed card links here"]
)
def test_where_a_set_stands_and_what_the_page_says_of_it_do_not(more: str) -> None:
    page = PAGES["greenhouse"].replace("full`.", f"full`{more}.", 1)
    slots = {"preamble": "", "heading": "Steps", "why": "", "below": "", "elsewhere": ""}
    decision = api.ask(api.load_texts({"page.md": page.format(**slots)}), *ASKED["greenhouse"], strict=False)
    assert decision.effect == "go"


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Dusting", "archive"),
        ("Notes on Dusting", "archive"),
        ("Dusting and Rebinding", "archive"),
        ("Watering", "greenhouse"),
        ("Care", "greenhouse"),
        ("Full care", "greenhouse"),
        ("Timetables", "ferry"),
        ("About print timetables", "ferry"),
    ],
)
@pytest.mark.parametrize("sentence", ["Ana looks first.", "- Check with Tom.", "In August this rests."])
def test_what_names_nothing_is_about_what_its_heading_names(heading: str, name: str, sentence: str) -> None:
    assert answer(name, elsewhere=f"## {heading}\n\n{sentence}") == "missing"


def test_what_never_waits_is_not_kept() -> None:
    assert answer("greenhouse", elsewhere="## Full care\n\nPlain rounds never pause.") == "go"
    assert answer("greenhouse", elsewhere="## Full care\n\nPlain rounds never pause without Ana.") == "missing"
