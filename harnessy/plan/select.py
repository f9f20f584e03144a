"""Which issues are taken up: those with a label of the doctrine and none that it skips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from harnessy.plan.charter import Charter, label_key
from harnessy.plan.model import CLOSED, Aside, Issue, Reason
from harnessy.source import Source


def labelled(charter: Charter, issue: Issue) -> Issue:
    """A task with the labels that its header lines stand for: the lines themselves, and what the doctrine counts them as.

    An issue of a tracker keeps the labels that it has: anybody may write its text.
    """
    if not issue.name:
        return issue
    written = tuple(f"{header.name}:{value}" for header in issue.headers for value in header.values)
    keys = {label_key(label) for label in written}
    counted = tuple(item.text for key, item in charter.headers if key in keys)
    own = tuple(value for header in issue.headers if label_key(header.name) in {"label", "labels"} for value in header.values)
    return replace(issue, labels=tuple(dict.fromkeys((*issue.labels, *own, *counted, *written))))


def left_out(charter: Charter, issue: Issue, home: str | None) -> Aside | None:
    """Why an issue is not taken up; None where it is. `home` is this repository, None where nobody says which one it is."""
    reasons = tuple(_reasons(charter, issue, home))
    return Aside(issue.key, reasons) if reasons else None


def home_of(issues: Iterable[Issue], named: str) -> str | None:
    """Which repository is this one: the one that is named, else the only one that issues are in."""
    found = {issue.repository.casefold() for issue in issues if issue.repository}
    return named.casefold() or (None if len(found) > 1 else next(iter(found), ""))


def _reasons(charter: Charter, issue: Issue, home: str | None) -> Iterator[Reason]:
    if issue.state in CLOSED or issue.pull:
        yield Reason(f"it is {issue.state}" if issue.state in CLOSED else "it is a pull request")
        return
    keys = {label_key(label): label for label in issue.labels}
    for item in charter.skip:
        if item.key in keys:
            label = keys[item.key]
            yield Reason(f"it is labelled `{label}`", item.ground, (Source(f"{issue.key} label", label).span(0, len(label)),))
    if charter.process and not any(item.key in keys for item in charter.process):
        wanted = " or ".join(f"`{item.text}`" for item in charter.process)
        yield Reason(f"it is not labelled {wanted}", charter.process[0].ground)
    if charter.here and issue.repository and issue.repository.casefold() != home:
        why = "which repository is this one is not said (`--repo` says it)" if home is None else f"it is in {issue.repository}"
        yield Reason(why, charter.process[0].ground)
    if not charter.process:
        yield Reason("the doctrine does not say which issues are taken up")
