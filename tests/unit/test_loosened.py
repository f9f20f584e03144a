"""Edits that give without its rows what only rows may give, whatever they edit; none of them moves a row of the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from harnessy import api
from harnessy.owed import edits
from harnessy.owed.edit import Edit
from harnessy.owed.logged import log_of
from harnessy.source import Diagnostic, Source

PAGE = """\
# Yard

## Words

| Scale | Lowest to highest |
|---|---|
| Berth | `watched` < `tended` < `free` |

| Fact | Kind | Values | Stated by |
|---|---|---|---|
| wish | Berth | | tool |
| trade | word | `rigging`, `gilding`, `caulking` | tool |
| `--alone` | flag | | human |

## Steps

| Step | `free` | `tended` | `watched` |
|---|---|---|---|
| Leave the dock | proceed | ask | ask |
| Raise the mast | proceed | proceed | ask |

## Reach

The berth given is `min(wish, reach)`. A wish never exceeds its reach. A missing wish means `watched`.

| Trade | Reach | Why |
|---|---|---|
| `rigging` | `tended` | started 2021-03-01 |
| `gilding` | `watched` | started 2021-03-01 |
| `caulking` | `free` | started 2021-03-01 |

## Evidence

| Ending | Counts as |
|---|---|
| `launched` | sound |
| `sunk` | sunk |

| Kept record | Kept in |
|---|---|
| log of runs | `log.md` |

A reach may rise one step only when the log shows at least 2 sound entries and no sunk entries for that trade since its last edit.
Each sunk entry lowers the reach of that trade one step at once.
A later entry of a job takes the place of its earlier entries.
Each move is a dated edit of the table and cites its entries.
The log is append-only.

## Sales

| Buyer | Selling the boat | Why |
|---|---|---|
| `owner` | human, always | it is a sale |
| `crew` | proceed | it is theirs |

## Hard rules

- Raise the mast is a human act at night.
- Never sell the keel.

## Activation

- Berths bind only when a human launches with `--alone`.
- Default: ask at every step.
"""
HEAD = "| day | job | trade | ending |\n|---|---|---|---|\n"
ROWS = "| 2021-04-01 | hull | rigging | launched |\n| 2021-04-02 | mast | rigging | launched |\n"
MIN = "`min(wish, reach)`"
SET = "| `rigging` | `tended` | started 2021-03-01 |"
FREE = "| `rigging` | `free` | {} |"
ONE_ROW = "A reach may rise one step only when the log shows at least 1 sound entry."
BEFORE = api.load_texts({"yard.md": PAGE})


def found(page: str, log: str = HEAD + ROWS, log_before: str | None = None, today: str = "2021-06-01") -> list[str]:
    """The codes and messages of an edit, by place; the log may have had other rows before it."""
    return [f"{one.code} {one.message}" for one in diagnosed(page, log, log_before, today)]


def diagnosed(page: str, log: str = HEAD + ROWS, log_before: str | None = None, today: str = "2021-06-01") -> list[Diagnostic]:
    """The same as findings."""
    after = api.load_texts({"yard.md": page})
    old = Source.of("log.md", log if log_before is None else log_before)
    edit = Edit(BEFORE, after, Source.of("log.md", log), log_before=old, today=today)
    return list(edits.findings(edit))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (MIN, "`max(wish, reach)`", "HN801 `berth given` of `gilding` (and 1 more) may be `tended`, above its Reach `watched`"),
        (MIN, "`min(wish, wish)`", "HN801 `berth given` of `gilding` (and 1 more) may be `tended`, above its Reach `watched`"),
        ("`watched` < `tended` < `free`", "`watched` < `free` < `tended`", "HN801 `berth given` of"),
        ("A missing wish means `watched`", "A missing wish means `free`", "HN808 `"),
        ("| Leave the dock | proceed | ask |", "| Leave the dock | proceed | proceed |", "HN808 `Leave the dock` leaves less"),
        ("`free` | `tended` | `watched` |\n|", "`tended` | `free` | `watched` |\n|", "HN808 `Leave the dock` leaves less"),
        ("- Berths bind only when a human launches with `--alone`.\n", "", "HN808 "),
        ("- Default: ask at every step.\n", "", "HN808 "),
        ("flag | | human", "flag | | agent", "HN808 `--alone` was stated by human, and is by agent"),
        ("| `owner` | human, always |", "| `owner` | proceed |", "HN808 `owner` leaves less to a person: halt becomes go"),
        ("## Hard rules", "## Habits", "HN804 a rule that no other may loosen is one that others may loosen"),
        ("- Never sell the keel.\n", "", "HN804 a rule that no other may loosen is changed or gone: `Never sell the keel`"),
        ("`sunk` | sunk |", "`sunk` | sound |", "HN805 what an edit owes is itself changed or gone: `| sunk | sunk |`"),
        ("`log.md` |", "`mine.md` |", "HN805 what an edit owes is itself changed or gone: `| log of runs | log.md |`"),
        ("The log is append-only.\n", "", "HN805 what an edit owes is itself changed or gone: `The log is append-only`"),
        ("A later entry of a job takes", "No later entry of a job takes", "HN805 what an edit owes is itself changed or gone"),
        ("Each sunk", f"{ONE_ROW}\nEach sunk", "HN805 what an edit owes is itself said anew"),
    ],
)
def test_an_edit_of_anything_else_gives_nothing_either(old: str, new: str, says: str) -> None:
    assert old in PAGE
    assert any(one.startswith(says) for one in found(PAGE.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| Leave the dock | proceed | ask |", "| Leave the dock | ask | ask |"),
        ("A missing wish means `watched`.", "A missing wish means `watched`. Nobody forgets it twice."),
        (SET, FREE.format("started 2021-03-01, raised 2021-05-01 on hull and mast")),
        ("Default: ask", "Default: wait"),
    ],
)
def test_an_edit_that_tightens_or_is_earned_owes_nothing(old: str, new: str) -> None:
    assert old in PAGE
    assert found(PAGE.replace(old, new)) == []


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("raised 2021-07-01 on hull and mast", "HN803 the row of `rigging` names `2021-07-01`, a day to come"),
        ("raised 2021-02-01 on hull and mast", "HN803 `rigging` moves, and its row names no day after `2021-03-01`, its last edit"),
        ("raised 2021-04-01 on hull and mast", "HN803 `rigging` moves, and its row is dated before the row of `2021-04-02`"),
        ("raised on hull and mast", "HN803 `rigging` moves, and its row names no new date"),
        ("raised 2021-05-01", "HN803 `rigging` moves, and its row names none of the log's rows"),
    ],
)
def test_a_move_names_its_own_day(cell: str, says: str) -> None:
    (one,) = found(PAGE.replace(SET, FREE.format(cell)))
    assert one.startswith(says)


@pytest.mark.parametrize(
    ("day", "says"), [("", "no longer names `2021-03-01`"), ("started 2021-09-01", "names `2021-09-01`, a day to come")]
)
def test_a_row_that_does_not_move_keeps_its_day(day: str, says: str) -> None:
    (one,) = found(PAGE.replace(SET, f"| `rigging` | `tended` | {day} |"))
    assert one.startswith(f"HN803 the row of `rigging` {says}")


RISEN = PAGE.replace(SET, FREE.format("raised 2021-05-01 on hull and mast"))


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("| 2021-04-03 | keel | rigingg | sunk |\n", "nobody can tell what the log's rows 5 count as"),
        ("\n| 2021-04-03 | keel | rigging | sunk |\n", "nobody can tell what the log's rows 6 count as"),
        ("| 2022-04-03 | keel | rigging | sunk |\n", "nobody can tell what the log's rows 5 count as"),
    ],
)
def test_nothing_rises_while_a_row_is_unresolved(row: str, why: str) -> None:
    (one,) = found(RISEN, HEAD + ROWS + row)
    assert one == f"HN801 `rigging` rises from `tended` to `free`, and {why}"


def test_a_row_that_is_taken_back_is_no_row() -> None:
    sunk = HEAD + ROWS.replace("launched", "sunk", 1)
    told = found(RISEN, HEAD + ROWS, log_before=sunk)
    assert told == ["HN809 a row of the log is changed or gone: `| 2021-04-01 | hull | rigging | sunk |`"]
    assert found(RISEN, "", log_before=sunk)[0].startswith("HN809 ")
    wider = HEAD.replace(" | ", "  |  ") + ROWS
    assert found(PAGE, wider, log_before=HEAD + ROWS) == []
    assert found(RISEN, HEAD + ROWS, log_before=HEAD) == ["HN810 `rigging` rises on rows of `log.md` that this edit brings: 3, 4"]


def test_an_approval_is_part_of_the_edit_that_it_approves() -> None:
    """A comment that was there before, or of another code, approves nothing; an unearned rise cannot be approved."""
    loose = "| Leave the dock | proceed | proceed |"
    tight = "| Leave the dock | proceed | ask |"
    comment = "\n<!-- harnessy: ignore {} 2021-06-01 Ada, until the quay is built -->\n"
    table = "\n| Step |"
    (approved,) = diagnosed(PAGE.replace(tight, loose).replace(table, comment.format("HN808") + table))
    assert (approved.code, approved.severity, approved.labels[-1].span.text) == ("HN808", "note", comment.format("HN808").strip())
    assert len(found(PAGE.replace(tight, loose).replace(table, comment.format("HN804") + table))) == 1
    told = PAGE.replace(table, comment.format("HN808") + table)
    before, after = (api.load_texts({"yard.md": text}) for text in (told, told.replace(tight, loose)))
    assert [one.code for one in edits.findings(Edit(before, after))] == ["HN808"]
    assert [one.code for one in api.lint(after) if one.code == "HN501"] == []
    heads = "\n| Trade |"
    unearned = PAGE.replace("`gilding` | `watched` | started", "`gilding` | `tended` | raised 2021-05-01,")
    (one,) = found(unearned.replace(heads, comment.format("HN801") + heads))
    assert one.startswith("HN801 `gilding` rises")


def test_a_heading_keeps_the_day_of_the_last_edit() -> None:
    """Where rows count from the last edit of any kind, a heading may name it; a day to come would hide rows as well."""
    page = PAGE.replace("since its last edit", "since the last edit").replace("## Evidence", "## Evidence, looked at 2021-04-15")
    before = api.load_texts({"yard.md": page})
    for old, new, says in (
        (", looked at 2021-04-15", "", "no heading names `2021-04-15` any more"),
        ("looked at 2021-04-15", "looked at 2031-04-15", "a heading names `2031-04-15`, a day to come"),
        ("looked at 2021-04-15", "looked at 2021-04-15 and 2021-05-01", ""),
    ):
        edit = Edit(before, api.load_texts({"yard.md": page.replace(old, new)}), today="2021-06-01")
        found = list(edits.findings(edit))
        assert [one.message.startswith(says) for one in found] == [True] * bool(says)
        assert [one.code for one in found] == ["HN803"] * bool(says)


def test_the_log_is_found_where_a_sentence_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = "| Kept record | Kept in |\n|---|---|\n| log of runs | `log.md` |\n\n"
    assert table in PAGE
    said = PAGE.replace(table, "").replace("The log is append-only.", "`yard/book.md` — append-only. `notes.md` is not.")
    assert log_of(api.load_texts({"yard.md": said})) == Path("yard/book.md")
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "book.md").write_text(HEAD, "utf-8")
    monkeypatch.chdir(tmp_path / "yard")
    assert log_of(api.load_texts({"yard.md": said})) == tmp_path / "yard" / "book.md"
    assert log_of(BEFORE) == Path("log.md")
