"""What an edit lets go that waited for a person before, beside the moves of what the log earns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy import api
from harnessy.decision.domain import cone
from harnessy.decision.strictness import word
from harnessy.owed.placed import in_place_of
from harnessy.review.changes import Change
from harnessy.rulebook.mechanics import Evidence
from harnessy.rulebook.model import Book
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic, Span

_MEND = "have a person approve it: `<!-- harnessy: ignore HN808 YYYY-MM-DD who and why -->` above it, in the same edit"

_TOLD = frozenset({"HN801", "HN804", "HN805"})
_NOTHING = frozenset({"silent", "conflict"})  # they let nothing go, and hold nothing for a person


def loosened(before: api.Loaded, after: api.Loaded, quantity: str, told: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Decisions of the page that moves the quantity which leave less to a person than before, by the words that make them so.

    `after` is the doctrine after the edit without the moves of the quantity; what is `told` of a line is not told again.
    """
    known = {(one.span.source.path, one.span.line) for one in told if one.code in _TOLD}
    pages = [book for book, one in zip(before.rulebook.books, before.built.evidence, strict=True) if _moves(one, quantity)]
    subjects = {fold(subject.name.text) for book in pages for subject in book.subjects.values()}
    comparison = api.diff(before, after)
    changes = [one for one in comparison.changes if one.loosens and fold(one.subject) in subjects]
    freed = {fold(one.subject) for one in changes if word(one.after) not in _NOTHING}
    found = dict[tuple[str, int], list[tuple[Change, Span]]]()
    for change in changes:
        if word(change.after) not in _NOTHING or fold(change.subject) not in freed:
            span = _place(change, after)
            found.setdefault((span.source.path, span.line), []).append((change, span))
    for place, together in found.items():
        if place not in known:
            yield Diagnostic("HN808", "warning", _says(together), together[0][1], help=_MEND)
    for name, hidden in comparison.unsettled:
        if fold(name) in subjects:
            message = f"`{name}` has too many cases to tell whether this edit loosens it: {', '.join(hidden)}".removesuffix(": ")
            yield Diagnostic("HN808", "warning", message, after.sources[0].span(0, 1), help=_MEND)
    yield from _stated(pages, after)


def _moves(evidence: Evidence, quantity: str) -> bool:
    return any(move.quantity == quantity for move in evidence.moves)


def _place(change: Change, after: api.Loaded) -> Span:
    """The words that are new; where words went, what stands in their place."""
    before, now = change.cited
    if word(change.after) in _NOTHING and before:
        return in_place_of(after.documents, before[0].span)
    paths = {source.path: source for source in after.sources}
    new = [one.span for one in now if one.kind != "acts"] or [one.span for one in now]
    own = next((span for span in new if span.source.path in paths), None)
    old = [one.span for one in before if one.kind != "acts"] or [one.span for one in before]
    gone = next((span for span in old if " ".join(span.text.split()) not in _flat(after)), None)
    if gone is not None and (own is None or " ".join(own.text.split()) in " ".join(gone.source.text.split())):
        return in_place_of(after.documents, gone)
    return own or in_place_of(after.documents, old[0]) if own or old else after.sources[0].span(0, 1)


def _flat(loaded: api.Loaded) -> str:
    return "\n".join(" ".join(source.text.split()) for source in loaded.sources)


def _says(changes: list[tuple[Change, Span]]) -> str:
    first = changes[0][0]
    names = list(dict.fromkeys(change.subject for change, _ in changes))
    more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
    where = f" at {', '.join(first.when)}".replace("`", "") if first.when else ""
    return f"`{names[0]}`{more} leaves less to a person: {word(first.before)} becomes {_now(first)}{where}"


def _now(change: Change) -> str:
    """What a decision becomes; where a gate decides further, the freest that it can come to."""
    goes = change.comes_to is not None and "go" in change.comes_to
    return "go through a gate" if word(change.after) == "missing" and goes else word(change.after)


def _stated(before: Iterable[Book], after: api.Loaded) -> Iterator[Diagnostic]:
    """Facts behind the decisions of some pages that a person alone stated, and that others state now."""
    facts = {key: fact for book in after.rulebook.books for key, fact in book.facts.items()}
    for book in before:
        behind = {name for key in book.subjects for name in cone(book, key)}
        for key in sorted(behind & book.facts.keys()):
            was, now = book.facts[key], facts.get(key)
            if now is not None and was.authors and not set(now.authors or ("",)) <= set(was.authors):
                said = now.author or "anybody"
                message = f"`{now.name.text}` was stated by {was.author}, and is by {said}".replace("``", "`")
                yield Diagnostic("HN808", "warning", message, now.name.span, help=_MEND)
