"""The parts of a document that can say something: sentences, cells, lines of code, headings, each with what stands above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from harnessy.document import Block, Document, Fence, ListBlock, Paragraph, Section, Table
from harnessy.source import Span

Part = Literal["heading", "sentence", "item", "cell", "line"]


@dataclass(frozen=True, slots=True)
class Unit:
    """Words that say something. `leads` are the lead-ins above it, outermost first; `block` is what it stands in."""

    span: Span
    part: Part
    section: Section
    leads: tuple[Span, ...] = ()
    block: Block | None = None

    @property
    def text(self) -> str:
        """The words as written."""
        return self.span.text

    @property
    def whole(self) -> Span:
        """The words together with the lead-in that they hang from."""
        return self.span.cut(self.leads[-1].start, self.span.end) if self.leads else self.span

    def cut(self, match: re.Match[str], group: str | int = 0) -> Span:
        """The words that a pattern found in the text of this unit, or one of its groups."""
        return self.span.cut(self.span.start + match.start(group), self.span.start + match.end(group))

    @property
    def spoken(self) -> bool:
        """Whether these are words of prose or of a table."""
        return self.part in {"sentence", "item", "cell"}


def units(document: Document) -> Iterator[Unit]:
    """Every part of a document, in order."""
    for section in document.sections:
        if section.heading is not None:
            yield Unit(section.heading.span, "heading", section)
        for block in section.blocks:
            yield from _parts(section, block, ())


def _parts(section: Section, block: Block, leads: tuple[Span, ...]) -> Iterator[Unit]:
    if isinstance(block, Paragraph):
        yield from (Unit(span, "sentence", section, leads, block) for span in block.sentences)
    elif isinstance(block, Table):
        for row in (block.header, *block.rows):
            yield from (Unit(cell.span, "cell", section, leads, block) for cell in row.cells if cell.text.strip())
    elif isinstance(block, Fence):
        yield from (Unit(span, "line", section, leads, block) for span in lines(block))
    else:
        yield from _items(section, block, leads)


def _items(section: Section, block: ListBlock, leads: tuple[Span, ...]) -> Iterator[Unit]:
    above = (*leads, block.lead.span) if block.lead else leads
    for item in block.items:
        yield from (Unit(span, "item", section, above, block) for span in item.sentences)
        below = (*above, item.span) if item.span.text.rstrip("*_~ ").endswith(":") else above
        for inner in item.blocks:
            yield from _parts(section, inner, below)


def lines(fence: Fence) -> Iterator[Span]:
    """The lines of a block of code that are not blank, without the white space around them."""
    start = fence.body.start
    for line in fence.body.text.split("\n"):
        text = line.strip()
        if text:
            begin = start + line.index(text)
            yield fence.body.cut(begin, begin + len(text))
        start += len(line) + 1
