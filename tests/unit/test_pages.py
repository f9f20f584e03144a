"""What one page lets go, another may restrict: by words that nobody reads, or that are about less than the whole."""

import pytest

from harnessy import api

SHELF = "| Job | Verdict |\n|---|---|\n| Lending | yes |\n| Buying | ask |\n"
RESTRICTS = [
    "Stop.",
    "All agents are suspended.",
    "All operations need a human.",
    "Every job waits for spring.",
    "Lending: ask.",
    "Lending: ask if the books exceed 30.",
    "Lending is for Ana.",
    "Lending is no longer automatic.",
    "Agents must ask before lending.",
    "Never lend books to minors.",
    "## Never\n\n- Lending to minors",
    "| Task | Verdict |\n|---|---|\n| Lending | talk to Ana |",
    "| Task | Rule |\n|---|---|\n| Lending | call Ana |",
]
SAYS_NOTHING_OF_IT = [
    "",
    "# Words\n\n| Word | Meaning |\n|---|---|\n| shelf | a board |",
    "# Cooking\n\nThe soup is hot.\n\nNever boil milk.",
    "# Cooking\n\n| Job | Verdict |\n|---|---|\n| Boiling | ask |",
]


@pytest.mark.parametrize("other", RESTRICTS)
def test_what_another_page_may_restrict_does_not_go(other: str) -> None:
    decision = api.ask(api.load_texts({"shelf.md": SHELF, "other.md": f"{other}\n"}), "Lending", {})
    assert decision.effect != "go"
    assert any(citation.span.source.path == "other.md" for citation in decision.because)


@pytest.mark.parametrize("other", SAYS_NOTHING_OF_IT)
def test_what_says_nothing_of_it_changes_nothing(other: str) -> None:
    decision = api.ask(api.load_texts({"shelf.md": SHELF, "other.md": f"{other}\n"}), "Lending", {})
    assert decision.effect == "go"


def test_a_hold_stays_a_hold() -> None:
    assert api.ask(api.load_texts({"shelf.md": SHELF, "other.md": "All agents are suspended.\n"}), "Buying", {}).effect == "hold"


@pytest.mark.parametrize(
    "line",
    ["draft: true", "autonomy: off", "approval: required", "lending: ask", "title: Draft rules", "tags: [deprecated]",
     "superseded_by: new.md", "expires: 2020-01-01", "applies_to: interns", "status: draft", "enabled: false"],
)
def test_front_matter_that_may_restrict_keeps_a_page_from_going(line: str) -> None:
    text = f"---\ntitle: Shelf\n{line}\n---\n\n{SHELF}"
    assert api.ask(api.load_texts({"shelf.md": text}), "Lending", {}).effect is None


def test_front_matter_that_names_the_page_does_not() -> None:
    front = "title: Shelf\ndescription: how books go out\ntags:\n  - books\n  - shelf\nlast_updated: 2026-03-01\nstatus: active"
    assert api.ask(api.load_texts({"shelf.md": f"---\n{front}\n---\n\n{SHELF}"}), "Lending", {}).effect == "go"


@pytest.mark.parametrize(
    "tags", [("<del>", "</del>"), ("<s>", "</s>"), ("<div hidden>", "</div>"), ('<strike class="x">', "</strike>")],
)
def test_what_tags_strike_out_or_hide_does_not_go(tags: tuple[str, str]) -> None:
    text = f"{tags[0]}\n\n{SHELF}\n{tags[1]}\n"
    assert api.ask(api.load_texts({"shelf.md": text}), "Lending", {}).effect is None


def test_other_tags_change_nothing() -> None:
    text = f"<div align=center>\n\n{SHELF}\n</div>\n\n<br>\n"
    assert api.ask(api.load_texts({"shelf.md": text}), "Lending", {}).effect == "go"


LONG = ["<a\n" + " hidden" * 40_000, "<" + "a" * 200_000, "---\na" + " " * 200_000 + "x\n---\n", "|a|b|\n|-|-|\n|" + "`" * 20_000]


@pytest.mark.parametrize("text", LONG, ids=["hidden", "tag", "key", "marks"])
def test_a_long_tag_or_line_is_read_once(text: str) -> None:
    assert api.load_texts({"shelf.md": f"{text}\n\n{SHELF}"}).rulebook.books[0].path == "shelf.md"
