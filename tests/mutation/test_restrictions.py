"""For a go of the shipped doctrine: whatever restricts its cell, its heading or its table keeps it from going.

The fragments are of many forms on purpose. Most of them are not understood, and that is the point: what nobody
understands never reads as go.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harnessy import api

TEXT = (Path(__file__).parents[2] / "doctrine" / "AUTONOMY.md").read_text(encoding="utf-8")
ROW = "| Plan approval | write the plan to the issue, proceed |"
HEADING = "## Levels × checkpoints"
FACTS: dict[str, object] = {"header": "safe", "work-type": "refactor", "difficulty": "small", "--auto": True}

CELLS = [
    "write the plan to the issue, never proceed",
    "write the plan to the issue, do not proceed",
    "write the plan to the issue, proceed unless a human objects",
    "write the plan to the issue, proceed only on weekdays",
    "proceed on weekdays",
    "proceed except for public API",
    "proceed (short plans)",
    "proceed — short plans only",
    "proceed — if short",
    "proceed[^1]",
    "~~proceed~~ wait",
    "proceed?",
    "proceed (TBD)",
    "proceed / ask",
    "yes and no",
    "proceed once a human has read it",
    "proceed with a human",
    "proceed to a human",
    "proceed but ask first",
    "write the plan to the issue for sign-off, proceed",
    "prepare to proceed",
    "not proceed",
    "procede",
    "see below",
    "same as `human-required`",
    "",
]

HEADINGS = [
    "What we used to do",
    "Examples",
    "Not yet in force",
    "Proposals",
    "Levels × checkpoints (draft)",
    "Levels × checkpoints, from 2027",
    "Rejected: levels × checkpoints",
    "Levels × checkpoints on weekdays",
    "Levels × checkpoints if the owner agrees",
    "Anti-patterns",
]

SENTENCES = [
    "Plan approval is always human.",
    "Plan approval: ask.",
    "Plan approval must wait.",
    "A plan approval is a human act.",
    "Ask at every checkpoint.",
    "Always ask.",
    "On Fridays, ask.",
    "All runs stop.",
    "Halt everything.",
    "Stop if the alarm is on.",
    "During a freeze nothing proceeds.",
    "Nothing is automatic.",
    "At `safe`, ask.",
    "This page is not in force.",
    "The table above is out of date.",
    "Levels are suspended.",
    "Never refactor.",
    "`--auto` is disabled.",
    "`refactor` is capped at `supervised`.",
    "The cap of `refactor` is `human-required`.",
    "`safe` means `human-required` on Fridays.",
    "Headers written by agents count as `human-required`.",
    "Levels do not bind yet.",
    "Nobody has `safe`.",
    "This table binds only by day.",
    "Levels are not binding yet.",
    "Levels need `--sure`.",
    "The table below is a proposal.",
    "Everything here binds only when the owner agrees.",
    "For plan approval read `safe` as `human-required`.",
    "Plan approval is one level lower.",
    "At `safe`: human.",
    "“Proceed” means that a person is asked.",
    "Red alarms prevent plan approval.",
    "Frost forbids every plan approval.",
    "The owner alone does plan approval.",
    "Plan approval belongs to the owner.",
    "The owner decides on plan approval.",
    "Refrain from plan approval.",
    "Winter: plan approval is off.",
    "On Sundays plan approval is C2.",
    "Bob's word is needed for plan approval.",
    "Plan approvals go through Bob.",
    "Everything is off in winter.",
    "All checkpoints belong to the owner.",
    "Agents do nothing on Sundays.",
    "Kill switch: the file STOP ends all of this.",
    "RULES.md outranks this page.",
    "This table is the day watch's.",
    "Legend: proceed = after a call to Bob.",
    "**Agents** – the two interns.",
    "- wet: ask",
    "- cold → stop",
    "## Stop conditions\n\n- a pipe bursts",
    "## Blockers\n\n- a pipe bursts",
    "### Plan approval (suspended)\n\nThe bag is empty.",
    "### No plan approval\n\nThe blade is blunt.",
    "| Trigger | Response |\n|---|---|\n| a pipe bursts | stop |",
    "```yaml\nagents: off\n```",
    "<p>Never before May.</p>",
    "The permissions of this page lapse on 1 June.",
    "Agents are currently benched.",
    "Hands off during the audit.",
    "Sam has a veto.",
    "Humans first.",
    "Safe is reserved for Ana's runs.",
]

ACTIVATIONS = [
    "Levels bind only when a human launches with `--auto` and signs off.",
    "Levels never bind when a human launches with `--auto`.",
    "Levels bind only when two humans launch with `--auto`.",
    "Levels bind only when a human launches with `--auto` on a weekday.",
    "Levels may bind when a human launches with `--auto`.",
]


def effect(text: str, *, auto: bool = True) -> str | None:
    return api.ask(api.load_texts({"AUTONOMY.md": text}), "Plan approval", {**FACTS, "--auto": auto}).effect


def test_the_doctrine_itself_lets_it_go() -> None:
    assert effect(TEXT) == "go"


@pytest.mark.parametrize("cell", CELLS)
def test_a_restricted_cell_does_not_go(cell: str) -> None:
    assert effect(TEXT.replace(ROW, f"| Plan approval | {cell} |")) != "go"


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_table_under_a_heading_that_restricts_does_not_go(heading: str) -> None:
    assert effect(TEXT.replace(HEADING, f"## {heading}")) != "go"


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_that_restricts_is_heard(sentence: str) -> None:
    assert effect(TEXT.replace(HEADING, f"{HEADING}\n\n{sentence}")) != "go"


@pytest.mark.parametrize("sentence", ACTIVATIONS)
def test_an_activation_that_asks_for_more_switches_nothing_on(sentence: str) -> None:
    text = TEXT.replace("Levels bind only when a human launches with `--auto`.", sentence)
    assert text != TEXT
    assert effect(text, auto=False) != "go"
    assert effect(text) != "go"


def test_a_quoted_table_does_not_go() -> None:
    start, end = TEXT.index(HEADING), TEXT.index("## Caps")
    quoted = "\n".join(f"> {line}" for line in TEXT[start:end].splitlines()[2:])
    assert effect(f"{TEXT[:start]}{HEADING}\n\n{quoted}\n\n{TEXT[end:]}") != "go"
