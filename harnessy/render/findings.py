"""Findings as text with the words underlined, as one line each, as JSON, and as annotations of a GitHub workflow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from harnessy.render.snippet import block, shown
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


def end_column(span: Span) -> int:
    """The column right behind the last character, from 1."""
    return span.source.column_of(span.end - 1) + 1 if span.end > span.start else span.column


_ANNOTATION = {"error": "error", "warning": "warning", "note": "notice"}


def github(findings: Iterable[Diagnostic]) -> str:
    """Workflow commands, one line each; a span over several lines has no columns there."""
    return "\n".join(_command(finding) for finding in findings)


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


FORMATS: dict[str, Callable[[Iterable[Diagnostic]], str]] = {
    "text": text, "concise": concise, "json": to_json, "github": github,
}
