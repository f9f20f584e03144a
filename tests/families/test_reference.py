"""Every example of the reference of the language, and of the pages beside this file, is asked."""

from pathlib import Path

import pytest

from tests.families.asked import ANSWERS, CLASSES, CODE, Asked, asked, fits

HERE = Path(__file__).parent
README = HERE.parents[1] / "grammar" / "README.md"
REFERENCE = list(asked(README.read_text("utf-8"), README.name))


@pytest.mark.parametrize("case", REFERENCE, ids=lambda case: case.place)
def test_the_reference_says_what_is_so(case: Asked) -> None:
    fits(case)


def test_each_answer_is_one_that_there_is() -> None:
    for case in REFERENCE:
        plain = CODE.sub("", case.expected).strip()
        assert plain in {*ANSWERS, *CLASSES, ""}, case.place
        assert not case.fault, f"{case.place}: the reference shows no faults"


def test_every_example_is_asked(pytestconfig: pytest.Config) -> None:
    text = Path(pytestconfig.rootpath, "grammar", "README.md").read_text("utf-8")
    assert len({case.doctrine for case in REFERENCE}) == text.count("```markdown")


def test_no_family_is_left_without_an_example() -> None:
    """Each heading of the chapter on families has one example at least."""
    text = README.read_text("utf-8")
    chapter = text.split("\n## Families\n")[1].split("\n## ")[0]
    for part in chapter.split("\n### ")[1:]:
        assert "```markdown" in part, part.splitlines()[0]
