"""The way in: one input of whatever form, told apart by what it is."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from harnessy.decision import QuestionError
from harnessy.issues.model import Fault, Read
from harnessy.issues.tasks import read_tasks, task
from harnessy.issues.tracker import read_tracker
from harnessy.plan.model import Issue
from harnessy.source import Source

STDIN = "-"


def read_issues(names: Iterable[str], repository: str = "") -> Read:
    """The issues of files, folders and standard input together. Raises UsageError for what cannot be read at all."""
    reads = [_one(name, repository) for name in names]
    faults = tuple(fault for read in reads for fault in read.faults)
    issues, more = _apart([issue for read in reads for issue in read.issues])
    return Read(issues, (*faults, *more))


def _one(name: str, repository: str) -> Read:
    path = Path(name)
    if name != STDIN and path.is_dir():
        return read_tasks(path, name)
    text = _text(name)
    if name != STDIN and path.suffix.casefold() in {".md", ".markdown"}:
        return Read((task(path.name, Source.of(name, text)),))
    return read_tracker(text, "standard input" if name == STDIN else name, repository)


def _text(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise QuestionError(f"`{name}` cannot be read: {why}", "name a file, a folder of tasks, or `-`") from None
    return raw.decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8", "replace")


def _apart(issues: list[Issue]) -> tuple[tuple[Issue, ...], tuple[Fault, ...]]:
    """Issues of several repositories are called with theirs; what stands twice is a fault, and the first one counts."""
    repositories = {issue.repository for issue in issues if issue.number}
    known, faults = dict[str, Issue](), list[Fault]()
    for issue in issues:
        key = f"{issue.repository}#{issue.number}" if issue.number and len(repositories) > 1 else issue.key
        found = replace(issue, key=key)
        if key in known and known[key] != found:
            faults.append(Fault(key, "stands twice in the input, with other words; the first one counts", issue.number))
        known.setdefault(key, found)
    return tuple(known.values()), tuple(faults)
