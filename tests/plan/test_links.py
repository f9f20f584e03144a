"""The page beside this file: which words of an issue link it to others, by a doctrine with words of its own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harnessy import api, assets
from harnessy.plan.charter import charter
from harnessy.plan.links import Reader
from harnessy.plan.model import Issue
from harnessy.plan.order import Links
from harnessy.plan.references import Register
from harnessy.plan.speech import Heard
from harnessy.rulebook.words import terminals
from harnessy.source import Source

PAGE = Path(__file__).with_name("links.md").read_text("utf-8")
CASE = re.compile(r"^(?P<marks>`{3,})text\n(?P<text>.*?)^(?P=marks)\n\n(?P<links>(?:→ [^\n]*\n)+)", re.MULTILINE | re.DOTALL)
DOCTRINE = PAGE.split("```markdown\n")[1].split("```")[0]
PLANNING = terminals(assets.grammar()["planning.lark"])
READER = Reader.of(charter(api.load_texts({"page.md": DOCTRINE}).rulebook, PLANNING), PLANNING)


def expected(lines: str) -> Iterator[tuple[str, str, bool]]:
    """`#1 waits for #2, #3 as its parts` as triples: who, for whom, whether it builds on it."""
    for line in lines.splitlines():
        later, _, rest = line.removeprefix("→ ").partition(" waits for ")
        names, whole, _ = rest.partition(" as its ")
        for name in names.split(", ") if rest else ():
            yield later, name, not whole


def found(text: str) -> set[tuple[str, str, bool]]:
    source = Source.of("#1", text)
    issue, links = Issue("#1", "x", (source,), number=1), Links()
    links.read(READER, Register([issue]), issue, [Heard.of(source)])
    for link in links.found:
        assert "".join(link.places[-1].text.split())
    return {(link.later, link.earlier, link.builds) for link in links.found}


@pytest.mark.parametrize("case", list(CASE.finditer(PAGE)), ids=lambda case: f"line {PAGE.count(chr(10), 0, case.start()) + 1}")
def test_an_issue_says_what_it_waits_for(case: re.Match[str]) -> None:
    assert sorted(found(case["text"])) == sorted(expected(case["links"]))


def test_every_text_of_the_page_is_asked() -> None:
    assert len(list(CASE.finditer(PAGE))) == len(re.findall(r"^`{3,}text$", PAGE, re.MULTILINE))
