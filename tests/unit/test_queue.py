"""A queue by the tables of a doctrine, in order: what may start, what waits and why, and markers that change nothing else."""

from pathlib import Path

import pytest

from harnessy import api
from harnessy.cli.app import main
from harnessy.owed.forms import Forms
from harnessy.owed.queue import items

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


CLAIMS = [
    ("south", "dora"),
    ("north", "clara"),
    ("South: slip 9", "dora"),
    ("west", "clara"),
    ("west and south", "dora"),
    ("west + `south` (till noon)", "dora"),
    ("west: slip 2, @south", "dora"),
    ("https://port.example/guild/south.git", "dora"),
    ("git@port.example:guild/south", "dora"),
    ("guild/south@slip-2", "dora"),
    ("west (south of it)", "clara"),
    ("west: south", "clara"),
]


@pytest.mark.parametrize(("claim", "boat"), CLAIMS)
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


@pytest.mark.parametrize(
    ("line", "marker", "ticked", "odd"),
    [
        ("- anna — HOME", "HOME", False, ""),
        ("- anna (HOME, see #4)", "HOME", False, ""),
        ("- anna — home", "HOME", False, ""),
        ("- anna: the mail HOME.", "HOME", False, ""),
        ("- anna — MOORED — HOME", "HOME", False, ""),
        ("- anna — MOORED: who pays?", "MOORED", False, ""),
        ("- [x] anna", "", True, ""),
        ("- [ ] anna", "", False, ""),
        ("- anna — NOT HOME", "", False, "its line says `HOME`, and not whether it is"),
        ("- anna, bring HOME the mail", "", False, "its line says `HOME`, and not whether it is"),
        ("- ~~anna~~", "", False, "it is struck out"),
        ("- anna (the home boat)", "", False, ""),
    ],
)
def test_an_item_says_whether_it_is_over(line: str, marker: str, *, ticked: bool, odd: str) -> None:
    (item,) = items(Forms(PORTS), line)
    assert (item.marker, item.ticked, item.odd) == (marker, ticked, odd)
    assert "anna" in item.name


PORTS = api.load_texts({"port.md": PORT})


def test_what_nobody_sees_is_no_item_and_a_mark_of_bytes_hides_none() -> None:
    text = "\ufeff- anna\n<!-- - berta\n- clara\n-->\n- dora <!-- later -->\n"
    assert [(item.name, item.line) for item in items(Forms(PORTS), text)] == [("anna", 1), ("dora", 5)]


EVENTS = """
| Task event | Done by | `state` |
|---|---|---|
| a doubt | park | `moored` |
| it goes on | resume | `at sea` |
"""


@pytest.mark.parametrize(
    ("work", "says"),
    [
        ("## clara\n- state: moored\n", "it stands among the tasks in work (line 1): state: moored"),
        ("## Clara (#4)\n- state: at sea\n", "it stands among the tasks in work (line 1): state: at sea"),
        ("## clara\n- state: moored\n- state: at sea\n", "its entry in line 1 of the tasks in work cannot be read"),
        ("## other\n- piers: west\n<<<<<<< mine\n", "nobody can tell which piers are claimed: `other` (line 1): line 3 is a mark"),
        ("## other\n| piers | south |\n", "nobody can tell which piers are claimed: `other` (line 1): line 2 is a row of a table"),
        ("## other\npiers: south\n\n## third\n- piers: west\n", "`other` (line 1): no field `name: value` stands below it"),
        ("## other\n- piers: west\n\n```\n## third\n- piers: south\n", "the block of code that begins on line 4 does not end"),
        ("- piers: south\n", "line 1 is a field above every heading"),
        ("## other\npiers: south\n", "`other` (line 1): line 2 gives `piers`, and not as `- piers: …`"),
        ("## other\n1. piers: south\n", "line 2 gives `piers`"),
        ("# Work\n\n> - **Piers**: south\n", "`Work` (line 1): line 3 gives `piers`"),
        ("## clara\nstate: moored\n", "its entry in line 1 of the tasks in work cannot be read"),
        ("\ufeff## clara\n- state: moored\n", "it stands among the tasks in work (line 1): state: moored"),
    ],
)
def test_what_is_in_work_or_cannot_be_told_does_not_start(
    port: Path, capsys: pytest.CaptureFixture[str], work: str, says: str,
) -> None:
    (port / "port.md").write_text(PORT + EVENTS, "utf-8")
    (port / "list.md").write_text("- clara\n", "utf-8")
    (port / "work.md").write_text(work, "utf-8")
    (port / "boats/clara.md").write_text("Trust: free\nPiers: south\n", "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "work.md")
    assert code == 1
    assert says in printed


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("sky is `storm`", "a storm is up", "port.md:24:42: `a storm is up` does not tell when the whole run ends"),
        ("sky is `storm`", "", "does not tell when the whole run ends"),
        ("- Default: ask", "- Casting off waits for Ana, or Bo.\n- Default: ask", "waits for Ana, or Bo.” is not understood"),
    ],
)
def test_what_the_page_leaves_open_starts_nothing(
    port: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str,
) -> None:
    (port / "port.md").write_text(PORT.replace(old, new), "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert code in {1, 2}
    assert says in printed


def test_an_option_that_says_nothing_is_refused(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del port
    assert run(capsys, "done", "list.md", "dora", "--tasks", "boats")[0] == 2
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "gone.md")
    assert (code, "`gone.md` cannot be read" in printed) == (2, True)


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        ("- clara — HOME\n- clara\n", "list.md:2: clara: the list names its task more than once: line 1 (HOME) as well"),
        ("- clara (#4) — MOORED\n- clara (#5)\n", "line 1 (MOORED) as well"),
        ("- [x] clara\n- Clara\n", "line 1 ([x]) as well"),
        ("- clara\n- clara\n", "list.md:1: clara: the list names its task more than once: line 2 as well"),
        ("- [the sand](boats/clara.md) — HOME\n- clara\n", "line 1 (HOME) as well"),
        ("- clara — HOME\n- clara.md\n", "line 1 (HOME) as well"),
    ],
)
def test_a_task_that_is_named_twice_does_not_start(port: Path, capsys: pytest.CaptureFixture[str], listed: str, says: str) -> None:
    (port / "list.md").write_text(listed, "utf-8")
    (port / "boats/clara.md").write_text("Trust: free\nPiers: south\n", "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert code == 1
    assert says in printed


@pytest.mark.parametrize("listed", ["- clara.md\n", "- [the sand](boats/clara.md)\n", "- [the sand](boats/2031__clara.md)\n"])
def test_a_task_is_in_work_by_the_name_of_its_file(port: Path, capsys: pytest.CaptureFixture[str], listed: str) -> None:
    (port / "port.md").write_text(PORT + EVENTS, "utf-8")
    (port / "list.md").write_text(listed, "utf-8")
    (port / "work.md").write_text("## clara\n- state: moored\n", "utf-8")
    for name in ("clara", "2031__clara"):
        (port / f"boats/{name}.md").write_text("Trust: free\nPiers: south\n", "utf-8")
        code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "work.md")
        assert (code, "next:" in printed) == (1, False)
        (port / f"boats/{name}.md").unlink()


def test_a_name_of_any_length_is_read_once(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "list.md").write_text(f"- {'x' * 400_000}\n- clara\n", "utf-8")
    assert run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")[0] in {0, 1}


def test_tasks_that_are_only_numbers_are_told_apart(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "list.md").write_text("- [#4](boats/dora.md) — HOME\n- [#5](boats/c.md)\n", "utf-8")
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert (code, "next: #5" in printed) == (0, True)


@pytest.mark.parametrize(("header", "starts"), [("", False), ("Piers:\n", True), ("Piers: none\n", True), ("Piers: north\n", True)])
def test_a_task_that_does_not_say_what_it_needs_waits_for_who_does(
    port: Path, capsys: pytest.CaptureFixture[str], header: str, *, starts: bool,
) -> None:
    (port / "list.md").write_text("- clara\n", "utf-8")
    (port / "boats/clara.md").write_text(f"Trust: free\n{header}", "utf-8")
    words = ("next", "list.md", "dawn", "sky=clear", "--tasks", "boats", "--active", "work.md")
    (port / "work.md").write_text("## other\n- state: at sea\n", "utf-8")
    assert run(capsys, *words)[0] == 0
    (port / "work.md").write_text("## other\n- piers: south\n", "utf-8")
    code, printed = run(capsys, *words)
    assert (code, "next: clara" in printed) == (int(not starts), starts)
    assert ("no line `piers` says which piers it needs, and `other` (line 1) has claimed south" in printed) == (not starts)


def test_what_is_no_file_is_no_task(port: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (port / "list.md").write_text("- clara\n- dora\n", "utf-8")
    (port / "boats/clara.md").symlink_to("/dev/zero")
    (port / "boats/dora.md").unlink()
    (port / "boats/dora.md").mkdir()
    code, printed = run(capsys, "next", "list.md", "dawn", "sky=clear", "--tasks", "boats")
    assert (code, printed.count("so nothing is known of it")) == (1, 2)
