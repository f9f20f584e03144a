"""The shipped doctrine is clean, and a fault in it is found at the right words."""

import pytest

from harnessy import assets
from tests.lint.pages import findings, words

NAME = "doctrine/AUTONOMY.md"

FAULTS = [
    ("| Cleanup | proceed + log | proceed + log | confirm |", "| Cleanup | proceed + log | | confirm |", ("HN203", "")),
    ("| Cleanup | proceed + log | proceed + log | confirm |\n", "", ("HN403", "Cleanup")),
    ("| Cleanup | proceed", "| Claenup | proceed", ("HN201", "Claenup")),
    ("| Checkpoint | `safe` | `supervised` |", "| Checkpoint | `safe` | `supervized` |", ("HN201", "`supervized`")),
    ("| `bug` | `supervised` |", "| `bgu` | `supervised` |", ("HN201", "bgu")),
    ("| `bug` | `supervised` |", "| `bgu` | `supervised` |", ("HN404", "bug")),
    ("| `bug` | `supervised` |", "| `bug` | `supervsied` |", ("HN201", "supervsied")),
    ("| `bug` | `supervised` |", "| `bug`, `test` | `supervised` |", ("HN402", "`supervised`")),
    (
        "at Difficulty ≤ `medium`",
        "at Difficulty ≤ `small`",
        ("HN404", "`safe` at Difficulty ≤ `small`; `supervised` at `large` and above"),
    ),
    ("at Difficulty ≤ `medium`", "at Difficulty ≤ `large`", ("HN402", "`supervised` at `large` and above")),
    ("| `bug` | `supervised` | ", "| `bug` | `supervised` | yes | ", ("HN101", "the log has seen hardly any bug fixes")),
    ("| proceed | go |", "| proceed | gone |", ("HN204", "gone")),
    ("at every checkpoint.", "at every chekpoint.", ("HN301", "Default: present and wait at every chekpoint.")),
    ("launches with `--auto`", "launches with `--atuo`", ("HN201", "`--atuo`")),
    ("`safe` | `test` | | yes | | halt |", "`safe` | `test` | | yes | | hold |", ("HN406", "hold")),
    ("`supervised` | `test` | | yes | | go |", "`supervised` | `tets` | | yes | | go |", ("HN406", "go")),
]


def test_the_shipped_doctrine_is_clean() -> None:
    for text in assets.doctrine().values():
        assert [words(finding) for finding in findings(text)] == []


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_a_fault_is_found(old: str, new: str, expected: tuple[str, str]) -> None:
    text = assets.doctrine()[NAME]
    assert old in text
    found = [words(finding) for finding in findings(text.replace(old, new, 1), examples=expected[0] == "HN406")]
    assert expected in [(code, quote.strip()) for code, quote in found]
