"""A hook that worked everything out before loads nothing heavy: it runs on every tool call."""

import json
import subprocess
import sys

import pytest

from harnessy.hooks.install import ENTRY
from tests.hooks.scratch import Scratch

HEAVY = {
    "lark", "markdown_it", "networkx", "pydantic", "rich", "typer", "snowballstemmer",
    "dataclasses", "hashlib", "inspect", "pathlib", "subprocess", "tempfile", "typing",
}
OURS = {"harnessy.api", "harnessy.decision", "harnessy.rulebook", "harnessy.hooks.asking"}
CALLS: dict[str, dict[str, object]] = {
    "edit": {"tool_name": "Edit", "tool_input": {"file_path": "x"}},
    "parsed": {"tool_name": "Bash", "tool_input": {"command": "cd x && ls | cat"}},
    "guarded": {"tool_name": "Bash", "tool_input": {"command": "cd x && git push"}},
}


def loaded_by(scratch: Scratch, call: dict[str, object]) -> set[str]:
    """The modules that one hook loads, by their full names."""
    payload = {"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": str(scratch.repo), **call}
    command = [sys.executable, "-I", "-X", "importtime", str(ENTRY), "claude", "--pin", str(scratch.pin())]
    done = subprocess.run(command, input=json.dumps(payload), capture_output=True, text=True, check=True)
    rows = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {row.rpartition("|")[2].strip() for row in rows}


@pytest.fixture
def floor() -> set[str]:
    """What Python itself loads here."""
    done = subprocess.run([sys.executable, "-I", "-X", "importtime", "-c", "pass"], capture_output=True, text=True, check=True)
    return {row.rpartition("|")[2].strip() for row in done.stderr.splitlines()}


def test_a_warm_hook_loads_nothing_heavy(scratch: Scratch, monkeypatch: pytest.MonkeyPatch, floor: set[str]) -> None:
    scratch.install()
    scratch.host(monkeypatch, scratch.sent(command="cd x && git push"))
    for name, call in CALLS.items():
        loaded = loaded_by(scratch, call)
        assert "harnessy.hooks.run" in loaded, name
        tops = {module.partition(".")[0] for module in loaded - floor}
        assert (tops & HEAVY, loaded & OURS) == (set(), set()), name


def test_the_measure_sees_what_a_first_answer_loads(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(scratch.home / "cache"))
    scratch.install()
    assert loaded_by(scratch, CALLS["guarded"]) & OURS == OURS
