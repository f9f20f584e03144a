"""Items with boxes under a heading that lets them be done: a box without a tick waits for a person."""

import pytest

from harnessy import api

PAGE = """\
# Garden robot

{}

- [x] water the beds
- [X] rake the leaves
- [ ] prune the roses
- [ ] buy seeds
- mow the lawn
"""


@pytest.mark.parametrize("head", ["## Allowed", "## The robot may", "Without asking:", "## Go ahead"])
def test_a_box_without_a_tick_waits(head: str) -> None:
    loaded = api.load_texts({"garden.md": PAGE.format(head)})
    told = {subject: api.ask(loaded, subject, {}).effect for subject in ("water the beds", "rake the leaves", "mow the lawn")}
    assert set(told.values()) == {"go"}
    for subject in ("prune the roses", "buy seeds"):
        decision = api.ask(loaded, subject, {})
        assert (decision.effect, decision.because[0].quote) == ("hold", subject)


@pytest.mark.parametrize("head", ["## Never", "## Ask first"])
def test_a_box_lifts_nothing(head: str) -> None:
    loaded = api.load_texts({"garden.md": PAGE.format(head)})
    for subject in ("water the beds", "prune the roses"):
        assert api.ask(loaded, subject, {}).effect in {"hold", "halt"}
