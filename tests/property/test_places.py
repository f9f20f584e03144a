"""Places against a second Markdown reader: comrak says where each cell and list item begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harnessy.document import Document, ListBlock, Table, read
from harnessy.document.model import walk
from harnessy.source import Source, Span

comrak = pytest.importorskip("comrak")

Place = tuple[int, int]
MARK = re.compile(r"(?:[-+*]|\d{1,9}[.)])(?:[ \t]+(?=\S)(?:\[[ xX]\][ \t]+(?=\S))?)?")

BY_HAND = [
    "| Yarn | Gauge |\n|---|---|\n| merino | 4 |\n|  silk  |3|\n",
    "Yarn | Gauge\n--- | :-:\nmerino | 4\n",
    "> | Yarn | Gauge |\n> |---|---|\n> | é wool é | `a \\| b` |\n",
    "- swatch\n\n  | Yarn | Gauge |\n  |---|---|\n  | merino | 4 |\n- bind off\n",
    "- | Yarn | Gauge |\n  |---|---|\n  | merino | 4 |\n",
    "> 1. cast on\n> 2. knit\n>    - purl\n>\n>      | Yarn | N |\n>      |---|---|\n>      | silk | `x` |\n> 3. end\n",
    "- [ ] cast on\n- [x] knit\n  1) purl\n  2) slip\n",
    "*   wide mark\n*   again\n\n    further words\n",
    "Words first\n| Yarn | Gauge |\n|---|---|\n| merino | 4 |\n\nand after\n",
    "---\npattern: sock\n---\n\n- heel\n- toe\n",
    "| Yarn | Gauge |\r\n|---|---|\r\n| merino | 4 |\r\n",
]

NAMES = st.text(alphabet="abéß 12*_.`", min_size=1, max_size=8).map(str.strip).filter(bool)
BLANKS = st.sampled_from(["", " ", "   "])
CELLS = st.tuples(BLANKS, st.one_of(NAMES, st.just("a \\| b")), BLANKS).map("".join)
INDENTS = st.sampled_from(["", "> ", "- ", "1. ", "> - ", "- > ", "> > "])


@st.composite
def tables(draw: st.DrawFn) -> str:
    """A table of one to four columns, in quotes or items."""
    columns, first = draw(st.integers(1, 4)), draw(INDENTS)
    further = re.sub(r"[^>]", " ", first)
    rows = draw(st.lists(st.lists(CELLS, min_size=columns, max_size=columns), min_size=1, max_size=4))
    lines = ["|" + "|".join(row) + "|" for row in rows]
    lines.insert(1, "|" + "---|" * columns)
    return first + ("\n" + further).join(lines) + "\n"


@st.composite
def lists(draw: st.DrawFn) -> str:
    """A list in which some items are one level further in than the one above them.

    Left out: items that begin with a heading or code, where ours begins at the words or at the white space before them.
    """
    quote, lines, indents = draw(st.sampled_from(["", "> "])), list[str](), [0]
    for _ in range(draw(st.integers(1, 6))):
        indents = indents[: draw(st.integers(1, len(indents)))]
        mark = draw(st.sampled_from(["- ", "* ", "1. ", "2) ", "-   "]))
        words = draw(st.sampled_from(["purl", "[x] slip", "[ ] wrap", "knit *two*", "é é"]))
        lines.append(quote + " " * indents[-1] + mark + words)
        indents.append(indents[-1] + len(mark))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("text", BY_HAND)
def test_places_of_hand_made_documents(text: str) -> None:
    compare(text)


@given(st.lists(st.one_of(tables(), lists(), NAMES.map("{}\n".format)), min_size=1, max_size=3).map("\n".join))
def test_places_of_generated_documents(text: str) -> None:
    compare(text)


def compare(text: str) -> None:
    source = Source.of("scarf.md", text)
    document = read(source)
    theirs = Oracle.of(source.text)
    # comrak's cell is all between two pipes, ours the words in it.
    pieces = [source.span(offset(source, start), offset(source, end) + 1) for start, end in theirs.cells]
    assert list(our_cells(document)) == [(at(piece, indent(piece.text)), piece.text.strip()) for piece in pieces]
    # comrak's item begins at its mark, ours at the words behind it.
    marks = [source.span(offset(source, place), len(source.text)) for place in theirs.items]
    words = [at(mark, match.end()) for mark in marks if (match := MARK.match(mark.text))]
    assert sorted(our_items(document)) == sorted(words)


def offset(source: Source, place: Place) -> int:
    return source.line_start(place[0]) + place[1] - 1


def indent(words: str) -> int:
    return len(words) - len(words.lstrip())


def our_cells(document: Document) -> Iterator[tuple[Place, str]]:
    for _, table in document.tables():
        yield from table_cells(table)


def table_cells(table: Table) -> Iterator[tuple[Place, str]]:
    for row in (table.header, *table.rows):
        # Left out: cells without words. There is nothing to point at, and any place between the pipes is as good.
        yield from ((at(cell.span), cell.text) for cell in row.cells if cell.text)


def our_items(document: Document) -> Iterator[Place]:
    for section in document.sections:
        for block in walk(section.blocks):
            if isinstance(block, ListBlock):
                yield from (at(item.span) for item in block.items)


def at(span: Span, further: int = 0) -> Place:
    return span.line, span.column + further


class Oracle(HTMLParser):
    """The places in comrak's HTML; its Python binding gives them in no other way."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[tuple[Place, Place]] = []
        self.items: list[Place] = []
        self._cell: tuple[Place, Place] | None = None

    @classmethod
    def of(cls, text: str) -> Oracle:
        extensions, parsing, rendering = comrak.ExtensionOptions(), comrak.ParseOptions(), comrak.RenderOptions()
        extensions.table = extensions.tasklist = True
        extensions.front_matter_delimiter = "---"
        parsing.sourcepos_chars = rendering.sourcepos = True
        oracle = cls()
        oracle.feed(comrak.render_markdown(text, extensions, parsing, rendering))
        return oracle

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        place = [int(number) for number in re.findall(r"\d+", dict(attrs).get("data-sourcepos") or "")]
        if place and tag in {"td", "th"}:
            self._cell = (place[0], place[1]), (place[2], place[3])
        if place and tag == "li":
            self.items.append((place[0], place[1]))

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"}:
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell and data.strip():
            self.cells.append(self._cell)
            self._cell = None
