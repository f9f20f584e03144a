"""The judge and the comparator, on an invented doctrine with an invented key."""

import importlib.util
import json
import sys
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent


def _script(name: str) -> ModuleType:
    """A script beside this file, as a module: tests/ is no package."""
    spec = importlib.util.spec_from_file_location(f"acceptance_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


judge, compare = _script("judge"), _script("compare")
VERBS: dict[str, Any] = yaml.safe_load((HERE / "verbs.yaml").read_text(encoding="utf-8"))

DOCTRINE = """# The bakery

A batch's ticket carries `Trust: full | half | none` in its header. The **effective trust** is `min(header, cap)`;
a missing header means `none`.

| Dough | Cap | Why |
|---|---|---|
| `rye`, `spelt` | `full` | forgiving |
| `brioche` | `half` | dear |

## Trust × stations

| Station | `full` | `half` | `none` |
|---|---|---|---|
| Oven start | proceed | ask | ask |
| Late delivery | proceed + log | proceed + log | stop, report |

| # | Station | Kept by |
|---|---|---|
| 1 | **Oven start** — the oven is lit | `night_shift` |
"""

NAMES = {
    "checkpoint": "Station", "oven-start": "Oven start", "late-delivery": "Late delivery", "level": "effective trust",
    "header": "header", "work_type": "Dough", "kept-by": "Kept by", "kept_by": "Kept by", "sell-early": "sell early",
}  # fmt: skip

KEY: list[dict[str, Any]] = [
    {
        "id": "oven", "source": "BAKERY.md", "lines": [15, 15], "kind": "cell",
        "facts": {"checkpoint": "oven-start", "level": "full"}, "expect": {"action": ["proceed"]},
        "near_miss": [{"facts": {"level": "half"}, "expect": {"action": ["ask"]}}],
        "mutation": {"old": "| proceed |", "new": "| ask |", "expect": {"action": ["ask"]}},
    },
    {
        "id": "dough", "source": "BAKERY.md", "lines": [8, 9], "kind": "cap",
        "facts": {"header": "full", "work_type": "brioche"}, "expect": {"level": "half"},
        "near_miss": [
            {"facts": {"work_type": "rye"}, "expect": {"level": "full"}},
            {
                "facts": {"header": None}, "expect": {"level": "none"},
                "cites": [{"source": "BAKERY.md", "lines": [3, 4]}],
            },
        ],
        "mutation": {"old": "| `half` | dear", "new": "| `full` | dear", "expect": {"level": "full"}},
    },
    {
        "id": "home", "source": "BAKERY.md", "lines": [20, 20], "kind": "cell",
        "facts": {"checkpoint": "oven-start", "ask": "kept-by"}, "expect": {"kept_by": ["night_shift"]},
    },
    {"id": "why", "source": "BAKERY.md", "lines": [9, 9], "kind": "rationale", "facts": {}, "executable": False},
]  # fmt: skip


@pytest.fixture
def bakery(tmp_path: Path) -> Path:
    (tmp_path / "BAKERY.md").write_text(DOCTRINE, encoding="utf-8")
    (tmp_path / "names.yaml").write_text(yaml.safe_dump(NAMES), encoding="utf-8")
    (tmp_path / "key.yaml").write_text(yaml.safe_dump(KEY), encoding="utf-8")
    return tmp_path


def _ask(folder: Path) -> Path:
    out = folder / "out.jsonl"
    given = ["--names", folder / "names.yaml", "--doctrine", folder / "BAKERY.md", "--jsonl", out]
    assert judge.main([str(folder / "key.yaml"), *map(str, given)]) == 0
    return out


SUBJECTS = ("effective trust", "sell early")


def _question(entry: dict[str, Any], folder: Path, subjects: tuple[str, ...] = SUBJECTS) -> SimpleNamespace:
    asked = judge.question(next(judge.variants(entry)), judge.Names(folder / "names.yaml"), subjects)
    return SimpleNamespace(
        subject=asked.subject, facts=dict(asked.facts), look_up=asked.look_up, attribute=asked.attribute
    )


def _case(**parts: object) -> object:
    entry = {"id": "x", "source": "A.md", "lines": [5, 5], "kind": "rule", "facts": {}, "expect": {}} | parts
    return list(compare.cases(entry))[-1]


def _line(acts: str = "", outcome: str = "answered", **parts: object) -> dict[str, Any]:
    """A line whose acts are written `verb object/effect; …`; the decision's effect is the last one's."""
    words = [act.strip().rpartition("/") for act in acts.split(";") if act]
    decision: dict[str, object] = {
        "subject": "s", "outcome": outcome, "effect": words[-1][2] if words else None, "values": {},
        "acts": [
            {"words": text, "verb": text.partition(" ")[0], "object": text.partition(" ")[2], "effect": effect}
            for text, _, effect in words
        ],
        "because": [{"file": "docs/A.md", "line": 4, "end_line": 5}],
    }  # fmt: skip
    return {"decision": decision | parts}


def _verdict(case: object, line: dict[str, Any], verbs: dict[str, Any] | None = None) -> str:
    return str(compare.Comparator(NAMES, VERBS | (verbs or {})).verdict(case, line))


class TestJudge:
    def test_bakery_is_answered_right_and_cited(self, bakery: Path) -> None:
        out = _ask(bakery)
        lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert [(line["id"], line["variant"]) for line in lines] == [
            ("oven", "base"), ("oven", "near_miss:0"), ("oven", "mutation"),
            ("dough", "base"), ("dough", "near_miss:0"), ("dough", "near_miss:1"), ("dough", "mutation"),
            ("home", "base"),
        ]  # fmt: skip
        given = [out, bakery / "key.yaml", "--names", bakery / "names.yaml", "--min", 8]
        assert compare.main([*map(str, given)]) == 0

    def test_questions_are_put_in_the_documents_words(self, bakery: Path) -> None:
        asked = _question(KEY[0], bakery)
        assert (asked.subject, asked.facts, asked.look_up) == ("Oven start", {"effective trust": "full"}, False)

    def test_quantity_is_asked_by_the_name_of_an_expected_key(self, bakery: Path) -> None:
        assert _question(KEY[1], bakery).subject == "effective trust"
        assert _question(KEY[1], bakery, subjects=()).subject is None
        decides = {"facts": {"header": "full"}, "expect": {"action": ["ask"], "level": "half"}}
        assert _question(decides, bakery).subject is None

    def test_look_up_passes_no_facts(self, bakery: Path) -> None:
        asked = _question(KEY[2], bakery)
        assert (asked.subject, asked.attribute, asked.facts, asked.look_up) == ("Oven start", "Kept by", {}, True)
        assert _question({"facts": {"record": "slip"}, "expect": {"fields": ["a"]}}, bakery).look_up

    def test_intent_names_a_subject_only_where_the_doctrine_has_it(self, bakery: Path) -> None:
        entry = {"facts": {"intent": "sell-early"}, "expect": {"action": ["deny"]}}
        assert _question(entry, bakery).subject == "sell early"
        assert _question(entry, bakery, subjects=()).subject is None
        assert _question(entry, bakery).facts == {"intent": "sell early"}

    def test_null_drops_the_checkpoint_and_keeps_other_facts_absent(self, bakery: Path) -> None:
        near = {"facts": {"checkpoint": None, "header": None}, "expect": {"action": ["stop"]}}
        variant = list(judge.variants({"facts": {"checkpoint": "oven-start"}, "expect": {}, "near_miss": [near]}))[1]
        asked = judge.question(variant, judge.Names(bakery / "names.yaml"), ())
        assert (asked.subject, asked.facts) == (None, {"header": None})

    def test_edit_applies_once_inside_its_lines(self) -> None:
        assert judge.apply("a\nb a\na", judge.Edit(None, 2, 2, "a", "c")) == "a\nb c\na"
        with pytest.raises(ValueError, match="2 times"):
            judge.apply("a\nb a\na", judge.Edit(None, 2, 3, "a", "c"))

    def test_edits_made_together_come_after_the_edit(self) -> None:
        also = {"lines": [9, 9], "old": "c", "new": "d"}
        entry = {"source": "A.md", "lines": [1, 2], "mutation": {"old": "a", "new": "b", "also": [also]}}
        assert judge.edits_of(entry) == (judge.Edit("A.md", 1, 2, "a", "b"), judge.Edit("A.md", 9, 9, "c", "d"))

    def test_usage_errors_are_answers_and_other_exceptions_are_faults(
        self, bakery: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(error: Exception, *_: object, **__: object) -> None:
            raise error

        usage = type("UsageError", (Exception,), {})
        for error, name in ((usage("no such station"), "usage"), (KeyError("oven"), "error")):
            loaded = SimpleNamespace(subjects=lambda: (), diagnostics=())
            stub = SimpleNamespace(UsageError=usage, load=lambda _, made=loaded: made, ask=partial(fail, error))
            monkeypatch.setattr(judge, "api", stub)
            library = judge.Library([bakery])
            line = judge.answer(KEY[0], next(judge.variants(KEY[0])), judge.Names(bakery / "names.yaml"), library)
            assert line["decision"] is None
            assert "o" in line[name]

    def test_entries_of_documents_that_were_not_given_are_not_asked(self, bakery: Path) -> None:
        assert judge.Library([bakery]).holds({"BAKERY.md"})
        assert not judge.Library([bakery]).holds(judge.sources({"cites": [{"source": "OTHER.md"}], "facts": {}}))


class TestCompare:
    @pytest.mark.parametrize(
        ("wanted", "acts", "verdict"),
        [
            (["proceed", "log"], "proceed/go; log/neutral; proceed/go", "right"),
            (["proceed"], "proceed/hold", "wrong"),
            (["proceed"], "park/hold", "wrong"),
            (["park"], "park/hold", "right"),
            (["park"], "report/neutral; park/hold", "right"),
            (["park"], "stop/halt; park/halt", "wrong"),
            (["park"], "proceed/go", "wrong-go"),
            (["park"], "park/hold; proceed/go", "wrong-go"),
            (["stop"], "park/hold; stop/halt", "right"),
            (["present-and-wait"], "present/hold; wait/hold", "right"),
            (["present-and-wait"], "present-and-wait/hold", "right"),
            (["present-and-wait"], "wait/hold", "wrong"),
            (["append-row"], "append a row/go", "wrong-go"),
            (["n/a"], "n/a/n/a", "wrong"),
            (["reject"], "revert/halt", "right"),
            (["undecided"], "proceed/go", "wrong-go"),
        ],
    )
    def test_acts(self, wanted: list[str], acts: str, verdict: str) -> None:
        assert _verdict(_case(expect={"action": wanted}), _line(acts)) == verdict

    def test_refusals(self) -> None:
        assert _verdict(_case(expect={"action": ["park"]}), {"decision": None, "usage": "no such thing"}) == "refused"
        assert _verdict(_case(expect={"action": ["park"]}), _line(outcome="silent")) == "refused"
        assert _verdict(_case(expect={"action": ["park"]}), {"decision": None, "error": "KeyError"}) == "wrong"
        assert _verdict(_case(expect={"action": ["undecided"]}), _line(outcome="conflict")) == "right"
        assert _verdict(_case(expect={"action": ["none"]}), _line(outcome="clear")) == "right"

    def test_gate_whose_legs_are_missing_is_right_with_exactly_its_acts(self) -> None:
        case = _case(expect={"action": ["run-ship-gate", "proceed"], "ends_at": "pr-open"})
        gate = {"run-ship-gate": [["proceed", "through the gate"]]}
        pending = _line("end at PR-open/neutral; proceed through the gate/go", "missing", effect=None)
        assert _verdict(case, pending, gate) == "right"
        assert _verdict(case, _line("end at PR-open/neutral; proceed/go", "missing", effect=None), gate) == "refused"

    def test_values(self) -> None:
        case = _case(expect={"level": "half", "score": 0.7632, "fields": ["a_b", "c"]})
        values = {"Effective-Trust": "`half`", "score": 0.76321, "fields": ["c", "d", "a b"]}
        assert _verdict(case, _line(values=values)) == "right"
        assert _verdict(case, _line(values=values | {"score": 0.7639})) == "wrong"
        assert _verdict(case, _line(values=values | {"fields": ["c"]})) == "wrong"
        assert _verdict(_case(expect={"order": ["a", "b"]}), _line(values={"order": ["b", "a"]})) == "wrong"
        assert _verdict(_case(expect={"valid": False}), _line(values={"valid": True})) == "wrong"
        assert _verdict(_case(expect={"status": "awaiting-input"}), _line("park (`awaiting-input`)/hold")) == "right"

    def test_accept_is_of_its_own_variant(self) -> None:
        near = [{"facts": {}, "expect": {"action": ["stop"]}}]
        case = _case(expect={"action": ["park"]}, accept=[{"action": ["proceed"]}], near_miss=near)
        assert _verdict(case, _line("proceed/go")) == "wrong-go"

    def test_citations(self) -> None:
        elsewhere = [{"source": "A.md", "lines": [5, 9]}, {"source": "B.md", "lines": [5, 9]}]
        assert _verdict(_case(expect={"action": ["park"]}, lines=[6, 6]), _line("park/hold")) == "uncited"
        assert _verdict(_case(expect={"action": ["park"]}, cites=elsewhere), _line("park/hold")) == "uncited"
        near = [{"expect": {"action": ["park"]}}]
        assert _verdict(_case(cites=elsewhere, near_miss=near), _line("park/hold")) == "right"

    def test_findings_of_an_edit(self) -> None:
        def case(**want: object) -> object:
            return _case(mutation={"old": "a", "new": "b", "expect": want})

        finding = {"message": "a gap", "file": "A.md", "line": 5, "end_line": 5, "labels": []}
        label = {"file": "A.md", "line": 40, "end_line": 41}
        clash = case(lint="contradiction", conflicts_with=[[41, 43]])
        assert _verdict(clash, _line("park/hold") | {"diagnostics": [finding]}) == "wrong"
        assert _verdict(clash, _line("proceed/go") | {"diagnostics": [finding]}) == "wrong-go"
        assert _verdict(clash, _line("park/hold") | {"diagnostics": [finding | {"labels": [label]}]}) == "right"
        assert _verdict(case(lint="gap"), _line("park/hold") | {"diagnostics": [finding]}) == "right"
        assert _verdict(case(lint="gap"), _line(outcome="missing")) == "right"
        assert _verdict(case(lint="unsupported"), _line(outcome="silent")) == "right"

    def test_exit_code(self, bakery: Path) -> None:
        entry = KEY[0] | {"executable": False, "expect": {"action": ["undecided"]}, "must_not": {"action": ["proceed"]}}
        (bakery / "key.yaml").write_text(yaml.safe_dump([entry]), encoding="utf-8")
        for acts, outcome, code in (("proceed/go", "answered", 1), ("", "silent", 0)):
            line = {"id": "oven", "variant": "base"} | _line(acts, outcome)
            (bakery / "out.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
            assert compare.main([str(bakery / "out.jsonl"), str(bakery / "key.yaml")]) == code
        assert compare.main([str(bakery / "out.jsonl"), str(bakery / "key.yaml"), "--min", "2"]) == 1


class TestTables:
    def test_names_are_a_flat_table_of_words(self) -> None:
        text = (HERE / "names.yaml").read_text(encoding="utf-8")
        names = yaml.safe_load(text)
        assert all(isinstance(name, str) and isinstance(word, str) and word for name, word in names.items())
        assert len(names) == sum(bool(line) and not line.startswith("#") for line in text.split("\n"))

    def test_verbs_are_pairs(self) -> None:
        lists = [pairs for spec in VERBS.values() for pairs in (spec["any"] if isinstance(spec, dict) else [spec])]
        assert all(isinstance(part, str) for pairs in lists for pair in pairs for part in pair)
        assert all(len(pair) == 2 for pairs in lists for pair in pairs)
