import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harnessy import api, inputs
from harnessy.cli import app
from harnessy.cli.arguments import Option, parse
from harnessy.cli.ask import exit_code
from harnessy.decision import Decision

DOCTRINE = """\
# Gärtnerei

| Scale | Lowest to highest |
|---|---|
| Trust | `low` < `high` |

| Fact | Kind | Values | Stated by | Read from |
|---|---|---|---|---|
| asked | Trust | | tool | `Trust` |
| plants | set | `oak`, `elm` | tool | `Plants` |
| depth | number | | tool | |
| soil | word | `clay`, `sand` | tool | `Soil` |
| `--alone` | flag | | human | |

| Act | Effect |
|---|---|
| dig | go |
| call | hold |

| Bed | `high` | `low` |
|---|---|---|
| Roses | dig | call |

The effective trust is `min(asked, bound)`.

| Soil | Bound |
|---|---|
| `sand` | `high` |
| `clay` | `low` |
"""
OPTIONS = (Option("--file", "PATH", "", repeats=True), Option("--one", "X", ""), Option("--dry", "", ""))


@pytest.fixture(scope="module")
def loaded() -> api.Loaded:
    return api.load_texts({"garden.md": DOCTRINE})


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "AUTONOMY.md").write_text(DOCTRINE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def harnessy(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harnessy", *arguments]
    root = str(Path(app.__file__).parents[2])
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, "PYTHONPATH": root, **environment}, capture_output=True, encoding="utf-8",
        check=False,
    )


def gathered(loaded: api.Loaded, *files: inputs.Stated) -> inputs.Facts:
    return inputs.gather(loaded.rulebook, (), files, derived=False)


# -- arguments


def test_options_are_sorted_from_words() -> None:
    found = parse(["a", "--file", "x", "--file=y", "--auto", "b=c", "--dry", "--", "--dry"], OPTIONS)
    assert found.words == ["a", "--auto", "b=c", "--dry"]
    assert found.options == {"--file": ["x", "y"], "--dry": [""]}


@pytest.mark.parametrize("argv", [["--one"], ["--one", "--dry"], ["--one=a", "--one", "a"], ["--dry=yes"]])
def test_an_option_in_the_wrong_shape_is_refused(argv: list[str]) -> None:
    with pytest.raises(api.UsageError) as raised:
        parse(argv, OPTIONS)
    assert raised.value.help


def test_each_command_has_a_function_and_a_line_of_help() -> None:
    for target in app.COMMANDS.values():
        module, _, function = target.partition(":")
        assert getattr(import_module(module), function).__doc__


def test_help_lists_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main([]) == app.main(["--help"]) == 0
    page = capsys.readouterr().out
    assert all(f"\n  {name} " in page for name in app.COMMANDS)


# -- exit codes


def test_only_an_answer_of_go_is_zero() -> None:
    effects = [Decision("x", "answered", effect) for effect in ("go", "hold", "halt", "n/a")]
    others = [Decision("x", outcome) for outcome in ("missing", "conflict", "silent", "clear")]
    assert [exit_code(decision) for decision in (*effects, *others)] == [0, 10, 20, 40, 30, 30, 30, 50]
    assert exit_code(Decision("x", "missing", "go")) == exit_code(Decision("x", "answered")) == 30


def test_a_doctrine_that_nobody_can_find_is_told() -> None:
    with pytest.raises(api.DoctrineError, match="no doctrine at or above `/no-such-folder`") as raised:
        api.find(Path("/no-such-folder"))
    assert "--demo" in raised.value.help


# -- the edge


def test_a_bug_is_one_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(_: list[str]) -> NoReturn:
        raise KeyError("lost")

    monkeypatch.setattr(app, "_dispatch", fails)
    assert app.main(["explain"]) == app.USAGE
    assert capsys.readouterr().err.startswith("harnessy: a bug of ours, KeyError: 'lost' (test_cli.py:")


def test_an_interrupt_says_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: list[str]) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "_dispatch", interrupted)
    assert app.main(["explain"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_closed_pipe_is_no_permission_and_no_traceback(garden: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "harnessy", "check", "roses", "asked=high", "soil=sand"]
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])}
    with os.fdopen(writing, "w") as out:
        result = subprocess.run(command, cwd=garden, env=environment, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.parametrize("name", ["words", "coverage", "graph"])
def test_nobody_reads_on_is_141_everywhere(garden: Path, name: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2]), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "harnessy", name]
    with os.fdopen(writing, "w") as out:
        result = subprocess.run(command, cwd=garden, env=environment, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (141, b"")


def test_what_is_not_utf_8_is_refused_with_its_line(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (garden / "AUTONOMY.md").write_bytes(b"# A\n\nRoses \xe9\n")
    assert app.main(["lint", str(garden / "AUTONOMY.md")]) == app.USAGE
    assert "AUTONOMY.md:3` is not UTF-8: byte 0xe9; save the file as UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("raw", [b"\xe9", b"\x00"])
def test_standard_input_is_read_as_a_file_is(garden: Path, raw: bytes) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])}
    command = [sys.executable, "-m", "harnessy", "lint", "-"]
    result = subprocess.run(command, cwd=garden, env=environment, input=raw, capture_output=True, check=False)
    assert (result.returncode, result.stdout) == (app.USAGE, b"")
    assert b"<stdin>" in result.stderr


@pytest.mark.parametrize("command", ["explain roses asked=high soil=sand", "words", "coverage"])
def test_a_stream_that_is_closed_from_the_start_is_no_bug(garden: Path, command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])}
    line = f"{sys.executable} -m harnessy {command} >&-"
    result = subprocess.run(["/bin/sh", "-c", line], cwd=garden, env=environment, stderr=subprocess.PIPE, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_the_words_are_utf_8_whatever_the_locale(garden: Path) -> None:
    result = harnessy("explain", "roses", "asked=high", "soil=sand", cwd=garden, PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "Gärtnerei" in result.stdout


def test_check_loads_nothing_of_typer(garden: Path) -> None:
    code = "import sys; from harnessy.cli.app import main; c = main(sys.argv[1:]); print(c, 'typer' in sys.modules)"
    command = [sys.executable, "-c", code, "check", "roses", "asked=high", "soil=sand"]
    environment = {**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])}
    result = subprocess.run(command, cwd=garden, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "0 False"


def test_other_answers_are_shown_where_they_are_asked_for(
    garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    from harnessy.decision.model import Change

    answer = Decision("Roses", "answered", "go", instead=(Change((("depth", "4"),), "answered", "hold"),))
    monkeypatch.setattr(api, "ask_alternatives", lambda *_, **__: answer)
    for extra, shown in (([], False), (["--instead"], True)):
        assert app.main(["explain", "roses", "asked=high", *extra]) == 0
        assert ("with depth=4: hold" in capsys.readouterr().out) is shown
    assert garden.is_dir()


# -- facts from files


def test_facts_are_json_or_lines() -> None:
    as_json = inputs.read_facts('\ufeff{"a": "x", "b": null, "c": true, "d": ["e"], "f": 0.10}', "f.json")
    assert [(stated.name, stated.value) for stated in as_json] == [
        ("a", "x"), ("b", None), ("c", True), ("d", ["e"]), ("f", "0.10"),
    ]
    as_lines = inputs.read_facts("# c\r\na=x\r\n\r\nb = y=z\r\nc\r\n", "f.txt")
    assert [(stated.name, stated.value, stated.place) for stated in as_lines] == [
        ("a", "x", "f.txt:2"), ("b", "y=z", "f.txt:4"), ("c", True, "f.txt:5"),
    ]


@pytest.mark.parametrize("text", ["{", "[1]", '{"a": }', "a: b", "=b", "[" * 100_000])
def test_a_broken_file_of_facts_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(api.UsageError, match=r"f\.json"):
        inputs.read_facts(text, "f.json")


@pytest.mark.parametrize("value", ["nan", "inf", "-Infinity", "1,2", "12,34", "1_0", "1e999"])
def test_a_number_is_one_that_can_be_compared(loaded: api.Loaded, value: str) -> None:
    with pytest.raises(api.UsageError, match="depth"):
        inputs.gather(loaded.rulebook, [inputs.Stated("depth", value)], (), derived=True)


def test_what_a_file_says_too_much_is_listed_and_left_out(loaded: api.Loaded) -> None:
    facts = gathered(
        loaded,
        inputs.Stated("colour", "red", "f"), inputs.Stated("asked", "huge", "f"), inputs.Stated("depth", "deep", "f"),
        *inputs.read_facts('{"plants": {"oak": 1}, "depth": true, "alone": true}', "f"),
    )
    assert facts.ignored == ("colour",)
    assert dict(facts.counted) == {"alone": True}
    assert len(facts.notes) == 4
    assert all("counts as unknown" in note and note.endswith(" (f)") for note in facts.notes)


def test_two_names_of_one_fact_must_agree(loaded: api.Loaded) -> None:
    same = gathered(loaded, inputs.Stated("asked", "high", "f"), inputs.Stated("Trust", "High", "g:3"))
    assert dict(same.counted) == {"asked": "high"}
    with pytest.raises(api.UsageError, match="`Trust=low` in g:3 contradicts `asked=high` in f"):
        gathered(loaded, inputs.Stated("asked", "high", "f"), inputs.Stated("Trust", "low", "g:3"))


def test_a_derived_quantity_is_refused_from_a_file_too(loaded: api.Loaded) -> None:
    with pytest.raises(api.UsageError, match=r"worked out by garden\.md") as raised:
        gathered(loaded, inputs.Stated("effective trust", "high", "f"))
    assert "`asked`" in raised.value.help


# -- the header of a task


def header(loaded: api.Loaded, text: str) -> dict[str, object]:
    stated, ignored = inputs.read_task(loaded.rulebook, text, "t.md")
    return {stated.name: stated.value for stated in stated} | {"ignored": ignored}


@pytest.mark.parametrize(
    "text",
    [
        "Trust: high\nPlants:\n- oak\n  - elm\nOwner: me\n",
        "# Title\n\nTrust: high\nPlants:\n- oak\n- elm\nOwner: me\n\nTrust: low\n",
        "Title\n=====\nTrust: high\nPlants:\n* oak\n* elm\nOwner: me\nand so on\n",
        "\ufeff\r\n# Title\r\n\r\nTrust: high\r\nPlants:\r\n- oak\r\n- elm\r\nOwner: me\r\n    who: else\r\n",
    ],
)
def test_the_header_is_the_block_at_the_top(loaded: api.Loaded, text: str) -> None:
    assert header(loaded, text) == {"Trust": "high", "Plants": ["oak", "elm"], "soil": None, "ignored": ["Owner"]}


def test_a_line_that_lacks_is_none_and_one_without_a_value_is_unknown(loaded: api.Loaded) -> None:
    assert header(loaded, "# T\n\nProse. Trust: high\n") == {"asked": None, "plants": None, "soil": None, "ignored": []}
    stated, _ = inputs.read_task(loaded.rulebook, "Trust:\n", "t.md")
    facts = gathered(loaded, *stated)
    assert dict(facts.counted) == {"plants": None, "soil": None}
    assert facts.notes == ("`Trust` has no value, so it counts as unknown (t.md:1)",)


def test_a_task_sets_only_what_the_doctrine_reads_there(loaded: api.Loaded) -> None:
    found = header(loaded, "Trust: high\nAlone: yes\nDepth: 1\nEffective trust: high\n")
    assert found == {
        "Trust": "high", "plants": None, "soil": None, "ignored": ["Alone", "Depth", "Effective trust"],
    }


LINES = st.sampled_from(["# T", "", "Trust: high", "Trust: low", "Trust:", "Soil: peat", "Plants:", "- oak", ":"])


@given(st.lists(LINES | st.text(max_size=8), max_size=9).map("\n".join))
def test_no_task_is_refused_but_one_that_contradicts_itself(loaded: api.Loaded, text: str) -> None:
    stated, _ = inputs.read_task(loaded.rulebook, text, "t.md")
    try:
        gathered(loaded, *stated)
    except api.UsageError as error:
        assert "contradicts" in str(error)  # noqa: PT017 - most texts raise nothing


def test_a_task_is_asked_about(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (garden / "t.md").write_text("# T\n\nTrust: high\nSoil: clay\n", "utf-8")
    assert app.main(["check", "roses", "--task", "t.md", "depth=4", "--format", "json"]) == 10
    shape = json.loads(capsys.readouterr().out)
    assert shape["effect"] == "hold"
    assert shape["facts"] == {"depth": "4", "Trust": "high", "Soil": "clay", "plants": None}
    assert shape["because"][0]["file"] == "AUTONOMY.md"
