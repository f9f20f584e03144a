"""Text that knows its places: a Source holds the words, a Span cuts some of them out."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

_BOM = "\ufeff"


def _normalised(raw: str) -> str:
    """Drop a byte order mark and read CRLF and CR as LF, as Markdown does."""
    text = raw.removeprefix(_BOM)
    return text.replace("\r\n", "\n").replace("\r", "\n")


@dataclass(frozen=True)
class Source:
    """One file of text. Offsets are code points into `text`, after line ends are made LF and a BOM is dropped."""

    path: str
    text: str

    @classmethod
    def of(cls, path: str, raw: str) -> Source:
        """Make a source from raw text as read from a file."""
        return cls(path, _normalised(raw))

    @cached_property
    def digest(self) -> str:
        """`sha256:` and the hash of the text in UTF-8."""
        return "sha256:" + hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(index + 1 for index, char in enumerate(self.text) if char == "\n")
        return starts

    def line_of(self, offset: int) -> int:
        """The line of an offset, counted from 1."""
        return bisect_right(self._line_starts, offset)

    def column_of(self, offset: int) -> int:
        """The column of an offset in code points, counted from 1."""
        return offset - self._line_starts[self.line_of(offset) - 1] + 1

    def line_start(self, line: int) -> int:
        """The offset at which a line (counted from 1) begins; past the last line: the end of the text."""
        return self._line_starts[line - 1] if line <= len(self._line_starts) else len(self.text)

    def line_text(self, line: int) -> str:
        """The words of a line (counted from 1) without its line end."""
        return self.text[self.line_start(line) : self.line_start(line + 1)].removesuffix("\n")

    def line_span(self, line: int) -> Span:
        """The span of a line (counted from 1) without its line end; past the last line: an empty one at the end."""
        start = self.line_start(line)
        return Span(self, start, start + len(self.line_text(line)))

    def span(self, start: int, end: int) -> Span:
        """The span of two offsets."""
        return Span(self, start, end)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source: `text[start:end]`. Equal when the places are."""

    source: Source = field(repr=False, compare=False)
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words themselves."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.line_of(self.start)

    @property
    def end_line(self) -> int:
        """The line of the last character, from 1."""
        return self.source.line_of(max(self.start, self.end - 1))

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.column_of(self.start)

    @property
    def place(self) -> str:
        """`file:line:column`, as compilers print it."""
        return f"{self.source.path}:{self.line}:{self.column}"

    def cut(self, start: int, end: int) -> Span:
        """A part of this span, by offsets of the source."""
        return Span(self.source, start, end)

    def covers(self, other: Span) -> bool:
        """Whether the other span lies inside this one, in the same file."""
        return self.source.path == other.source.path and self.start <= other.start and other.end <= self.end
