"""A ledger of many records: what scoring costs beside a bare parse of the same lines, and what four writers at once leave.

    python -m tests.bench.ledger

takes a million records and 10,000 for each writer, which is some minutes; the bench of everything takes fewer.
"""

from __future__ import annotations

import json
import multiprocessing
import tempfile
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from harnessy import api
from harnessy.ledger import metric
from harnessy.records.append import append
from harnessy.records.reading import records
from harnessy.records.store import MEASURED, Ledger
from tests.bench.clock import once
from tests.bench.table import Row, against, printed, ratio

FEW, MANY, BLOCK = (200_000, 500), (1_000_000, 10_000), 1000
WRITERS = 4
PARSE, DAY = "json.loads", "20260101"
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
OUTCOMES = ("completed", "failed", "escalated", "timed_out")


def record(number: int) -> dict[str, object]:
    """A run as the shipped doctrine shows it, and a field beyond."""
    return {
        "run_id": f"run_{DAY}_{number:03d}", "timestamp": "2026-01-01T10:00:00Z", "issue_number": number,
        "issue_title": "A title of an issue that is of a usual length", "outcome": OUTCOMES[number % len(OUTCOMES)],
        "phases_completed": 16, "total_refinement_loops": number % 7, "first_pass_gates": 14, "total_gates": 18,
        "duration_seconds": 600 + number % 900, "skill_version": "1.2.0", "improvement_triggered": number % 5 == 0,
        "human_gates_triggered": 1, "human_gates_total": 6, "tests_passed": 20 + number % 3, "tests_total": 22,
        "regression_detected": number % 11 == 0, "catastrophic_failure": False, "task_category": f"kind {number % 9}",
        "cost_usd": 1.25, "note": "kept as it is",
    }  # fmt: skip


def section(size: tuple[int, int] = FEW) -> str:
    """The table of ledgers: of so many records, and so many that each writer appends."""
    count, each = size
    head = ("ledger", "seconds", f"× {PARSE}", "MB more", "budget")
    with tempfile.TemporaryDirectory() as folder:
        return printed("Ledger", head, [*_scored(Path(folder), count), *_written(Path(folder) / "many", each)])


def _scored(folder: Path, count: int) -> Iterator[Row]:
    path = folder / "runs.ndjson"
    block = "".join(json.dumps(record(number)) + "\n" for number in range(BLOCK))
    with path.open("w", encoding="utf-8") as file:
        days = (FIRST + timedelta(days=day) for day in range(count // BLOCK))
        file.writelines(block.replace(DAY, f"{day:%Y%m%d}") for day in days)
    ledger = Ledger(metric.metric_book(api.load_demo().rulebook), folder)
    list(_score(ledger))
    parse = once(lambda: _parsed(path))
    floors = {PARSE: parse}
    yield (f"{PARSE} of {count:,} records", f"{parse:.2f}", "1 ×", "", "")
    for name, work in (("ratchet score", lambda: list(_score(ledger))), ("runs stats", lambda: ledger.watched(ledger.chosen()))):
        seconds = once(work)
        budget = against(PARSE, seconds, 1, floors) if name == "ratchet score" else ""
        yield (f"{name}, {count:,} records", f"{seconds:.2f}", ratio(seconds, parse), f"{_more(work):.1f}", budget)


def _score(ledger: Ledger) -> Iterator[object]:
    yield from metric.scored(ledger.book, ledger.measured(ledger.chosen()).values)


def _parsed(path: Path) -> None:
    with path.open("rb") as file:
        for line in file:
            json.loads(line)


def _more(work: object) -> float:
    """Megabytes that Python held at most, beyond what it held before; what libraries hold of their own is not seen."""
    tracemalloc.start()
    work()  # type: ignore[operator] # one of the works above
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def _written(folder: Path, each: int) -> Iterator[Row]:
    book = metric.metric_book(api.load_demo().rulebook)
    path = Ledger(book, folder).path(MEASURED)
    seconds = once(lambda: _at_once(folder, each))
    numbers = [str(found.get("run_id")) for found in records(path) if isinstance(found, dict)]
    whole = len(numbers) == len(set(numbers)) == WRITERS * each
    kept = f"{'kept' if whole else 'missed'}: none lost, none twice"
    yield (f"{WRITERS} writers, {each:,} records each", f"{seconds:.2f}", "", "", kept)


def _at_once(folder: Path, each: int) -> None:
    works = [multiprocessing.Process(target=_write, args=(folder, number, each)) for number in range(WRITERS)]
    for work in works:
        work.start()
    for work in works:
        work.join()


def _write(folder: Path, writer: int, each: int) -> None:
    ledger = Ledger(metric.metric_book(api.load_demo().rulebook), folder)
    path, schema, now = ledger.path(MEASURED), ledger.schema(MEASURED), datetime.now(UTC)
    for number in range(each):
        made = {key: value for key, value in record(number).items() if key != "run_id"}
        append(path, schema, [{**made, "writer": writer}], now)


if __name__ == "__main__":
    print(section(MANY))
