"""The scratch repository as a fixture: made once, copied for each test."""

import shutil
from pathlib import Path

import pytest

from tests.hooks.scratch import DOCTRINE, Scratch, clean_environment


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose base branch holds the bakery's doctrine."""
    repo = tmp_path_factory.mktemp("template") / "repo"
    with pytest.MonkeyPatch.context() as monkeypatch:
        clean_environment(monkeypatch, repo.parent)
        repo.mkdir()
        made = Scratch(repo, repo.parent, None)
        made.git("init", "-q", "-b", "main")
        made.commit(DOCTRINE)
    return repo


@pytest.fixture
def scratch(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Scratch:
    """A copy of it, with a home of its own; the working directory is in it."""
    home, repo = tmp_path / "home", tmp_path / "repo"
    home.mkdir()
    shutil.copytree(template, repo)
    clean_environment(monkeypatch, home)
    monkeypatch.setenv("XDG_CACHE_HOME", str(template.parent / "cache"))
    monkeypatch.chdir(repo)
    return Scratch(repo, home, capsys)
