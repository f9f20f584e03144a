"""Findings as text with the words underlined, as one line each, as JSON, and as annotations of a GitHub workflow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from harnessy.render.snippet import block, end_column, shown
from harnessy.source import Diagnostic, Span


def text(findings: Iterable[Diagnostic], *, color: bool = False) -> str:
    """Each finding with its place, its words underlined, its further places and the mend."""
    return "\n\n".join(block(finding, color=color) for finding in findings)


def concise(findings: Iterable[Diagnostic]) -> str:
    """One line for each finding: `file:line:column: code severity: message`."""
    return "\n".join(f"{shown(one.span.place)}: {one.code} {one.severity}: {shown(one.message)}" for one in findings)


def to_json(findings: Iterable[Diagnostic]) -> str:
    """An object with the list of findings."""
    return json.dumps({"findings": [to_dict(finding) for finding in findings]}, ensure_ascii=False, indent=2)


def to_dict(finding: Diagnostic) -> dict[str, object]:
    """A finding as plain data, in the order in which the keys are documented."""
    labels = [{**_place(label.span), "message": shown(label.message)} for label in finding.labels]
    return {
        "code": finding.code, "severity": finding.severity, "message": shown(finding.message), **_place(finding.span),
        "labels": labels, "help": shown(finding.help),
    }


def _place(span: Span) -> dict[str, object]:
    return {
        "file": shown(span.source.path), "line": span.line, "column": span.column, "end_line": span.end_line,
        "end_column": end_column(span), "quote": shown(span.text, keep="\n"),
    }


_SHOWN_BY_A_STEP = 10
_ANNOTATION = {"error": "error", "warning": "warning", "note": "notice"}


def github(findings: Iterable[Diagnostic]) -> str:
    """Workflow commands, one line each, the worst first; a span over several lines has no columns there.

    A step shows ten of each kind and drops the rest without a word: where there are more, the tenth tells how many.
    """
    listed = list(findings)
    return "\n".join(line for severity in _ANNOTATION for line in _step([one for one in listed if one.severity == severity]))


def _step(findings: list[Diagnostic]) -> Iterator[str]:
    """The commands of findings of one kind."""
    more = len(findings) > _SHOWN_BY_A_STEP
    for finding in findings[: _SHOWN_BY_A_STEP - more]:
        yield _command(finding)
    if more:
        rest = findings[_SHOWN_BY_A_STEP - 1 :]
        message = f"{len(rest)} more, the first at {rest[0].span.place}: {rest[0].message}; `harnessy lint` shows all"
        yield f"::{_ANNOTATION[rest[0].severity]} title={rest[0].code}::{_escaped(shown(message))}"


def _command(finding: Diagnostic) -> str:
    span = finding.span
    places = [("file", span.source.path), ("line", str(span.line)), ("endLine", str(span.end_line))]
    if span.line == span.end_line:
        places += [("col", str(span.column)), ("endColumn", str(end_column(span)))]
    places.append(("title", finding.code))
    properties = ",".join(f"{name}={_escaped(shown(value), ':,')}" for name, value in places)
    message = f"{finding.message}; {finding.help}" if finding.help else finding.message
    return f"::{_ANNOTATION[finding.severity]} {properties}::{_escaped(shown(message))}"


def _escaped(value: str, further: str = "") -> str:
    """Percent signs, line ends and `further` characters as workflow commands want them."""
    return "".join(f"%{ord(char):02X}" if char in {"%", "\r", "\n", *further} else char for char in value)


def _sarif(findings: Iterable[Diagnostic]) -> str:
    from harnessy.render.sarif import sarif

    return sarif(findings)


FORMATS: dict[str, Callable[[Iterable[Diagnostic]], str]] = {
    "text": text, "concise": concise, "json": to_json, "github": github, "sarif": _sarif,
}
