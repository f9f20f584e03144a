"""The page beside this file: what an issue touches by the words, paths and labels of a doctrine with words of its own."""

import re
from pathlib import Path

import pytest

from harnessy import api, assets
from harnessy.plan.charter import charter
from harnessy.plan.model import Header, Issue
from harnessy.plan.signals import Shown, Signals
from harnessy.plan.speech import Heard
from harnessy.rulebook.words import terminals
from harnessy.source import Source

PAGE = Path(__file__).with_name("signals.md").read_text("utf-8")
CASE = re.compile(r"^(?P<marks>`{3,})text\n(?P<text>.*?)^(?P=marks)\n\n(?P<said>(?:→ [^\n]*\n)+)", re.MULTILINE | re.DOTALL)
DOCTRINE = PAGE.split("```markdown\n")[1].split("```")[0]
PLANNING = terminals(assets.grammar()["planning.lark"])
SIGNALS = Signals(charter(api.load_texts({"page.md": DOCTRINE}).rulebook, PLANNING).surfaces)


def touched(text: str, labels: tuple[str, ...] = (), repository: str = "", headers: tuple[str, ...] = ()) -> list[str]:
    source = Source.of("#1", text)
    lines = tuple(Header("Parts", headers, source.span(0, 0)) for _ in headers[:1])
    issue = Issue("#1", "x", (source,), number=1, labels=labels, repository=repository, headers=lines)
    found = SIGNALS.touched(issue, [Shown.of(Heard.of(source))])
    return [f"{touch.thing}{f' {touch.file}' if touch.file else ''}: {touch.span.text}" for touch in found]


@pytest.mark.parametrize("case", list(CASE.finditer(PAGE)), ids=lambda case: f"line {PAGE.count(chr(10), 0, case.start()) + 1}")
def test_an_issue_touches_what_it_shows(case: re.Match[str]) -> None:
    said = [line.removeprefix("→ ") for line in case["said"].splitlines()]
    assert sorted(touched(case["text"])) == sorted([] if said == ["nothing"] else said)


def test_every_text_of_the_page_is_asked() -> None:
    assert len(list(CASE.finditer(PAGE))) == len(re.findall(r"^`{3,}text$", PAGE, re.MULTILINE))


@pytest.mark.parametrize(
    ("labels", "repository", "headers", "found"),
    [
        (("Area: Gate-post",), "", (), ["gate: Area: Gate-post"]),
        (("kind:bell", "gate"), "", (), ["bell tower: kind:bell"]),
        ((), "Mill/Pond", (), ["water: Mill/Pond"]),
        ((), "mill/wheel", (), []),
        ((), "", ("`mill/pond`",), ["water: "]),
    ],
)
def test_labels_and_repositories_are_signals(
    labels: tuple[str, ...], repository: str, headers: tuple[str, ...], found: list[str],
) -> None:
    assert touched("", labels, repository, headers) == found
