"""Comments on an issue through `gh`: posted once, whatever happens, and found again by their own mark."""

from __future__ import annotations

import hashlib
import json
import subprocess

from harnessy.api import UsageError

_TEXT = "utf-8"


def mark_of(text: str) -> str:
    """A line that nobody sees and that no other comment has."""
    return f"<!-- harnessy {hashlib.sha256(text.encode(_TEXT, 'surrogatepass')).hexdigest()} -->"


def post(issue: str, text: str) -> tuple[str, bool]:
    """The address of the comment with this text on an issue, and whether it was posted now. Raises UsageError.

    A comment that stands there already is not posted again: not after a crash, not by a second process that waited.
    """
    mark = mark_of(text)
    known = _found(issue, mark)
    if known:
        return known, False
    printed = _gh(["issue", "comment", issue, "--body-file", "-"], f"{text}\n\n{mark}\n")
    lines = [line.strip() for line in printed.splitlines() if line.strip().startswith("http")]
    address = lines[-1] if lines else _found(issue, mark)
    if not address:
        mend = "look at the issue; the same command does not post twice"
        raise UsageError(f"`gh` posted to issue {issue} and told no address", mend)
    return address, True


def _found(issue: str, mark: str) -> str:
    try:
        comments = json.loads(_gh(["issue", "view", issue, "--json", "comments"])).get("comments", [])
    except (json.JSONDecodeError, AttributeError):
        raise UsageError(f"`gh` told nothing that can be read about issue {issue}", "nothing was posted; try again") from None
    return next((str(comment.get("url", "")) for comment in comments if mark in str(comment.get("body", ""))), "")


def _gh(arguments: list[str], text: str = "") -> str:
    try:
        words, body = ["gh", *arguments], text.encode(_TEXT, "replace")
        done = subprocess.run(words, input=body, capture_output=True, check=False)  # noqa: S603 # no shell, the user's own gh
    except FileNotFoundError:
        raise UsageError("there is no `gh` on the PATH", "install it, or leave out --issue and post the comment by hand") from None
    if done.returncode:
        said = done.stderr.decode(_TEXT, "replace").strip().splitlines()
        why = said[-1] if said else str(done.returncode)
        raise UsageError(f"`gh {' '.join(arguments[:2])}` failed: {why}", "nothing else was changed")
    return done.stdout.decode(_TEXT, "replace")
