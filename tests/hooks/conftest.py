"""The scratch repository as a fixture."""

from pathlib import Path

import pytest

from tests.hooks.scratch import DOCTRINE, Scratch, clean_environment


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Scratch:
    """A repository whose base branch holds the bakery's doctrine; the working directory is in it."""
    home, repo = tmp_path / "home", tmp_path / "repo"
    home.mkdir()
    repo.mkdir()
    clean_environment(monkeypatch, home)
    made = Scratch(repo, home, capsys)
    made.git("init", "-q", "-b", "main")
    made.commit(DOCTRINE)
    monkeypatch.chdir(repo)
    return made
