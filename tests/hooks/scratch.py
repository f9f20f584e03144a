"""A scratch repository with a doctrine, a home of its own, and a script that plays the host."""

import json
import os
import stat
import subprocess
import sys
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from harnessy.cli.app import main
from harnessy.hooks import run

DOCTRINE = """\
# Bakery

| Scale | Lowest to highest |
|---|---|
| Trust | `watched` < `trusted` |

| Fact | Kind | Values | Stated by | Read from |
|---|---|---|---|---|
| trust | Trust | | tool | `Trust` |
| `--night` | flag | | human | |
| crumb | word | `good`, `bad` | tool | |
| nose | word | `fine`, `off` | tool | |
| excused | set | | human | `--excuse` |

| Operation | Recognised as | Subject |
|---|---|---|
| push a tray | `git push` | Ship a tray |
| sell a tray | `gh pr merge`, `mcp__*sell_tray` | Sell a tray |
| clean up | `git branch -d` | Cleaning |
| burn the books | `git push --force`, `git push -f`, `git rebase` | burn the books |
| speak | `harnessy allow`, `harnessy begin` | speak for the baker |

| Protected | Paths | Subject |
|---|---|---|
| the recipes | `doctrine/*.md, program.md` | change the recipes |

| # | Program | Options with a value | Own words |
|---|---|---|---|
| 1 | git | `-C, -c` | `push, status, branch, rebase, commit, merge, cherry-pick, revert, fetch` |

| Handling | Recognised as |
|---|---|
| only reads | `echo, grep, cat, true, git status, git commit` |
| writes | `sed -i, tee` |
| runs shell | `bash, sh` |

| Stop | `trusted` | `watched` |
|---|---|---|
| Ship a tray | proceed through the tasting | ask |
| Sell a tray | human, always | human, always |
| Cleaning | proceed | ask |

## Tasting

A tray must pass both legs.

1. **Crumb** — verdict `good`.
2. **Nose** — verdict `fine`.

## Rules

- Never burn the books.
- Agents never change the recipes.
- Agents never speak for the baker.
- Trust binds only when the baker starts with `--night`.
- Default: present and wait at every stop.

| Handling | Recognised as |
|---|---|
| unpacks an archive | `tar -x, tar x*, unzip` |
| writes into a folder | `tar -C, unzip -d` |
| brings in commits | `git merge, git commit, git cherry-pick, git revert, git fetch *:*` |
| brings a file | `curl` |
"""


def place(words: str) -> str:
    """Where these words of the doctrine stand."""
    return f"doctrine/bakery.md:{DOCTRINE[: DOCTRINE.index(words)].count(chr(10)) + 1}"


@dataclass
class Scratch:
    """The repository, and what is run in it."""

    repo: Path
    home: Path
    capture: pytest.CaptureFixture[str] | None

    def git(self, *words: str) -> str:
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words]
        return subprocess.run(command, cwd=self.repo, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, text: str, name: str = "doctrine/bakery.md") -> None:
        path = self.repo / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x")

    def script(self, name: str, text: str) -> str:
        path = self.home / name
        path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def harnessy(self, *words: str) -> tuple[int, str, str]:
        self.printed()
        return (main(list(words)), *self.printed())

    def printed(self) -> tuple[str, str]:
        """What was printed since this was asked last."""
        assert self.capture is not None
        said = self.capture.readouterr()
        return said.out, said.err

    def install(self, host: str = "claude", *words: str) -> str:
        yes = self.script("yes.sh", 'echo "$1" >> asked.txt; exit 0')
        code, out, err = self.harnessy("hooks", "install", host, "--channel", yes, *words)
        assert code == 0, err
        return out

    def pin(self) -> Path:
        (found,) = (self.home / "config" / "harnessy" / "pins").glob("*.json")
        return found

    def settings(self, name: str = ".claude/settings.json") -> Any:  # noqa: ANN401
        return json.loads((self.repo / name).read_text("utf-8"))

    def sent(self, tool: str = "Bash", session: str = "s1", mode: str = "bypassPermissions", **given: object) -> dict[str, object]:
        return {
            "session_id": session, "hook_event_name": "PreToolUse", "permission_mode": mode, "cwd": str(self.repo),
            "tool_name": tool, "tool_input": given,
        }

    def raw(self, monkeypatch: pytest.MonkeyPatch, text: bytes, host: str = "claude", *words: str) -> str:
        self.printed()
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
        assert run.hook([host, *words]) == 0
        return self.printed()[0]

    def host(self, monkeypatch: pytest.MonkeyPatch, payload: object, host: str = "claude") -> tuple[str, str]:
        """What the hook decides (`` is no opinion) and why."""
        out = self.raw(monkeypatch, json.dumps(payload).encode(), host, "--pin", str(self.pin()))
        if not out:
            return "", ""
        said = json.loads(out)["hookSpecificOutput"]
        return said["permissionDecision"], said["permissionDecisionReason"]


def clean_environment(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """A home of the test's own, and nothing of the developer's git."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    for name in ("config", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(home / name))
