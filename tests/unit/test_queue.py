"""A queue by the tables of a doctrine, in order: what may start, what waits and why, and markers that change nothing else."""

from pathlib import Path

import pytest

from harnessy.cli.app import main

PORT = """\
# Port

| Scale | Lowest to highest |
|---|---|
| Trust | `watched` < `free` |

| Fact | Kind | Values | Read from |
|---|---|---|---|
| trust | Trust | | `Trust` |
| sky | word | `clear`, `storm` | |
| `--dawn` | flag | | |

| Turn | `free` | `watched` |
|---|---|---|
| Casting off | proceed | ask |
| Storm bell | stop | stop |

- Levels bind only when the master sails with `--dawn`.
- Default: ask at every turn.

| Queue step | Done by | Asks | Needed when |
|---|---|---|---|
| a boat leaves | queue next | Casting off | |
| all stay in | queue end | Storm bell | sky is `storm` |

| Queue marker | Set by |
|---|---|
| `HOME` | queue done |
| `MOORED` | queue park |

| Queue claim | Header line | Field |
|---|---|---|
| piers | `Piers` | `piers` |
"""
BOATS = """\
# Boats

Some words: HOME is where they go.

- `anna` (#3) — the mail — HOME
- **berta**: fish
* [clara](boats/c.md) — sand
3. dora
- emil (the old one)

```
- fritz
```
"""
TASKS = {
    "berta": "Trust: watched\nPiers: north\n",
    "c": "Trust: free\nPiers:\n- south: slip 2\n",
    "dora": "Trust: free\nPiers: north, east\n",
}


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "port.md").write_text(PORT, "utf-8")
    (tmp_path / "list.md").write_text(BOATS, "utf-8")
    (tmp_path / "boats").mkdir()
    for name, header in TASKS.items():
        (tmp_path / "boats" / f"{name}.md").write_text(f"# {name}\n\n{header}", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["queue", *words, "--doctrine", "port.md"])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_the_first_that_may_start_is_next(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del port
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert code == 0
    lines = printed.splitlines()
    assert lines[0].startswith("list.md:6: passed by: berta: Casting off: ask")
    assert lines[1].startswith("list.md:7: next: clara: proceed")
    assert "port.md:15" in lines[1]


def test_what_a_person_must_see_never_starts(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in TASKS:
        (port / "boats" / f"{name}.md").write_text("Trust: watched\n", "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert code == 1
    assert "next:" not in printed
    assert "left: 4" in printed


def test_without_the_flag_nothing_starts(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del port
    assert run(capsys, "next", "list.md", "sky=clear", "--tasks", "boats")[0] == 1


def test_nothing_starts_before_it_is_said_whether_the_run_ends(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del port
    code, printed = run(capsys, "next", "list.md", "dawn", "--tasks", "boats")
    assert code == 1
    assert "nothing starts: sky is not stated, and storm ends it all: state sky=...   port.md:24" in printed


def test_what_nobody_knows_does_not_start(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in TASKS:
        (port / "boats" / f"{name}.md").unlink()
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert code == 1
    assert printed.count("so nothing is known of it") == 4


@pytest.mark.parametrize(("claim", "boat"), [("south", "dora"), ("north", "clara"), ("South: slip 9", "dora"), ("west", "clara")])
def test_a_claimed_pier_is_waited_for(port: Path, capsys: pytest.CaptureFixture[str], claim: str, boat: str) -> None:
    (port / "work.md").write_text(f"## other\n- piers:\n  - {claim}\n", "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "work.md")
    assert code == 0
    assert f"next: {boat}: proceed" in printed
    assert ("piers claimed by `other` (line 1)" in printed) == (boat == "dora")


def test_its_own_claim_does_not_stop_a_task(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "work.md").write_text("## clara\n- piers: south\n", "utf-8")
    assert "next: clara" in run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "work.md")[1]


def test_a_storm_ends_the_whole_run(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del port
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=storm", "--tasks", "boats")
    assert code == 20
    assert "the run ends: sky is storm: stop   port.md:16" in printed
    assert run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")[0] == 0


def test_markers_change_nothing_else(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = port / "list.md"
    path.write_bytes(BOATS.replace("\n", "\r\n").encode() + b"caf\xe9")
    assert run(capsys, "park", "list.md", "dora")[0] == 0
    assert run(capsys, "done", "list.md", "berta")[0] == 0
    assert run(capsys, "done", "list.md", "emil")[0] == 0
    marked = BOATS.replace("3. dora", "3. dora — MOORED").replace(": fish", ": fish — HOME").replace("old one)", "old one) — HOME")
    assert path.read_bytes() == marked.replace("\n", "\r\n").encode() + b"caf\xe9"
    assert run(capsys, "done", "list.md", "dora")[0] == 0
    assert run(capsys, "done", "list.md", "dora")[0] == 0
    assert path.read_bytes() == marked.replace("MOORED", "HOME").replace("\n", "\r\n").encode() + b"caf\xe9"
    code, printed = run(capsys, "report", "list.md")
    assert code == 0
    assert printed == "HOME: 4: anna, berta, dora, emil\nleft: 1\n  list.md:7: clara\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("done", "list.md", "fritz"), "has no item `fritz`"),
        (("done", "list.md"), "takes a file and a task"),
        (("next", "none.md"), "`none.md` cannot be read"),
        (("next", "list.md", "sky=blue"), "blue"),
        (("sail", "list.md"), "`queue sail` is nothing that can be done"),
        (("next",), "no queue is named"),
    ],
)
def test_mistakes_are_told(port: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str) -> None:
    code, printed = run(capsys, *words)
    assert code == 2
    assert message in printed
    assert (port / "list.md").read_text("utf-8") == BOATS
