"""One hook for one tool call, as a host starts it: the whole process, everything worked out before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from harnessy import assets
from harnessy.hooks.install import ENTRY
from tests.bench.clock import medians
from tests.bench.table import Row, against, printed, ratio

PASS = "python -c pass"  # noqa: S105 # a name
CALLS = {
    "a file is read": ({"tool_name": "Read", "tool_input": {"file_path": "oven.py"}}, 3.0),
    "a file is edited": ({"tool_name": "Edit", "tool_input": {"file_path": "oven.py"}}, 3.0),
    "a plain command": ({"tool_name": "Bash", "tool_input": {"command": "ls -l src"}}, 5.0),
    "a command to parse": ({"tool_name": "Bash", "tool_input": {"command": 'cd src && ls "$x" | grep oven'}}, 5.0),
    "a guarded command": ({"tool_name": "Bash", "tool_input": {"command": "cd src && git push"}}, 5.0),
}
ROUNDS = 9


def section() -> str:
    """The table of hooks."""
    with TemporaryDirectory() as folder:
        environment, pin = _installed(Path(folder))
        command = [sys.executable, "-I", str(ENTRY), "claude", "--pin", pin]
        works: dict[str, Callable[[], object]] = {PASS: lambda: subprocess.run([sys.executable, "-c", "pass"], check=True)}
        for name, (call, _) in CALLS.items():
            works[name] = _call(command, {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": folder, **call}, environment)
        taken = medians(works, ROUNDS)
    rows: list[Row] = []
    for name, seconds in taken.items():
        budget = against(PASS, seconds, CALLS[name][1], taken) if name in CALLS else ""
        rows.append((name, f"{seconds * 1000:.1f}", ratio(seconds, taken[PASS]), budget))
    return printed("One hook, warm", ("call", "ms", "× pass", "budget"), rows, [])


def _call(command: list[str], payload: Mapping[str, object], environment: Mapping[str, str]) -> Callable[[], object]:
    text = json.dumps(payload).encode()
    return lambda: subprocess.run(command, input=text, env=dict(environment), capture_output=True, check=True)


def _installed(folder: Path) -> tuple[dict[str, str], str]:
    """A repository with the shipped doctrine and a hook in it; the environment that it runs in, and its pin."""
    repository = folder / "shop"
    for path, text in assets.doctrine().items():
        (repository / path).parent.mkdir(parents=True, exist_ok=True)
        (repository / path).write_text(text, "utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHONDONT"))}
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "STATE", "CACHE")}
    checkout = str(Path(__file__).parents[2])
    environment = {**kept, **homes, "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull, "PYTHONPATH": checkout}
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "doctrine"]):
        subprocess.run([*git, *words], cwd=repository, env=environment, check=True)
    install = [sys.executable, "-m", "harnessy", "hooks", "install", "claude"]
    subprocess.run(install, cwd=repository, env=environment, check=True, capture_output=True)
    (pin,) = (folder / "config" / "harnessy" / "pins").glob("*.json")
    return environment, str(pin)
