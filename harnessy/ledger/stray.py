"""Lines of a log that look like rows and stand in no table: a reader sees a row there, and a count of tables does not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Document, Fence, walk
from harnessy.source import Span

_ROW = re.compile(r"[ \t>]*\|.*\|.*\S|.*\|.*\|.*\|")
_FENCED = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:`{3}|~{3})")
_LEAST = 2


def stray_rows(log: Document) -> Iterator[Span]:
    """Each line outside of tables and of blocks of code that is parted by bars as a row is; a row that is only indented is one."""
    taken = set[int]()
    for _, table in log.tables():
        last = table.rows[-1].span.line if table.rows else table.header.span.line + 1
        taken.update(range(table.header.span.line, last + 1))
    for block in (block for section in log.sections for block in walk(section.blocks)):
        if isinstance(block, Fence) and _FENCED.match(log.source.line_text(block.span.line)):
            taken.update(range(block.span.line, block.span.end_line + 1))
    source = log.source
    for line in range(1, source.text.count("\n") + 2):
        words = source.line_text(line)
        if line not in taken and words.count("|") >= _LEAST and _ROW.match(words):
            start = source.line_start(line)
            yield source.span(start, start + len(words))
