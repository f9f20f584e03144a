import json

import pytest

from harnessy.decision import Citation, Decision
from harnessy.decision.model import Assumed, Change, Missing
from harnessy.render import FORMATS, Look
from harnessy.render.look import plain, under
from harnessy.rulebook.model import Act
from harnessy.source import Source, Span

TEXT = "# Tea\n\n## Cups\n\n| Cup | `hot` |\n|---|---|\n| Mug | **pour** + `stir` |\n| Mug | wait |\n"
SOURCE = Source.of("tea.md", TEXT)


def span(words: str) -> Span:
    start = TEXT.index(words)
    return SOURCE.span(start, start + len(words))


def act(words: str, effect: str = "go") -> Act:
    return Act(words, words, "", effect, span("pour"))  # type: ignore[arg-type]


def cited(words: str, gives: str, kind: str = "acts") -> Citation:
    return Citation("cups/mug", span(words), ("Tea", "Cups"), gives, kind)


POUR = cited("**pour** + `stir`", "at hot, Mug: **pour**; `stir`")
WAIT = cited("wait", "at hot, Mug: wait")


def text(decision: Decision, look: Look | None = None) -> list[str]:
    return FORMATS["text"](decision, look or Look()).split("\n")


def test_marks_are_gone_and_words_stay() -> None:
    assert plain("**a `b`** and [c](d.md) in `ship_*`, 2 * 3") == "a b and c in ship_*, 2 * 3"
    assert plain("a\x1b[31mred\n b") == "a [31mred b"
    assert plain("a\u202eb\u2066c") == "a b c"
    assert under(("Title",)) == "Title"
    assert under(("Title", "`A`", "B")) == "A › B"


def test_an_answer_stands_first_with_its_effect_and_place() -> None:
    decision = Decision("Mug", "answered", "go", (act("**pour**"), act("`stir`")), because=(POUR,), facts={"hot": True})
    assert text(decision) == [
        "Mug: pour, stir   [go]",
        "",
        "  at hot, Mug: pour; stir  tea.md:7  Cups",
        "",
        "  as stated: hot",
    ]
    assert FORMATS["concise"](decision, Look()) == "go  Mug  tea.md:7  pour, stir"


def test_a_missing_answer_says_what_to_state_and_what_waits() -> None:
    missing = (Missing("kettle size", ("small", "big")), Missing("`--lid`", ("yes", "no")), Missing("it's late"))
    decision = Decision("Mug", "missing", acts=(act("pour"),), missing=missing)
    lines = text(decision)
    assert lines[0] == "Mug: not decided until this is known: kettle size, --lid, it's late   [missing]"
    assert "  missing: kettle size (small, big); state it as kettle-size=…" in lines
    assert "  missing: --lid (yes, no); state it as lid=…" in lines
    assert "  waits: pour" in lines


def test_a_conflict_shows_both_sides() -> None:
    decision = Decision("Mug", "conflict", because=(POUR, WAIT), reason="two rules differ")
    lines = text(decision)
    assert [line.split("  tea.md")[0].strip() for line in lines if "one says" in line] == [
        "one says: at hot, Mug: pour; stir",
        "one says: at hot, Mug: wait",
    ]
    assert FORMATS["concise"](decision, Look()).startswith("conflict  Mug  tea.md:7 against tea.md:8  ")


def test_silence_is_told_from_permission() -> None:
    lines = text(Decision("Mug", "silent", reason="no rule answers"))
    assert lines[0] == "Mug: the doctrine does not say   [silent]"
    assert any("harnessy words" in line for line in lines)
    assert text(Decision("Mug", "clear"))[0] == "Mug: nothing here stands against it   [clear]"


def test_a_quantity_has_a_value_and_no_effect() -> None:
    assert text(Decision("heat", "answered", values={"heat": True})) == ["heat: yes"]
    assert FORMATS["concise"](Decision("heat", "answered", values={"heat": "hot"}), Look()) == "answered  heat  -  hot"


def test_what_it_rests_on_is_listed() -> None:
    decision = Decision(
        "Mug", "answered", "hold", (act("wait", "hold"),),
        assumptions=(Assumed("`hot` is above `cold`", (span("Mug"),)),),
        ignored=("colour",),
        instead=(
            Change((("heat", "cold"),), "answered", "go", ("pour",)), Change((("lid", "none"),), "missing", None),
            Change((("heat", "mild"),), "answered", "go", ("pour",)), Change((("lid", "on"),), "missing", None, ("pour",)),
        ),
    )
    lines = text(decision)
    assert "  assumed: hot is above cold  tea.md:7" in lines
    assert "  ignored, since the doctrine reads no such fact: colour" in lines
    assert "  with heat=cold or mild: pour [go]" in lines
    assert "  with lid=on: waits: pour [missing]" in lines
    assert "  with lid=none: missing" in lines


@pytest.mark.parametrize("width", [20, 40, 60, 72, 200])
def test_no_line_is_wider_than_asked_while_words_can_be_broken(width: int) -> None:
    decision = Decision("Mug", "answered", "go", (act("pour " * 30),), because=(cited("wait", "so it goes " * 20),))
    assert max(len(line) for line in text(decision, Look(width))) <= max(width, 20) + 2


def test_colour_is_asked_for_and_changes_no_word() -> None:
    decision = Decision("Mug", "answered", "halt", (act("stop", "halt"),), because=(POUR,))
    coloured, bare = FORMATS["text"](decision, Look(colour=True)), FORMATS["text"](decision, Look())
    assert "\x1b[31m[halt]\x1b[0m" in coloured
    assert "\x1b" not in bare
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m"):
        coloured = coloured.replace(code, "")
    assert coloured == bare


def test_several_subjects_take_a_line_each() -> None:
    one = Decision("Mug", "answered", "go", (act("pour"),), because=(POUR,))
    other = Decision("Pot", "silent")
    both = Decision(None, "answered", "go", also=(one, other))
    assert text(both)[0] == "2 subjects read these facts; the strictest answer: [go]"
    assert FORMATS["concise"](both, Look()).split("\n") == [
        "go  Mug  tea.md:7  pour",
        "silent  Pot  -  the doctrine does not say",
    ]


def test_json_keeps_the_marks_of_a_quote() -> None:
    decision = Decision("Mug", "answered", "go", (act("**pour**"),), because=(POUR,), facts={"sizes": frozenset("ba")})
    shape = json.loads(FORMATS["json"](decision, Look()))
    assert list(shape)[:10] == [
        "subject", "outcome", "effect", "acts", "values", "facts", "missing", "assumptions", "instead", "because",
    ]
    assert shape["because"][0]["quote"] == "**pour** + `stir`"
    assert shape["because"][0]["trail"] == ["Tea", "Cups"]
    assert shape["facts"] == {"sizes": ["a", "b"]}
