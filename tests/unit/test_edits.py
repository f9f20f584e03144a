"""Edits of doctrine against what the doctrine before them says of edits, from the command line and in a repository."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harnessy.cli.app import main

PAGE = """\
| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `watched` | set 2031-03-01 |

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
GOOD = HEAD + "| 2031-04-01 | hull | rigging | launched |\n| 2031-04-02 | mast | rigging | launched |\n"
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


SUNK, ADRIFT = (GOOD.replace("| launched |", f"| {ending} |", 1) for ending in ("sunk", "adrift"))
OLD = GOOD.replace("2031-04-01", "2031-02-01")
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
