"""Sessions: pages of commands with what they print and the exit code, run in a scratch directory and compared.

    UPDATE_SESSIONS=1 pytest tests/sessions

records the pages anew; the difference in git is the review. On a page

- a fence `console` is a session: `$ command`, what it prints (standard output, then standard error), and `[exit N]` if
  N is not 0. Commands run one after another in one directory; `cd` stays.
- a fence whose info ends in `file=NAME` is a file in that directory.
- `<!-- copy: doctrine -->` copies that folder of the checkout there.
- `<!-- alone -->` skips the page where the scratch directory happens to lie below somebody's doctrine.

A command that begins with `harnessy` runs in this process, for speed; one that needs a shell runs in one.
"""

import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from harnessy import api
from harnessy.cli.app import main

HERE = Path(__file__).parent
CHECKOUT = HERE.parents[1]
PAGES = sorted(HERE.glob("*.md"))
UPDATE = bool(os.environ.get("UPDATE_SESSIONS"))
FENCE = re.compile(r"^(?P<marks>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=marks)[ ]*$", re.MULTILINE | re.DOTALL)
COPY = re.compile(r"<!-- copy: (\S+) -->")
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
SHELL = re.compile(r"[|<>;&$]")


class Session:
    """One scratch directory and the commands that are run in it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = self.here = folder
        self.patch = patch
        self.capture = capture
        self.programs = folder.parent / "programs"

    def prepare(self, page: str) -> None:
        """Lay out the files that the page asks for."""
        for name in COPY.findall(page):
            shutil.copytree(CHECKOUT / name, self.folder / name)
        for fence in FENCE.finditer(page):
            _, named, name = fence["info"].partition("file=")
            if named:
                target = self.folder / name.strip()
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(fence["body"], "utf-8")

    def recorded(self, page: str) -> str:
        """The page with what its commands print now."""
        return FENCE.sub(lambda fence: self._fence(fence) if fence["info"].strip() == "console" else fence[0], page)

    def _fence(self, fence: re.Match[str]) -> str:
        commands = [line[2:] for line in fence["body"].splitlines() if line.startswith("$ ")]
        blocks = [self._block(command) for command in commands]
        return f"{fence['marks']}{fence['info']}\n" + "\n".join(blocks) + fence["marks"]

    def _block(self, command: str) -> str:
        printed, code = self.run(command)
        same_everywhere = DIGEST.sub("sha256:…", printed.replace(str(self.folder), "/scratch"))
        lines = [f"$ {command}", *same_everywhere.splitlines()]
        return "\n".join([*lines, *([f"[exit {code}]"] if code else [])]) + "\n"

    def run(self, command: str) -> tuple[str, int]:
        """What a command prints, and its exit code."""
        if command.startswith("cd "):
            self.here = (self.here / command[3:]).resolve()
            return "", 0
        if SHELL.search(command) or not command.startswith("harnessy"):
            return self._in_shell(command)
        self.patch.chdir(self.here)
        self.patch.setattr(sys, "stdin", TextIOWrapper(BytesIO()))
        code = main(shlex.split(command)[1:])
        return "".join(self.capture.readouterr()), code

    def _in_shell(self, command: str) -> tuple[str, int]:
        program = self.programs / "harnessy"
        if not program.exists():
            self.programs.mkdir()
            program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m harnessy "$@"\n', "utf-8")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        paths = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": paths, "PYTHONPATH": str(CHECKOUT)}
        result = subprocess.run(
            ["sh", "-c", command], cwd=self.here, env=environment, capture_output=True, text=True, check=False,
        )
        return result.stdout + result.stderr, result.returncode


LOAD = api.load_kept
COMPILED: dict[tuple[tuple[str, str], ...], api.Loaded] = {}


def compiled_once(texts: Mapping[str, str]) -> api.Loaded:
    """The same words are compiled once for all commands that run in this process."""
    key = tuple(texts.items())
    if key not in COMPILED:
        COMPILED[key] = LOAD(texts)
    return COMPILED[key]


@pytest.fixture
def session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> Session:
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(api, "load_kept", compiled_once)
    return Session(folder, monkeypatch, capsys)


def doctrine_above(folder: Path) -> bool:
    try:
        return bool(api.find(folder))
    except api.DoctrineError:
        return False


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_a_page_prints_what_it_says(page: Path, session: Session) -> None:
    text = page.read_text("utf-8")
    if "<!-- alone -->" in text and doctrine_above(session.folder):
        pytest.skip("a doctrine lies above the scratch directory")
    session.prepare(text)
    now = session.recorded(text)
    if UPDATE:
        page.write_text(now, "utf-8")
    assert now == text or UPDATE, _difference(text, now)


def _difference(recorded: str, now: str) -> str:
    from difflib import unified_diff

    lines = unified_diff(recorded.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=2)
    return "\n".join(["the page says otherwise; if that is wanted: UPDATE_SESSIONS=1 pytest tests/sessions", *lines])


def test_the_session_in_the_readme_is_a_real_one(session: Session) -> None:
    readme = CHECKOUT / "README.md"
    text = readme.read_text("utf-8")
    shown = next(fence for fence in FENCE.finditer(text) if not fence["info"])
    command = next(line for line in text.splitlines() if " explain --demo " in line).rpartition("bin/")[2]
    printed, code = session.run(command)
    answer = printed.replace("harnessy: asking the shipped doctrine\n", "")
    if UPDATE:
        readme.write_text(text.replace(shown["body"], answer), "utf-8")
    assert code == 0
    assert shown["body"] == answer or UPDATE, _difference(shown["body"], answer)
