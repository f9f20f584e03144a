"""Every code, in one table: nothing is discovered, a code is never used for anything else, and a gap stays a gap."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from harnessy.lint.model import Check
from harnessy.lint.rules import (
    hn101_surplus_cell,
    hn102_missing_cell,
    hn103_vanished_table,
    hn104_repeated_column,
    hn105_swallowed_line,
    hn106_deep_nesting,
    hn107_html_words,
    hn108_endless_comment,
    hn201_undeclared_name,
    hn203_empty_cell,
    hn204_no_effect,
    hn205_unknown_order,
    hn206_mixed_scales,
    hn207_open_column,
    hn208_same_as_nowhere,
    hn209_unusable_examples,
    hn221_guards_nothing,
    hn231_no_such_value,
    hn301_not_understood,
    hn302_restated_amount,
    hn303_unread_formula,
    hn304_two_formulas,
    hn305_thresholds_disagree,
    hn306_values_disagree,
    hn401_conflict,
    hn402_two_values,
    hn403_unanswered,
    hn404_gap,
    hn405_circle,
    hn406_failing_example,
    hn407_untouched,
    hn408_dead_rule,
    hn409_unreachable_exception,
    hn410_overlap,
    hn411_uneven_level,
    hn801_unearned_rise,
    hn802_fall_left_out,
    hn803_undated_move,
    hn804_invariant_touched,
    hn805_changed_demand,
    hn806_still_named,
    hn807_copied_table,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A code, its page, and its check (None where reading, compiling or `test` makes the findings).

    `last` says that it is only looked for where nothing else is an error: what it finds would follow from that.
    """

    code: str
    title: str
    page: str
    check: Check | None
    last: bool = False


def _entry(code: str, module: ModuleType, check: Check | None = None, *, last: bool = False) -> Entry:
    page = (module.__doc__ or "").strip() + "\n"
    return Entry(code, page.partition("\n")[0].rstrip("."), page, check, last)


_ENTRIES = (
    # Markdown: found by `document`
    _entry("HN101", hn101_surplus_cell),
    _entry("HN102", hn102_missing_cell),
    _entry("HN103", hn103_vanished_table),
    _entry("HN104", hn104_repeated_column),
    _entry("HN105", hn105_swallowed_line),
    _entry("HN106", hn106_deep_nesting),
    _entry("HN107", hn107_html_words),
    _entry("HN108", hn108_endless_comment),
    # names and tables: found by `rulebook`, and by checks where a name is only suspicious
    _entry("HN201", hn201_undeclared_name, hn201_undeclared_name.check),
    _entry("HN203", hn203_empty_cell),
    _entry("HN204", hn204_no_effect),
    _entry("HN205", hn205_unknown_order),
    _entry("HN206", hn206_mixed_scales),
    _entry("HN207", hn207_open_column),
    _entry("HN208", hn208_same_as_nowhere),
    _entry("HN209", hn209_unusable_examples),
    _entry("HN221", hn221_guards_nothing),
    _entry("HN231", hn231_no_such_value),
    # sentences
    _entry("HN301", hn301_not_understood, hn301_not_understood.check),
    _entry("HN302", hn302_restated_amount, hn302_restated_amount.check),
    _entry("HN303", hn303_unread_formula),
    _entry("HN304", hn304_two_formulas),
    _entry("HN305", hn305_thresholds_disagree),
    _entry("HN306", hn306_values_disagree),
    # rules against each other
    _entry("HN401", hn401_conflict, hn401_conflict.check),
    _entry("HN402", hn402_two_values, hn402_two_values.check),
    _entry("HN403", hn403_unanswered, hn403_unanswered.check),
    _entry("HN404", hn404_gap, hn404_gap.check),
    _entry("HN405", hn405_circle, hn405_circle.check),
    _entry("HN408", hn408_dead_rule, hn408_dead_rule.check, last=True),
    _entry("HN409", hn409_unreachable_exception, hn409_unreachable_exception.check, last=True),
    _entry("HN410", hn410_overlap, hn410_overlap.check, last=True),
    _entry("HN411", hn411_uneven_level, hn411_uneven_level.check, last=True),
    # rules against examples: found by `review`
    _entry("HN406", hn406_failing_example),
    _entry("HN407", hn407_untouched),
    # edits: found by `owed`, with `--since` and `--staged`
    _entry("HN801", hn801_unearned_rise),
    _entry("HN802", hn802_fall_left_out),
    _entry("HN803", hn803_undated_move),
    _entry("HN804", hn804_invariant_touched),
    _entry("HN805", hn805_changed_demand),
    _entry("HN806", hn806_still_named),
    _entry("HN807", hn807_copied_table),
)

REGISTRY: dict[str, Entry] = {one.code: one for one in _ENTRIES}


def entry(code: str) -> Entry | None:
    """The entry of a code, in whatever letters it is written."""
    return REGISTRY.get(code.strip().upper())
