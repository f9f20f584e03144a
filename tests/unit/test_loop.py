"""An approval binds a person's word to a plan, and the loop's step dispatches nothing that the plan and the doctrine do not let."""

import json
import os
import pty
import sys
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path

import pytest

from harnessy import api
from harnessy.cli.app import main
from harnessy.hooks import person
from harnessy.issues.saved import read_saved, read_state
from harnessy.plan import Issue
from harnessy.plan.loop import Next, Progress
from harnessy.render.plan import plan_json
from harnessy.source import Source

DOCTRINE = """# Mill

- Process issues labelled `mill`.
- Maximum concurrent issues: 2
- Default to serial whenever issues overlap on the wheel.
- Allow parallel packets only when the miller can show that they preserve calm.
- Pause the loop when no runnable issue remains.
- Stop when all remaining issues are ground, spoilt or held back.
- If the river floods, stop the loop.

| Surface | Words |
|---|---|
| wheel | wheel |

| Criterion | Words |
|---|---|
| calm | calmly |

| Phrase | Direction |
|---|---|
| leans on | after |

| Status | Standing |
|---|---|
| `grinding` | running |
| `ground` | finished |
| `burst` | failed |
| `spoilt` | out |
| `asking` | waiting |

| Checkpoint | Where |
|---|---|
| Sluice | pond |
"""
BODIES = {1: "Calmly.", 2: "Calmly.", 3: "Leans on #4.", 4: "x", 5: "Leans on #99", 6: "Calmly, a wheel.", 7: "Calmly, a wheel."}
LOADED = api.load_texts({"mill.md": DOCTRINE})


def issues(bodies: Mapping[int, str] = BODIES) -> list[Issue]:
    return [
        Issue(f"#{number}", "x", (Source("", ""), Source(f"#{number}", body)), number=number, labels=("mill",))
        for number, body in bodies.items()
    ]


PLAN = plan_json(api.plan(LOADED, issues()))
OUTLINE = read_saved(PLAN, "plan.json").outline
KNOWN = [f"#{number}" for number in BODIES]


def following(statuses: Mapping[int, str]) -> Next:
    return api.following(LOADED, OUTLINE, Progress({f"#{number}": status for number, status in statuses.items()}))


def test_the_plan_is_as_the_tests_below_think() -> None:
    assert [step.issues for step in OUTLINE.steps] == [("#4",), ("#1", "#6"), ("#2", "#7"), ("#3",)]
    assert OUTLINE.held == ("#5",)


@pytest.mark.parametrize(
    ("statuses", "dispatch", "verdict"),
    [
        ({}, ("#4",), "go on"),
        ({4: "grinding"}, (), "go on"),
        ({4: "ground"}, ("#1", "#6"), "go on"),
        ({4: "ground", 1: "grinding"}, ("#6",), "go on"),
        ({4: "ground", 1: "grinding", 6: "grinding"}, (), "go on"),
        ({4: "ground", 1: "asking"}, ("#6",), "go on"),
        ({4: "ground", 1: "grinding", 7: "grinding"}, (), "go on"),
        ({4: "asking"}, ("#1", "#6"), "go on"),
        ({4: "asking", 1: "ground", 6: "ground"}, ("#2", "#7"), "go on"),
        ({4: "asking", 1: "ground", 6: "ground", 2: "ground", 7: "grinding"}, (), "go on"),
        ({4: "asking", 1: "ground", 2: "ground", 6: "ground", 7: "ground"}, (), "pause"),
        ({4: "spoilt", 1: "ground", 2: "ground", 6: "ground", 7: "ground"}, (), "stop"),
        ({4: "burst", 1: "ground", 2: "ground", 6: "ground", 7: "ground"}, (), "pause"),
        (dict.fromkeys((1, 2, 3, 4, 6, 7), "ground"), (), "stop"),
        ({6: "asking", 1: "ground", 4: "ground"}, ("#2", "#7"), "go on"),
    ],
)
def test_what_may_be_dispatched(statuses: Mapping[int, str], dispatch: tuple[str, ...], verdict: str) -> None:
    found = following(statuses)
    assert (found.dispatch, found.verdict) == (dispatch, verdict)
    ready = {key for key, standing in found.standings.items() if standing == "to come"} - set(dispatch)
    assert {aside.issue for aside in found.not_yet} == ready
    assert verdict == "go on" or all(reason.ground for reason in found.reasons)


def test_a_doctrine_that_says_nothing_of_an_end_leaves_it_open() -> None:
    loaded = api.load_texts({"mill.md": "\n".join(line for line in DOCTRINE.splitlines() if "remain" not in line)})
    done = {f"#{number}": "ground" for number in (1, 2, 3, 4, 6, 7)}
    found = api.following(loaded, OUTLINE, Progress(done))
    assert (found.dispatch, found.verdict) == ((), "undecided")


def test_why_an_issue_is_not_ready_is_said_with_its_words() -> None:
    found = following({4: "asking"})
    (why,) = next(aside.reasons for aside in found.not_yet if aside.issue == "#3")
    assert why.text == "waits for #4, which waits for a person"
    assert [span.text for span in why.places] == ["Leans on", "#4"]
    assert why.ground is not None
    assert why.ground.span.text == "| leans on | after |"


def test_a_fact_that_the_doctrine_stops_for_dispatches_nothing() -> None:
    found = api.following(LOADED, OUTLINE, Progress({}, {}, {"the river floods": True}))
    assert (found.dispatch, found.verdict) == ((), "pause")
    assert [reason.ground.span.text for reason in found.reasons if reason.ground] == ["If the river floods, stop the loop"]
    found = api.following(LOADED, OUTLINE, Progress({}, {"#4": {"the river floods": True}}))
    assert found.dispatch == ("#1", "#6")
    assert [aside.issue for aside in found.told] == ["#4"]


@pytest.mark.parametrize("status", ["not finished", "almost done", "unfinished", "finished but not merged", "half closed"])
def test_what_is_not_quite_finished_is_not_finished(status: str) -> None:
    with pytest.raises(api.UsageError, match=f"`#4` is `{status}`"):
        following({4: status})


@pytest.mark.parametrize("status", ["finished", "Done", " completed ", "MERGED"])
def test_plain_english_is_known_without_a_table(status: str) -> None:
    assert following({4: status}).dispatch == ("#1", "#6")


def test_an_error_in_the_doctrine_dispatches_nothing() -> None:
    broken = api.load_texts({"mill.md": DOCTRINE.replace("| after |", "| beside |", 1)})
    found = api.following(broken, OUTLINE, Progress({}))
    assert (found.dispatch, found.verdict, found.reasons[0].text) == ((), "pause", "the doctrine has an error")


def test_an_unknown_status_is_a_mistake() -> None:
    with pytest.raises(api.UsageError, match="`#4` is `brewing`"):
        following({4: "brewing"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "broken JSON"),
        ("[]", "holds no JSON object"),
        ('{"issues": 3}', "field `issues`"),
        ('{"issues": {"#4": 3}}', "field `issues.#4`"),
        ('{"issues": {"#44": "ground"}}', "tells of `#44`"),
        ('{"issues": {"4": "grinding", "#4": "ground"}}', "tells twice of `#4`"),
        ('{"issue": {"#4": "ground"}}', "field `issue`: it is neither `issues` nor `facts`"),
        ('{"issues": {"#4": ""}}', "field `issues.#4.status`"),
        ('{"issues": {"#4": {"status": " "}}}', "field `issues.#4.status`"),
        ('{"issues": {"#4": null}}', "field `issues.#4`: it should be a status, or an object with one"),
    ],
)
def test_a_broken_state_is_one_line(text: str, said: str) -> None:
    with pytest.raises(api.UsageError, match=said):
        read_state(text, "state.json", KNOWN)


def test_an_issue_may_be_named_by_its_number_alone() -> None:
    assert read_state('{"issues": {"4": {"status": "ground", "depth": 3}}}', "x", KNOWN) == Progress(
        {"#4": "ground"}, {"#4": {"depth": 3}}, {},
    )


# -- approval


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "doctrine").mkdir()
    (tmp_path / "doctrine" / "mill.md").write_text(DOCTRINE, "utf-8")
    (tmp_path / "plan.json").write_text(plan_json(api.plan(api.load([tmp_path / "doctrine"]), issues())), "utf-8")
    (tmp_path / "state.json").write_text("{}", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def at_a_terminal(answer: str) -> tuple[int, str]:
    """The exit code of `approve plan.json` in a terminal of its own, and what it printed there."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-m", "harnessy", "approve", "plan.json"])  # noqa: S606 # our own words
    os.write(terminal, answer.encode())
    printed = b""
    while True:
        try:
            part = os.read(terminal, 1000)
        except OSError:
            break
        if not part:
            break
        printed += part
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), printed.decode()


def next_step(capsys: pytest.CaptureFixture[str]) -> tuple[int, Mapping[str, object]]:
    code = main(["next", "--plan", "plan.json", "--state", "state.json", "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_person_approves_at_a_terminal_and_an_edit_voids_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    code, said = at_a_terminal("no\n")
    assert (code, "not approved" in said) == (1, True)
    code, found = next_step(capsys)
    assert (code, found["dispatch"], found["loop"]) == (10, [], "pause")
    assert "no person has approved" in str(found["why"])
    code, said = at_a_terminal("yes\n")
    assert (code, "6 issues in 4 steps, at most 2 at once, 1 held back" in said) == (0, True)
    code, found = next_step(capsys)
    assert (code, found["dispatch"], found["loop"]) == (0, ["#4"], "go on")
    approved = (folder / "plan.json").read_text("utf-8")
    (folder / "plan.json").write_text(approved.replace('"limit": 2', '"limit": 9'), "utf-8")
    code, found = next_step(capsys)
    assert (code, "the plan was edited" in str(found["why"])) == (10, True)
    (folder / "plan.json").write_text(approved, "utf-8")
    (folder / "doctrine" / "mill.md").write_text(DOCTRINE + "\nMore.\n", "utf-8")
    code, found = next_step(capsys)
    assert (code, "the doctrine was edited" in str(found["why"])) == (10, True)


def test_no_approval_without_a_terminal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (folder / "plan.json").read_text("utf-8")
    assert main(["approve", "plan.json"]) == 2
    assert "asked of a person, at a terminal" in capsys.readouterr().err
    assert (folder / "plan.json").read_text("utf-8") == before


def test_an_agent_at_a_terminal_of_its_own_approves_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`script -c 'harnessy approve plan.json'` gives an agent a terminal, and no person."""
    before = (folder / "plan.json").read_text("utf-8")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    monkeypatch.setattr(person, "_process", lambda number: person.Process(number, 0, "/usr/bin/codex\0exec"))
    assert main(["approve", "plan.json"]) == 2
    assert "`codex`" in capsys.readouterr().err
    assert (folder / "plan.json").read_text("utf-8") == before


def test_an_edited_plan_or_doctrine_is_not_even_asked_about(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "doctrine" / "mill.md").write_text(DOCTRINE.replace("2", "3"), "utf-8")
    assert main(["approve", "plan.json"]) == 2
    assert "the doctrine was edited since the plan was made" in capsys.readouterr().err


def test_the_same_doctrine_from_elsewhere_is_the_same(folder: Path) -> None:
    from harnessy.plan.charter import doctrine_digest

    here, there = api.load([Path("doctrine")]), api.load([Path("..") / folder.name / "doctrine" / "mill.md"])
    assert doctrine_digest(here.rulebook) == doctrine_digest(there.rulebook)


def test_a_plan_is_written_only_over_a_plan(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder / "issues.json"
    source.write_text('[{"number": 1, "title": "x", "labels": ["mill"]}]', "utf-8")
    assert main(["plan", "issues.json", "--out", "issues.json"]) == 2
    assert "is there and holds no plan" in capsys.readouterr().err
    assert source.read_text("utf-8").startswith("[{")
    assert main(["plan", "issues.json", "--out", "plan.json"]) == 0
    assert len(json.loads((folder / "plan.json").read_text("utf-8"))["steps"]) == 1


# -- the whole way


def test_a_plan_is_worked_off_without_breaking_its_discipline() -> None:
    coupled = {frozenset(("#6", "#7"))}
    statuses = dict[int, str]()
    begun = list[str]()
    for _ in range(2 * len(BODIES)):
        found = following(statuses)
        if found.verdict != "go on":
            break
        running = [f"#{number}" for number, status in statuses.items() if status == "grinding"]
        together = [*running, *found.dispatch]
        assert len(together) <= OUTLINE.limit
        assert not any(frozenset(pair) in coupled for pair in combinations(together, 2))
        begun.extend(found.dispatch)
        for key in found.dispatch:
            statuses[int(key[1:])] = "grinding"
        if not found.dispatch:
            statuses[int(running[0][1:])] = "ground"
    assert found.verdict == "stop"
    assert begun == ["#4", "#1", "#6", "#2", "#7", "#3"]
