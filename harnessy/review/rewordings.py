"""Words that changed and decide nothing else than before: reworded, moved, new or gone, with what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from harnessy.review.changes import Change, Rewording
from harnessy.review.renames import Renamed, respelled
from harnessy.rulebook.model import Reading, RuleBook
from harnessy.rulebook.names import fold
from harnessy.source import Span


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or cell: its words on one line (renamed names by their new spelling), and what was made of it."""

    words: str
    reading: Reading


def rewordings(
    before: RuleBook, after: RuleBook, changes: Iterable[Change], renamed: Iterable[Renamed],
) -> tuple[Rewording, ...]:
    """The units of text that changed and that no change of a decision cites, in order."""
    listed = tuple(changes)
    cites = [change.cited for change in listed]
    reasons = [one.reason for change in listed for one in (change.before, change.after) if one is not None and one.reason]
    was, now = (tuple(citation.span for cited in cites for citation in cited[side]) for side in (0, 1))
    known = tuple(renamed)
    old, new = (_units(before, respelled(known)), _units(after, fold)) if known else (_units(before, _plain), _units(after, _plain))
    silent = (one for one in _changed(old, new) if not (_cites(was, one.before) or _cites(now, one.after)))
    return tuple(one for one in silent if not any(words in reason for words in _words(one) for reason in reasons))


def _words(one: Rewording) -> list[str]:
    """The words of a sentence that nobody understands, which is why an answer may never go."""
    spans = [span for span in (one.before, one.after) if span is not None and one.what == "not understood"]
    return [" ".join(span.text.split()) for span in spans]


def _cites(cited: Iterable[Span], span: Span | None) -> bool:
    return span is not None and any(
        other.source.path == span.source.path and other.start < span.end and span.start < other.end for other in cited
    )


def _plain(words: str) -> str:
    return " ".join(words.split())


def _units(rulebook: RuleBook, words: Callable[[str], str]) -> list[_Unit]:
    found = list[_Unit]()
    for book in rulebook.books:
        for reading in sorted(book.readings, key=lambda reading: (reading.span.start, reading.span.end)):
            found.append(_Unit(words(_plain(reading.span.text)), reading))
    return found


def _changed(old: list[_Unit], new: list[_Unit]) -> Iterator[Rewording]:
    blocks = SequenceMatcher(None, [unit.words for unit in old], [unit.words for unit in new], autojunk=False).get_opcodes()
    pairs = [
        pair
        for tag, start, end, other_start, other_end in blocks
        if tag != "equal"
        for pair in zip_longest(old[start:end], new[other_start:other_end])
    ]
    was = {one.words for one, _ in pairs if one is not None}
    now = {other.words: other.reading.span for _, other in pairs if other is not None}
    for one, other in pairs:
        if one is not None and one.words in now:
            yield Rewording("moved", one.reading.kind, one.reading.span, now[one.words])
        yield from _pair(None if one is None or one.words in now else one, None if other is None or other.words in was else other)


def _pair(one: _Unit | None, other: _Unit | None) -> Iterator[Rewording]:
    if one is not None and other is not None and one.reading.kind == other.reading.kind:
        yield Rewording("reworded", one.reading.kind, one.reading.span, other.reading.span)
        return
    if one is not None:
        yield Rewording("gone", one.reading.kind, one.reading.span, None)
    if other is not None:
        yield Rewording("new", other.reading.kind, None, other.reading.span)
