"""Each code has a page in its docstring and a page of cases beside this file; both are run."""

import re
from collections import Counter
from pathlib import Path

import pytest

from harnessy.lint import REGISTRY, Entry
from harnessy.source import Diagnostic
from tests.lint.pages import PAGES, Case, cases, findings, owed, words

SECTIONS = ["What it does", "Why it is bad", "Example", "Instead"]
REVIEWED = {"HN406", "HN407"}
ON_PAGES = [case for page in PAGES for case in cases(page.read_text("utf-8"), page.name)]
FENCED = re.compile(r"^(```+)[^`]*?$.*?^\1$", re.MULTILINE | re.DOTALL)
IN_CODE = re.compile(r"`[^`]*`")


def code_of(case: Case) -> str:
    return case.place[: len("HN000")].upper()


def found_in(case: Case, code: str) -> tuple[Diagnostic, ...]:
    return tuple(sorted([*findings(case.text, examples=code in REVIEWED), *owed(case)], key=lambda one: one.order))


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=list(REGISTRY))
def test_a_docstring_is_a_page(entry: Entry) -> None:
    lines = FENCED.sub("", entry.page).splitlines()
    assert lines[0].endswith(f"({entry.code}).")
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")]== SECTIONS


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=list(REGISTRY))
def test_the_examples_of_a_docstring_hold(entry: Entry) -> None:
    example, instead = cases(entry.page, entry.code.lower())
    (_, underlined), = example.expected
    assert (entry.code, underlined) in [words(finding) for finding in found_in(example, entry.code)]
    assert [words(finding) for finding in found_in(instead, entry.code)] == []


def test_each_code_has_a_page_of_cases() -> None:
    assert [page.name[: len("hn000")].upper() for page in PAGES] == sorted(REGISTRY)


@pytest.mark.parametrize("case", ON_PAGES, ids=lambda case: case.place)
def test_a_case_is_found_as_the_page_says(case: Case) -> None:
    found = [words(finding) for finding in found_in(case, code_of(case)) if finding.code != case.left_out]
    if case.heading == "fires":
        assert Counter(found) == Counter(case.expected)
        assert code_of(case) in {code for code, _ in found}
    else:
        assert case.heading == "stays quiet"
        assert Counter(found) == Counter(case.expected)
        assert code_of(case) not in {code for code, _ in found}


def test_every_page_has_both_sections() -> None:
    headings = {(code_of(case), case.heading) for case in ON_PAGES}
    assert headings == {(code, heading) for code in REGISTRY for heading in ("fires", "stays quiet")}


@pytest.mark.parametrize("case", ON_PAGES, ids=lambda case: case.place)
def test_messages_are_worded_as_agreed(case: Case) -> None:
    """Lower case, no full stop, one line, nothing of ours; what a doctrine says stands in backticks."""
    for finding in found_in(case, code_of(case)):
        for text in (finding.message, finding.help, *(label.message for label in finding.labels)):
            bare = IN_CODE.sub("x", text)
            assert "\n" not in bare
            assert not bare.endswith((".", "!"))
            assert bare[:1] == bare[:1].lower()
            assert not re.search(r"\b(Span|Rule|Book|Draft|None|True|False)\b", bare)


def test_every_code_in_the_sources_is_registered(pytestconfig: pytest.Config) -> None:
    files = Path(pytestconfig.rootpath, "harnessy").rglob("*.py")
    used = {code for file in files for code in re.findall(r'"(HN\d{3})"', file.read_text("utf-8"))}
    assert used == set(REGISTRY)


def test_a_code_is_the_name_of_its_file() -> None:
    import harnessy.lint.rules

    stems = {path.stem for folder in harnessy.lint.rules.__path__ for path in Path(folder).glob("hn*.py")}
    assert {stem[: len("hn000")].upper() for stem in stems} == set(REGISTRY)
