"""Whether a hook holds: a canary through the installed command, what the host can do with each row, and what went stale."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harnessy.guard import Sheet
from harnessy.hooks import install, pinned, sheets, static
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import Json
from harnessy.hooks.settings import EVENT

_SECONDS = 30
_QUIET = "true"


class Found(NamedTuple):
    """One thing that was looked at: whether it is as it should be, and what it is."""

    well: bool
    text: str


def handlers(path: Path) -> list[str]:
    """The commands of ours in a settings file."""
    try:
        settings = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    hooks = settings.get("hooks") if isinstance(settings, dict) else None
    groups = hooks.get(EVENT) if isinstance(hooks, dict) else None
    lists = [group.get("hooks") for group in groups if isinstance(group, dict)] if isinstance(groups, list) else []
    ours = [handler for listed in lists if isinstance(listed, list) for handler in listed if install.is_ours(handler)]
    return [str(handler["command"]) for handler in ours]


def registered(host: str, pin: Pin, path: Path) -> Iterator[Found]:
    """Whether the host will run the hook, and fail closed."""
    commands = handlers(path)
    if not commands:
        yield Found(False, f"{path} does not run the hook; run `harnessy hooks install {host}`")
        return
    if commands != [install.command_of(host, pin)]:
        yield Found(False, f"{path} runs another command than would be installed; run `harnessy hooks install {host}`")
    else:
        yield Found(True, f"{path} runs the hook")
    if host == "codex":
        yield Found(True, "codex runs the call when its hook fails, and runs no hook before you trusted it: there is no switch")


def canary(host: str, pin: Pin, path: Path, sheet: Sheet) -> Iterator[Found]:
    """What the installed command says to a guarded call, a harmless one, and to scraps."""
    for command in handlers(path):
        guarded = next((" ".join(form.split()) for form, _ in sheet.operations() if "*" not in form), "")
        for name, line, wanted in (("a guarded command", guarded, True), ("a harmless command", _QUIET, False)):
            payload = {
                "hook_event_name": "PreToolUse", "session_id": "", "cwd": pin.repository, "tool_name": "Bash",
                "tool_input": {"command": line}, "permission_mode": "bypassPermissions",
            }
            said = _ran(command, json.dumps(payload))
            yield Found((said == "deny") == wanted, f"the canary: {name} (`{line}`) is {said or 'let through'}")
        yield Found(_ran(command, "{") == "deny", "the canary: scraps of JSON are denied")
    del host


def _ran(command: str, text: str) -> str:
    """The decision that a command prints."""
    try:
        done = subprocess.run(shlex.split(command), input=text, capture_output=True, text=True, check=False, timeout=_SECONDS)  # noqa: S603
        said: Json = json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] if done.stdout.strip() else ""
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
        return f"broken ({error})"
    return str(said)


def expressed(host: str, sheet: Sheet, *, runs: bool) -> Iterator[str]:
    """For each row what the host can do with it; where it does not run the hook, a row is advice and no more."""
    for row in sheet.rows:
        if row.role == "OPERATION":
            tools = [form for form in row.forms if "mcp" in form and "*" in form]
            how = "enforced" if runs else "advisory"
            yield f"{how}  {row.name}  ({row.place})" + (f"; {len(tools)} of its forms are tools" if tools else "")
        elif row.role == "PROTECTED":
            how = "enforced" if runs and host == "claude" else "advisory"
            why = "" if host == "claude" else "; codex was seen to apply patches that a hook denied"
            yield f"{how}  {row.name}  ({row.place}){why}"
    if host == "codex":
        yield "not expressible  asking a person: what waits for one is denied, with what to do next"


def stale(host: str, pin: Pin, path: Path) -> Iterator[Found]:
    """Whether the static half is the one that the doctrine makes now."""
    made = install.floor_of(pin)
    kept = pin.installed.get(str(path), {})
    if kept.get("digest") != made.digest:
        yield Found(False, f"the static half is not that of the doctrine at {pin.ref}; run `harnessy hooks install {host}`")
        return
    if host == "claude":
        lost = [rule for rule in kept.get("deny", []) if rule not in _denied(path)]
        whole_text = f"the static half is whole ({len(kept.get('deny', []))} rules)"
        yield Found(not lost, f"`{lost[0]}` is gone from the static half" if lost else whole_text)
    else:
        rules = path.parent / "rules" / "harnessy.rules"
        text = rules.read_text("utf-8") if rules.exists() else ""
        whole = text == static.codex_rules(made)
        yield Found(whole, f"{rules} is {'whole' if whole else 'not what was made'}")


def _denied(path: Path) -> list[str]:
    try:
        settings = json.loads(path.read_text("utf-8"))
        return list(settings["permissions"]["deny"])
    except (OSError, ValueError, KeyError, TypeError):
        return []


def sheet_of_pin(pin: Pin) -> Sheet:
    """The sheet that the pin's doctrine makes now. Raises NotKept."""
    return sheets.sheet(pin, pinned.commit(pin))
