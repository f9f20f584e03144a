"""Edits of doctrine against what the doctrine before them says of edits, from the command line and in a repository."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from harnessy.cli.app import main

PAGE = """\
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `watched` | set 2021-03-01 |

| Ending | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

| Kept record | Kept in |
|---|---|
| log of runs | `log.md` |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
"""
Printed = pytest.CaptureFixture[str]
HEAD = "| day | job | trade | ending |\n|---|---|---|---|\n"
GOOD = HEAD + "| 2021-04-01 | hull | rigging | launched |\n| 2021-04-02 | mast | rigging | launched |\n"
GIT = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]


@pytest.fixture
def yard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "AUTONOMY.md").write_text(PAGE, "utf-8")
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "first")
    return tmp_path


def git(*arguments: str) -> None:
    subprocess.run([*GIT, *arguments], check=True, capture_output=True)


def linted(capsys: Printed, *options: str) -> tuple[int, str]:
    code = main(["lint", *options, "--format", "concise"])
    return code, capsys.readouterr().out


def write(folder: Path, page: str, log: str = "") -> None:
    (folder / "AUTONOMY.md").write_text(page, "utf-8")
    if log:
        (folder / "log.md").write_text(log, "utf-8")


def test_what_is_staged_counts_and_nothing_else(yard: Path, capsys: Printed) -> None:
    write(yard, PAGE.replace(SET, TENDED), GOOD)
    assert linted(capsys, "--staged") == (0, "")
    git("add", "AUTONOMY.md")
    code, said = linted(capsys, "--staged")
    assert code == 1
    assert said == "AUTONOMY.md:7:15: HN801 error: `rigging` rises from `watched` to `tended`, and no log of runs is at hand\n"
    git("add", "log.md")
    assert linted(capsys, "--staged") == (0, "")
    assert linted(capsys, "--since", "HEAD") == (0, "")
    assert main(["lint", "--staged", "--level", "note", "--format", "concise"]) == 0
    assert "HN810 note: `rigging` rises on rows of `log.md` that this edit brings: 3, 4" in capsys.readouterr().out


SUNK, ADRIFT = (GOOD.replace("| launched |", f"| {ending} |", 1) for ending in ("sunk", "adrift"))
OLD = GOOD.replace("2021-04-01", "2021-02-01")
SET, TENDED = "`watched` | set", "`tended` | set"


@pytest.mark.parametrize(
    ("old", "new", "log", "says"),
    [
        (SET, "`free` | set", GOOD, "which is 2 steps and not 1"),
        (SET, TENDED, SUNK, "on 1 sound (asked: ≥ 2), 1 sunk (asked: = 0)"),
        (SET, TENDED, ADRIFT, "nobody can tell what the log's rows 3 count as"),
        (SET, TENDED, OLD, "on 1 sound (asked: ≥ 2), 0 sunk (asked: = 0)"),
        ("`rigging` |", "`rigging`, `gilding` |", GOOD, ""),
        ("`rigging` | `watched`", "`gilding` | `tended`", GOOD, "no row of the log can be about what was not listed before"),
        ("at least 2 sound", "at least 1 sound", GOOD, "what an edit owes is itself changed or gone"),
    ],
)
def test_an_edit_gets_what_the_log_gives(yard: Path, capsys: Printed, old: str, new: str, log: str, says: str) -> None:
    assert old in PAGE
    write(yard, PAGE.replace(old, new), log)
    code, said = linted(capsys, "--since", "HEAD")
    assert code == int(bool(says))
    assert says in said


def test_a_first_commit_has_nothing_to_compare_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, PAGE)
    git("init", "--quiet")
    git("add", ".")
    assert linted(capsys, "--staged") == (0, "")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--since", "nowhere"], "git knows no commit `nowhere`"),
        (["--since", "HEAD", "--staged"], "both `--since` and `--staged` are given"),
        (["--log", "log.md"], "an edit needs something to compare with"),
        (["--since", "HEAD", "--log", "gone.md"], "`gone.md` cannot be read"),
    ],
)
def test_what_cannot_be_compared_is_said(yard: Path, capsys: Printed, options: list[str], says: str) -> None:
    assert yard.is_dir()
    assert main(["lint", *options]) == 2
    assert says in capsys.readouterr().err


def test_a_copy_of_a_table_is_found_in_any_file_that_changed(yard: Path, capsys: Printed) -> None:
    table = PAGE[PAGE.index("| Ending") : PAGE.index("| Kept record")]
    (yard / "skills").mkdir()
    (yard / "skills" / "sail.md").write_text(f"# Sail\n\n{table}", "utf-8")
    assert linted(capsys, "--since", "HEAD") == (0, "")
    git("add", ".")
    code, said = linted(capsys, "--staged")
    assert (code, said.split(": ")[:2]) == (1, ["skills/sail.md:3:1", "HN807 warning"])
    assert linted(capsys, "--since", "HEAD") == (code, said)


FOLDER = "doctrine/yard.md"


@pytest.fixture
def folder(yard: Path) -> Path:
    """The same page in a folder, and its log, committed."""
    (yard / "doctrine").mkdir()
    git("mv", "AUTONOMY.md", FOLDER)
    (yard / "log.md").write_text(HEAD, "utf-8")
    git("add", ".")
    git("commit", "--quiet", "--message", "second")
    return yard


RISEN = PAGE.replace(SET, TENDED)
BURIED = "`doctrine/yard.md` is no doctrine any more, and nothing that it says holds"


def elsewhere(folder: Path) -> None:
    git("mv", "doctrine", "rules")
    (folder / "rules/yard.md").write_text(RISEN, "utf-8")


def ignored(folder: Path) -> None:
    git("rm", "--quiet", "-r", "--cached", "doctrine")
    (folder / ".gitignore").write_text("doctrine\n", "utf-8")
    (folder / FOLDER).write_text(RISEN, "utf-8")


def linked_file(folder: Path) -> None:
    (folder / "page.md").write_text(RISEN, "utf-8")
    (folder / FOLDER).unlink()
    (folder / FOLDER).symlink_to("../page.md")


def linked_folder(folder: Path) -> None:
    git("mv", "doctrine", "rules")
    (folder / "rules/yard.md").write_text(RISEN, "utf-8")
    (folder / "doctrine").symlink_to("rules")


def nearer(folder: Path) -> None:
    git("mv", FOLDER, "AUTONOMY.md")
    (folder / "AUTONOMY.md").write_text(RISEN, "utf-8")


@pytest.mark.parametrize(
    ("move", "says"),
    [(elsewhere, BURIED), (ignored, BURIED), (linked_file, "HN801"), (linked_folder, "HN801"), (nearer, "HN801")],
)
def test_a_doctrine_is_looked_up_before_and_after(
    folder: Path, capsys: Printed, move: Callable[[Path], None], says: str,
) -> None:
    move(folder)
    git("add", ".")
    code, said = linted(capsys, "--staged")
    assert code == 1
    assert says in said
    code, said = linted(capsys, "--since", "HEAD")
    assert code == 1
    assert ("HN801" if move is ignored else says) in said


def test_a_page_that_only_moves_owes_nothing(folder: Path, capsys: Printed) -> None:
    git("mv", FOLDER, "AUTONOMY.md")
    assert linted(capsys, "--staged") == (0, "")
    assert folder.is_dir()


def test_a_log_that_holds_only_its_heads_is_a_log(folder: Path, capsys: Printed) -> None:
    (folder / FOLDER).write_text(RISEN, "utf-8")
    git("add", ".")
    code, said = linted(capsys, "--staged")
    assert code == 1
    assert "HN801 error: `rigging` rises from `watched` to `tended` on 0 sound (asked: ≥ 2), 0 sunk (asked: = 0)" in said


def test_a_log_only_grows(folder: Path, capsys: Printed) -> None:
    (folder / "log.md").write_text(HEAD + "| 2021-04-01 | hull | rigging | sunk |\n", "utf-8")
    git("add", ".")
    assert linted(capsys, "--staged") == (0, "")
    git("commit", "--quiet", "--message", "third")
    git("rm", "--quiet", "--cached", "log.md")
    code, said = linted(capsys, "--staged")
    assert (code, said) == (1, "log.md:1:1: HN809 warning: the log `log.md` is gone\n")
    (folder / "log.md").write_text(GOOD, "utf-8")
    git("add", ".")
    code, said = linted(capsys, "--staged")
    assert (code, said.split(": ")[1]) == (1, "HN809 warning")
    assert "a row of the log is changed or gone: `| 2021-04-01 | hull | rigging | sunk |`" in said


def test_task_files_and_a_named_log_are_read_as_they_are_staged(folder: Path, capsys: Printed) -> None:
    bare = "| day | job | ending |\n|---|---|---|\n| 2021-04-01 | hull | launched |\n| 2021-04-02 | mast | launched |\n"
    (folder / "bare.md").write_text(bare, "utf-8")
    (folder / FOLDER).write_text(RISEN, "utf-8")
    tasks = folder / "tasks" / "old"
    tasks.mkdir(parents=True)
    for name in ("hull", "mast"):
        (tasks / f"{name}.md").write_text("Trade: rigging\n", "utf-8")
    git("add", FOLDER, "bare.md")
    options = ("--tasks", "tasks", "--log", str(folder / "bare.md"))
    assert [linted(capsys, *how, *options)[0] for how in (("--since", "HEAD"), ("--staged",))] == [0, 1]
    git("add", "tasks")
    assert linted(capsys, "--staged", *options) == (0, "")
    assert main(["lint", "--staged", "--log", "gone.md"]) == 2
    assert "`gone.md` is not staged" in capsys.readouterr().err


def test_a_doctrine_below_the_first_is_a_persons_to_allow(yard: Path, capsys: Printed) -> None:
    below = yard / "quay" / "doctrine"
    below.mkdir(parents=True)
    (below / "quay.md").write_text("# Quay\n\n- Default: proceed at every step.\n", "utf-8")
    git("add", ".")
    code, said = linted(capsys, "--staged")
    assert code == 1
    assert said.startswith("quay/doctrine/quay.md:1:3: HN811 warning: whoever works in `quay` finds this doctrine instead of `AUTO")
    comment = "<!-- harnessy: ignore HN811 2021-06-01 Ada, for the quay -->\n"
    (below / "quay.md").write_text(f"{comment}# Quay\n\n- Default: proceed at every step.\n", "utf-8")
    git("add", ".")
    assert linted(capsys, "--staged") == (0, "")
    git("commit", "--quiet", "--message", "quay")
    (below / "quay.md").write_text(f"{comment}# Quay\n\n- Default: ask at every step.\n", "utf-8")
    git("add", ".")
    assert linted(capsys, "--staged") == (0, "")


COLUMNS = PAGE.replace("A reach may", """\
| Log column | Holds |
|---|---|
| tide | the day of the row |
| hull | the name of the job |
| trade | |
| fate | one of the endings above |

A reach may""", 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| fate | one of the endings above |", "| fate | |\n| wish | one of the endings |"),
        ("| fate | one of the endings above |", "| ending | |\n| fate | |"),
        ("| tide | the day of the row |", "| tide | |\n| moon | the day of the row |"),
        ("| hull | the name of the job |", "| hull | |"),
    ],
)
def test_which_column_holds_what_is_a_rule_about_edits(yard: Path, capsys: Printed, old: str, new: str) -> None:
    write(yard, COLUMNS)
    git("commit", "--quiet", "--all", "--message", "columns")
    assert linted(capsys, "--since", "HEAD", "--select", "HN8")[0] == 0
    write(yard, COLUMNS.replace(old, new))
    code, printed = linted(capsys, "--since", "HEAD", "--select", "HN8")
    assert (code, "HN805 warning: what an edit owes is itself" in printed) == (1, True)
