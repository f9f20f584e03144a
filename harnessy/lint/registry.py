"""Every code, in one table: nothing is discovered, a code is never used for anything else, and a gap stays a gap."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from harnessy.lint.model import Across, Check
from harnessy.lint.rules import (
    hn101_surplus_cell,
    hn102_missing_cell,
    hn103_vanished_table,
    hn104_repeated_column,
    hn105_swallowed_line,
    hn106_deep_nesting,
    hn107_html_words,
    hn108_endless_comment,
    hn109_heading_jump,
    hn201_undeclared_name,
    hn203_empty_cell,
    hn204_no_effect,
    hn205_unknown_order,
    hn206_mixed_scales,
    hn207_open_column,
    hn208_same_as_nowhere,
    hn209_unusable_examples,
    hn210_broken_reference,
    hn211_missing_file,
    hn212_unordered_scale,
    hn213_two_names,
    hn214_one_word,
    hn221_guards_nothing,
    hn231_no_such_value,
    hn301_not_understood,
    hn302_restated_amount,
    hn303_unread_formula,
    hn304_two_formulas,
    hn305_thresholds_disagree,
    hn306_values_disagree,
    hn307_said_twice,
    hn308_scattered_limit,
    hn309_scattered_exception,
    hn310_figures_disagree,
    hn311_wrong_count,
    hn312_impossible_record,
    hn313_vague_word,
    hn314_placeholder,
    hn315_date,
    hn316_no_unit,
    hn317_as_before,
    hn318_open_list,
    hn319_empty_share,
    hn320_missing_field,
    hn321_unreadable_settings,
    hn322_undefined_symbol,
    hn323_circular_definition,
    hn324_worked_example,
    hn325_restated_right,
    hn326_bands,
    hn327_about_anything,
    hn328_idle_veto,
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
    hn412_contrary,
    hn413_two_consequences,
    hn414_weakened_invariant,
    hn415_undefined_consequence,
    hn416_unguarded_limit,
    hn417_neither_list,
    hn418_bare_act,
    hn419_at_or_beyond,
    hn420_part_or_whole,
    hn501_needless_comment,
    hn502_loose_comment,
    hn801_unearned_rise,
    hn802_fall_left_out,
    hn803_undated_move,
    hn804_invariant_touched,
    hn805_changed_demand,
    hn806_still_named,
    hn807_copied_table,
    hn808_loosened_decision,
    hn809_rewritten_log,
    hn810_fresh_rows,
    hn811_nearer_doctrine,
    hn812_lessened_duty,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A code, its page, and its check (None where reading, compiling or `test` makes the findings).

    `across` looks at all documents together. `last` says that it is only looked for where nothing else is an error: what it
    finds would follow from that.
    """

    code: str
    title: str
    page: str
    check: Check | None
    last: bool = False
    across: Across | None = None


def _entry(
    code: str, module: ModuleType, check: Check | None = None, *, last: bool = False, across: Across | None = None,
) -> Entry:
    page = (module.__doc__ or "").strip() + "\n"
    return Entry(code, page.partition("\n")[0].rstrip("."), page, check, last, across)


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
    _entry("HN109", hn109_heading_jump, hn109_heading_jump.check),
    # names and tables: found by `rulebook`, and by checks where a name is only suspicious
    _entry("HN201", hn201_undeclared_name, hn201_undeclared_name.check),
    _entry("HN203", hn203_empty_cell),
    _entry("HN204", hn204_no_effect),
    _entry("HN205", hn205_unknown_order),
    _entry("HN206", hn206_mixed_scales),
    _entry("HN207", hn207_open_column),
    _entry("HN208", hn208_same_as_nowhere),
    _entry("HN209", hn209_unusable_examples),
    _entry("HN210", hn210_broken_reference, hn210_broken_reference.check),
    _entry("HN211", hn211_missing_file, hn211_missing_file.check),
    _entry("HN212", hn212_unordered_scale, hn212_unordered_scale.check),
    _entry("HN213", hn213_two_names, hn213_two_names.check),
    _entry("HN214", hn214_one_word, hn214_one_word.check, across=hn214_one_word.across),
    _entry("HN221", hn221_guards_nothing),
    _entry("HN231", hn231_no_such_value),
    # sentences
    _entry("HN301", hn301_not_understood, hn301_not_understood.check),
    _entry("HN302", hn302_restated_amount, hn302_restated_amount.check),
    _entry("HN303", hn303_unread_formula),
    _entry("HN304", hn304_two_formulas),
    _entry("HN305", hn305_thresholds_disagree),
    _entry("HN306", hn306_values_disagree),
    _entry("HN307", hn307_said_twice, hn307_said_twice.check),
    _entry("HN308", hn308_scattered_limit, hn308_scattered_limit.check),
    _entry("HN309", hn309_scattered_exception, hn309_scattered_exception.check),
    _entry("HN310", hn310_figures_disagree, hn310_figures_disagree.check),
    _entry("HN311", hn311_wrong_count, hn311_wrong_count.check),
    _entry("HN312", hn312_impossible_record, hn312_impossible_record.check),
    _entry("HN313", hn313_vague_word, hn313_vague_word.check),
    _entry("HN314", hn314_placeholder, hn314_placeholder.check),
    _entry("HN315", hn315_date, hn315_date.check),
    _entry("HN316", hn316_no_unit, hn316_no_unit.check),
    _entry("HN317", hn317_as_before, hn317_as_before.check),
    _entry("HN318", hn318_open_list, hn318_open_list.check),
    _entry("HN319", hn319_empty_share, hn319_empty_share.check),
    _entry("HN320", hn320_missing_field, hn320_missing_field.check),
    _entry("HN321", hn321_unreadable_settings, hn321_unreadable_settings.check),
    _entry("HN322", hn322_undefined_symbol, hn322_undefined_symbol.check),
    _entry("HN323", hn323_circular_definition, hn323_circular_definition.check),
    _entry("HN324", hn324_worked_example, hn324_worked_example.check),
    _entry("HN325", hn325_restated_right, hn325_restated_right.check),
    _entry("HN326", hn326_bands, hn326_bands.check),
    _entry("HN327", hn327_about_anything, hn327_about_anything.check),
    _entry("HN328", hn328_idle_veto),
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
    _entry("HN412", hn412_contrary, hn412_contrary.check),
    _entry("HN413", hn413_two_consequences, hn413_two_consequences.check),
    _entry("HN414", hn414_weakened_invariant, hn414_weakened_invariant.check),
    _entry("HN415", hn415_undefined_consequence, hn415_undefined_consequence.check),
    _entry("HN416", hn416_unguarded_limit, hn416_unguarded_limit.check),
    _entry("HN417", hn417_neither_list, hn417_neither_list.check),
    _entry("HN418", hn418_bare_act, hn418_bare_act.check),
    _entry("HN419", hn419_at_or_beyond, hn419_at_or_beyond.check),
    _entry("HN420", hn420_part_or_whole, hn420_part_or_whole.check),
    # comments that leave findings alone: found by `run`
    _entry("HN501", hn501_needless_comment),
    _entry("HN502", hn502_loose_comment),
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
    _entry("HN808", hn808_loosened_decision),
    _entry("HN809", hn809_rewritten_log),
    _entry("HN810", hn810_fresh_rows),
    _entry("HN811", hn811_nearer_doctrine),
    _entry("HN812", hn812_lessened_duty),
)

_EDITS = "HN8"
REGISTRY: dict[str, Entry] = {one.code: one for one in _ENTRIES}


def entry(code: str) -> Entry | None:
    """The entry of a code, in whatever letters it is written."""
    return REGISTRY.get(code.strip().upper())


def about_edits(code: str) -> bool:
    """Whether a code is found in an edit only: a comment about it speaks of the edit that brought it."""
    return code.startswith(_EDITS)
