"""What nobody committed is thrown away by commands on a whole folder: the protected files among it count, and no others."""

import subprocess
from pathlib import Path

import pytest

from harnessy.guard import Call, Surroundings, recognise
from harnessy.hooks import loose
from tests.guard.cases import names, shipped

RULES, OWN = "the doctrine", "the guard's own files"


@pytest.fixture
def pantry(tmp_path: Path) -> Path:
    """A repository with doctrine, settings that git ignores, and nothing that is not committed."""
    for path, text in (("program.md", "x"), ("jam.txt", "x"), (".gitignore", "*.local.json\n")):
        (tmp_path / path).write_text(text, "utf-8")
    commit = ("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "jam")
    for words in (("init", "-q"), ("add", "-A"), commit):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def lost(folder: Path, command: str) -> set[str]:
    around = Surroundings(str(folder), uncommitted=loose.uncommitted)
    return names(recognise(shipped(), Call("Bash", command), around))


WHOLE = (
    "git reset --hard", "git reset -q --hard HEAD", "git checkout .", "git checkout -- .", "git checkout -f main",
    "git restore .", "git switch --discard-changes main", "git stash", "git stash push -m jam",
)


def test_a_tree_without_changes_loses_nothing(pantry: Path) -> None:
    (pantry / "jam.txt").write_text("y", "utf-8")
    for command in (*WHOLE, "git clean -fdx", "git stash -u"):
        assert not lost(pantry, command), command


def test_changes_of_what_is_protected_are_lost(pantry: Path) -> None:
    (pantry / "program.md").write_text("by hand", "utf-8")
    for command in WHOLE:
        assert RULES in lost(pantry, command), command
        assert OWN not in lost(pantry, command), command
    for command in ("git clean -fdx", "git restore --staged .", "git reset", "git checkout -- jam.txt"):
        assert not lost(pantry, command), command


def test_files_that_nobody_added_are_lost_where_git_cleans(pantry: Path) -> None:
    (pantry / ".claude").mkdir()
    (pantry / ".claude" / "settings.json").write_text("{}", "utf-8")
    assert lost(pantry, "git clean -fd") == lost(pantry, "git stash -u") == {OWN}
    assert not lost(pantry, "git clean -n")
    assert not lost(pantry, "git reset --hard")
    (pantry / ".claude" / "settings.json").rename(pantry / ".claude" / "settings.local.json")
    assert not lost(pantry, "git clean -fd")
    assert lost(pantry, "git clean -fdx") == {OWN}


def test_where_nobody_can_ask_git_cleaning_may_lose_anything(tmp_path: Path) -> None:
    assert RULES in lost(tmp_path, "git clean -fdx")
    assert RULES in lost(tmp_path, "git checkout .")
