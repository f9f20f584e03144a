"""For a document that lets everything go by default: what names a thing, and is not read, keeps it from going."""

from __future__ import annotations

import pytest

from harnessy import api

REGISTER = "| Gate | Keeper |\n|---|---|\n| Wicket | Ann |\n| Postern | Bob |\n\n"
DEFAULTS = ["Default: proceed.", "Proceed at every gate."]

SAID = [
    "Bob decides about the Postern.",
    "The Postern is different.",
    "- Postern — see Bob",
    "Hands off the Postern.",
    "Leave the Postern alone.",
    "Avoid the Postern.",
    "Posterns are Bob's business.",
    "The second gate is human.",
    "Gates of Bob are human.",
    "Bob's gates are human.",
    "| Gate | Verdict |\n|---|---|\n| Postern | |",
    "| Gate | Verdict |\n|---|---|\n| Postern | as Bob likes |",
    "| Gate | Verdict |\n|---|---|\n| everything else | human |",
    "| Gate | Verdict |\n|---|---|\n| Postern¹ | human |",
    "| Gate | Verdict |\n|---|---|\n| ~~Postern~~ | human |",
    "## Postern (human)\n\nText.",
    "The default is suspended.",
    "There is no default.",
    "Postern is no longer automatic.",
    "## Off limits\n\n- Postern",
    "Leave these alone:\n\n- Postern",
    "If Ann agrees.",
    "- if Ann agrees",
    "This needs Ann.",
    "It needs Ann.",
    "It is human on Fridays.",
    "All of this ends on 2024-01-01.",
    "Valid until 2024-01-01.",
    "Except on Fridays.",
    "Not at night.",
    "Only by day.",
    "(Withdrawn 2026-01-01.)",
    "Suspended until further notice.",
    "Status: draft, not adopted.",
]

TITLES = ["TODO", "Gates (draft)", "Ideas"]


def effect(text: str) -> str | None:
    return api.ask(api.load_texts({"AUTONOMY.md": text}), "Postern", {}).effect


@pytest.mark.parametrize("default", DEFAULTS)
def test_the_default_lets_go(default: str) -> None:
    assert effect(f"{REGISTER}{default}\n\nThe Wicket is old.\n") == "go"


@pytest.mark.parametrize("default", DEFAULTS)
@pytest.mark.parametrize("said", SAID)
def test_what_is_not_read_keeps_what_it_names(default: str, said: str) -> None:
    assert effect(f"{REGISTER}{default}\n\n{said}\n") != "go"


@pytest.mark.parametrize("said", ["No gate is passed in fog.", "Gates are shut while it rains.", "Gates never open in fog."])
def test_a_limit_on_the_kind_is_heard_beside_a_plain_rule(said: str) -> None:
    assert effect(f"{REGISTER}Postern is automatic.\n\n{said}\n") != "go"


@pytest.mark.parametrize("title", TITLES)
def test_a_title_that_says_draft_lets_nothing_go(title: str) -> None:
    assert effect(f"# {title}\n\n{REGISTER}Default: proceed.\n") != "go"
