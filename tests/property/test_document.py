"""Whatever the text, `read` gives a document whose spans lie where they should."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import example, given
from hypothesis import strategies as st

from harnessy.document import Block, Document, Fence, Item, ListBlock, Paragraph, Row, Table, read
from harnessy.source import Source, Span

PREFIXES = ["", "", "", "> ", ">", "- ", "  ", "    ", "1. ", "7) ", "> - ", "\t", "* [x] ", "- [ ] ", "+\t", ">\t"]
WORDS = [
    "the kiln cools", "Glaze it.", "e.g. clay", "**Fire:**", "`a | b`", "x \\| y", "[jar. lid](a.b)", "no. 4",
    "(half. of", "it)", "A. Potter", "1.5 h", "!", "…", "<!-- dry. -->", "<b>", "``", "é",
    "\u2028", "\x0b", "\x0c", "\x00", "\xa0", "\ud800",
]
LINES = [
    "", "", "---", "...", "===", "# Kiln", "## Oven ##", "###", "***", "```", "```py", "~~~", "-", "1.", "[k]: /v",
    "|---|---|", "--- | ---", "|:-:|", "|---|", "| a | b |", "a | b", "| a", "| a | b | c |", "||", "|", "|  |",
    "<div>", "</div>", "<!--", "-->",
]
FRAGMENTS = st.one_of(
    st.sampled_from(LINES),
    st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join),
    st.text(max_size=8),
    st.text(alphabet="|-: ab\\`", max_size=12),
)
RAW_LINES = st.tuples(st.lists(st.sampled_from(PREFIXES), max_size=3).map("".join), FRAGMENTS).map("".join)
TEXTS = st.one_of(
    st.lists(RAW_LINES, max_size=14).map("\n".join),
    st.text(alphabet=st.characters(), max_size=60),
    st.text(alphabet="|-> \n\t#*`1.)([]ab\r", max_size=60),
)


@given(TEXTS)
@example("> " * 500 + "deep")
@example("\n".join(" " * 2 * depth + "- deep:" for depth in range(200)))
@example("+ " * 500 + "deep")
@example("a\n| b |\n|---|\n\ud800 | \x00 |")
def test_every_span_lies_in_its_parent(text: str) -> None:
    check(read(Source.of("kiln.md", text)))


@given(TEXTS)
def test_line_ends_make_no_difference(text: str) -> None:
    unix = re.sub(r"\r\n?", "\n", text)
    assert shape(read(Source.of("kiln.md", unix.replace("\n", "\r\n")))) == shape(read(Source.of("kiln.md", unix)))


@given(TEXTS)
def test_cells_are_the_words_between_unescaped_pipes(text: str) -> None:
    for _, table in read(Source.of("kiln.md", text)).tables():
        for row in (table.header, *table.rows):
            words = [piece.strip() for piece in re.split(r"(?<!\\)\|", re.sub(r"^\||(?<!\\)\|$", "", row.span.text))]
            if re.fullmatch(r"\|*", row.span.text):
                continue  # nothing but pipes: there are no words to compare
            wide = [*words, *[""] * len(table.header.cells)][: len(table.header.cells)]
            assert [cell.text for cell in row.cells] == wide


def check(document: Document) -> None:
    """Every span is in bounds, inside its parent and behind its elder sibling."""
    whole = document.source.span(0, len(document.source.text))
    spans = [section.span for section in document.sections]
    in_order(whole, spans)
    for section in document.sections:
        heading = [section.heading.span] if section.heading else []
        in_order(section.span, [*heading, *(block.span for block in section.blocks)])
        assert section.trail[-1:] == ((section.heading,) if section.heading else ())
        for block in section.blocks:
            check_block(block)
    for found in document.diagnostics:
        in_order(whole, [found.span])
        assert found.span.text.strip()
        in_order(whole, [label.span for label in found.labels])


def check_block(block: Block) -> None:
    match block:
        case Paragraph():
            check_words(block.span, block.sentences)
        case Table():
            check_table(block)
        case ListBlock():
            in_order(block.span, list(item_spans(block.items)))
            for item in block.items:
                check_item(item)
        case Fence():
            assert block.span.covers(block.body)
    if isinstance(block, ListBlock | Fence) and block.lead:
        assert block.lead.span.end <= block.span.start


def check_item(item: Item) -> None:
    check_words(item.span, item.sentences)
    for block in item.blocks:
        check_block(block)


def check_table(table: Table) -> None:
    in_order(table.span, [table.header.span, *(row.span for row in table.rows)])
    for row in (table.header, *table.rows):
        assert len(row.cells) == len(table.header.cells)
        in_order(row.span, [cell.span for cell in row.cells])
        assert all(cell.text == cell.text.strip() for cell in row.cells)


def check_words(words: Span, sentences: tuple[Span, ...]) -> None:
    in_order(words, list(sentences))
    assert words.text == words.text.strip()
    assert all(sentence.text and sentence.text == sentence.text.strip() for sentence in sentences)
    cut_out = "".join(sentence.text for sentence in sentences)
    assert re.sub(r"[\s>]", "", cut_out) == re.sub(r"[\s>]", "", words.text)


def item_spans(items: tuple[Item, ...]) -> Iterator[Span]:
    for item in items:
        yield item.span
        yield from (block.span for block in item.blocks)


def in_order(parent: Span, children: list[Span]) -> None:
    """Inside the parent, one after the other."""
    at = parent.start
    for child in children:
        assert at <= child.start <= child.end <= parent.end
        at = child.end


def shape(document: Document) -> list[object]:
    """The texts of a document, without its places."""
    sections = [(section.words, [texts(block) for block in section.blocks]) for section in document.sections]
    return [sections, [(found.code, found.span.text) for found in document.diagnostics]]


def texts(block: Block) -> object:
    match block:
        case Paragraph():
            return [block.span.text, [sentence.text for sentence in block.sentences]]
        case Table():
            return [cells(row) for row in (block.header, *block.rows)]
        case ListBlock():
            return [(item.span.text, item.number, [texts(below) for below in item.blocks]) for item in block.items]
        case Fence():
            return [block.info, block.body.text]


def cells(row: Row) -> list[str]:
    return [cell.text for cell in row.cells]
