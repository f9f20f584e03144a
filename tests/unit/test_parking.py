"""Parking by the tables of a doctrine: the comment, the entry, the row, the way on; two at once, and one that is killed.

The doctrine is a kitchen's; none of its words is one of the shipped doctrine.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harnessy import api
from harnessy.cli.app import main
from harnessy.owed.entries import entries, with_fields
from harnessy.owed.files import edit

CHECKOUT = Path(__file__).parents[2]
KITCHEN = """\
# Kitchen

| Record | Kept in |
|---|---|
| tasks | `orders.md` |
| log | `plates.md` |

| Question part | Given as |
|---|---|
| what is on the stove | `--stove` |
| the doubt | `--doubt` |

| Part of the write-up | Given as |
|---|---|
| what burnt | `--burnt` |

| Task event | Done by | `state` | `asked at` | Ending |
|---|---|---|---|---|
| a doubt | park | `simmering` | the address of the comment | `waiting` |
| a fire | park --blocked | `cold` | | `waiting` |
| an answer | resume | `hot` | removed | |

| Continue with | Given as |
|---|---|
| the garnish | `--garnish` |
| the next order | `--next` |
| the washing up | |

| Log column | Holds |
|---|---|
| day | |
| job | |
| ending | |

| Ending | Counts as |
|---|---|
| `served` | good |
| `waiting` | nothing |
"""
ORDERS = """\
# Orders

Some words.

## soup
- cook: ann
- state: hot
- pans:
  - big: one
  - state: odd

```
## not an order
- state: x
```

## roast (#12)
* **State**: hot
* cook: bob

## pie
- state: hot
- state: cold

##  cake
"""
QUESTION = ("--stove", "soup", "--doubt", "salt or none")


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "doctrine").mkdir()
    (tmp_path / "doctrine" / "kitchen.md").write_text(KITCHEN, "utf-8")
    (tmp_path / "orders.md").write_text(ORDERS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_task_is_parked_and_only_its_fields_change(kitchen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["park", "soup", *QUESTION, "--url", "http://a/1", "--next", "fish", "--date", "2031-04-01"])
    printed = capsys.readouterr().out
    assert code == 0, printed
    changed = ORDERS.replace("- state: hot\n- pans", "- state: simmering\n- pans").replace("odd\n", "odd\n- asked at: http://a/1\n")
    assert (kitchen / "orders.md").read_text("utf-8") == changed
    assert (kitchen / "plates.md").read_text("utf-8").splitlines()[-1] == "| 2031-04-01 | soup | waiting |"
    assert "**What is on the stove**\n\nsoup\n\n**The doubt**\n\nsalt or none" in printed
    assert "go on: the next order: fish   doctrine/kitchen.md:26" in printed


@pytest.mark.parametrize(
    ("words", "onward"),
    [((), "the washing up"), (("--next", "a"), "the next order: a"), (("--next", "a", "--garnish", "b"), "the garnish: b")],
)
def test_the_way_on_is_in_the_order_of_the_table(
    kitchen: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], onward: str,
) -> None:
    del kitchen
    assert main(["park", "soup", *QUESTION, "--url", "u", *words]) == 0
    assert f"go on: {onward}   " in capsys.readouterr().out


MARKERS = "\n| Queue marker | Set by |\n|---|---|\n| `EATEN` | queue done |\n"


def test_the_next_of_a_queue_is_none_that_is_parked_begun_or_struck_out(kitchen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kitchen / "doctrine" / "kitchen.md").write_text(KITCHEN + MARKERS, "utf-8")
    (kitchen / "list.md").write_text("- soup\n- fish — EATEN\n- roast\n- ~~stew~~\n- tart: plums\n", "utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u", "--next", "list.md"]) == 0
    assert "go on: the next order: tart   " in capsys.readouterr().out
    (kitchen / "list.md").write_text("- soup\n", "utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u", "--next", "list.md"]) == 0
    assert "go on: the washing up   " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("| `--doubt` |", "| `--doubt` |\n| the cook | |", "doctrine/kitchen.md:12:3: nothing can be given for `the cook`"),
        ("the address of the comment", "where it stands", "doctrine/kitchen.md:19:34: `where it stands` says nothing that a field"),
        ("| log | `plates.md` |", "| log | `plates.md` |\n| log | `cups.md` |", "are kept in more than one file: doctrine"),
    ],
)
def test_what_a_page_leaves_open_is_told_with_its_place(
    kitchen: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, says: str,
) -> None:
    (kitchen / "doctrine" / "kitchen.md").write_text(KITCHEN.replace(old, new), "utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 2
    assert says in capsys.readouterr().err
    assert (kitchen / "orders.md").read_text("utf-8") == ORDERS


def test_records_may_stand_in_several_tables(kitchen: Path) -> None:
    cellar = "# Cellar\n\n| Record | Kept in |\n|---|---|\n| wines | `wines.md` |\n"
    (kitchen / "doctrine" / "cellar.md").write_text(cellar, "utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 0
    assert (kitchen / "plates.md").exists()


@pytest.mark.parametrize("log", ["| day | job |\n|---|---|\n| 1 | ending |\n\n| ending |\n|---|\n", "x\0"])
def test_a_log_that_takes_no_row_is_told_before_anything_is_done(kitchen: Path, log: str) -> None:
    (kitchen / "plates.md").write_text(log, "utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 2
    assert (kitchen / "orders.md").read_text("utf-8") == ORDERS


def test_what_is_read_only_is_left_as_it_is(kitchen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kitchen / "orders.md").chmod(0o444)
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 2
    assert "`orders.md` is read-only, and left as it is" in capsys.readouterr().err
    assert (kitchen / "orders.md").read_text("utf-8") == ORDERS


def test_what_cannot_be_written_is_told_and_leaves_nothing(
    kitchen: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 2
    assert "`orders.md` cannot be written: no space left on device" in capsys.readouterr().err.replace(str(kitchen) + "/", "")
    assert sorted(file.name for file in kitchen.iterdir()) == ["doctrine", "orders.md"]


def test_what_is_parked_is_listed_and_taken_up(kitchen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["park", "roast", "--blocked", "--burnt", "the skin"]) == 0
    assert "* **State**: cold\n* cook: bob\n" in (kitchen / "orders.md").read_text("utf-8")
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 0
    capsys.readouterr()
    assert main(["parked"]) == 1
    listed = capsys.readouterr().out.splitlines()
    assert [line.split("   ")[0].rpartition(": ")[2] for line in listed[:2]] == ["soup", "roast (#12)"]
    assert listed[2] == "orders.md:22: pie is not read: the field `state` stands there twice"
    assert main(["resume", "roast"]) == 0
    assert main(["resume", "soup"]) == 0
    assert (kitchen / "orders.md").read_text("utf-8") == ORDERS
    assert main(["resume", "soup"]) == 2
    assert "is not parked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("soup", "--stove", "x", "--url", "u"), "nothing is given for `--doubt`"),
        (("soup", *QUESTION), "nobody could find the question"),
        (("stew", *QUESTION, "--url", "u"), "has no entry `stew`"),
        (("cake", *QUESTION, "--url", "u"), "has no entry `cake`"),
        (("pie", *QUESTION, "--url", "u"), "the entry `pie` is left as it is"),
        (("soup", *QUESTION, "--url", "u", "--salt", "x"), "`--salt` is no option here"),
        (("soup", "roast", *QUESTION, "--url", "u"), "one word too many"),
        (("soup", *QUESTION, "--url", "u", "--row", "wine=red"), "the log has no column `wine`"),
        ((*QUESTION, "--url", "u"), "no task is named"),
        (("soup", *QUESTION, "--url", "u\n- state: hot"), "the address of the comment has a line break in it"),
        (("soup", *QUESTION, "--url", "u", "--row", "ending=served"), "`ending` of the row is fixed: doctrine/kitchen.md:19"),
        (("soup", *QUESTION, "--url", "u", "--row", "job=roast"), "`job` of the row is fixed"),
        (("soup", *QUESTION, "--url", "u", "--row", "day=2021-01-01"), "give the day with --date"),
        (("soup", *QUESTION, "--url", "u", "--issue", "7"), "leave out one of them"),
        (("soup", *QUESTION, "--issue", "the first"), "`the first` is no issue"),
        (("soup", *QUESTION, "--url", "u", "--log", "doctrine"), "`doctrine` is no file that can be edited"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_done(
    kitchen: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str,
) -> None:
    assert main(["park", *words]) == 2
    assert message in capsys.readouterr().err
    assert (kitchen / "orders.md").read_text("utf-8") == ORDERS
    assert not (kitchen / "plates.md").exists()


def test_a_task_that_is_parked_anew_gets_a_row_anew(kitchen: Path) -> None:
    """The same command again after a crash adds none; after the task was taken up, it is another question."""
    words = ["park", "soup", *QUESTION, "--url", "u", "--date", "2031-04-01"]
    assert [main(words), main(words), main(["resume", "soup"]), main(words)] == [0, 0, 0, 0]
    assert (kitchen / "plates.md").read_text("utf-8").count("| 2031-04-01 | soup | waiting |") == 2


NONE = "no field `name: value` stands below it"


@pytest.mark.parametrize("log", ["/dev/null", "-"])
def test_what_is_no_file_is_left_as_it_is(kitchen: Path, capsys: pytest.CaptureFixture[str], log: str) -> None:
    assert main(["calibrate", "add", "job=soup", "ending=served", "--log", log]) == 2
    assert f"`{log}` is no file that can be edited" in capsys.readouterr().err
    assert Path("/dev/null").is_char_device()
    assert not (kitchen / "-").exists()


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("# Orders\n\nSome words.\n\n## a\n- state: hot\n", {"a": ""}),
        ("## a\n- state: hot\n\n## b\nstate: hot\n\n## c\n\n# Cold\n\nNone.\n", {"a": "", "b": NONE}),
        ("## a\n| state | hot |\n", {"a": "line 2 is a row of a table, and a field is `- name: value`"}),
        ("- state: hot\n\n## a\n- state: hot\n", {"(above the first heading)": "line 1 is a field above every heading", "a": ""}),
        ("<!--\n## a\n- state: hot\n-->\n## b\n- state: hot <!-- since noon -->\n", {"b": ""}),
        ("## a\n- state: hot\n\n```\n## b\n", {"a": "the block of code that begins on line 4 does not end"}),
    ],
)
def test_what_is_not_whole_is_named(text: str, problems: dict[str, str]) -> None:
    assert {entry.name: entry.problem for entry in entries(text)} == problems


def test_fields_keep_line_ends_and_bytes() -> None:
    text = "## a\r\n- state:   hot  \r\n- x: \udcff\r\n\r\n## b\r\n- state: hot"
    changed = with_fields(text, "a", "f", {"state": "cold", "asked at": "u"})
    assert changed == "## a\r\n- state:   cold\r\n- x: \udcff\r\n- asked at: u\r\n\r\n## b\r\n- state: hot"
    assert with_fields(text, "b", "f", {"asked at": "u"}) == text + "\r\n- asked at: u"
    assert with_fields(text, "b", "f", {"state": None}) == text.removesuffix("- state: hot")


def test_only_line_feeds_and_carriage_returns_end_a_line() -> None:
    text = "## a\n- state: hot\n- cook: ann\u2028- state: odd\x0c\n\x0b\n## b\r- state: hot\r"
    assert with_fields(text, "a", "f", {"state": "cold"}) == text.replace("hot", "cold", 1)
    assert with_fields(text, "b", "f", {"state": None}) == text.removesuffix("- state: hot\r")


def test_an_entry_inside_a_merge_is_no_entry() -> None:
    text = "## a\n- state: hot\n<<<<<<< ours\n- x: 1\n=======\n- x: 2\n>>>>>>> theirs\n"
    assert "a merge that is not done" in entries(text)[0].problem
    with pytest.raises(api.UsageError, match="left as it is"):
        with_fields(text, "a", "f", {"state": "cold"})


# -- posting

GH = """#!/bin/sh
echo "$@" >> "$GH_LOG"
case "$2" in
view) [ -f "$GH_BODY" ] && python3 -c "$GH_SHOWS" "$GH_BODY" || echo '{"comments": []}' ;;
comment) cat > "$GH_BODY"; [ -n "$GH_FAILS" ] && { echo "no network" >&2; exit 1; }; echo "http://i/1" ;;
esac
"""
SHOWS = 'import json, sys; print(json.dumps({"comments": [{"url": "http://i/1", "body": open(sys.argv[1]).read()}]}))'


@pytest.fixture
def gh(kitchen: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    programs = kitchen / "programs"
    programs.mkdir()
    (programs / "gh").write_text(GH, "utf-8")
    (programs / "gh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("GH_LOG", str(kitchen / "gh.log"))
    monkeypatch.setenv("GH_SHOWS", SHOWS)
    monkeypatch.setenv("GH_BODY", str(kitchen / "gh.body"))
    return kitchen


def posts(folder: Path) -> int:
    log = folder / "gh.log"
    return sum(line.startswith("issue comment 7 ") for line in log.read_text("utf-8").splitlines()) if log.exists() else 0


def test_a_comment_is_posted_once(gh: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        assert main(["park", "soup", *QUESTION, "--issue", "7", "--date", "2031-04-01"]) == 0
    assert posts(gh) == 1
    assert "- asked at: http://i/1\n" in (gh / "orders.md").read_text("utf-8")
    assert (gh / "plates.md").read_text("utf-8").count("| soup |") == 1
    assert "salt or none" in (gh / "gh.body").read_text("utf-8")
    assert "stands there already, http://i/1" in capsys.readouterr().out


def test_nothing_is_posted_unasked(gh: Path) -> None:
    assert main(["park", "soup", *QUESTION, "--url", "u"]) == 0
    assert main(["park", "pie", *QUESTION, "--issue", "7"]) == 2
    assert main(["park", "soup", "--stove", "x", "--issue", "7"]) == 2
    assert not (gh / "gh.log").exists()


def test_a_post_that_fails_changes_nothing_here(
    gh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GH_FAILS", "1")
    assert main(["park", "soup", *QUESTION, "--issue", "7"]) == 2
    assert "`gh issue comment` failed: no network" in capsys.readouterr().err
    assert (gh / "orders.md").read_text("utf-8") == ORDERS
    monkeypatch.delenv("GH_FAILS")
    assert main(["park", "soup", *QUESTION, "--issue", "7"]) == 0
    assert posts(gh) == 1, "the comment had come through before the failure"


def test_without_gh_it_says_so(kitchen: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PATH", str(kitchen))
    assert main(["park", "soup", *QUESTION, "--issue", "7"]) == 2
    assert "there is no `gh` on the PATH" in capsys.readouterr().err


# -- several at once


def test_what_an_editor_saves_meanwhile_is_not_lost(kitchen: Path) -> None:
    file, asked = kitchen / "orders.md", list[str]()

    def change(text: str) -> str:
        asked.append(text)
        if len(asked) == 1:
            file.write_text(text + "\nMore.\n", "utf-8")
        return text.replace("cook: ann", "cook: eve")

    edit(file, change)
    assert file.read_text("utf-8") == ORDERS.replace("cook: ann", "cook: eve") + "\nMore.\n"

    def always(text: str) -> str:
        file.write_text(text + "x", "utf-8")
        return "lost"

    with pytest.raises(api.UsageError, match="written by somebody else"):
        edit(file, always)
    assert file.read_text("utf-8").endswith("More.\nxxxxx")

WRITER = """\
import sys
from pathlib import Path
from harnessy.owed.entries import with_fields
from harnessy.owed.files import edit
task, rounds = sys.argv[1], int(sys.argv[2])
for at in range(rounds):
    edit(Path("orders.md"), lambda text: with_fields(text, task, "orders.md", {"state": f"{task}-{at}", f"extra {at}": "x" * 2000}))
print("done")
"""


def writer(folder: Path, task: str, rounds: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    words = [sys.executable, "-c", WRITER, task, str(rounds)]
    return subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)


def test_two_at_once_lose_nothing(kitchen: Path) -> None:
    rounds = 50
    processes = [writer(kitchen, task, rounds) for task in ("soup", "roast")]
    assert [process.communicate()[0] for process in processes] == ["done\n", "done\n"]
    found = {entry.name: entry for entry in entries((kitchen / "orders.md").read_text("utf-8"))}
    for name, task in (("soup", "soup"), ("roast (#12)", "roast")):
        assert found[name].value("state") == f"{task}-{rounds - 1}"
        assert all(found[name].value(f"extra {at}") for at in range(rounds))
    assert "## not an order\n- state: x\n```" in (kitchen / "orders.md").read_text("utf-8")


def test_one_that_is_killed_leaves_a_whole_file(kitchen: Path) -> None:
    file = kitchen / "orders.md"
    for at in range(4):
        process = writer(kitchen, "soup", 100000)
        before = file.stat().st_mtime_ns
        while file.stat().st_mtime_ns == before:
            time.sleep(0.005)
        time.sleep(0.01 * at)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        text = file.read_text("utf-8")
        assert text.startswith("# Orders\n")
        assert text.endswith("##  cake\n")
        assert all(len(one.value) == 2000 for entry in entries(text) for one in entry.fields if one.name.startswith("extra"))
        file.write_text(ORDERS, "utf-8")


NOTED = "## hen\n- state: hot\n  - since noon\n  - Ana tastes it\n- asked at: somewhere\n  - by phone\n- pans: two\n"


def test_what_stands_below_a_field_is_not_lost() -> None:
    after = with_fields(NOTED, "hen", "orders.md", {"state": "simmering", "asked at": None})
    assert after == NOTED.replace("hot", "simmering").replace("asked at: somewhere", "asked at:")
    assert with_fields(after, "hen", "orders.md", {"state": "hot", "asked at": "somewhere"}) == NOTED


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("text", ["## hen\n- state: hot\n\n## fox\n- state: hot\n", "## hen\n- state: hot"])
def test_a_field_that_comes_and_goes_leaves_every_byte(end: str, text: str) -> None:
    before = text.replace("\n", end)
    there = with_fields(before, "hen", "orders.md", {"asked at": "somewhere"})
    assert there.split(end)[2] == "- asked at: somewhere"
    assert with_fields(there, "hen", "orders.md", {"asked at": None}).rstrip(end) == before.rstrip(end)


def test_links_in_a_circle_are_no_file(tmp_path: Path) -> None:
    (tmp_path / "orders.md").symlink_to("other.md")
    (tmp_path / "other.md").symlink_to("orders.md")
    with pytest.raises(api.UsageError, match="its links lead in a circle"):
        edit(tmp_path / "orders.md", str.upper)
