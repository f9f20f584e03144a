"""What of an issue's text its author says: code, quotes, comments and struck-out words are blanked, in place.

Lengths stay as they are, so that a place found in what is left is a place in the text. Linear in the text.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harnessy.source import Source

Range = tuple[int, int]
Mark = tuple[str, int, int]
_MARK = re.compile(r"\\.|`+|~~?(?!~)|\n[ \t]*\n|</?(?:del|s|strike)>", re.DOTALL)
_NOT_LINE_END = re.compile(r"[^\n]")
_BLOCK = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+|[ \t]*#{1,6}[ \t]")
_FENCE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?(?P<mark>`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_LOG = re.compile(
    r"[ \t]*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|File \"|at \S+ \(|Traceback \("
    r"|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FAILED|PASSED)\b|E {2,})",
)
_ALERT = re.compile(r"[ \t]*>[ \t]*\[![A-Za-z]+\][ \t]*\Z")
_FENCED = frozenset("`~-*+")
_LISTING = frozenset("-*+0123456789")
_LOGGING = frozenset("0123456789[FaTEWIDP")
_INDENT = " " * (1 << 2)


@dataclass(frozen=True, slots=True)
class Heard:
    """A text with what of it is said (`speech`), and the same with inline code (`seen`)."""

    source: Source
    speech: str
    seen: str

    @classmethod
    def of(cls, source: Source) -> Heard:
        """What of a text is said."""
        return cls(source, *heard(source.text))


def heard(text: str) -> tuple[str, str]:
    """What is said, without any code; and the same with inline code, where names and paths stand."""
    seen = _blanked(text, _blocks(text))
    codes, struck = _inline(seen)
    seen = _blanked(seen, sorted(struck))
    return _blanked(seen, codes), seen


def _blanked(text: str, ranges: Iterable[Range]) -> str:
    parts, at = list[str](), 0
    for start, end in ranges:
        if end > at:
            hidden = text[max(start, at) : end]
            parts.extend((text[at:start], _NOT_LINE_END.sub(" ", hidden) if "\n" in hidden else " " * len(hidden)))
            at = end
    return "".join((*parts, text[at:])) if parts else text


def _blocks(text: str) -> Iterator[Range]:
    """Fences, indented code, quotes with their lazy lines, log lines, comments: in order."""
    lines, at, last = _Lines(), 0, text.rfind("-->")
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        hidden = lines.hides(text[at:end])
        comment = _comment(text, at, end) if at <= last and not hidden else None
        if comment:
            yield comment
            at = comment[1]
            continue
        if hidden:
            yield at, end
        at = end + 1


class _Lines:
    """What the lines before one make of it: open fence, quote, list, or code by its indent."""

    def __init__(self) -> None:
        self._mark, self._quoted, self._listed, self._code, self._alert = "", False, False, True, False

    def hides(self, line: str) -> bool:
        """Whether a line is no speech; lines are asked one after the other."""
        bare = line.strip()
        if self._mark:
            if bare.startswith(self._mark) and not bare.strip(self._mark[0]):
                self._mark = ""
            return True
        if not bare:
            self._quoted, self._code, self._alert = False, True, False
            return False
        return self._hides_words(line, bare)

    def _hides_words(self, line: str, bare: str) -> bool:
        first = bare[0]
        if first in _FENCED and (fence := _FENCE.match(line)):
            self._mark, self._code = fence["mark"], False
            return True
        if first == ">" and (self._alert or (not self._quoted and _ALERT.match(line))):
            self._alert = True
            return False
        if first == ">" or (self._quoted and not _BLOCK.match(line)):
            self._quoted = True
            return True
        indented = line.startswith((_INDENT, "\t"))
        if indented and not self._listed and self._code:
            return True
        self._quoted = self._code = False
        if not indented or self._listed:
            self._listed = (first in _LISTING and bool(_BLOCK.match(line))) or (self._listed and line[0] in " \t")
        return first in _LOGGING and bool(_LOG.match(line))


def _comment(text: str, start: int, end: int) -> Range | None:
    """The comment that begins in a line, up to its end on whatever line; one that never ends is none."""
    opened = text.find("<!--", start, end)
    if opened < 0 or text.count("`", start, opened) % 2:
        return None
    closed = text.find("-->", opened)
    return None if closed < 0 else (opened, closed + len("-->"))


def _inline(text: str) -> tuple[list[Range], list[Range]]:
    """The code spans and the struck-out stretches; neither goes on after an empty line."""
    codes, struck, marks = list[Range](), list[Range](), list[Mark]()
    if "`" not in text and "~" not in text and "</" not in text:
        return codes, struck
    for match in _MARK.finditer(text):
        mark = match.group()
        if mark[0] == "\n":
            if marks:
                _paragraph(text, marks, codes, struck)
                marks = []
        elif mark[0] != "\\":
            marks.append((mark, match.start(), match.end()))
    _paragraph(text, marks, codes, struck)
    return codes, struck


def _paragraph(text: str, marks: list[Mark], codes: list[Range], struck: list[Range]) -> None:
    runs = dict[str, deque[int]]()
    for index, (mark, _, _) in enumerate(marks):
        if mark[0] == "`":
            runs.setdefault(mark, deque()).append(index)
    index, opened = 0, dict[str, int]()
    while index < len(marks):
        mark, start, end = marks[index]
        if mark[0] == "`":
            same = runs[mark]
            while same and same[0] <= index:
                same.popleft()
            if same:
                index = same[0]
                codes.append((start, marks[index][2]))
        else:
            _strike(text, (mark, start, end), opened, struck)
        index += 1


def _strike(text: str, found: Mark, opened: dict[str, int], struck: list[Range]) -> None:
    """Open or close a struck-out stretch at a mark."""
    mark, start, end = found
    kind = mark.strip("</>")
    tilde = mark[0] == "~"
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    closes = bool(before.strip()) if tilde else mark.startswith("</")
    opens = bool(after.strip()) and not before.isalnum() if tilde else not mark.startswith("</")
    if closes and kind in opened:
        struck.append((opened.pop(kind), end))
    elif opens:
        opened.setdefault(kind, start)
