"""Issues of a repository through the `gh` command: what it can tell, asked for in full; each way it fails is one line."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence

from harnessy.decision import QuestionError
from harnessy.issues.model import Read
from harnessy.issues.tracker import read_tracker

Run = Callable[[Sequence[str]], "subprocess.CompletedProcess[str]"]
_FIELDS = ("number", "title", "body", "labels", "state", "milestone", "comments", "url")
_NEWER = ("blockedBy", "blocking", "parent", "subIssues")
_MOST = 100_000
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+\Z")
_UNKNOWN = re.compile(r"unknown JSON field", re.IGNORECASE)
_SIGNED_OUT = re.compile(r"auth login|not logged in|authentication|HTTP 401|bad credentials", re.IGNORECASE)
_NOT_THERE = re.compile(r"could not resolve|HTTP 404|not found", re.IGNORECASE)


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(command), capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)  # noqa: S603 # a list of words of our own and a checked name


def read_repository(repository: str, run: Run = _run) -> tuple[Read, str]:
    """The open and closed issues of a repository, and what was left out of the question. Raises UsageError."""
    if not _REPOSITORY.match(repository) or repository.startswith("-"):
        raise QuestionError(f"`{repository}` is no repository", "write it as owner/name")
    answer, note = _asked(repository, (*_FIELDS, *_NEWER), run), ""
    if answer.returncode and _UNKNOWN.search(answer.stderr):
        answer = _asked(repository, _FIELDS, run)
        note = "this `gh` does not know the links between issues: only what their texts say is read; a newer `gh` tells more"
    if answer.returncode:
        raise _refused(repository, answer.stderr)
    return read_tracker(answer.stdout, f"gh {repository}", repository), note


def _asked(repository: str, fields: Sequence[str], run: Run) -> subprocess.CompletedProcess[str]:
    """All issues, not the first thirty that `gh` gives by itself."""
    options = ("--state", "all", "--limit", str(_MOST), "--json", ",".join(fields))
    try:
        return run(("gh", "issue", "list", "--repo", repository, *options))
    except FileNotFoundError:
        raise QuestionError("the command `gh` is not installed", "install it, or give its output: `harnessy plan FILE`") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise QuestionError(f"the command `gh` cannot run: {why}", "give its output: `harnessy plan FILE`") from None


def _refused(repository: str, said: str) -> QuestionError:
    line = next((line.strip() for line in said.splitlines() if line.strip()), "no reason given")
    if _SIGNED_OUT.search(said):
        return QuestionError("`gh` is not logged in", "run `gh auth login`, or give its output: `harnessy plan FILE`")
    if _NOT_THERE.search(said):
        return QuestionError(f"`gh` finds no repository `{repository}`", "check the name, and that you may read it")
    if "unknown flag" in said or _UNKNOWN.search(said):
        return QuestionError(f"this `gh` is too old: {line}", "a version from 2.23 on is needed")
    return QuestionError(f"`gh` failed: {line}", "run the same `gh issue list` by hand, and give its output")
