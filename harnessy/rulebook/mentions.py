"""What goes only by default does not where something that is not read names it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Table, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Rule
from harnessy.rulebook.names import stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.tables import has_label
from harnessy.source import Span

_WORDS = re.compile(r"\w+")
_MARKS = dict.fromkeys(map(ord, "⁰¹²³⁴⁵⁶⁷⁸⁹†‡"))


def mind_mentions(draft: Draft) -> None:
    """A subject that goes by a default or by `every` is kept by what names it, or its kind, and is not read."""
    by_default = sorted({rule.target for rule in draft.rules if strictest(rule.acts) == "go" and _unnamed(draft, rule)})
    for span, trail, wide in _unread(draft) if by_default else ():
        words = stems(" ".join(_WORDS.findall(span.text.translate(_MARKS))))
        general = wide and has_label(draft, span.text, ("EVERYTHING",))
        for key in by_default:
            subject = draft.subjects[key]
            named = any(stems(name.key) <= words for name in (subject.name, *subject.aliases))
            kind = stems(subject.kind)
            own = span.start == subject.name.span.start
            if (named and not own) or (wide and kind and kind <= words) or general:
                draft.mention(key, span, trail)


def mind_pointers(draft: Draft) -> None:
    """What holds `it`, `this` or all of a kind holds what was let go under the same headings, or is of that kind."""
    tight = [rule for rule in draft.rules if rule.target not in draft.subjects and strictest(rule.acts) in {"hold", "halt"}]
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


def _unread(draft: Draft) -> Iterator[tuple[Span, tuple[str, ...], bool]]:
    """Places, with headings, that no rule about the subject came from; and whether they may mean all of a kind."""
    for reading in draft.readings.values():
        if reading.kind in {"rationale", "not understood"}:
            yield reading.span, reading.trail, reading.kind == "not understood"
    for rule in draft.rules:
        if rule.target not in draft.subjects and strictest(rule.acts) in {"hold", "halt"}:
            yield rule.span, rule.trail, True
    yield from _rows_apart(draft)
    read = {grid.table.span.start: grid.role for grid in draft.grids}
    for section in draft.document.sections:
        if section.heading is not None and draft.spelled_subject(section.heading.text) is None:
            yield section.heading.span, section.words, False
        for block in walk(section.blocks):
            if isinstance(block, Table) and (block.span.start not in read or _is_mute(draft, block, read[block.span.start])):
                yield block.span, section.words, True


def _rows_apart(draft: Draft) -> Iterator[tuple[Span, tuple[str, ...], bool]]:
    """Names of things that are held: `Postern¹`, `everything else`."""
    tight = {rule.target for rule in draft.rules if strictest(rule.acts) in {"hold", "halt"}}
    for key, subject in draft.subjects.items():
        if key in tight:
            yield subject.name.span, (), has_label(draft, key, ("EVERYTHING",))


def _is_mute(draft: Draft, table: Table, role: str) -> bool:
    """Whether a table of names has a column for verdicts in which nobody found any."""
    return role == "REGISTER" and any(has_label(draft, cell.text, ("VERDICT", "INVERTED")) for cell in table.header.cells)
