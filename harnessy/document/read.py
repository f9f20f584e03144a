"""The front door: a source in, a document out; what is wrong with the Markdown comes as diagnostics."""

from __future__ import annotations

import re
from itertools import pairwise

from harnessy.document.blocks import Node, blocks
from harnessy.document.cells import trimmed
from harnessy.document.html import unread
from harnessy.document.model import Block, Document, Fence, Heading, Item, ListBlock, Paragraph, Section
from harnessy.document.sentences import sentences
from harnessy.document.tables import read_table, vanished
from harnessy.source import Diagnostic, Source, Span

_FRONT_MATTER_START = re.compile(r"---[ \t]*\n(?=[ \t]*\S)")
_FRONT_MATTER_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)
_ITEM_MARK = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]+(?=\S))?")
_TASK_BOX = re.compile(r"\[([ xX])\][ \t]+(?=\S)")


def read(source: Source) -> Document:
    """Read Markdown into sections; never raises, whatever the text."""
    reader = _Reader(source)
    front_matter = _front_matter(source)
    skipped = front_matter.end if front_matter else 0
    blank = re.sub(r"[^\n]", " ", source.text[:skipped])
    nodes, too_deep = blocks(blank + source.text[skipped:])
    sections = reader.sections(nodes, skipped)
    found = [*reader.diagnostics, *(_too_deep(source, place) for place in too_deep[:1])]
    return Document(source, sections, front_matter, tuple(sorted(found, key=lambda each: each.order)))


def _front_matter(source: Source) -> Span | None:
    start = _FRONT_MATTER_START.match(source.text)
    end = _FRONT_MATTER_END.search(source.text, start.end()) if start else None
    return source.span(0, end.start() + 3) if end else None


def _too_deep(source: Source, place: int) -> Diagnostic:
    end = source.text.find("\n", place)
    return Diagnostic(
        "HN106", "warning", "quotes or lists are nested too deep here to be told apart",
        source.span(place, len(source.text) if end < 0 else end), help="nest them less deep",
    )


class _Reader:
    """Turns nodes into the model and collects what is wrong on the way."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []

    def sections(self, nodes: list[Node], start: int) -> tuple[Section, ...]:
        """The sections of the nodes of a whole file; what is before `start` belongs to none."""
        heads = [index for index, node in enumerate(nodes) if node.kind == "heading"]
        places = [start, *(nodes[index].start for index in heads), len(self.source.text)]
        found: list[Section] = []
        trail: tuple[Heading, ...] = ()
        for number, (first, after) in enumerate(pairwise([-1, *heads, len(nodes)])):
            heading = None
            if first >= 0:
                heading = Heading(nodes[first].number or 1, self.source.span(*nodes[first].body))
                trail = (*(above for above in trail if above.level < heading.level), heading)
            below = self.blocks(nodes[first + 1 : after])
            held = [*([heading.span] if heading else []), *(block.span for block in below)]
            if held:
                found.append(Section(heading, trail, below, self._around(held, *places[number : number + 2])))
        return tuple(found)

    def blocks(self, nodes: list[Node], *, quoted: bool = False) -> tuple[Block, ...]:
        """The blocks of nodes that stand in one container, those in quotes among them."""
        found: list[Block] = []
        lead: Paragraph | None = None
        for node in nodes:
            if node.kind == "html":
                self.diagnostics.extend(unread(self.source, node))
                continue
            made = self._made(node, lead, quoted=quoted)
            found.extend(made)
            lead = _lead(made[-1]) if made and node.kind != "quote" else None
        return tuple(found)

    def _made(self, node: Node, lead: Paragraph | None, *, quoted: bool) -> tuple[Block, ...]:
        if node.kind == "quote":
            return self.blocks(node.children, quoted=True)
        if node.kind == "list":
            return (self._list(node, lead, quoted=quoted),)
        if node.kind == "code":
            return (Fence(self._code_span(node), node.info, self.source.span(*node.body), lead),)
        if node.kind == "table":
            table, found = read_table(self.source, node)
            self.diagnostics.extend(found)
            return (table,)
        words = self.source.span(*node.body)
        if node.kind == "break" or words.start == words.end:
            return ()
        return (Paragraph(words, self._sentences(words), quoted),)

    def _list(self, node: Node, lead: Paragraph | None, *, quoted: bool) -> ListBlock:
        ordered = node.number is not None
        items = tuple(
            self._item(child, None if node.number is None else node.number + index, quoted=quoted)
            for index, child in enumerate(node.children)
        )
        end = max(span.end for item in items for span in (item.span, *(block.span for block in item.blocks)))
        return ListBlock(self.source.span(node.start, end), items, ordered, lead)

    def _item(self, node: Node, number: int | None, *, quoted: bool) -> Item:
        own = next((child for child in node.children if child.kind != "html"), None)
        if own is None or own.kind not in {"paragraph", "heading"}:
            content = _after(_ITEM_MARK, self.source.text, node.start)
            start = min([content, *(child.start for child in node.children[:1])])
            return Item(self.source.span(start, start), (), self.blocks(node.children, quoted=quoted), number)
        start, end = own.body
        box = _TASK_BOX.match(self.source.text, start, end)
        words = self.source.span(box.end() if box else start, end)
        below = self.blocks([child for child in node.children if child is not own], quoted=quoted)
        return Item(words, self._sentences(words), below, number, None if box is None else box[1] != " ")

    def _sentences(self, words: Span) -> tuple[Span, ...]:
        self.diagnostics.extend(vanished(words))
        return tuple(words.cut(*bounds) for bounds in sentences(self.source.text, words.start, words.end))

    def _code_span(self, node: Node) -> Span:
        return self.source.span(node.start, max(node.body[1], trimmed(self.source.text, node.start, node.end)[1]))

    def _around(self, held: list[Span], start: int, end: int) -> Span:
        """The words between two places, and what is held there, should it begin or end with white space."""
        start, end = trimmed(self.source.text, start, end)
        return self.source.span(min(start, held[0].start), max(end, held[-1].end))


def _lead(block: Block) -> Paragraph | None:
    return block if isinstance(block, Paragraph) and block.span.text.rstrip("*_~").endswith(":") else None


def _after(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
