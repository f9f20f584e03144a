"""A title may say for whom, where or when its page holds: nothing of it goes then, for nobody knows whether that is so."""

import pytest

from harnessy import api

PAGES = [
    "# {}\n\nAgents may sweep the quay.\n",
    "# {}\n\n## Allowed\n\n- sweep the quay\n",
    "# {}\n\n| Task | Allowed? |\n|---|---|\n| Sweep the quay | yes |\n",
]
BOUNDING = [
    "Ana only", "Only on weekdays", "For Ana", "For the on-call only", "Until May", "Quay rules unless Ana objects",
    "Quay, in winter", "Quay rules on Sundays", "At the north pier", "With Ana", "When Ana is away", "During the harvest",
]  # fmt: skip
PLAIN = [
    "Quay", "The quay's robots", "For agents", "When to ask", "When agents act alone", "What agents may do without asking",
    "Night watch", "How far agents go in this repository", "Rules for the quay", "Before you start",
]  # fmt: skip


def answers(title: str) -> set[str]:
    decisions = (api.ask(api.load_texts({"page.md": page.format(title)}), "sweep the quay", {}, strict=False) for page in PAGES)
    return {decision.effect or decision.outcome for decision in decisions}


@pytest.mark.parametrize("title", BOUNDING)
def test_a_title_may_bound_its_page(title: str) -> None:
    assert answers(title) == {"missing"}


@pytest.mark.parametrize("title", PLAIN)
def test_a_title_that_names_a_topic_bounds_nothing(title: str) -> None:
    assert answers(title) == {"go"}
