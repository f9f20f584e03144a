"""Findings and graphs are shown as text, JSON, annotations and Mermaid, whatever stands in the doctrine."""

import json

from harnessy import api
from harnessy.render import findings, graph
from harnessy.rulebook.graph import graph as graph_of
from harnessy.source import Diagnostic, Label, Source

TEXT = "Wake\tthe `portr` now.\nA long\n  sentence\nhere.\n守 the gate\n"


def one(words: str, severity: str = "error", **more: object) -> Diagnostic:
    source = Source.of("gate, 1.md", TEXT)
    start = TEXT.index(words)
    return Diagnostic("HN201", severity, f"`{words}` is new", source.span(start, start + len(words)), **more)  # type: ignore[arg-type]


def test_text_underlines_the_words() -> None:
    label = Label(one("gate").span, "declared here")
    assert findings.text([one("`portr`", help="did you mean `porter`?", labels=(label,))]).splitlines() == [
        "error[HN201]: ``portr`` is new",
        " --> gate, 1.md:1:10",
        "  |",
        "1 | Wake the `portr` now.",
        "  |          ^^^^^^^",
        " ::: gate, 1.md:5:7",
        "5 | 守 the gate",
        "  |        ---- declared here",
        "  = help: did you mean `porter`?",
    ]


def test_text_underlines_each_line_of_a_sentence_without_its_indent() -> None:
    marks = [line for line in findings.text([one("A long\n  sentence\nhere.")]).splitlines() if "^" in line]
    assert marks == ["  | ^^^^^^", "  |   ^^^^^^^^", "  | ^^^^^"]


def test_an_empty_place_has_one_mark() -> None:
    source = Source.of("a.md", "| a | |")
    shown = findings.text([Diagnostic("HN203", "warning", "nothing is said", source.span(6, 6))])
    assert shown.splitlines()[-1] == "  |       ^"


def test_a_terminal_is_told_nothing_by_the_doctrine() -> None:
    source = Source.of("a\x1b[2J.md", "red \x1b[31m text \udcff \u202e")
    finding = Diagnostic("HN301", "warning", "this \x1b is odd", source.span(0, 20))
    for form in findings.FORMATS.values():
        form([finding]).encode("utf-8")
        assert "\x1b" not in form([finding])
        assert "\u202e" not in form([finding])
    assert "\x1b[1;33m" in findings.text([finding], color=True)


def test_concise_is_a_line_each() -> None:
    assert findings.concise([one("gate", "note")]) == "gate, 1.md:5:7: HN201 note: `gate` is new"


def test_json_holds_all() -> None:
    label = Label(one("gate").span, "here")
    (shown,) = json.loads(findings.to_json([one("A long\n  sentence", labels=(label,), help="mend")]))["findings"]
    assert (shown["line"], shown["column"], shown["end_line"], shown["end_column"]) == (2, 1, 3, 11)
    assert (shown["code"], shown["severity"], shown["quote"], shown["help"]) == ("HN201", "error", "A long\n  sentence", "mend")
    assert (shown["labels"][0]["message"], shown["labels"][0]["quote"]) == ("here", "gate")


def test_annotations_are_escaped_and_have_columns_on_one_line_only() -> None:
    assert findings.github([one("gate", "note", help="100%")]) == (
        "::notice file=gate%2C 1.md,line=5,endLine=5,col=7,endColumn=11,title=HN201::`gate` is new; 100%25"
    )
    assert "col=" not in findings.github([one("A long\n  sentence")])


def test_nothing_found_is_nothing_shown() -> None:
    assert [form([]) for name, form in findings.FORMATS.items() if name not in {"json", "sarif"}] == ["", "", ""]
    assert json.loads(findings.to_json([])) == {"findings": []}


GATES = """
| Scale | Lowest to highest |
|---|---|
| Glow | `dim` < `bright` |

| Fact | Kind |
|---|---|
| lamp | Glow |
| lens | Glow |

The glare is `min(lamp, lens)`.

| Gate | `dim` | `bright` |
|---|---|---|
| Wicket | ask, unless the moon is up | same as `dim` |

Default: ask at every gate.
"""


def test_the_graph_tells_who_reads_answers_overrides_and_cites_whom() -> None:
    found = graph_of(api.load_texts({"a.md": GATES}).rulebook)
    text = {node.id: node.text for node in found.nodes}
    edges = {(text[edge.start], edge.kind, text[edge.end]) for edge in found.edges}
    assert {("glare", "reads", "lamp"), ("glare", "reads", "lens"), ("/wicket-dim", "answers", "Wicket")} <= edges
    assert {("/wicket-dim", "reads", "glare"), ("/wicket-dim", "reads", "the moon is up")} <= edges
    assert ("/wicket-dim", "overrides", "/wicket") in edges
    assert found.circles == ()


def test_a_circle_is_told() -> None:
    circle = "The glare is `min(gloom, lens)`.\n\nThe gloom is `max(glare, lamp)`."
    text = GATES.replace("The glare is `min(lamp, lens)`.", circle)
    found = graph_of(api.load_texts({"a.md": text}).rulebook)
    assert found.circles == (("a.md#name/glare", "a.md#name/gloom"),)


def test_mermaid_and_json_draw_the_same_graph() -> None:
    found = graph_of(api.load_texts({"a.md": GATES.replace("Wicket", "The <gate> #1")}).rulebook)
    drawn, listed = graph.mermaid(found), json.loads(graph.to_json(found))
    assert drawn.splitlines()[0] == "flowchart LR"
    assert "The #lt;gate#gt; #35;1" in drawn
    assert (len(listed["nodes"]), len(listed["edges"])) == (len(found.nodes), len(found.edges))
    arrows = [line for line in drawn.splitlines() if "-->" in line or "-.->" in line or "==>" in line]
    assert len(arrows) == len(found.edges)
