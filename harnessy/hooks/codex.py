"""Codex CLI: its hook input and answers, as of 0.169.

It refuses `ask` and then runs the call, so whatever waits for a person is denied; an answer with a key too many counts as none.
"""

from __future__ import annotations

from harnessy.guard.model import Call
from harnessy.hooks import verdict
from harnessy.hooks.payload import call_of
from harnessy.hooks.places import Json

NAME = "codex"
EVENTS = ("PreToolUse", "PermissionRequest")
ASKS = False
SHELLS = frozenset({"Bash", "shell", "local_shell", "shell_command", "exec_command", "unified_exec"})
WRITING = frozenset({"apply_patch"})
READING = frozenset({"view_image", "web_search", "update_plan", "list_dir", "read_file", "grep_files"})


def call(payload: Json) -> Call:
    """The tool call of a payload."""
    return call_of(str(payload["tool_name"]), payload.get("tool_input"), READING)


def attended(payload: Json) -> bool:
    """Never: the host cannot be told to ask."""
    del payload
    return ASKS


def answer(event: str, found: verdict.Verdict) -> Json | None:
    """The answer to an event; None is no opinion. A denial has a reason, and no other key."""
    if found.kind == verdict.QUIET:
        return None
    if event == "PermissionRequest":
        decision = {"behavior": "deny", "message": found.reason}
        return {"hookSpecificOutput": {"hookEventName": event, "decision": decision}}
    said = {"permissionDecision": "deny", "permissionDecisionReason": found.reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}
