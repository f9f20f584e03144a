"""The page beside this file: what the phrases of the shipped doctrine make of a sentence."""

import re
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

PAGE = Path(__file__).with_name("phrases.md").read_text("utf-8")
LISTS = re.compile(r"^## (?P<head>[^\n]+)\n.*?^````text\n(?P<lines>.*?)^````$", re.MULTILINE | re.DOTALL)
PLANNING = terminals(assets.grammar()["planning.lark"])
SHIPPED = {name: text for name, text in assets.doctrine().items() if "planning" in name}
READER = Reader.of(charter(api.load_texts(SHIPPED).rulebook, PLANNING), PLANNING)
MEANS = {
    "It waits": ("#1", "#3", True), "It comes before": ("#3", "#1", True),
    "It is a part": ("#3", "#1", False), "It is the whole": ("#1", "#3", False),
}  # fmt: skip


def read(text: str) -> Links:
    source = Source.of("#1", text)
    issue, links = Issue("#1", "x", (source,), number=1), Links()
    others = [Issue(f"#{number}", "y", (), number=number) for number in (3, 4)]
    links.read(READER, Register([issue, *others]), issue, [Heard.of(source)])
    return links


@pytest.mark.parametrize("one", list(LISTS.finditer(PAGE)), ids=lambda one: one["head"].replace(" ", "-"))
def test_a_sentence_says_what_the_page_says(one: re.Match[str]) -> None:
    wrong = list[str]()
    for line in one["lines"].splitlines():
        links = read(line.replace("\\n", "\n"))
        about = {(link.later, re.sub(r"\S+/(?=3)", "#", link.earlier), link.builds) for link in links.found}
        about = {link for link in about if "#3" in link}
        doubted = bool(links.unread or links.unsaid)
        if one["head"] in MEANS:
            right = about == {MEANS[one["head"]]}
        else:
            right = not about and doubted == (one["head"] == "It may be a link")
        wrong.extend([f"{line}: {sorted(about)}, doubted: {doubted}"] * (not right))
    assert not wrong, "\n".join(wrong)


def test_every_list_of_the_page_is_read() -> None:
    assert len(list(LISTS.finditer(PAGE))) == PAGE.count("````text") == PAGE.count("\n````\n")
