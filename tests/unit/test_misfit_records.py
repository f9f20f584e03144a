"""Records that are not as the doctrine shows them: none is a reason to keep, whether anything reads the field or not."""

import json
from functools import cache
from pathlib import Path

import pytest

from harnessy import api
from harnessy.ledger import metric
from harnessy.records.store import Ledger
from harnessy.rulebook import RuleBook

PAGE = """\
# Hives

After each visit, append a visit record to `visits.ndjson`:

```json
{
  "visit_id": "visit_<YYYYMMDD>_<NNN>", "at": "<ISO 8601>", "hive": 7, "end": "calm|stung|lost", "combs": 3, "slots": 4,
  "mites": false, "weight": 2.5, "suit": "...", "meadow": "...", "tools": ["smoker"], "smoke": { "puffs": 2, "fuel?": 0.5 }
}
```

| Symbol | Meaning | Formula | Range |
|---|---|---|---|
| C | full combs | `sum(combs) / sum(slots)` | 0 to 1 |
| Mite rate | meadows with mites | `count(distinct meadow where mites) / count(distinct meadow)` | 0 to 1 |
| Hill rate | visits on the hill with mites | `count(visits where meadow is hill and mites) / count(visits)` | 0 to 1 |

## Outcome

- ΔC > 0.1 → KEEP (fuller combs)
- ΔC ≤ 0.1 → REVERT (no fuller)

## Vetoes

- **Mite rate**: must be at most 30%
- **Hill rate**: must be 0
"""
OLD: dict[str, object] = {
    "visit_id": "visit_20260301_001", "at": "2026-03-01T12:00:00Z", "hive": 7, "end": "calm", "combs": 1, "slots": 4,
    "mites": False, "weight": 2.5, "suit": "old", "meadow": "brook", "tools": [], "smoke": {"puffs": 2},
}  # fmt: skip
NEW = {**OLD, "visit_id": "visit_20260301_002", "combs": 3, "suit": "new"}
THIRD = {**NEW, "visit_id": "visit_20260301_003", "meadow": "heath"}


@cache
def rulebook() -> RuleBook:
    return api.load_texts({"hives.md": PAGE}).rulebook


def judged(folder: Path, lines: list[dict[str, object]], old: str = "suit=old", new: str = "suit=new") -> tuple[bool, str]:
    (folder / "visits.ndjson").write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    opened = Ledger(metric.metric_book(rulebook()), folder, rulebook())
    sides = [opened.chosen(words) for words in (old, new)]
    before, after = (opened.measured(chosen) for chosen in sides)
    doubted = metric.doubt(before, after, opened.shared(*sides))
    verdict = metric.judged(opened.book, before.values, after.values, opened.rulebook, doubted)
    return verdict.kept, verdict.reason


def test_the_records_themselves_are_kept(tmp_path: Path) -> None:
    assert judged(tmp_path, [OLD, NEW, THIRD]) == (True, "fuller combs")
    assert judged(tmp_path, [OLD, NEW, {**THIRD, "more": 1, "smoke": {"puffs": 2, "fuel": None, "wind": "west"}}])[0]


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("visit_id", "visit_20260301_003\u200b", "is not text of the form visit_<YYYYMMDD>_<NNN>"),
        ("visit_id", "visit_20260301_0003", "is not text of the form"),
        ("visit_id", "visit_20261301_003", "is not text of the form"),
        ("visit_id", "Visit_20260301_003", "is not text of the form"),
        ("visit_id", "visit_２０２６０３０１_003", "is not text of the form"),
        ("visit_id", 3, "is not text of the form"),
        ("at", "yesterday", "is not a time"),
        ("at", 1700000000, "is not a time"),
        ("at", "2026-13-01", "is not a time"),
        ("hive", "5", "is not a whole number"),
        ("hive", 5.5, "is not a whole number"),
        ("hive", -5, "is below 0"),
        ("end", "Calm", "is not one of calm, stung, lost"),
        ("end", "calm ", "is not one of calm, stung, lost"),
        ("mites", "no", "is not true or false"),
        ("mites", 0, "is not true or false"),
        ("weight", "2.5", "is not a number"),
        ("weight", -2.5, "is below 0"),
        ("tools", "smoker", "is not a list"),
        ("meadow", 5, "is not text"),
        ("smoke", [], "is not an object"),
        ("smoke", {}, "`smoke` holds `puffs`, which is missing"),
        ("smoke", {"puffs": "2"}, "`smoke` holds `puffs`, which is not a whole number"),
        ("smoke", {"puffs": 2, "fuel": "0.5"}, "`smoke` holds `fuel`, which is not a number"),
    ],
)  # fmt: skip
def test_each_field_is_as_it_is_shown(tmp_path: Path, field: str, value: object, why: str) -> None:
    kept, reason = judged(tmp_path, [OLD, NEW, {**THIRD, field: value}])
    told = f"{tmp_path / 'visits.ndjson'}:3 may be of the candidate, and does not fit: "
    assert (kept, reason.startswith(told), f"`{field}`" in reason, why in reason) == (False, True, True, True), reason


@pytest.mark.parametrize("field", list(OLD))
def test_each_field_is_there(tmp_path: Path, field: str) -> None:
    for lines in ([OLD, NEW, {**THIRD, field: None}], [OLD, {key: value for key, value in NEW.items() if key != field}, THIRD]):
        kept, reason = judged(tmp_path, lines)
        assert (kept, f"`{field}`" in reason, "missing" in reason) == (False, True, True), reason


COPIES = [f"visit_20260301_003{mark}" for mark in ("", "\u200b", " ", "\ufeff", "a")]


@pytest.mark.parametrize("name", [*COPIES, None, "", "x"])
def test_copies_of_one_visit_count_once_or_keep_nothing(tmp_path: Path, name: str | None) -> None:
    assert not judged(tmp_path, [OLD, NEW, THIRD, {**THIRD, "visit_id": name}])[0]


SPELT = ["Heath", "HEATH", " heath", "heath\u200b", "ｈｅａｔｈ", "heaths", "heath\u00a0", ""]


@pytest.mark.parametrize("meadow", SPELT)
def test_one_word_in_two_spellings_is_no_second_meadow(tmp_path: Path, meadow: str) -> None:
    first = [{**NEW, "meadow": "brook"}, {**THIRD, "meadow": "heath" if meadow else None}]
    lines = [OLD, *first, {**THIRD, "visit_id": "visit_20260301_004", "meadow": meadow}]
    kept, reason = judged(tmp_path, lines)
    assert (kept, "`meadow`" in reason) == (False, True), reason


def test_words_that_differ_are_two(tmp_path: Path) -> None:
    for one, other in (("c++", "c#"), ("v1.1", "v11"), ("grass", "gras"), ("bus", "bu"), ("moor 1", "moor 2")):
        lines = [OLD, {**NEW, "meadow": one}, {**THIRD, "meadow": other}]
        assert judged(tmp_path, lines)[0], (one, other)


@pytest.mark.parametrize("meadow", ["Hill", "hill ", "hill\u200b", "hills"])
def test_what_a_test_asks_for_is_heard_in_any_spelling(tmp_path: Path, meadow: str) -> None:
    more = [{**THIRD, "visit_id": f"visit_20260301_01{at}", "meadow": f"field {at}"} for at in range(5)]
    kept, reason = judged(tmp_path, [OLD, NEW, {**THIRD, "meadow": meadow, "mites": True}, *more])
    assert (kept, "which may be one thing in two spellings" in reason) == (False, True), reason


@pytest.mark.parametrize("suit", ["New", "new ", "new\u200b", "NEW"])
def test_a_record_of_a_side_in_another_spelling_is_not_passed_over(tmp_path: Path, suit: str) -> None:
    kept, reason = judged(tmp_path, [OLD, NEW, {**THIRD, "suit": suit, "mites": True}])
    assert (kept, "which may be `new` in another spelling" in reason) == (False, True), reason
    assert judged(tmp_path, [OLD, NEW, {**THIRD, "suit": "newest"}])[0]


def test_numbers_that_choose_are_numbers_however_they_are_written(tmp_path: Path) -> None:
    lines = [{**OLD, "weight": 1.5}, {**NEW, "weight": 2.5}, {**THIRD, "weight": 2.5, "mites": True, "meadow": "hill"}]
    assert not judged(tmp_path, lines, "weight=1.50", "weight=2.50")[0]
    assert judged(tmp_path, lines[:2], "weight=1.50", "weight=2.50")[0]


def test_a_range_of_numbers_passes_over_none_that_has_no_form(tmp_path: Path) -> None:
    sides = ("visit_20260301_001..visit_20260301_001", "visit_20260301_002..visit_20260301_003")
    assert judged(tmp_path, [OLD, NEW, THIRD], *sides)[0]
    for name in ("visit_20260301_003\u200b", "visit-20260301-3", None):
        assert not judged(tmp_path, [OLD, NEW, {**THIRD, "visit_id": name}], *sides)[0]


def test_what_is_missing_is_counted_once_for_each_field(tmp_path: Path) -> None:
    judged(tmp_path, [{key: value for key, value in {**OLD, "visit_id": f"visit_20260301_{at:03}"}.items() if key != "hive"}
                      for at in range(1, 40)])  # fmt: skip
    opened = Ledger(metric.metric_book(rulebook()), tmp_path, rulebook())
    (fault,) = opened.measured(opened.chosen()).faults
    assert (fault.line, fault.why, fault.more, fault.counted) == (1, "`hive` is missing", 38, True)


NAMED = PAGE.replace('"visit_id": "visit_<YYYYMMDD>_<NNN>"', '"visit_id": "..."')


@pytest.mark.parametrize("page", [NAMED, NAMED.replace("visit_id", "id"), NAMED.replace("visit_id", "uuid")])
def test_records_that_are_named_and_not_numbered_are_told_apart_by_that(tmp_path: Path, page: str) -> None:
    book = metric.metric_book(api.load_texts({"hives.md": page}).rulebook)
    name = book.schemas[0].told_apart
    plain = {key: value for key, value in NEW.items() if key != "visit_id"}
    for names, count in ((["b", "a"], 0), (["b", "a", "b"], 1)):
        (tmp_path / "visits.ndjson").write_text("".join(json.dumps({name: one, **plain}) + "\n" for one in names), "utf-8")
        opened = Ledger(book, tmp_path)
        assert len(opened.measured(opened.chosen()).faults) == count
