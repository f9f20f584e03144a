"""The ledger: nothing is lost, nothing counted twice, and what does not fit is named."""

import json
import multiprocessing as mp
import os
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from harnessy import api
from harnessy.ledger import metric
from harnessy.ledger.measuring import measure
from harnessy.ledger.model import Fault, LedgerError
from harnessy.records.append import append
from harnessy.records.lines import pieces
from harnessy.records.reading import parsed, records
from harnessy.records.store import Ledger
from harnessy.rulebook.expression import measured
from harnessy.rulebook.schema import Schema

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAGE = """\
After each tide, append a catch record to `catches.ndjson`:

```json
{
  "catch_id": "catch_<YYYYMMDD>_<NNN>",
  "at": "<ISO 8601>",
  "kind": "herring|cod",
  "crates": 3,
  "price": 1.5,
  "spoilt": false,
  "tally": { "port": 1, "starboard": 2 },
  "note?": "..."
}
```

| Symbol | Meaning | Formula |
|---|---|---|
| G | good share | `count(catches where spoilt is no) / count(catches)` |
| P | mean price | `mean(price where kind is cod)` |
| C | crates | `sum(crates)` |
| K | kinds | `count(distinct kind)` |
| L | most | `max(crates) / 2` |
"""
WHOLE = {"kind": "cod", "crates": 2, "price": 2.5, "spoilt": False, "tally": {"port": 1, "starboard": 1}}


def schema() -> Schema:
    return metric.metric_book(api.load_texts({"sea.md": PAGE}).rulebook).schemas[0]


def whole(path: Path) -> list[dict[str, object]]:
    return [one for one in records(path) if not isinstance(one, Fault)]


def exact(value: object) -> object:
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


def test_records_are_numbered_by_day(tmp_path: Path) -> None:
    path, shown = tmp_path / "deep" / "catches.ndjson", schema()
    assert append(path, shown, [WHOLE, WHOLE], NOON) == ["catch_20260301_001", "catch_20260301_002"]
    assert append(path, shown, [WHOLE], NOON.replace(day=2)) == ["catch_20260302_001"]
    assert append(path, shown, [WHOLE], NOON) == ["catch_20260302_002"]  # a clock that was set back numbers nothing twice
    assert whole(path)[0]["at"] == "2026-03-01T12:00:00Z"


def test_a_number_that_is_brought_along_must_come_later(tmp_path: Path) -> None:
    path, shown = tmp_path / "c.ndjson", schema()
    assert append(path, shown, [{**WHOLE, "catch_id": "catch_20260301_999"}], NOON) == ["catch_20260301_999"]
    assert append(path, shown, [WHOLE], NOON) == ["catch_20260301_1000"]
    for wrong in ("catch_20260301_1000", "catch_20260228_001", "trip_20260302_001"):
        with pytest.raises(LedgerError, match=wrong):
            append(path, shown, [{**WHOLE, "catch_id": wrong}], NOON)


def test_a_record_that_brings_its_time_is_appended_once(tmp_path: Path) -> None:
    path, shown = tmp_path / "c.ndjson", schema()
    timed = [{**WHOLE, "at": f"2026-03-01T12:0{minute}:00Z"} for minute in range(3)]
    append(path, shown, timed, NOON)
    before = path.read_bytes()
    for again in (timed, timed[1:2], [{**timed[0], "at": "2026-03-02T12:00:00Z"}] * 2):
        with pytest.raises(LedgerError, match=f"record {len(again) if again[0] not in timed else 1} stands there already"):
            append(path, shown, again, NOON)
    assert path.read_bytes() == before
    assert append(path, shown, [{**timed[0], "crates": 5}], NOON) == ["catch_20260301_004"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "eel"}, "`kind` is `eel`, not one of herring, cod"),
        ({"crates": 2.5}, "`crates` is `2.5`, not a whole number"),
        ({"crates": "2"}, "`crates` is the text `2`, not a whole number"),
        ({"crates": True}, "`crates` is `True`, not a whole number"),
        ({"spoilt": "no"}, "`spoilt` is the text `no`, not true or false"),
        ({"price": None}, "`price` is missing, not a number"),
        ({"at": "today"}, "`at` is `today`, not a time"),
        ({"tally": {"port": 1}}, "`tally` lacks `starboard`"),
        ({"tally": {"port": 1, "starboard": "x"}}, "`tally` holds `starboard`, which is the text `x`, not a whole number"),
    ],
)
def test_what_does_not_fit_is_named_and_nothing_is_written(tmp_path: Path, change: dict[str, object], words: str) -> None:
    path = tmp_path / "c.ndjson"
    with pytest.raises(LedgerError) as refused:
        append(path, schema(), [WHOLE, {**WHOLE, **change}], NOON)
    assert f"record 2: {words}" in str(refused.value)
    assert not path.exists()


def test_fields_that_nobody_shows_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.ndjson"
    append(path, schema(), [{**WHOLE, "skipper": "Ægir \U0001f41f", "note": None}], NOON)
    assert whole(path)[0]["skipper"] == "Ægir \U0001f41f"


def test_a_torn_line_is_stepped_over_and_closed_off(tmp_path: Path) -> None:
    path, shown = tmp_path / "c.ndjson", schema()
    append(path, shown, [WHOLE, WHOLE], NOON)
    before = path.read_bytes()
    for cut in range(2, 60, 3):
        path.write_bytes(before[:-cut])
        torn = path.read_bytes()
        append(path, shown, [WHOLE], NOON)
        assert path.read_bytes().startswith(torn)
        numbers = [str(one["catch_id"]) for one in whole(path)]
        assert numbers == ["catch_20260301_001", "catch_20260301_002"]
        faults = [one for one in records(path) if isinstance(one, Fault)]
        assert [one.line for one in faults] == [2]
    path.write_bytes(before[:-1])  # whole, only its end is missing
    append(path, shown, [WHOLE], NOON)
    assert len(whole(path)) == 3


def _many(path: str, count: int) -> None:
    shown = schema()
    for _ in range(count):
        append(Path(path), shown, [WHOLE], NOON)


def test_four_writers_lose_and_double_nothing(tmp_path: Path) -> None:
    path = tmp_path / "c.ndjson"
    writers = [mp.get_context("fork").Process(target=_many, args=(str(path), 40)) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    numbers = [str(one["catch_id"]) for one in whole(path)]
    assert numbers == [f"catch_20260301_{number:03d}" for number in range(1, 161)]


def test_a_writer_that_is_killed_leaves_one_torn_line_at_most(tmp_path: Path) -> None:
    path = tmp_path / "c.ndjson"
    child = os.fork()
    if child == 0:
        _many(str(path), 100_000)
        os._exit(0)
    while not path.exists() or path.stat().st_size < 20_000:
        pass
    os.kill(child, 9)
    os.waitpid(child, 0)
    append(path, schema(), [WHOLE], NOON)
    found = list(records(path))
    assert sum(isinstance(one, Fault) for one in found) <= 1
    numbers = [int(str(one["catch_id"])[-3:]) for one in found if not isinstance(one, Fault)]
    assert numbers == list(range(1, len(numbers) + 1))


def test_fast_and_slow_measure_the_same(tmp_path: Path) -> None:
    book = metric.metric_book(api.load_texts({"sea.md": PAGE}).rulebook)
    path = tmp_path / "c.ndjson"
    kinds = [WHOLE, {**WHOLE, "kind": "herring", "spoilt": True, "crates": 7}, {**WHOLE, "price": 0.1}]
    append(path, book.schemas[0], kinds * 20, NOON)
    path.write_bytes(path.read_bytes() + b'{"kind": "cod", "crates": "many"}\n[1]\n{"kind": "c')
    fast = measure(book.schemas[0], book.measures.values(), pieces(path))
    assert [(fault.line, fault.why) for fault in fast.faults] == [
        (61, "`crates` is not a whole number"), (62, "the line is no object"), (63, "no whole record: torn or broken JSON"),
    ]  # fmt: skip
    plain = [{name: exact(value) for name, value in one.items()} for one in whole(path) if one["crates"] != "many"]
    assert fast.values == {key: measured(one, plain) for key, one in book.measures.items()}  # type: ignore[arg-type]
    assert fast.count == 60


@pytest.mark.parametrize("text", ["", "[]", "3", '{"a": 1}\nb', "[1]", "[" * 100_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(LedgerError):
        parsed(text, "x.json")


def test_the_doctrine_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    book = metric.metric_book(api.load_texts({"sea.md": PAGE.replace("`catches.ndjson`", "`~/log/catches.ndjson`")}).rulebook)
    assert Ledger(book).path("measured") == tmp_path / "log" / "catches.ndjson"
    assert Ledger(book, Path("other")).path("measured") == Path("other/catches.ndjson")


def test_a_line_is_one_json_object(tmp_path: Path) -> None:
    path = tmp_path / "c.ndjson"
    append(path, schema(), [{**WHOLE, "note": "two\nlines\u2028and more"}], NOON)
    (line,) = path.read_text("utf-8").split("\n")[:-1]
    assert json.loads(line)["note"] == "two\nlines\u2028and more"


# -- keep or not

JUDGING = """\
After each tide, append a catch record to `catches.ndjson`:

```json
{ "at": "<ISO 8601>", "kind": "herring|cod", "crates": 3, "boxes": 4, "spoilt": false, "net": "..." }
```

After each change, append a change record to `changes.ndjson`:

```json
{ "before": { "score": 0.5 }, "after": { "score": 0.6 }, "decision": "ship|sink" }
```

| Symbol | Meaning | Formula | Range |
|---|---|---|---|
| G | full boxes | `sum(crates) / sum(boxes)` | 0 to 1 |
| E | of cod | `count(catches where kind is cod) / count(catches)` | 0 to 1 |

## Outcome

- ΔG > 0.1 → SHIP (gain shown)
- ΔG ≤ 0.1 → SINK (nothing gained)

## Vetoes (reject the change)

- **Loss**: must be at most 10%
"""
OLD: dict[str, object] = {
    "at": "2026-03-01T12:00:00Z", "kind": "cod", "crates": 1, "boxes": 4, "spoilt": False, "net": "old",
}  # fmt: skip
NEW = {**OLD, "crates": 3, "net": "new"}
FIRM = {"loss": "0.1"}


def judged(tmp_path: Path, lines: list[object], more: str = "", **facts: str) -> tuple[str, str]:
    pages = {"sea.md": JUDGING, **({"port.md": more} if more else {})}
    rulebook = api.load_texts(pages).rulebook
    book = metric.metric_book(rulebook)
    path = tmp_path / "catches.ndjson"
    path.write_text("".join((one if isinstance(one, str) else json.dumps(one)) + "\n" for one in lines), "utf-8")
    ledger = Ledger(book, tmp_path, rulebook)
    before, after = (ledger.measured(ledger.chosen(words)) for words in ("net=old", "net=new"))
    old, new = ({**one.values, **FIRM, **facts} for one in (before, after))
    verdict = metric.judged(book, old, new, rulebook, metric.doubt(before, after))
    assert verdict.kept == (verdict.word == "ship")
    return verdict.word, verdict.reason


def test_a_gain_that_is_shown_is_kept(tmp_path: Path) -> None:
    assert judged(tmp_path, [OLD, NEW]) == ("ship", "gain shown")
    assert judged(tmp_path, [OLD, {**OLD, "net": "new"}]) == ("sink", "nothing gained")


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({**NEW, "boxes": -2}, "`boxes` is below 0"),
        ({**NEW, "crates": True}, "`crates` is not a whole number"),
        ({**NEW, "crates": "9"}, "`crates` is not a whole number"),
        ({**NEW, "kind": "eel"}, "`kind` is not one of herring, cod"),
        ({key: value for key, value in NEW.items() if key != "net"}, "`net` is missing"),
    ],
)
def test_nothing_is_kept_beside_a_record_that_may_count_and_does_not_fit(tmp_path: Path, bad: dict[str, object], why: str) -> None:
    word, reason = judged(tmp_path, [OLD, NEW, bad])
    assert (word, why in reason, f"{tmp_path / 'catches.ndjson'}:3 " in reason) == ("sink", True, True)


def test_what_is_made_of_a_field_that_a_record_lacks_is_not_known(tmp_path: Path) -> None:
    without = {key: value for key, value in NEW.items() if key != "boxes"}
    for lacking in (without, {**NEW, "boxes": None}):
        word, reason = judged(tmp_path, [OLD, NEW, lacking])
        assert (word, "`boxes` is missing" in reason) == ("sink", True)
    (tmp_path / "catches.ndjson").write_text(json.dumps(without) + "\n", "utf-8")
    opened = Ledger(metric.metric_book(api.load_texts({"sea.md": JUDGING}).rulebook), tmp_path)
    assert metric.exact(opened.book, "g", opened.measured(opened.chosen()).values) is None


def test_a_record_without_a_field_that_nothing_reads_keeps_nothing(tmp_path: Path) -> None:
    word, reason = judged(tmp_path, [OLD, NEW, {key: value for key, value in NEW.items() if key != "at"}])
    assert (word, "`at` is missing" in reason) == ("sink", True)


def test_a_record_of_neither_side_is_stepped_over_whole_or_torn(tmp_path: Path) -> None:
    assert judged(tmp_path, [OLD, NEW, {**NEW, "net": "lost", "boxes": -2}, '{"net": "lost", "cra'])[0] == "ship"
    word, reason = judged(tmp_path, [OLD, NEW, '{"net": "new", "cra'])
    assert (word, "torn or broken" in reason) == ("sink", True)


def test_nothing_is_kept_against_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path, [NEW]) == ("sink", "no record is of the baseline")
    assert judged(tmp_path, [OLD])[0] == "sink"


def test_more_than_all_is_no_gain(tmp_path: Path) -> None:
    assert judged(tmp_path, [OLD, {**NEW, "crates": 9}])[0] == "sink"


def test_the_word_is_one_of_two_whoever_orders_it(tmp_path: Path) -> None:
    assert judged(tmp_path, [OLD, NEW], loss="0.2") == ("sink", "broken: Loss")
    halting = "# Port\n\nIf a pier is broken: pause.\n"
    assert judged(tmp_path, [OLD, NEW], halting, **{"a pier is broken": "yes"}) == ("sink", "pause")
    assert judged(tmp_path, [OLD, NEW], halting, **{"a pier is broken": "no"}) == ("ship", "gain shown")
