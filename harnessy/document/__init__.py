"""Document: a source in, sections with tables, lists, sentences and fences out, each with an exact span."""

from harnessy.document.header import header_lines
from harnessy.document.model import Block, Cell, Document, Fence, Heading, Item, ListBlock, Paragraph, Row, Section, Table, walk
from harnessy.document.read import read

__all__ = [
    "Block", "Cell", "Document", "Fence", "Heading", "Item", "ListBlock", "Paragraph", "Row", "Section", "Table", "header_lines",
    "read", "walk",
]
