"""The way in: one input of whatever form, told apart by what it is."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from json import detect_encoding
from pathlib import Path

from harnessy.decision import QuestionError
from harnessy.issues.model import Fault, Read
from harnessy.issues.tasks import read_tasks, task
from harnessy.issues.tracker import TWICE, read_tracker
from harnessy.plan.model import Issue
from harnessy.source import Source

STDIN = "-"
_NO_CHARACTER, _NOT_TEXT = "\ufffd", "holds bytes that are no characters of its encoding"


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
    text, whole = _text(name)
    if name != STDIN and path.suffix.casefold() in {".md", ".markdown"}:
        read = Read((task(path.name, Source.of(name, text)),))
    else:
        read = read_tracker(text, "standard input" if name == STDIN else name, repository)
    return read if whole else _torn(read)


def _torn(read: Read) -> Read:
    """What was read of a text with bytes that are no characters: the issues that hold such a place are in doubt."""
    doubted = {issue.key for issue in read.issues if any(_NO_CHARACTER in text.text for text in issue.texts)}
    faults = (Fault(issue.key, _NOT_TEXT, issue.number) for issue in read.issues if issue.key in doubted)
    issues = (replace(issue, fault=issue.fault or _NOT_TEXT) if issue.key in doubted else issue for issue in read.issues)
    return Read(tuple(issues), (*read.faults, *faults))


def _text(name: str) -> tuple[str, bool]:
    """The text of an input, in whatever Unicode it is written, and whether every byte of it could be read."""
    try:
        raw = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise QuestionError(f"`{name}` cannot be read: {why}", "name a file, a folder of tasks, or `-`") from None
    encoding = detect_encoding(raw)
    try:
        return raw.decode(encoding), True
    except UnicodeDecodeError:
        return raw.decode(encoding, "replace"), False


def _apart(issues: list[Issue]) -> tuple[tuple[Issue, ...], tuple[Fault, ...]]:
    """Issues of several repositories are called with theirs; what stands twice is a fault, and the first one counts."""
    repositories = {issue.repository for issue in issues if issue.number}
    known, faults = dict[str, Issue](), list[Fault]()
    for issue in issues:
        key = f"{issue.repository}#{issue.number}" if issue.number and len(repositories) > 1 else issue.key
        found = replace(issue, key=key)
        if key in known and known[key] != found:
            whole = not known[key].fault and not found.fault
            faults.extend([Fault(key, TWICE.removeprefix("it "), issue.number)] * whole)
            known[key] = replace(known[key], fault=known[key].fault or found.fault or TWICE)
        known.setdefault(key, found)
    return tuple(known.values()), tuple(faults)
