"""Records that say two things, more than all, or what is no number: none of them is ever a reason to keep."""

import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest

from harnessy import api
from harnessy.issues.tracker import read_tracker
from harnessy.ledger import metric
from harnessy.ledger.model import Fault, LedgerError
from harnessy.records.append import append
from harnessy.records.reading import parsed, records
from harnessy.records.store import Ledger
from harnessy.render.look import Look
from harnessy.render.ratchet import verdict_text

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAGE = """\
# Nets

After each tide, append a catch record to `catches.ndjson`:

```json
{
  "catch_id": "catch_<YYYYMMDD>_<NNN>", "at": "<ISO 8601>", "kind": "herring|cod", "crates": 3, "boxes": 4, "spoilt": false,
  "net": "...", "note": "...", "fresh?": 0.5, "price?": 2.5, "tally?": { "port": 1 }
}
```

After each change, append a change record to `changes.ndjson`:

```json
{ "before": { "score": 0.5 }, "after": { "score": 0.6 }, "delta": 0.1, "decision": "ship|sink" }
```

| Symbol | Meaning | Formula | Range |
|---|---|---|---|
| G | full boxes | `sum(crates) / sum(boxes)` | 0 to 1 |
| E | spoilt catches | `count(catches where spoilt) / count(catches)` | 0 to 1 |
| M | mean freshness | `mean(fresh)` | 0 to 1 |
| P | price of all | `sum(price)` | |

## Outcome

- ΔG > 0.1 → SHIP (gain shown)
- ΔG ≤ 0.1 → SINK (nothing gained)
- If any veto fails → SINK

## Vetoes

- **E**: must be 0
"""
OLD: dict[str, object] = {
    "catch_id": "catch_20260301_001", "at": "2026-03-01T12:00:00Z", "kind": "cod", "crates": 1, "boxes": 4, "spoilt": False,
    "net": "old", "note": "", "fresh": 0.5, "price": 2.5,
}  # fmt: skip
NEW = {**OLD, "catch_id": "catch_20260301_002", "crates": 3, "net": "new"}
THIRD = {**NEW, "catch_id": "catch_20260301_003"}
Line = dict[str, object] | str | bytes


@cache
def loaded() -> api.Loaded:
    return api.load_texts({"sea.md": PAGE})


def ledger(folder: Path) -> Ledger:
    return Ledger(metric.metric_book(loaded().rulebook), folder, loaded().rulebook)


def line(one: Line) -> bytes:
    if isinstance(one, bytes):
        return one
    return (one if isinstance(one, str) else json.dumps(one)).encode()


def written(folder: Path, lines: list[Line], name: str = "catches.ndjson") -> str:
    (folder / name).write_bytes(b"\n".join(map(line, lines)) + b"\n")
    return str(folder / name)


def judged(folder: Path, old: str = "net=old", new: str = "net=new") -> tuple[str, str]:
    opened = ledger(folder)
    sides = [opened.chosen(words) for words in (old, new)]
    before, after = (opened.measured(chosen) for chosen in sides)
    doubted = metric.doubt(before, after, opened.shared(*sides))
    verdict = metric.judged(opened.book, before.values, after.values, opened.rulebook, doubted)
    assert verdict.kept == (verdict.word == "ship")
    return verdict.word, verdict.reason


def with_(field: str, text: str, more: str = "") -> str:
    """The third record with a field as this text, and more behind it."""
    plain = {key: value for key, value in THIRD.items() if key != field}
    return f'{json.dumps(plain)[:-1]}, "{field}": {text}{more}}}'


TWICE = [
    ("spoilt", with_("spoilt", "true", ', "spoilt": false')),
    ("spoilt", with_("spoilt", "true", ', "spoilt" : false')),
    ("spoilt", with_("spoilt", "true", ', "sp\\u006filt": false')),
    ("crates", with_("crates", "9", ', "crates": 3')),
    ("catch_id", with_("catch_id", '"catch_20260301_003"', ', "catch_id": "catch_20260301_004"')),
    ("net", with_("net", '"new"', ', "net": "other"')),
    ("note", with_("note", '"nobody reads it"', ', "note": "once more"')),
    ("fresh", with_("fresh", "0.1", ', "fresh": 0.9')),
    ("extra", with_("extra", "1", ', "extra": 2')),
    ("fresh", with_("fresh", "0.1", ', "fresh": null')),
]


def test_the_records_themselves_are_kept(tmp_path: Path) -> None:
    written(tmp_path, [OLD, NEW, THIRD])
    assert judged(tmp_path) == ("ship", "gain shown")


@pytest.mark.parametrize(("field", "text"), TWICE, ids=[f"{field}-{at}" for at, (field, _) in enumerate(TWICE)])
def test_a_name_that_stands_twice_is_a_misfit_wherever_records_are_read(tmp_path: Path, field: str, text: str) -> None:
    path = written(tmp_path, [OLD, NEW, text])
    word, reason = judged(tmp_path)
    assert (word, f"{path}:3 " in reason, f"`{field}` stands there twice" in reason) == ("sink", True, True)
    assert [one.why for one in records(Path(path)) if isinstance(one, Fault)] == [f"`{field}` stands there twice"]
    with pytest.raises(LedgerError, match=rf"x\.json:2: `{field}` stands there twice"):
        parsed(f"{json.dumps(NEW)}\n{text}", "x.json")
    with pytest.raises(LedgerError, match=f"`{field}` stands there twice"):
        parsed(text, "x.json")


def test_one_in_an_object_that_nobody_measures_is_named_where_records_are_read_whole() -> None:
    with pytest.raises(LedgerError, match="`port` stands there twice"):
        parsed(with_("tally", '{"port": 1, "port": 2}'), "x.json")


def test_a_name_twice_in_a_record_of_neither_side_is_stepped_over(tmp_path: Path) -> None:
    written(tmp_path, [OLD, NEW, with_("spoilt", "true", ', "spoilt": false').replace('"new"', '"lost"')])
    assert judged(tmp_path)[0] == "ship"


def test_so_is_an_issue_that_says_two_things() -> None:
    issue = '{"number": 1, "title": "a", "state": "OPEN", "labels": [{"name": "blocked"}], "labels": []}'
    for text in (f"[{issue}]", issue, f'{issue}\n{{"number": 2, "title": "b", "state": "OPEN"}}'):
        read = read_tracker(text, "x.json")
        assert [fault.text for fault in read.faults] == ["`labels` stands there twice"]
        assert all(found.fault for found in read.issues if found.number == 1)


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("crates", "5", "`crates` is 5, not between 0 and `boxes`, which is 4"),
        ("fresh", "1.5", "`fresh` is 1.5, not between 0 and 1"),
        ("price", "-1", "`price` is below 0"),
        ("price", "-0.01", "`price` is below 0"),
        ("price", '"2"', "`price` is not a number"),
        ("price", "true", "`price` is not a number"),
        ("price", "NaN", "`price` is no number that JSON has"),
        ("price", "-Infinity", "`price` is no number that JSON has"),
        ("price", "1e400", "`price` is no number that"),
        ("price", "1e999999999", "`price` is no number that"),
        ("price", "1e-999999999", "`price` is no number that can be counted with"),
        ("price", f"1e{'9' * 30}", "`price` is no number that"),
        ("crates", "-1", "`crates` is below 0"),
        ("crates", f"1{'0' * 400}", "`crates` is no number that can be counted with"),
        ("crates", f"1{'0' * 5000}", "`crates` is no number that can be counted with"),
        ("note", '"\\ud800"', "`note` holds half of a character"),
        ("note", "[" * 100_000, "`note` is not text"),
        ("note", f'{"[" * 100_000}{"]" * 100_000}', "`note` is not text"),
        ("more", f'{"[" * 100_000}{"]" * 100_000}', "JSON nested too deep"),
    ],
    ids=lambda text: text[:20],
)
def test_what_no_record_may_say_is_named_with_its_field(tmp_path: Path, field: str, text: str, why: str) -> None:
    full = {**THIRD, "boxes": 9} if field != "crates" else THIRD
    bad = with_(field, text).replace('"boxes": 4', f'"boxes": {full["boxes"]}')
    path = written(tmp_path, [OLD, {**NEW, "boxes": 90, "crates": 80}, bad])
    word, reason = judged(tmp_path)
    assert (word, why in reason, f"{path}:3 " in reason) == ("sink", True, True), reason
    if text == "1e-999999999":  # as a record is read whole, that is 0
        return
    with pytest.raises(LedgerError) as refused:
        append(tmp_path / "other", ledger(tmp_path).schema("measured"), parsed(bad, "x.json"), NOON, ledger(tmp_path).shares)
    whole = ("a number with too many digits", "nested too deep", "broken JSON")
    assert any(told in str(refused.value) for told in (field, why, *whole))
    assert not (tmp_path / "other").exists()


def test_a_change_may_be_below_nothing(tmp_path: Path) -> None:
    schema = ledger(tmp_path).schema("compared")
    shown = {"before": {"score": 0.6}, "after": {"score": 0.5}, "delta": -0.1, "decision": "sink"}
    append(tmp_path / "c.ndjson", schema, [shown], NOON)
    with pytest.raises(LedgerError, match=r"`before` holds `score`, which is `-0.6`, below 0"):
        append(tmp_path / "c.ndjson", schema, [{**shown, "before": {"score": -0.6}}], NOON)


TORN = json.dumps({**THIRD, "spoilt": True})


@pytest.mark.parametrize("cut", [1, 2, 40, 80, len(TORN) - 3])
def test_a_torn_line_that_may_be_of_the_candidate_never_leads_to_keep(tmp_path: Path, cut: int) -> None:
    orders: list[list[Line]] = [[OLD, NEW, TORN[:-cut]], [OLD, TORN[:-cut], NEW], [OLD, NEW, TORN[cut:]]]
    for lines in orders:
        written(tmp_path, lines)
        assert judged(tmp_path)[0] == "sink"


@pytest.mark.parametrize("junk", [b"\0\0\0", b"5", b"[]", b"null", b'"x"', b"\xff\xfe{", b"{", b"[" * 200_000, b"{}x"])
def test_no_line_is_a_reason_to_keep_or_to_crash(tmp_path: Path, junk: bytes) -> None:
    orders: list[list[Line]] = [[OLD, NEW, junk], [junk, OLD, NEW]]
    for lines in orders:
        written(tmp_path, lines)
        assert judged(tmp_path)[0] == "sink"


def test_a_mark_in_front_line_ends_and_empty_lines_are_nothing(tmp_path: Path) -> None:
    (tmp_path / "catches.ndjson").write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(map(line, [OLD, NEW, THIRD])))
    assert judged(tmp_path) == ("ship", "gain shown")


# -- what counts twice


def test_a_number_that_two_records_have_counts_twice_and_keeps_nothing(tmp_path: Path) -> None:
    for lines in ([OLD, NEW, THIRD, NEW], [OLD, NEW, {**NEW, "spoilt": True}]):
        path = written(tmp_path, list(lines))
        word, reason = judged(tmp_path)
        assert (word, "`catch_20260301_002` stands on line 2 already" in reason, path in reason) == ("sink", True, True)
    far = [{**NEW, "catch_id": f"catch_20260301_{number}"} for number in (999, 1000, 1001)]
    written(tmp_path, [OLD, *far, {**NEW, "catch_id": "catch_20260302_001"}])
    assert judged(tmp_path)[0] == "ship"  # in order, whatever the digits
    written(tmp_path, [NEW, OLD, THIRD])
    assert judged(tmp_path)[0] == "ship"  # out of order, and each once


def test_a_record_of_both_sides_keeps_nothing(tmp_path: Path) -> None:
    old = written(tmp_path, [OLD, NEW], "old.ndjson")
    for lines in ([NEW, THIRD], [dict(reversed(NEW.items())), THIRD]):
        new = written(tmp_path, list(lines), "new.ndjson")
        assert judged(tmp_path, old, new) == ("sink", "`catch_20260301_002` is of the baseline and of the candidate")
    assert judged(tmp_path, old, old)[1].startswith("every record of ")

def test_two_ledgers_may_each_number_from_one_on_and_one_run_has_one_time(tmp_path: Path) -> None:
    old = written(tmp_path, [OLD], "old.ndjson")
    own = {**NEW, "catch_id": OLD["catch_id"]}
    assert judged(tmp_path, old, written(tmp_path, [{**own, "at": "2026-03-01T12:00:01Z"}], "new.ndjson"))[0] == "ship"
    for at in ("2026-03-01T12:00:00Z", "2026-03-01T13:00:00+01:00", "2026-03-01 12:00:00"):
        told = judged(tmp_path, old, written(tmp_path, [{**own, "at": at}], "new.ndjson"))
        assert told == ("sink", "`catch_20260301_001` is of the baseline and of the candidate")


def test_records_of_one_file_are_of_one_side_only(tmp_path: Path) -> None:
    written(tmp_path, [OLD, NEW, THIRD])
    ranges = [f"catch_20260301_00{first}..catch_20260301_00{first + 1}" for first in (1, 2)]
    assert "is of the baseline" in judged(tmp_path, *ranges)[1]


# -- what is stated


@pytest.mark.parametrize("name", ["ΔG", "G", "G after", "E", "sum of crates", "catches where spoilt"])
def test_what_records_would_tell_is_not_to_be_stated_even_where_they_lack_it(tmp_path: Path, name: str) -> None:
    written(tmp_path, [{key: value for key, value in NEW.items() if key not in {"crates", "spoilt"}}])
    opened = ledger(tmp_path)
    values = opened.measured(opened.chosen()).values
    with pytest.raises(LedgerError, match=r"is not to be stated|is told by the records"):
        metric.beside_records(opened.book, values, {name: "1"})


# -- what is said of it


def test_a_verdict_cites_each_formula_that_it_used(tmp_path: Path) -> None:
    written(tmp_path, [OLD, NEW, THIRD])
    opened = ledger(tmp_path)
    before, after = (opened.measured(opened.chosen(words)).values for words in ("net=old", "net=new"))
    verdict = metric.judged(opened.book, before, after, opened.rulebook)
    text = verdict_text(verdict, list(metric.gates(opened.book, after)), Look())
    number = next(at for at, one in enumerate(PAGE.split("\n"), 1) if one.startswith("| G |"))
    assert text.count(f"sea.md:{number}") >= 2
    assert "sum of crates = 6" in text
    assert "sum of crates = 1" in text


# -- what the page says


def verdict_of(page: str) -> bool:
    """Whether a plain gain is kept by a page."""
    rulebook = api.load_texts({"sea.md": page}).rulebook
    old = {"sum of crates": 1, "sum of boxes": 4, "catches": 1, "catches where spoilt": 0}
    return metric.judged(metric.metric_book(rulebook), old, {**old, "sum of crates": 4}, rulebook).kept


BLOCKS = ["```\n- **P**: must be at most 2\n```\n", "```text\nP at most 2\n```\n", "    - **P**: must be at most 2\n"]
SHOWN = "\n## Examples\n\nSome of them.\n\n"
ORDERS = [f"{SHOWN}{order}\n" for order in ("Never ship on Fridays.", "Nothing is shipped before noon.")]


@pytest.mark.parametrize("beside", [*BLOCKS, *ORDERS])
def test_a_limit_in_a_block_and_an_order_below_examples_are_not_passed_over(beside: str) -> None:
    assert verdict_of(PAGE)
    assert verdict_of(f"{PAGE}{SHOWN}")
    assert not verdict_of(f"{PAGE}\n{beside}")


def test_a_line_glued_to_a_table_is_not_passed_over() -> None:
    row = "| P | price of all | `sum(price)` | |\n"
    assert not verdict_of(PAGE.replace(row, f"{row}Never ship on Fridays.\n"))


@pytest.mark.parametrize("test", ["spoilt is maybe", "spoilt ≥ 1", "kind ≥ 1", "crates is many", "kind is eel", "kind > cod"])
def test_a_test_that_no_value_of_its_field_passes_is_no_formula(test: str) -> None:
    page = api.load_texts({"sea.md": PAGE.replace("where spoilt)", f"where {test})")})
    assert "HN303" in {one.code for one in page.diagnostics}
    assert not verdict_of(PAGE.replace("where spoilt)", f"where {test})"))


# -- what follows a broken veto


@pytest.mark.parametrize("after", ["ship", "SHIP anyway", "keep", "accept", "log it", "notify port", "merge it", "do not sink"])
def test_a_broken_veto_never_keeps_whatever_is_said_to_follow(after: str) -> None:
    page = api.load_texts({"sea.md": PAGE.replace("fails → SINK", f"fails → {after}")})
    book = metric.metric_book(page.rulebook)
    old = {"sum of crates": 1, "sum of boxes": 4, "catches": 1, "catches where spoilt": 0}
    for spoilt in (0, 1):
        verdict = metric.judged(book, old, {**old, "sum of crates": 4, "catches where spoilt": spoilt}, page.rulebook)
        assert (verdict.kept, verdict.word) == (False, "sink")
