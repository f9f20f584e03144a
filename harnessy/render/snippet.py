"""A finding as compilers show it: the line of the text, the words underlined, further places, and the mend."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from harnessy.source import Diagnostic, Span

_COLORS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_MOST_LINES = 4
_WIDEST = 160
_REPLACED = "\ufffd"


def shown(words: str, keep: str = "") -> str:
    """Words without what a terminal would obey or cannot encode; a tab is a space."""
    return "".join(char if char in keep or not _unfit(char) else " " if char in "\t\n" else _REPLACED for char in words)


def _unfit(char: str) -> bool:
    return char < " " or char == "\x7f" or unicodedata.category(char) in {"Cc", "Cs"} or char in _TURNS


_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what follows: they could show other words than those that count."""


def end_column(span: Span) -> int:
    """The column right behind the last character, from 1."""
    return span.source.column_of(span.end - 1) + 1 if span.end > span.start else span.column


def block(finding: Diagnostic, *, color: bool = False) -> str:
    """One finding over several lines."""
    paint, bold, plain = (_COLORS[finding.severity], _BOLD, _PLAIN) if color else ("", "", "")
    head = f"{paint}{finding.severity}[{finding.code}]{plain}{bold}: {shown(finding.message)}{plain}"
    spans = [finding.span, *(label.span for label in finding.labels)]
    gutter = " " * len(str(max(min(span.end_line, span.line + _MOST_LINES) for span in spans)))
    lines = [head, *_snippet(finding.span, "", gutter, ("^", paint))]
    for label in finding.labels:
        lines.extend(_snippet(label.span, label.message, gutter, ("-", ""), beside=finding.span))
    if finding.help:
        lines.append(f"{gutter} = help: {shown(finding.help)}")
    return "\n".join(lines)


def _snippet(
    span: Span, message: str, gutter: str, mark: tuple[str, str], beside: Span | None = None,
) -> Iterator[str]:
    """Where the span is, its first lines, and its words underlined; the message stands behind the last mark."""
    arrow = "-->" if beside is None else ":::"
    yield f"{gutter}{arrow} {shown(span.place)}"
    if beside is None:
        yield f"{gutter} |"
    lines = range(span.line, span.end_line + 1)
    for line in lines[:_MOST_LINES]:
        yield f"{line:>{len(gutter)}} | {_cut(span.source.line_text(line))}".rstrip()
        last = line in {lines[-1], lines[:_MOST_LINES][-1]}
        yield f"{gutter} | {_underline(span, line, mark)}{f' {shown(message)}' if message and last else ''}".rstrip()
    if len(lines) > _MOST_LINES:
        yield f"{gutter} | … to line {span.end_line}"


def _cut(line: str) -> str:
    return shown(line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…")


def _underline(span: Span, line: int, mark: tuple[str, str]) -> str:
    """Blanks up to the words of a span on a line, and a mark below each of them."""
    begin = span.source.line_start(line)
    text = span.source.line_text(line)
    start = max(span.start - begin, len(text) - len(text.lstrip()) if line > span.line else 0)
    end = min(span.end - begin, len(text.rstrip()), _WIDEST)
    start = min(start, _WIDEST)
    marks = mark[0] * max(1, _width(text[start:end]))
    return " " * _width(text[:start]) + (f"{mark[1]}{marks}{_PLAIN}" if mark[1] else marks)


def _width(words: str) -> int:
    """How many columns words take: wide characters two, combining marks none."""
    return sum(_columns(char) for char in words)


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 1 + (unicodedata.east_asian_width(char) in {"W", "F"})
