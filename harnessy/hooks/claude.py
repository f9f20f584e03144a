"""Claude Code: its hook input and answers, as of 2.1.328 (`onFailure` needs 2.1.295 or newer).

Read from the vendor's schema and change log; tests/hooks/claude holds what is expected, byte for byte.
"""

from __future__ import annotations

from harnessy.guard.model import Call
from harnessy.hooks import verdict
from harnessy.hooks.payload import call_of
from harnessy.hooks.places import Json

NAME = "claude"
EVENTS = ("PreToolUse", "PermissionRequest")
ASKS = True
READING = frozenset({
    "Read", "Glob", "Grep", "LS", "NotebookRead", "WebFetch", "WebSearch", "TodoWrite", "Task", "Agent", "BashOutput", "KillShell",
})
WRITING = frozenset({"Edit", "Write", "MultiEdit", "NotebookEdit"})
SHELLS = frozenset({"Bash", "PowerShell"})
_ATTENDED = frozenset({"default", "acceptEdits", "plan"})
_ANSWERS = {verdict.DENY: "deny", verdict.ASK: "ask"}


def call(payload: Json) -> Call:
    """The tool call of a payload."""
    return call_of(str(payload["tool_name"]), payload.get("tool_input"), READING)


def attended(payload: Json) -> bool:
    """Whether the host would ask somebody. A mode that skips prompts asks nobody."""
    return str(payload.get("permission_mode", "default")) in _ATTENDED


def answer(event: str, found: verdict.Verdict) -> Json | None:
    """The answer to an event; None is no opinion. Never `allow`: that would skip the prompts of the user's own rules."""
    if found.kind == verdict.QUIET:
        return None
    if event == "PermissionRequest":
        if found.kind == verdict.ASK:
            return None
        decision = {"behavior": "deny", "message": found.reason}
        return {"hookSpecificOutput": {"hookEventName": event, "decision": decision}}
    said = {"permissionDecision": _ANSWERS[found.kind], "permissionDecisionReason": found.reason}
    return {"hookSpecificOutput": {"hookEventName": "PreToolUse", **said}}
