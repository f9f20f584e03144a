"""Files that come from elsewhere than a command line: out of archives, and with commits onto a local branch that counts."""

import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from tests.hooks.scratch import DOCTRINE, Scratch


def rolled(path: Path, *names: str) -> None:
    with tarfile.open(path, "w:gz") as made:
        for name in names:
            made.addfile(tarfile.TarInfo(name), BytesIO())


def packed(path: Path, *names: str) -> None:
    with zipfile.ZipFile(path, "w") as made:
        for name in names:
            made.writestr(name, "x")


ARCHIVES = (
    ("tar xzf loaf.tgz", ""),
    ("tar -xzf loaf.tgz -C ovens", ""),
    ("tar xzf recipes.tgz", "deny"),
    ("tar -xf recipes.tgz", "deny"),
    ("tar -xfrecipes.tgz", "deny"),
    ("cat recipes.tgz | tar xz", "deny"),
    ("tar -x < recipes.tgz", "deny"),
    ("tar -xf recipes.tgz -C ovens", "deny"),
    ("tar -tf recipes.tgz", ""),
    ("tar xf gone.tgz", ""),
    ("tar xf scraps.tgz", "deny"),
    ("tar xf scraps.tgz -C ovens", ""),
    ("tar xf scraps.tgz -C ..", "deny"),
    ("cd /srv/shed && tar xf scraps.tgz", ""),
    ("curl -sL https://flour.example/x.tgz | tar xz", "deny"),
    ("curl -sL https://flour.example/x.tgz | tar xz -C /srv/shed", ""),
    ("curl -o new.tgz https://flour.example/x.tgz && tar xf new.tgz", "deny"),
    ("unzip loaf.zip", ""),
    ("unzip recipes.zip -d ovens", "deny"),
)


def test_an_archive_writes_what_it_holds(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    rolled(scratch.repo / "loaf.tgz", "ovens/loaf.txt", "./notes.md")
    rolled(scratch.repo / "recipes.tgz", "loaf.txt", "doctrine/rye.md")
    packed(scratch.repo / "loaf.zip", "loaf.txt")
    packed(scratch.repo / "recipes.zip", "shop/program.md")
    (scratch.repo / "scraps.tgz").write_bytes(b"scraps")
    for command, kind in ARCHIVES:
        assert scratch.host(monkeypatch, scratch.sent(command=command))[0] == kind, command


SIDE = DOCTRINE.replace("| Cleaning | proceed |", "| Cleaning | human |")


COMMITS = (
    ("git merge side", True),
    ("git merge plain", False),
    ("git cherry-pick side", True),
    ("git cherry-pick main..side", True),
    ("git revert HEAD", True),
    ("git fetch . side:main", True),
    ("git fetch . side:refs/heads/main", True),
    ("git fetch . side:other", False),
    ("git merge $x", True),
    ("git commit -m plain", False),
    ("git -C ../repo merge side", True),
)


def test_commits_move_no_doctrine_that_is_read_from_a_local_branch(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.git("checkout", "-q", "-b", "side")
    scratch.commit(SIDE)
    scratch.git("checkout", "-q", "-b", "plain", "main")
    scratch.commit("x", "loaf.txt")
    scratch.git("checkout", "-q", "main")
    scratch.commit(DOCTRINE.replace("Bakery", "The bakery"))
    scratch.install("claude", "--ref", "main")
    for command, moves in COMMITS:
        assert scratch.host(monkeypatch, scratch.sent(command=command))[0] == ("deny" if moves else ""), command
    scratch.git("checkout", "-q", "plain")
    for command, moves in COMMITS:
        elsewhere = moves and "fetch" in command
        assert scratch.host(monkeypatch, scratch.sent(command=command))[0] == ("deny" if elsewhere else ""), command


def test_a_commit_takes_no_edited_doctrine_to_a_local_branch_that_counts(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install("claude", "--ref", "main")
    commit = scratch.sent(command="git commit -am x")
    assert scratch.host(monkeypatch, commit) == ("", "")
    (scratch.repo / "doctrine" / "bakery.md").write_text(SIDE, "utf-8")
    kind, reason = scratch.host(monkeypatch, commit)
    assert (kind, "Agents never change the recipes" in reason) == ("deny", True)
    scratch.git("checkout", "-q", "-b", "side")
    assert scratch.host(monkeypatch, commit) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent(command="git checkout main; git commit -am x"))[0] == "deny"
