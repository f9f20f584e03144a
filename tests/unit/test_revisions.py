"""Doctrine as it stood at a revision: files and folders, from the top of the repository and from below it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harnessy import api, revisions

PAGE = "| Stop | Verdict |\n|---|---|\n| Docking | {} |\n"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two commits: a folder and a file below `harbour`, with another verdict in each."""
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "--quiet", "--initial-branch=quay")
    for verdict in ("ask", "go"):
        for path in ("harbour/doctrine/a b.md", "harbour/doctrine/note.txt", "harbour/rules.md"):
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(PAGE.format(verdict), "utf-8")
        git(tmp_path, "add", ".")
        git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", verdict)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)


def effect(loaded: api.Loaded) -> str | None:
    return api.ask(loaded, "Docking", {}).effect


@pytest.mark.parametrize("path", ["harbour/doctrine", "harbour/rules.md"])
def test_files_and_folders_are_read_as_they_were(repository: Path, path: str) -> None:
    assert [effect(revisions.load_at(name, [Path(path)])) for name in ("HEAD~1", "quay")] == ["hold", "go"]
    assert effect(revisions.load_at("HEAD~1", [repository / path])) == "hold"


def test_paths_are_named_as_from_the_working_directory(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [source.path for source in revisions.load_at("HEAD", [Path("harbour/doctrine")]).sources] == ["harbour/doctrine/a b.md"]
    monkeypatch.chdir(repository / "harbour")
    assert [source.path for source in revisions.load_at("HEAD", [repository / "harbour/rules.md"]).sources] == ["rules.md"]


@pytest.mark.parametrize(
    ("words", "ends"),
    [("quay", ("quay", "")), ("quay..", ("quay", "HEAD")), ("..quay", ("HEAD", "quay")), ("a..b", ("a", "b"))],
)
def test_ends_of_a_range(words: str, ends: tuple[str, str]) -> None:
    assert revisions.ends_of(words) == ends


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ("HEAD", True), ("HEAD~1..", True), ("..HEAD~1", True), ("HEAD~1..quay", True),
        ("HEAD~9", False), ("HEAD..nowhere", False), ("..", False), ("HEAD...quay", False), ("--all", False), ("", False),
    ],
)
def test_what_is_a_revision(repository: Path, words: str, known: bool) -> None:
    assert revisions.is_revision(words, repository) is known


def test_outside_a_repository_nothing_is_a_revision(tmp_path: Path) -> None:
    assert not revisions.is_revision("HEAD", tmp_path)


def test_a_revision_without_the_doctrine_says_so(repository: Path) -> None:
    (repository / "new.md").write_text("new", "utf-8")
    with pytest.raises(api.DoctrineError, match=r"`HEAD` has no doctrine at `new.md`"):
        revisions.load_at("HEAD", [Path("new.md")])


def test_bytes_that_are_no_text_are_refused(repository: Path) -> None:
    (repository / "harbour/rules.md").write_bytes(b"\xff\xfe")
    git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--all", "--message", "bytes")
    with pytest.raises(api.DoctrineError, match="not UTF-8"):
        revisions.load_at("HEAD", [Path("harbour/rules.md")])
