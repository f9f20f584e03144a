"""What is reserved for somebody is forbidden to agents, in the words that people use; and no words of a page are an accident."""

import pytest

from harnessy import api
from harnessy.decision.model import QuestionError

PAGE = """\
# What the bots do at the tank farm

| Verb | Effect |
|---|---|
| chief | halt |
| page | neutral |

## Rules

- {}
- Never drain a tank.

| Job | Verdict |
|---|---|
| Counting | proceed |
"""
RESERVED = [
    "Dosing by hand is reserved for people.", "Dosing by hand is left to a person.", "Dosing by hand is an act of the chief.",
    "Dosing by hand stays reserved for the chief.", "Dosing by hand is a job for Ana.", "Only people may dose by hand.",
    "Sampling and dosing by hand are reserved for people.",
]
OPEN = ["Dosing by hand is left to the bot.", "Only bots may dose by hand."]


@pytest.mark.parametrize("line", RESERVED)
@pytest.mark.parametrize("asked", ["dosing by hand", "dose by hand"])
def test_what_is_reserved_is_halted(line: str, asked: str) -> None:
    loaded = api.load_texts({"tanks.md": PAGE.format(line)})
    assert api.ask(loaded, asked, {}).effect == "halt"
    assert api.ask(loaded, "Counting", {}).effect == "go"


@pytest.mark.parametrize("line", OPEN)
def test_what_is_left_to_an_agent_is_no_permission_and_no_prohibition(line: str) -> None:
    loaded = api.load_texts({"tanks.md": PAGE.format(line)})
    with pytest.raises(QuestionError):
        api.ask(loaded, "dose by hand", {})
    assert any(one.kind == "not understood" and "by hand" in one.span.text for one in loaded.rulebook.books[0].readings)


LEGS = """\
# Pump room

| Verb | Effect |
|---|---|
| chief | halt |
{page}

## Pump gate

The pump gate requires both legs.

1. **Valve** — verdict `shut`. `torn` → stop, {words}.
2. **Meter** — verdict `dry`.

| Stop point | Verdict |
|---|---|
| Pumping | proceed through the pump gate |
"""


@pytest.mark.parametrize(("words", "kept"), [("page the chief", True), ("page chief", False), ("proceed ask", False)])
def test_a_verdict_as_an_object_is_a_noun_or_not_understood(words: str, kept: bool) -> None:
    loaded = api.load_texts({"pumps.md": LEGS.format(words=words, page="| page | neutral |")})
    torn = api.ask(loaded, "Pumping", {"valve": "torn", "meter": "dry"})
    assert torn.effect != "go"
    assert (torn.effect == "halt") == kept
    if kept:
        assert api.ask(loaded, "Pumping", {"valve": "shut", "meter": "dry"}).effect == "go"


def test_where_to_go_on_is_called_by_its_heading() -> None:
    order = "When a slip is parked, in order: the next step of the slip; else the next slip; else end the round."
    loaded = api.load_texts({"rounds.md": f"# Rounds\n\n## Where to go on\n\n{order}\n"})
    assert [act.words for act in api.ask(loaded, "where to go on", {"step": "no", "slip": "yes"}).acts] == ["take the next slip"]
