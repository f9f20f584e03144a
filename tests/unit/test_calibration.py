"""A log by the words of a doctrine: rows classed or named, counts against a count by hand, what rises, falls and stays.

The doctrine is a shipyard's; none of its words is one of the shipped doctrine.
"""

import subprocess
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest

from harnessy import api
from harnessy.ledger.report import Calibration
from harnessy.owed.calibration import add, calibrate, proposed

YARD = """\
# Yard

| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Trade | Reach | Why |
|---|---|---|
| `riveting`, `caulking` | `tended` | set 2031-03-01 |
| `rigging` | `tended` at Tonnage ≤ `small`; `watched` at `great` and above | |
| `painting` | `free` | |

| Scale | Lowest to highest |
|---|---|
| Tonnage | `small` < `great` |

| Ending | Counts as |
|---|---|
| `launched` | sound |
| `launched late` | nothing |
| `refitted` | sound where the remark says `owner's wish` or `more ballast`; unsound where it says `leak`; otherwise nothing |
| `altered` | sound where the remark says `owner's wish`; unsound where it says `leak` |
| `sunk` | sunk |

| Log column | Holds |
|---|---|
| day | |
| job | |
| trade | |
| ending | |

A reach may rise one step only when the log shows at least 3 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once, until a review.
A later entry of a job replaces its earlier entries.
"""
HEAD = "| day | job | trade | ending |\n|---|---|---|---|\n"


def log(*rows: str) -> str:
    return HEAD + "".join(f"| {row} |\n" for row in rows)


def calibrated(folder: Path, text: str, doctrine: str = YARD, tasks: Path | None = None) -> Calibration:
    file = folder / "log.md"
    file.write_text(text, "utf-8")
    return calibrate(loaded(doctrine), str(file), tasks)


@cache
def loaded(doctrine: str) -> api.Loaded:
    return api.load_texts({"yard.md": doctrine})


def verdicts(found: Calibration) -> dict[str, str]:
    """What follows for each trade: the way and the cell; nothing for those that stay."""
    return {one.name.key: f"{one.move.direction} {one.cell}" for one in found.standings if one.move}


# -- rows, counted by hand

# what stands in the last cell, what it counts as (empty: the row is named instead)
CELLS = (
    ("launched", "sound"),
    ("`launched` (#12)", "sound"),
    ("Launched (#12; the owner came)", "sound"),
    ("launched late", "nothing"),
    ("launched late, at dusk", "nothing"),
    ("refitted (owner's wish: a taller mast)", "sound"),
    ("refitted (more  ballast)", "sound"),
    ("refitted (a leak in the hold)", "unsound"),
    ("refitted", "nothing"),
    ("refitted (leak, on the owner's wish)", ""),
    ("refitted (not the owner's wish)", ""),
    ("altered (owner's wishes)", "sound"),
    ("altered", ""),
    ("altered (two coats)", ""),
    ("launched, later towed back", ""),
    ("launched (never went far)", ""),
    ("launched (sunk at the pier)", ""),
    ("sunk (not by us)", "sunk"),
    ("sunk, raised again", "sunk"),
    ("launching", ""),
    ("afloat", ""),
    ("", ""),
)


def test_each_row_is_classed_or_named(tmp_path: Path) -> None:
    rows = [f"2031-04-01 | job {at} | riveting | {cell}" for at, (cell, _) in enumerate(CELLS)]
    found = calibrated(tmp_path, log(*rows))
    assert [(row.word, bool(row.problem)) for row in found.rows] == [(word, not word) for _, word in CELLS]
    assert [row.line for row in found.rows] == list(range(3, 3 + len(CELLS)))
    by_hand = {"sound": 6, "nothing": 3, "unsound": 1, "sunk": 2, "": 10}
    assert {word: sum(row.word == word for row in found.rows) for word in by_hand} == by_hand


def test_rows_that_are_no_rows_of_the_table_are_named(tmp_path: Path) -> None:
    rows = log("2031-04-01 | a | riveting | launched | surplus", "2031-04-01 | b | launched", "soon | c | riveting | launched")
    found = calibrated(tmp_path, rows + "| 2031-04-01 | | riveting | launched |\n")
    assert [row.problem.split(":")[0] for row in found.rows] == [
        "`surplus` has no column",
        "this row has 3 cells, its header 4",
        "`soon` is no date",
        "it names no task",
    ]
    assert verdicts(found) == {}


def test_columns_may_stand_in_another_order_and_in_several_tables(tmp_path: Path) -> None:
    text = log("2031-04-01 | a | rigging | launched")
    text += "\nLater:\n\n| ending | trade | job | day | wind |\n|---|---|---|---|---|\n| sunk | painting | b | 2031-04-02 | NE |\n"
    found = calibrated(tmp_path, text + "\n| ship | flag |\n|---|---|\n| Anna | red |\n")
    assert [(row.task, row.work, row.word) for row in found.rows[:2]] == [("a", "rigging", "sound"), ("b", "painting", "sunk")]
    assert "no column `ending`" in found.rows[2].problem


# -- what follows


def sound(count: int, trade: str = "riveting", day: str = "2031-04-01") -> list[str]:
    return [f"{day} | {trade} {at} | {trade} | launched" for at in range(count)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (sound(2), {}),
        (sound(3), {"riveting": "up `free`"}),
        ([*sound(3), "2031-04-02 | x | riveting | sunk"], {"riveting": "down `watched`"}),
        ([*sound(3), "2031-04-02 | x | painting | sunk"], {"riveting": "up `free`", "painting": "down `tended`"}),
        ([*sound(2), "2031-04-02 | x | riveting | refitted (owner's wish)"], {"riveting": "up `free`"}),
        ([*sound(2), "2031-04-02 | x | riveting | refitted (leak)"], {}),
        (sound(9, day="2031-02-01"), {}),
        (sound(9, day="2031-03-01"), {}),
        (sound(3, "rigging"), {"rigging": "up `free` at Tonnage ≤ `small`; `tended` at `great` and above"}),
        (["2031-04-02 | x | rigging | sunk"], {"rigging": "down `watched`"}),
        (sound(3, "painting"), {}),
    ],
    ids=["two", "three", "one sunk", "another's sunk", "wish", "leak", "before", "on the day", "parts", "parts fall", "top"],
)
def test_what_follows(tmp_path: Path, rows: list[str], expected: dict[str, str]) -> None:
    assert verdicts(calibrated(tmp_path, log(*rows))) == expected


def test_a_job_counts_once_by_its_last_row(tmp_path: Path) -> None:
    again = [f"2031-04-0{day} | one (#{day}) | riveting | launched" for day in (1, 2, 3)]
    assert verdicts(calibrated(tmp_path, log(*again))) == {}
    then = [*sound(2), "2031-04-02 | riveting 1 | riveting | refitted (leak)", *sound(4, "caulking")]
    assert verdicts(calibrated(tmp_path, log(*then))) == {"caulking": "up `free`"}


def test_what_is_sunk_stays_sunk(tmp_path: Path) -> None:
    rows = ["2031-04-01 | x | riveting | sunk", "2031-04-02 | x | riveting | launched", *sound(3)]
    assert verdicts(calibrated(tmp_path, log(*rows))) == {"riveting": "down `watched`"}


@pytest.mark.parametrize(
    ("row", "rises"),
    [
        ("2031-04-02 | x | riveting | afloat", False),
        ("soon | x | riveting | sunk", False),
        ("2031-04-02 | x | | sunk", False),
        ("2031-04-02 | x | | afloat", False),
        ("2031-04-02 | x | riveting | launched (sunk at the pier)", False),
        ("2031-04-02 | x | riveting | altered", True),
        ("2031-04-02 | x | | launched", True),
        ("2031-02-02 | x | riveting | afloat", True),
        ("2031-04-02 | x | painting | afloat", True),
    ],
)
def test_a_row_that_may_be_a_sunk_one_keeps_a_reach_from_rising(tmp_path: Path, row: str, rises: bool) -> None:
    found = calibrated(tmp_path, log(*sound(3), row))
    assert ("riveting" in verdicts(found)) == rises
    assert bool(next(one.reason for one in found.standings if one.name.key == "riveting")) != rises


def test_an_unclear_row_is_settled_by_a_later_one(tmp_path: Path) -> None:
    rows = log(*sound(2), "2031-04-02 | x | riveting | afloat", "2031-04-03 | x | riveting | launched")
    assert verdicts(calibrated(tmp_path, rows)) == {"riveting": "up `free`"}


def test_a_sunk_row_of_the_day_of_the_edit_counts_until_the_page_names_it(tmp_path: Path) -> None:
    row = log("2031-03-01 | brig (#4) | riveting | sunk")
    assert verdicts(calibrated(tmp_path, row)) == {"riveting": "down `watched`"}
    assert verdicts(calibrated(tmp_path, row, YARD.replace("set 2031-03-01", "set 2031-03-01 on `brig`"))) == {}


EDITS = [("at least 3", "at least 4"), ("`launched` | sound", "`launched` | nothing"), ("rise one step", "rise two steps")]


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_an_edit_of_the_page_changes_what_follows(tmp_path: Path, old: str, new: str) -> None:
    rows = log(*sound(3, "rigging"))
    before = verdicts(calibrated(tmp_path, rows))
    assert before != verdicts(calibrated(tmp_path, rows, YARD.replace(old, new)))


def test_without_an_order_nothing_moves(tmp_path: Path) -> None:
    declared = "| Scale | Lowest to highest |\n|---|---|\n| Berth | `watched` < `tended` < `free` |"
    found = calibrated(tmp_path, log(*sound(3)), YARD.replace(declared, "Berth ∈ `watched` / `tended` / `free`."))
    assert verdicts(found) == {}
    assert "order" in next(one.reason for one in found.standings if one.name.key == "riveting")


# -- where the kind of work is found


def test_the_kind_of_work_stands_in_task_files(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks"
    tasks.mkdir()
    for at in range(3):
        (tasks / f"done__riveting_{at}.md").write_text(f"# Job {at}\n\nTrade: riveting\n", "utf-8")
    cells = [f"| 2031-04-01 | riveting {at} (#7) | launched |\n" for at in range(3)]
    rows = "".join(["| day | job | ending |\n|---|---|---|\n", *cells])
    assert verdicts(calibrated(tmp_path, rows)) == {}
    assert "no --tasks DIR" in calibrated(tmp_path, rows).works
    assert verdicts(calibrated(tmp_path, rows, tasks=tasks)) == {"riveting": "up `free`"}
    (tasks / "old__riveting_1.md").write_text("Trade: rigging\n", "utf-8")
    found = calibrated(tmp_path, rows, tasks=tasks)
    assert verdicts(found) == {}
    assert "name two kinds of work" in found.notes[0]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_row_that_is_only_indented_is_named(tmp_path: Path, gap: str) -> None:
    found = calibrated(tmp_path, f"{log(*sound(3))}{gap}    | 2031-04-05 | mast | riveting | sunk |\n")
    assert [row.problem for row in found.rows if row.problem] == ["it stands outside of the table"]
    assert verdicts(found) == {}


# -- the edit


def test_the_edit_applies_and_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for ending in ("\n", "\r\n"):
        Path("yard.md").write_bytes(YARD.replace("\n", ending).encode())
        found = calibrated(tmp_path, log(*sound(3), "2031-04-02 | x|y | painting | sunk".replace("|y", "\\|y")))
        Path("edit.diff").write_bytes(proposed(found, "2031-05-01").encode())
        subprocess.run(["git", "apply", "--check", "edit.diff"], check=True, cwd=tmp_path)
        subprocess.run(["git", "apply", "edit.diff"], check=True, cwd=tmp_path)
        after = Path("yard.md").read_bytes().decode()
        assert "| `caulking` | `tended` | set 2031-03-01 |" in after
        assert "| `riveting` | `free` | set 2031-03-01; raised 2031-05-01 on `riveting 0`, `riveting 1`, `riveting 2` |" in after
        assert f"| `painting` | `tended` | lowered 2031-05-01 on `x\\|y` |{ending}" in after
        assert verdicts(calibrated(tmp_path, log(*sound(3)), after.replace("\r\n", "\n"))) == {}


# -- a row more


def test_a_row_is_appended_and_nothing_else_changes(tmp_path: Path) -> None:
    file, loaded = tmp_path / "log.md", api.load_texts({"yard.md": YARD})
    before = b"# Caf\xe9\r\n\r\n" + log("2031-04-01 | a | rigging | launched").replace("\n", "\r\n").encode() + b"\r\nAn end.\r\n"
    file.write_bytes(before)
    add(loaded, file, {"job": "b | c\nd", "trade": "rigging", "ending": "launched (#2)"}, "2031-04-02")
    row = b"| 2031-04-02 | b \\| c d | rigging | launched (#2) |\r\n"
    assert file.read_bytes() == before.replace(b"\r\nAn end", row + b"\r\nAn end")


def test_a_log_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "new.md"
    add(api.load_texts({"yard.md": YARD}), file, {"job": "b", "trade": "rigging", "ending": "sunk"}, "2031-04-02")
    assert file.read_text("utf-8") == log("2031-04-02 | b | rigging | sunk").replace("|---|---|---|---|", "|---|---|---|---|")
    assert calibrate(api.load_texts({"yard.md": YARD}), str(file)).rows[0].word == "sunk"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"job": "b", "trade": "rigging"}, "nothing is given for `ending`"),
        ({"job": "b", "trade": "rigging", "ending": "afloat"}, "begins with no outcome"),
        ({"ship": "b"}, "has no column `ship`"),
        ({"job": "b", "trade": "rivetting", "ending": "sunk"}, "`rivetting` is no kind of work that the doctrine knows"),
        ({"job": "b", "trade": "riveting", "ending": "sunk", "day": "today"}, "`today` is no day"),
    ],
)
def test_a_row_that_does_not_fit_is_refused(tmp_path: Path, given: dict[str, str], message: str) -> None:
    with pytest.raises(api.UsageError, match=message):
        add(api.load_texts({"yard.md": YARD}), tmp_path / "log.md", given, "2031-04-02")
    assert not (tmp_path / "log.md").exists()


OWN = YARD.replace("| day | |\n| job | |\n| trade | |\n| ending | |\n", """\
| tide | the day of the row |
| hull | the name of the job, its number in brackets |
| craftsmen | the kind of work |
| how it went | one of the endings above |
""")


def test_columns_are_known_by_what_the_page_says_that_they_hold(tmp_path: Path) -> None:
    file, loaded = tmp_path / "log.md", api.load_texts({"yard.md": OWN})
    for at in range(3):
        add(loaded, file, {"hull": f"h{at} (#{at})", "craftsmen": "riveting", "how it went": "launched"}, f"2031-04-0{at + 1}")
    found = calibrate(loaded, str(file))
    assert [(row.date, row.key, row.work, row.word, row.problem) for row in found.rows] == [
        (f"2031-04-0{at + 1}", f"h{at}", "riveting", "sound", "") for at in range(3)
    ]
    assert verdicts(found) == {"riveting": "up `free`"}
    with pytest.raises(api.UsageError, match="`afloat` begins with no outcome"):
        add(loaded, file, {"hull": "h", "craftsmen": "riveting", "how it went": "afloat"}, "2031-04-04")
    with pytest.raises(api.UsageError, match="`today` is no day"):
        add(loaded, file, {"hull": "h", "craftsmen": "riveting", "how it went": "sunk", "tide": "today"}, "2031-04-04")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("one of the endings above", "one of no endings above"),
        ("one of the endings above", "anything but one of the endings above"),
        ("| hull | the name", "| how it ends | one of the endings |\n| hull | the name"),
    ],
)
def test_a_column_that_is_not_said_to_hold_outcomes_holds_none(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "log.md"
    rows = "| tide | hull | craftsmen | how it went |\n|---|---|---|---|\n| 2031-04-01 | h | riveting | launched |\n"
    file.write_text(rows, "utf-8")
    found = calibrate(api.load_texts({"yard.md": OWN.replace(old, new)}), str(file))
    assert [row.word for row in found.rows] == [""]


def test_a_page_that_does_not_speak_of_a_log_says_so(tmp_path: Path) -> None:
    with pytest.raises(api.UsageError, match="no document says what the outcomes of a log count as"):
        calibrated(tmp_path, log(), "# Nothing\n")


# -- rows in a row, and within some days

ANY = "Each sunk entry lowers the reach of that trade one step at once, until a review."
RISE = next(line for line in YARD.splitlines() if line.startswith("A reach may rise"))
IN_A_ROW = (
    "A reach may rise one step only when the log shows three sound entries in a row and no sunk entries since its last edit.",
    "A reach may be raised one step only after 3 consecutive sound entries for that trade since its last edit.",
    "A reach rises one step after three sound entries in a row for that trade.",
    "Three sound entries in a row raise that trade's reach one step.",
    "A reach may rise one step only when the last three entries for that trade are sound.",
)
WITHIN = (
    "Two sunk entries within thirty days lower that trade's reach one step at once.",
    "Any two sunk entries in 30 days lower that trade's reach one step.",
    "A reach falls one step at once when the log shows two sunk entries for that trade within 30 days, pending a review.",
    "If the log shows at least 2 sunk entries within 30 days, that trade's reach is lowered one step.",
    "When two sunk entries fall within thirty days, that trade's reach falls one step.",
)


def rewritten(rise: str, fall: str) -> str:
    page = YARD.replace(RISE, rise).replace(ANY, fall)
    assert page.count(rise) == page.count(fall) == 1
    return page


@pytest.mark.parametrize("rise", IN_A_ROW)
@pytest.mark.parametrize(
    ("beside", "rises"),
    [
        ([], True),
        (["2031-04-03 | y | riveting | launched late"], True),
        (["2031-04-03 | y | riveting | altered (leak)"], False),
        (["2031-04-03 | y | riveting | altered"], False),
        (["2031-04-03 | y | painting | altered (leak)"], True),
        (["2031-04-03 | y | riveting | altered (leak)", "2031-04-04 | y | riveting | launched"], True),
        (["2031-04-03 | y | riveting | altered (leak)", "2031-04-04 | z | riveting | launched"], False),
    ],
)
def test_rows_stand_in_a_row(tmp_path: Path, rise: str, beside: list[str], *, rises: bool) -> None:
    found = verdicts(calibrated(tmp_path, log(*sound(3), *beside), rewritten(rise, ANY)))
    assert found == ({"riveting": "up `free`"} if rises else {})


@pytest.mark.parametrize("fall", WITHIN)
@pytest.mark.parametrize(("days", "falls"), [((1, 31), True), ((1, 32), False), ((1, 33, 60), True), ((9,), False)])
def test_rows_fall_within_some_days(tmp_path: Path, fall: str, days: tuple[int, ...], *, falls: bool) -> None:
    dates = [(date(2031, 4, 1) + timedelta(day - 1)).isoformat() for day in days]
    rows = log(*(f"{day} | job {day} | riveting | sunk" for day in dates), *sound(3, "caulking"))
    found = verdicts(calibrated(tmp_path, rows, rewritten(RISE, fall)))
    assert found == {"caulking": "up `free`", **({"riveting": "down `watched`"} if falls else {})}


@pytest.mark.parametrize(("today", "falls"), [("2031-04-20", True), ("2031-05-25", False), ("", True)])
def test_the_last_days_end_today(tmp_path: Path, today: str, *, falls: bool) -> None:
    page = rewritten(RISE, "A reach drops one step when the log holds 2 sunk entries in the last 30 days.")
    (tmp_path / "log.md").write_text(log("2031-04-02 | a | riveting | sunk", "2031-04-09 | b | riveting | sunk"), "utf-8")
    found = calibrate(api.load_texts({"yard.md": page}), str(tmp_path / "log.md"), None, today)
    assert verdicts(found) == ({"riveting": "down `watched`"} if falls else {})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (ANY, "Two sunk entries within a month lower that trade's reach one step.", "not understood, so nothing moves by it: “Two"),
        (ANY, "No sunk entries lower that trade's reach one step.", "not understood, so nothing moves by it: “No sunk"),
        (ANY, "Well built is well rewarded.", "`yard.md` does not say when anything falls"),
        (RISE, "A reach may rise when the log looks good for 3 rows.", "not understood, so nothing moves by it: “A reach may rise"),
    ],
)
def test_what_is_not_said_or_not_understood_is_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    found = calibrated(tmp_path, log(*sound(2)), YARD.replace(old, new))
    assert any(note.startswith(says) for note in found.notes)
    assert calibrated(tmp_path, log(*sound(2))).notes == ()


@pytest.mark.parametrize("day", ["2031-02-30", "2031-13-01", "0000-01-01"])
def test_a_day_that_no_calendar_has_counts_nothing(tmp_path: Path, day: str) -> None:
    found = calibrated(tmp_path, log(*sound(2), f"{day} | x | riveting | launched"))
    assert (verdicts(found), found.rows[-1].problem) == ({}, f"`{day}` is no date")
    with pytest.raises(api.UsageError, match="is no day"):
        add(loaded(YARD), tmp_path / "log.md", {"job": "b", "trade": "rigging", "ending": "sunk", "day": day}, "")


def test_days_to_come_are_told(tmp_path: Path) -> None:
    file = tmp_path / "log.md"
    file.write_text(log(*sound(3)), "utf-8")
    found = calibrate(api.load_texts({"yard.md": YARD}), str(file), None, "2031-03-31")
    assert found.notes == ("of a day after 2031-03-31: the rows 3, 4, 5",)


def test_what_a_definition_sets_against_its_class_is_none_of_it(tmp_path: Path) -> None:
    table = YARD[YARD.index("| Ending |") : YARD.index("| Log column |")]
    clean = "*Sound* means ending `launched`, or `altered` where the change was an owner's wish rather than a repair of own work."
    page = YARD.replace(table, f"Ending ∈ `launched` / `altered` / `sunk`. {clean}\n\n")
    remarks = ("owner's wish", "a repair", "x")
    rows = log(*sound(2), *(f"2031-04-02 | x{at} | riveting | altered ({remark})" for at, remark in enumerate(remarks)))
    found = calibrated(tmp_path, rows, page)
    assert [(row.word, bool(row.problem)) for row in found.rows[2:]] == [("sound", False), ("altered", False), ("", True)]
