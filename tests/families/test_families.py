"""Documents of invented houses, family by family: the answers were written from the sentences, not from the engine."""

from pathlib import Path

import pytest

from tests.families.asked import ANSWERS, CLASSES, CODE, Asked, asked, fits

PAGES = sorted(Path(__file__).parent.glob("*.md"))
CASES = [case for page in PAGES for case in asked(page.read_text("utf-8"), page.name)]
PARAMETERS = [
    pytest.param(
        case,
        id=case.place,
        marks=[pytest.mark.xfail(strict=True, reason=case.fault, raises=AssertionError)] if case.fault else [],
    )
    for case in CASES
]


@pytest.mark.parametrize("case", PARAMETERS)
def test_a_careful_reader_says_the_same(case: Asked) -> None:
    fits(case)


def test_each_answer_is_one_that_there_is() -> None:
    for case in CASES:
        assert CODE.sub("", case.expected).strip() in {*ANSWERS, *CLASSES, ""}, case.place


def test_every_document_is_asked() -> None:
    documents = sum(page.read_text("utf-8").count("```markdown") for page in PAGES)
    assert len({case.doctrine for case in CASES}) == documents
