"""What goes only by default does not where something that is not read names it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harnessy.document import Table, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import keeps_as_is
from harnessy.rulebook.model import POLICY, Rule
from harnessy.rulebook.names import StemIndex, in_order, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.tables import has_label
from harnessy.source import Span

_WORDS = re.compile(r"\w+")
_APART = 2
_MARKS = dict.fromkeys(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹†‡"))


def mind_mentions(draft: Draft) -> None:
    """What goes is kept by what names it and is not read; what goes only by a default or by `every`, by its kind as well."""
    going = sorted({rule.target for rule in draft.rules if strictest(rule.acts) == "go"})
    if not going:
        return
    index, owners = StemIndex(), dict[str, list[str]]()
    for key in going:
        for name in _known_as(draft, key):
            if name not in owners:
                index.add(name)
            owners.setdefault(name, []).append(key)
    topics = {section.heading.span.start for section in draft.document.sections if section.heading is not None}
    by_default = sorted({rule.target for rule in draft.rules if strictest(rule.acts) == "go" and _unnamed(draft, rule)})
    for span, trail, wide, of in _unread(draft):
        words = _WORDS.findall(span.text.translate(_MARKS))
        said = in_order(" ".join(words))
        text = " ".join([*words, *(first + then for first, then in pairwise(said))])  # `clean up` is `cleanup`
        named = {key: name for name in (*index.shorter(text), *index.equal(text)) for key in owners[name]}
        read = of in draft.operations or (span.start in topics and not (named and denies(draft, span)))
        for key, name in sorted(named.items()):
            default = key in by_default
            if not _is_own(draft, key, span, of) and (default or (not read and _together(stems(name), said))):
                draft.mention(key, span, trail)
        general = wide and bool(by_default) and has_label(draft, span.text, ("EVERYTHING",))
        for key in by_default if wide else ():
            kind = stems(draft.subjects[key].kind)
            if general or (kind and kind <= frozenset(said)):
                draft.mention(key, span, trail)


def _is_own(draft: Draft, key: str, span: Span, of: str) -> bool:
    """Whether a place is where a subject is declared, or comes from a rule about it."""
    subject = draft.subjects.get(key) or draft.operations.get(key)
    return of == key or (subject is not None and any(span.covers(name.span) for name in (subject.name, *subject.aliases)))


def _together(name: frozenset[str], said: tuple[str, ...]) -> bool:
    """Whether the words of a name stand near one another: with at most two others between the first and the last."""
    if len(name) == 1:
        return True
    size = len(name) + _APART
    return any(name <= frozenset(said[start : start + size]) for start in range(len(said)))


def denies(draft: Draft, span: Span) -> bool:
    """Whether a heading takes back what it names: `No mowing`, `Feeding (suspended)`, `Mowing at night`."""
    denied = {"NO", "NOT", "NEVER", "NOONE", "FORBID"} & {token.type for token in draft.lexer().lex(span)}
    return bool(denied) or has_label(draft, span.text, ("STATUS", "INACTIVE", "TIMES"))


def _known_as(draft: Draft, key: str) -> tuple[str, ...]:
    """The names of a subject or operation."""
    subject = draft.subjects.get(key) or draft.operations.get(key)
    names = (subject.name, *subject.aliases) if subject is not None else ()
    return tuple(dict.fromkeys(name.key for name in names if stems(name.key)))


def mind_pointers(draft: Draft) -> None:
    """What holds `it`, `this` or all of a kind holds what was let go under the same headings, or is of that kind."""
    tight = [rule for rule in draft.rules if rule.target not in draft.subjects and strictest(rule.acts) in TIGHT]
    for rule in tight:
        if has_label(draft, rule.target.split(" ")[0], ("POINTERS",)):
            gone = {other.target for other in draft.rules if other.trail == rule.trail and strictest(other.acts) == "go"}
            for target in sorted(gone):
                draft.mention(target, rule.span, rule.trail)
        kind = draft.kind_key(rule.span.text.split(" ")[0])
        for key in [key for key, subject in draft.subjects.items() if kind and subject.kind == kind]:
            draft.mention(key, rule.span, rule.trail)


def _unnamed(draft: Draft, rule: Rule) -> bool:
    """Whether a rule holds for a subject without naming it: a default, `every`."""
    subject = draft.subjects.get(rule.target)
    if subject is None or rule.family != "statement":
        return False
    words = stems(" ".join([rule.span.text, rule.label, *rule.trail]))
    return not any(stems(name.key) <= words for name in (subject.name, *subject.aliases))


def _unread(draft: Draft) -> Iterator[tuple[Span, tuple[str, ...], bool, str]]:
    """Places, with headings, that no rule about the subject came from, and whether they may mean all of a kind.

    Last, whose place it is all the same: the subject that a rule is about.
    """
    reasons = reason_cells(draft)
    for place, reading in draft.unread():
        if place in reasons and reading.kind == "rationale":
            continue
        if not keeps_as_is(draft, reading.span):
            yield reading.span, reading.trail, reading.kind == "not understood", ""
    for rule in draft.rules:
        if rule.target not in draft.subjects and strictest(rule.acts) in TIGHT:
            yield rule.span, rule.trail, True, rule.target
    yield from _rows_apart(draft)
    read = {grid.table.span.start: grid.role for grid in draft.grids}
    for section in draft.document.sections:
        if section.heading is not None and draft.spelled_subject(section.heading.text) is None:
            yield section.heading.span, section.words, False, ""
        for block in walk(section.blocks):
            if isinstance(block, Table) and (block.span.start not in read or _is_mute(draft, block, read[block.span.start])):
                yield block.span, section.words, True, ""


def reason_cells(draft: Draft) -> set[tuple[int, int]]:
    """Where the cells of the columns for reasons begin and end."""
    rows = ((grid, row) for grid in draft.grids for row in grid.table.rows)
    cells = (row.cells[column] for grid, row in rows for column in grid.reasons)
    return {(cell.span.start, cell.span.end) for cell in cells}


def _rows_apart(draft: Draft) -> Iterator[tuple[Span, tuple[str, ...], bool, str]]:
    """Names of things that are held: `Postern¹`, `everything else`."""
    tight = {rule.target for rule in draft.rules if strictest(rule.acts) in TIGHT}
    for key, subject in draft.subjects.items():
        if key in tight and subject.kind != POLICY:
            yield subject.name.span, (), has_label(draft, key, ("EVERYTHING",)), key


def _is_mute(draft: Draft, table: Table, role: str) -> bool:
    """Whether a table of names has a column for verdicts in which nobody found any."""
    return role == "REGISTER" and any(has_label(draft, cell.text, ("VERDICT", "INVERTED")) for cell in table.header.cells)
