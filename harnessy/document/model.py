"""The shapes of a read document. Every node has a span that cuts exactly its own words out of the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.source import Diagnostic, Source, Span


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `level` 1 to 6, `span` its words without the marks around them."""

    level: int
    span: Span

    @property
    def text(self) -> str:
        """The words of the heading as written."""
        return self.span.text


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph and the sentences it is cut into; quoted says that it stands in a block quote."""

    span: Span
    sentences: tuple[Span, ...]
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its trimmed words, empty when the cell is blank or missing."""

    span: Span

    @property
    def text(self) -> str:
        """The words of the cell as written."""
        return self.span.text


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: one cell for each column of the header, whatever the line held."""

    span: Span
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A GFM table."""

    span: Span
    header: Row
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A list item: its own words (sentences of its first paragraph) and the blocks below it.

    `number` is the ordinal of an ordered item, else None; `checked` is the state of a task box, else None.
    """

    span: Span
    sentences: tuple[Span, ...]
    blocks: tuple[Block, ...]
    number: int | None = None
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list; `lead` is the paragraph right before it that ends in a colon, if there is one."""

    span: Span
    items: tuple[Item, ...]
    ordered: bool
    lead: Paragraph | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced or indented block of code; `info` is its language word, `body` its lines."""

    span: Span
    info: str
    body: Span
    lead: Paragraph | None = None


Block = Paragraph | Table | ListBlock | Fence


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading, up to the next heading; `trail` holds the headings above and its own, outermost first."""

    heading: Heading | None
    trail: tuple[Heading, ...]
    blocks: tuple[Block, ...]
    span: Span

    @property
    def words(self) -> tuple[str, ...]:
        """The trail as texts."""
        return tuple(heading.text for heading in self.trail)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole file: its sections in order (the first may have no heading) and what the Markdown itself got wrong."""

    source: Source
    sections: tuple[Section, ...]
    front_matter: Span | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def tables(self) -> Iterator[tuple[Section, Table]]:
        """Every table that stands in a section or below a list item, in order."""
        for section in self.sections:
            for block in walk(section.blocks):
                if isinstance(block, Table):
                    yield section, block


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Each block and each block below its list items, in order."""
    for block in blocks:
        yield block
        if isinstance(block, ListBlock):
            for item in block.items:
                yield from walk(item.blocks)
