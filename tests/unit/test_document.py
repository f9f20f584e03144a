"""What a bee-keeper's notes read as: sections, sentences, lists, code, tables, and what is wrong with them."""

from __future__ import annotations

from typing import TypeVar

import pytest

from harnessy.document import Block, Document, Fence, Item, ListBlock, Paragraph, Table, read
from harnessy.document.model import walk
from harnessy.source import Source

Kind = TypeVar("Kind", Paragraph, ListBlock, Fence, Table)


def document(text: str) -> Document:
    return read(Source.of("hive.md", text))


def blocks(text: str) -> list[Block]:
    return [block for section in document(text).sections for block in walk(section.blocks)]


def every(kind: type[Kind], text: str) -> list[Kind]:
    return [block for block in blocks(text) if isinstance(block, kind)]


def only(kind: type[Kind], text: str) -> Kind:
    (found,) = every(kind, text)
    return found


def cut(text: str) -> list[str]:
    """The sentences of a text that is one paragraph."""
    return [sentence.text for sentence in only(Paragraph, text).sentences]


def items(text: str) -> list[Item]:
    return [item for block in every(ListBlock, text) for item in block.items]


def cells(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in (table.header, *table.rows)]


def wrong(text: str) -> list[tuple[str, str]]:
    """Code and underlined words of each diagnostic."""
    return [(found.code, found.span.text) for found in document(text).diagnostics]


def help_of(text: str) -> str:
    (found,) = document(text).diagnostics
    return found.help


class TestSections:
    def test_one_for_each_heading_with_the_headings_above_it(self) -> None:
        text = "# Apiary\n\n## Spring\n\n### Queen\n\n## Autumn\n\n# Honey\n"
        assert [section.words for section in document(text).sections] == [
            ("Apiary",), ("Apiary", "Spring"), ("Apiary", "Spring", "Queen"), ("Apiary", "Autumn"), ("Honey",),
        ]  # fmt: skip

    def test_one_before_the_first_heading_if_something_stands_there(self) -> None:
        first, second = document("Bees first.\n\n# Apiary\n").sections
        assert (first.heading, first.trail, first.span.text) == (None, (), "Bees first.")
        assert second.span.text == "# Apiary"

    def test_none_before_the_first_heading_for_a_comment(self) -> None:
        assert len(document("<!-- bees -->\n\n# Apiary\n").sections) == 1

    def test_none_in_a_text_without_words(self) -> None:
        assert document("\n \n\t\n").sections == ()

    def test_a_level_may_be_left_out(self) -> None:
        sections = document("### Queen\n\n# Apiary\n\n#### Drone\n").sections
        assert [section.words for section in sections] == [("Queen",), ("Apiary",), ("Apiary", "Drone")]

    @pytest.mark.parametrize(
        ("line", "level", "words"),
        [
            ("# Apiary", 1, "Apiary"),
            ("  ##   Apiary  ##  ", 2, "Apiary"),
            ("### Apiary #3", 3, "Apiary #3"),
            ("# Apiary#", 1, "Apiary#"),
            ("###### **Apiary** `x`", 6, "**Apiary** `x`"),
            ("##", 2, ""),
            ("# ##", 1, ""),
            ("Apiary\n===", 1, "Apiary"),
            (" Apiary\nof bees \n---", 2, "Apiary\nof bees"),
        ],
    )
    def test_the_words_of_a_heading(self, line: str, level: int, words: str) -> None:
        heading = document(line + "\n").sections[0].heading
        assert heading
        assert (heading.level, heading.text) == (level, words)

    def test_a_heading_in_a_quote_or_item_is_a_paragraph(self) -> None:
        (section,) = document("> # Smoke\n\n- # Veil\n").sections
        quoted, listed = section.blocks
        assert section.heading is None
        assert isinstance(quoted, Paragraph)
        assert (quoted.span.text, quoted.quoted) == ("Smoke", True)
        assert isinstance(listed, ListBlock)
        assert listed.items[0].span.text == "Veil"


class TestParagraphs:
    def test_from_first_to_last_word(self) -> None:
        assert only(Paragraph, "   The hive\n   hums.  \n").span.text == "The hive\n   hums."

    def test_in_a_quote_the_marks_between_the_lines_stay(self) -> None:
        paragraph = only(Paragraph, "> The hive\n> hums. Bees\n> fly.\n")
        assert paragraph.quoted
        assert paragraph.span.text == "The hive\n> hums. Bees\n> fly."
        assert [sentence.text for sentence in paragraph.sentences] == ["The hive\n> hums.", "Bees\n> fly."]

    def test_a_sentence_that_begins_a_line_of_a_quote_has_no_mark(self) -> None:
        assert cut("> > Bees hum.\n> > Bees fly.\n") == ["Bees hum.", "Bees fly."]

    def test_quotes_in_quotes_are_flat(self) -> None:
        texts = [(each.span.text, each.quoted) for each in every(Paragraph, "> outer\n>\n> > inner\n\nplain\n")]
        assert texts == [("outer", True), ("inner", True), ("plain", False)]

    def test_a_list_in_a_quote_has_quoted_paragraphs(self) -> None:
        assert only(Paragraph, "> - smoke\n>\n>   veil\n").quoted

    def test_a_link_definition_is_none(self) -> None:
        assert blocks("[hive]: https://bees.example 'Bees'\n") == []

    def test_a_comment_inside_stays_and_alone_is_none(self) -> None:
        assert only(Paragraph, "The hive <!-- old. Very --> hums.\n\n<!-- bees -->\n").span.text.endswith("--> hums.")

    def test_one_of_strange_blanks_only_is_none(self) -> None:
        assert only(Paragraph, "\u2003\n\nhive\n\n\xa0 \xa0\n").span.text == "hive"

    @pytest.mark.parametrize("char", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
    def test_only_a_line_feed_ends_a_line(self, char: str) -> None:
        text = f"smoke{char}veil\n\n# Apiary\n"
        heading = document(text).sections[1].heading
        assert heading
        assert heading.span.line == 3
        assert only(Paragraph, text).span.text == f"smoke{char}veil"


class TestSentences:
    @pytest.mark.parametrize(
        "text",
        [
            "Bees hum. | Drones sleep! | Do queens fly? | Yes",
            "Open the hive, e.g. the red one, i.e. mine. | Close it.",
            "Smoke vs. brush, cf. the guide, approx. ten puffs. | Then wait.",
            "Wax, honey, etc. are kept. | Pollen is not.",
            "Keep wax, honey, etc. | Sell the rest.",
            "See fig. 3 and no. 4 of the guide. | Look there.",
            "May smoke be used? | no. | Use a brush.",
            "Ask J. Keeper first. | Then open it.",
            "It weighs 1.5 kg. | The lid weighs 2. | Nothing else does.",
            "See hive.config.yaml and `a. b` there. | Next.",
            "The limit is `3`. | Next.",
            "In order: 1. Smoke the hive. | 2. Lift the lid.",
            "Do in order: 1. smoke 2. lift the lid.",
            "Never lift it (it stings. Really.) without a veil. | Wait.",
            "Wear a veil. | (They sting. Really.) | Then go.",
            "See [the guide. Part two](guide.md) now. | Go.",
            "See <!-- old. New --> the hive. | Go.",
            'She said "stop!" and left. | He said "Go." | They went.',
            "**Never lift it.** | _Ask first._ | ~~Go.~~ | Wait",
            "Wait... then lift it. | Wait… | Then lift it.",
            "Smoke it; then lift it; wait. | Go.",
            "Wait 30 min. | Lift the lid.",
            "Is it calm?! | Then go.",
            "Use a veil :) Really. | Go.",
            "Choose a) smoke. | Or b) a brush. | Go.",
            "The (open bracket. | Does not swallow. | The rest.",
            "Odd ] and [ ones. | Are ignored [too. | Yes.",
            "A `tick alone. | Is no code. | Go.",
            "``a ` b. C`` is code. | Go.",
            "An escaped \\( bracket. | Is no bracket) at all. | Go.",
            "In the U.S. bees fly. | Go.",
        ],
    )
    def test_where_they_are_cut(self, text: str) -> None:
        assert cut(text.replace(" | ", " ")) == text.split(" | ")

    def test_a_line_end_is_white_space(self) -> None:
        assert cut("Bees hum.\nDrones sleep\nlong. Go.") == ["Bees hum.", "Drones sleep\nlong.", "Go."]


class TestLists:
    def test_words_of_items(self) -> None:
        text = "- Lift the lid. Wait\n  a bit.\n\n* [x] smoke\n* [ ] brush\n* [] none\n"
        assert [(item.span.text, item.checked) for item in items(text)] == [
            ("Lift the lid. Wait\n  a bit.", None), ("smoke", True), ("brush", False), ("[] none", None),
        ]  # fmt: skip
        assert [sentence.text for sentence in items(text)[0].sentences] == ["Lift the lid.", "Wait\n  a bit."]

    def test_numbers_count_on_from_the_first_as_they_are_shown(self) -> None:
        assert [item.number for item in items("4. smoke\n4. lift\n9. close\n\ntext\n\n1) go\n")] == [4, 5, 6, 1]
        assert [block.ordered for block in every(ListBlock, "4. smoke\n\ntext\n\n- go\n")] == [True, False]

    def test_what_stands_below_an_item(self) -> None:
        text = "- smoke\n\n  More words.\n\n  - brush\n\n  ```sh\n  lift\n  ```\n\n  | a |\n  |---|\n  | b |\n"
        (item, *_) = items(text)
        assert [type(block) for block in item.blocks] == [Paragraph, ListBlock, Fence, Table]

    def test_an_item_without_words_of_its_own(self) -> None:
        text = "- ```sh\n  lift\n  ```\n- > quoted\n- - nested\n-\n- | a |\n  |---|\n"
        outer = every(ListBlock, text)[0]
        spans = [(item.span.start == item.span.end, item.span.column, len(item.blocks)) for item in outer.items]
        assert spans == [(True, 3, 1), (True, 3, 1), (True, 3, 1), (True, 2, 0), (True, 3, 1)]

    def test_a_list_ends_with_its_last_words(self) -> None:
        assert only(ListBlock, "Then:\n\n- smoke\n-  lift  \n\n\nEnd.\n").span.text == "- smoke\n-  lift"

    @pytest.mark.parametrize("lead", ["Take:", "**Take:**", "_Take_:", "Look. Take:", "<!-- x -->\n\nTake:"])
    def test_the_lead_ends_in_a_colon(self, lead: str) -> None:
        found = only(ListBlock, f"{lead}\n\n- smoke\n").lead
        assert found
        assert found.span.text == lead.rpartition("\n")[2]

    @pytest.mark.parametrize("before", ["Take", "Take:\n\nWords.", "Take:\n\n---", "> Take:", "Take:\n\n# Then"])
    def test_no_lead(self, before: str) -> None:
        assert only(ListBlock, f"{before}\n\n- smoke\n").lead is None

    def test_a_comment_does_not_part_a_list_from_its_lead(self) -> None:
        assert only(ListBlock, "Take:\n\n<!-- all of it -->\n\n- smoke\n").lead

    def test_below_an_item_that_ends_in_a_colon_there_is_no_lead(self) -> None:
        outer, inner = every(ListBlock, "- Take:\n  - smoke\n")
        assert (outer.lead, inner.lead) == (None, None)

    def test_a_further_paragraph_of_an_item_may_lead(self) -> None:
        _, inner = every(ListBlock, "- Take\n\n  these:\n\n  - smoke\n")
        assert inner.lead
        assert inner.lead.span.text == "these:"


class TestCode:
    def test_fenced(self) -> None:
        fence = only(Fence, "So:\n\n```python title=x\nlift()\n\n  smoke()\n```\n")
        assert (fence.info, fence.body.text, fence.lead and fence.lead.span.text) == (
            "python", "lift()\n\n  smoke()", "So:",
        )  # fmt: skip
        assert fence.span.text == "```python title=x\nlift()\n\n  smoke()\n```"

    @pytest.mark.parametrize("text", ["```\n```\n", "```\n", "```"])
    def test_without_lines(self, text: str) -> None:
        assert only(Fence, text).body.text == ""

    def test_without_an_end(self) -> None:
        assert only(Fence, "~~~\nlift\n\nsmoke").body.text == "lift\n\nsmoke"

    def test_indented(self) -> None:
        fence = only(Fence, "So:\n\n    lift()\n      smoke()\n\nEnd.\n")
        assert (fence.info, fence.body.text) == ("", "    lift()\n      smoke()")

    def test_in_quotes_and_items(self) -> None:
        assert only(Fence, "> ```\n> lift\n> smoke\n> ```\n").body.text == "lift\n> smoke"
        assert only(Fence, "- so\n\n  ```\n  lift\n  smoke\n  ```\n").body.text == "  lift\n  smoke"


class TestTables:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("| Hive | Kg |\n|---|--:|\n|  red | 3  |\n", [["Hive", "Kg"], ["red", "3"]]),
            ("Hive | Kg\n--- | ---\nred | 3\n", [["Hive", "Kg"], ["red", "3"]]),
            ("|Hive|Kg|\n|-|-|\n||3|\n", [["Hive", "Kg"], ["", "3"]]),
            ("| Hive | Kg |\n|---|---|\n| a \\| b | `c \\| d` |\n", [["Hive", "Kg"], ["a \\| b", "`c \\| d`"]]),
            ("> | Hive | Kg |\n> |---|---|\n> | red | 3 |\n", [["Hive", "Kg"], ["red", "3"]]),
            ("- | Hive | Kg |\n  |---|---|\n  | red | 3 |\n", [["Hive", "Kg"], ["red", "3"]]),
            ("> 1. hives\n>\n>    | Hive |\n>    |---|\n>    | red |\n", [["Hive"], ["red"]]),
            ("Words\n| Hive | Kg |\n|---|---|\n\nMore\n", [["Hive", "Kg"]]),
        ],
    )
    def test_cells(self, text: str, expected: list[list[str]]) -> None:
        assert cells(only(Table, text)) == expected
        assert wrong(text) == []

    def test_spans(self) -> None:
        table = only(Table, "> - | Hive | Kg |\n>   |---|---|\n>   | red | 3 |  \n")
        assert table.span.text == "| Hive | Kg |\n>   |---|---|\n>   | red | 3 |"
        assert [row.span.text for row in (table.header, *table.rows)] == ["| Hive | Kg |", "| red | 3 |"]
        assert [(cell.span.line, cell.span.column) for cell in table.rows[0].cells] == [(3, 7), (3, 13)]

    def test_the_same_as_another_table_that_stands_elsewhere_only_in_its_words(self) -> None:
        found = list(document("# Hives\n\n| Hive |\n|---|\n| red |\n\n- so\n\n  | Kg |\n  |---|\n  | 3 |\n").tables())
        assert [(section.words, cells(table)) for section, table in found] == [
            (("Hives",), [["Hive"], ["red"]]), (("Hives",), [["Kg"], ["3"]]),
        ]  # fmt: skip

    def test_missing_cells_are_empty_at_the_end_of_the_row(self) -> None:
        text = "| Hive | Kg | Age |\n|---|---|---|\n| red |\n"
        row = only(Table, text).rows[0]
        assert [(cell.text, cell.span.column) for cell in row.cells] == [("red", 3), ("", 8), ("", 8)]
        assert wrong(text) == [("HN102", "| red |")]

    def test_surplus_cells_are_dropped(self) -> None:
        text = "| Hive | Kg |\n|---|---|\n| red | 3 | old | calm |\n"
        assert cells(only(Table, text)) == [["Hive", "Kg"], ["red", "3"]]
        assert wrong(text) == [("HN101", "old")]

    def test_a_pipe_in_backticks_splits_and_the_help_says_how_not_to(self) -> None:
        text = "| Hive | Kg |\n|---|---|\n| `a|b` | 3 |\n"
        assert wrong(text) == [("HN101", "3")]
        assert "`\\|`" in help_of(text)

    def test_an_empty_surplus_cell_is_underlined_too(self) -> None:
        assert wrong("| Hive |\n|---|\n| red ||\n") == [("HN101", "|")]

    @pytest.mark.parametrize("header", ["Kg | Kg", "Kg | kg", "Max  kg | max kg"])
    def test_two_columns_of_one_name(self, header: str) -> None:
        assert wrong(f"| {header} |\n|---|---|\n| 2 | 3 |\n") == [("HN104", header.rpartition("| ")[2])]

    def test_two_columns_without_a_name(self) -> None:
        assert wrong("| | |\n|---|---|\n| 2 | 3 |\n") == []

    def test_a_line_without_a_pipe_after_a_table(self) -> None:
        text = "| Hive | Kg |\n|---|---|\n| red | 3 |\nNever lift it.\n"
        assert cells(only(Table, text))[-1] == ["Never lift it.", ""]
        assert wrong(text) == [("HN105", "Never lift it.")]
        assert "blank line" in help_of(text)


class TestVanishedTables:
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("| Hive | Kg |\n|---|---|---|\n| red | 3 |\n", "|---|---|---|"),
            ("Hive | Kg | Age\n--- | ---\nred | 3 | 2\n", "--- | ---"),
            ("> Words\n> | Hive | Kg |\n> |--|\n", "|--|"),
            ("- | Hive | Kg |\n  |:--|\n", "|:--|"),
            ("| Hive | Kg |\n| — | — |\n", "| — | — |"),
            ("| Hive | Kg |\n|---||---|\n", "|---||---|"),
        ],
    )
    def test_the_delimiter_line_is_underlined(self, text: str, line: str) -> None:
        assert wrong(text) == [("HN103", line)]
        assert not every(Table, text)

    def test_the_help_counts_the_columns_of_the_header(self) -> None:
        assert help_of("| Hive | Kg |\n|---|---|---|\n").startswith("the header has 2 columns; write `| --- | --- |`")

    @pytest.mark.parametrize("text", ["a | b\n", "| x |\n\n|---|\n", "red\n|---|---|\n", "```\n| a |\n|--|--|\n```\n"])
    def test_what_is_none(self, text: str) -> None:
        assert wrong(text) == []


class TestHtml:
    @pytest.mark.parametrize(
        "text", ["<!-- Lift it. -->\n", "<br>\n", "<a name='x'>\n</a>\n", "<style>\na b\n</style>\n", "<p>&nbsp;</p>\n"]
    )
    def test_nothing_that_people_see_is_lost(self, text: str) -> None:
        assert blocks(text) == []
        assert wrong(text) == []

    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("<details>\nNever lift it.\n</details>\n", "<details>"),
            ("<!-- smoke --> Never lift it.\n", "<!-- smoke --> Never lift it."),
            ("- <b>Never</b> lift\n- <div>Never</div>\n", "<div>Never</div>"),
        ],
    )
    def test_words_inside_are_not_read_and_that_is_said(self, text: str, line: str) -> None:
        assert wrong(text) == [("HN107", line)]

    def test_a_comment_that_never_ends(self) -> None:
        assert wrong("# Hive\n\n<!-- smoke\n\nNever lift it.\n") == [("HN108", "<!-- smoke")]


class TestFrontMatter:
    @pytest.mark.parametrize("end", ["---", "..."])
    def test_is_kept_apart_and_moves_nothing(self, end: str) -> None:
        text = f"---\nhive: red\n# no heading\n\nkg: 3\n{end}\n# Apiary\n"
        found = document(text)
        assert found.front_matter
        assert found.front_matter.text == text.partition("\n# Apiary")[0]
        (section,) = found.sections
        assert section.heading
        assert (section.words, section.heading.span.line) == (("Apiary",), 7)

    @pytest.mark.parametrize(
        "text", ["---\nhive: red\n", "\n---\na\n---\n", "---\n\nWords.\n\n---\n", "----\na\n---\n", "---"]
    )
    def test_is_not_there(self, text: str) -> None:
        assert read(Source.of("hive.md", text)).front_matter is None


class TestAnyText:
    def test_line_ends_and_byte_order_mark(self) -> None:
        first = read(Source.of("hive.md", "\ufeff| Hive |\r\n|---|\r\n| red |\r\rWords.\r\n"))
        assert first == read(Source.of("hive.md", "| Hive |\n|---|\n| red |\n\nWords.\n"))

    def test_nul_and_lone_surrogates_keep_their_places(self) -> None:
        assert only(Paragraph, "a\x00b \ud800 c\n").span.text == "a\x00b \ud800 c"

    @pytest.mark.parametrize(
        "text",
        ["> " * 10_000 + "deep", "1. " * 10_000 + "deep", "\n".join("  " * depth + "- deep" for depth in range(400))],
    )
    def test_what_is_nested_too_deep_is_kept_as_words(self, text: str) -> None:
        found = document(text)
        assert [each.code for each in found.diagnostics] == ["HN106"]
        assert found.sections[-1].span.text.endswith("deep")
        last = [block for section in found.sections for block in walk(section.blocks)][-1]
        assert last.span.text.endswith("deep")

    def test_a_giant_line(self) -> None:
        assert len(only(Paragraph, "bees " * 200_000).sentences) == 1

    def test_diagnostics_come_in_the_order_of_the_text(self) -> None:
        text = "| a | a |\n|---|---|\n| 1 |\n\n<p>x</p>\n\n| a | b |\n|---|\n"
        assert [code for code, _ in wrong(text)] == ["HN104", "HN102", "HN107", "HN103"]

    def test_messages_are_lower_case_without_a_full_stop_and_carry_a_mend(self) -> None:
        tables = "| a | a |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\nx\n\n| a | b |\n|---|\n\n"
        found = document(tables + "<p>x</p>\n\n" + "> " * 99 + "\n\n<!-- x").diagnostics
        assert {each.code for each in found} == {f"HN10{number}" for number in range(1, 9)}
        for each in found:
            assert each.message[0] == each.message[0].lower()
            assert not each.message.endswith(".")
            assert each.help
