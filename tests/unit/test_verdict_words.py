"""What stands behind a word that keeps, and slips in the lines of a metric: nothing is kept past them, and it says where."""

import pytest

from harnessy import api
from harnessy.ledger.metric import judged, metric_book

PAGE = """\
# Mill

## Records

After each batch, append a bag record to `~/mill/bags.ndjson`:

```json
{ "bag_id": "bag_<NNN>", "torn": true, "grams": 800 }
```

## Measure

| Symbol | Meaning | Formula |
|---|---|---|
| b | share that is whole | `count(bags where torn is false) / count(bags)` |
| c | share that is heavy | `count(bags where grams ≥ 500) / count(bags)` |
| ΔG | change of the gain | `G after − G before` |

```
G = b^0.5 · c^0.5
```

## Outcome

- ΔG > 0.1 → KEEP (gain shown)
- ΔG < -0.1 → REVERT (loss shown)
- |ΔG| ≤ 0.1 → KEEP (within noise, no loss)
"""
FIRST = "- ΔG > 0.1 → KEEP (gain shown)"


def verdict(line: str, extra: str = "") -> tuple[bool, str, str]:
    book = metric_book(api.load_texts({"mill.md": PAGE.replace(FIRST, line) + extra}).rulebook)
    found = judged(book, {"b": "0.2", "c": "0.2"}, {"b": "0.9", "c": "0.9"})
    return found.kept, found.word.casefold(), found.reason


PLAIN = ["KEEP (gain shown)", "KEEP", "KEEP (improvement)", "KEEP (finer)", "KEEP (a real gain)", "KEEP and log it"]


@pytest.mark.parametrize("acts", PLAIN)
def test_a_plain_word_keeps(acts: str) -> None:
    assert verdict(f"- ΔG > 0.1 → {acts}")[:2] == (True, "keep")


@pytest.mark.parametrize("acts", [
    "KEEP; ask Ana", "KEEP, Ana permitting", "KEEP | REVERT", "KEEP or REVERT", "KEEP (Ana)", "KEEP (provisional)", "KEEP (wheat)",
    "KEEP (reviewer)",
    "KEEP for now", "KEEP once Ana agrees", "KEEP on Fridays", "KEEP (gain shown by Ana)", "KEEP. Ask Ana.",
    "KEEP?", "~~KEEP~~", "tentatively KEEP",
])  # fmt: skip
def test_what_stands_behind_the_word_may_take_it_back(acts: str) -> None:
    assert verdict(f"- ΔG > 0.1 → {acts}")[:2] == (False, "revert")


@pytest.mark.parametrize("acts", ["ask Ana", "wait", "ask for a review"])
def test_there_is_no_third_word(acts: str) -> None:
    kept, word, reason = verdict(f"- ΔG > 0.1 → {acts}")
    assert (kept, word) == (False, "revert")
    assert "keeps nothing, it waits" in reason


def test_a_table_of_who_decides_on_a_change_has_a_say() -> None:
    assert not verdict(FIRST, "\n## Hands\n\n| Change | Who |\n|---|---|\n| sieve | Ana |\n")[0]


def test_a_line_among_the_arrows_that_is_not_understood_is_named() -> None:
    kept, _, reason = verdict("- if the gain is big → KEEP")
    assert not kept
    assert "mill.md:25:3 is not understood" in reason


def test_a_slip_in_a_formula_is_found_where_it_stands() -> None:
    page = PAGE.replace("G = b^0.5 · c^0.5", "G = b^^0.5 · c^0.5")
    (found,) = [one for one in api.lint(api.load_texts({"mill.md": page})) if one.code == "HN303"]
    assert (found.span.line, found.severity) == (20, "error")


def test_other_code_is_no_slip() -> None:
    page = PAGE + "\n```\nPATH = b/c:$PATH\nx = other^^2\n```\n"
    assert not [one for one in api.lint(api.load_texts({"mill.md": page})) if one.code == "HN303"]
