"""A sentence added to a stranger's page: what restricts all keeps all from going; what is about the page keeps nothing."""

import re
from itertools import cycle
from pathlib import Path

import pytest

from harnessy import api

RESTRICTING = """\
All agents are suspended.
No agent may work this week.
Nothing here holds in December.
Everything waits for Ana.
Ana has the last word.
Two people sign everything.
From Monday on, this page is advisory.
Ask Ana before anything.
Unattended work is off.
Stop all work at noon.
The table is out of date.
All of this needs a second signature.
Agents must not act alone on weekends.
Treat every yes as ask.
A person watches at all times.
This is a draft.
Do nothing of this on holidays.
""".splitlines()
TELLING = """\
See [the log](log.md).
Thanks to Ana for the first draft.
This page was written in May 2026.
We review this page every quarter.
Corrections are welcome.
The tables are sorted by name.
All examples are invented.
""".splitlines()
PLACES = ["\n\n{}\n", "\n\n## House notes of the week\n\n{}\n"]
PAGES = {path.name: page[2] for path in Path(__file__).parent.glob("*.md")
         if (page := re.search(r"(`{3,})markdown\n(.*?)\n\1", path.read_text(encoding="utf-8"), re.DOTALL))}  # fmt: skip
ROUNDS = 4  # lines that each page gets
ADDED = list(zip(sorted(PAGES) * ROUNDS, cycle(RESTRICTING), cycle([*PLACES, *PLACES[::-1]]), strict=False))
TOLD = list(zip(sorted(PAGES), cycle(TELLING), cycle(PLACES), strict=False))


def gone(page: str) -> set[str]:
    """What goes on a page without any fact."""
    loaded = api.load_texts({"page.md": page})
    names = [subject.name.text for subject in loaded.rulebook.books[0].subjects.values()]
    return {name for name in names if api.ask(loaded, name, {}).effect == "go"}


@pytest.mark.parametrize(("name", "line", "place"), ADDED)
def test_what_restricts_all_is_heard_at_the_end_of_any_page(name: str, line: str, place: str) -> None:
    assert gone(PAGES[name] + place.format(line)) == set()


@pytest.mark.parametrize(("name", "line", "place"), TOLD)
def test_what_tells_of_the_page_is_not(name: str, line: str, place: str) -> None:
    assert gone(PAGES[name] + place.format(line)) == gone(PAGES[name])


def test_some_page_lets_something_go() -> None:
    assert sum(bool(gone(page)) for page in PAGES.values()) > len(PAGES) // 4
