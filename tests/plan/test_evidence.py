"""Which words of an issue are evidence for a criterion: none that its sentence denies, doubts or asks for."""

import pytest

from harnessy import api, assets
from harnessy.plan.charter import charter
from harnessy.plan.model import Issue
from harnessy.plan.signals import Shown, Signals
from harnessy.plan.speech import Heard
from harnessy.rulebook.words import terminals
from harnessy.source import Source

DOCTRINE = """# Mill

- Allow parallel packets only when the miller can show that they preserve calm and order.

| Criterion | Words |
|---|---|
| calm | slowly, by hand, no new wheel, stone test |
| order | in rows |
"""
PLANNING = terminals(assets.grammar()["planning.lark"])
CRITERIA = charter(api.load_texts({"page.md": DOCTRINE}).rulebook, PLANNING).criteria
SIGNALS = Signals(CRITERIA, frozenset({*PLANNING["DENIES"], *PLANNING["DOUBTING"]}))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Done slowly.", True),
        ("No new wheel, all by hand.", True),
        ("Not blocked; a stone test is there.", True),
        ("It is not dug. It is done by hand.", True),
        ("- nothing else\n- slowly", True),
        ("| no | yes |\n| slowly | by night |", True),
        ("Not slowly at all.", False),
        ("This isn't done slowly.", False),
        ("It can't go slowly.", False),
        ("A stone test is not needed.", False),
        ("There is no stone test yet, and it lacks oil.", False),
        ("Is it done by hand?", False),
        ("It goes slowly if the miller is away.", False),
        ("Nothing here goes\nby hand.", False),
        ("It would go slowly.", False),
        ("Without any stone\ntest", False),
    ],
)
def test_what_a_sentence_takes_back_is_no_evidence(text: str, *, shown: bool) -> None:
    source = Source.of("#1", text)
    found = SIGNALS.touched(Issue("#1", "x", (source,), number=1), [Shown.of(Heard.of(source))])
    assert [touch.thing for touch in found] == ["calm"] * shown
