"""What keeps a subject from passing whatever rules say so: a name only like it, words that nobody reads, an error in a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harnessy.decision.model import Citation, Decision, Question
from harnessy.decision.question import is_exact, spelled, subject_key
from harnessy.decision.unread import plain
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import EVERYTHING, OPERATION, UNBOUND, Book, RuleBook
from harnessy.rulebook.names import stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.source import Span


def sound(rulebook: RuleBook, question: Question, decision: Decision) -> Decision:
    """A decision, missing where it lets its subject pass and may not."""
    if not permits(decision):
        return decision
    return _unbroken(rulebook, _unopposed(rulebook, question, _exact(rulebook, question, decision)))


def permits(decision: Decision) -> bool:
    """Whether a decision lets its subject pass: it says go, or that nothing stands against it."""
    return decision.effect == "go" or decision.outcome == "clear"


def _exact(rulebook: RuleBook, question: Question, decision: Decision) -> Decision:
    """A subject asked by part of its name may be held or halted, never let go."""
    if not permits(decision) or any(is_exact(book, question.subject or "") for book in rulebook.books):
        return decision
    reason = f"`{question.subject}` is only like `{decision.subject}`: ask for that by its own name"
    return replace(decision, outcome="missing", effect=None, reason=reason)


def _unopposed(rulebook: RuleBook, question: Question, decision: Decision) -> Decision:
    """What goes by one page goes only where nothing in the others may restrict it."""
    spans = opposed(rulebook, question.subject or "") if permits(decision) else ()
    if not spans:
        return decision
    cited = Citation("unread", spans[0], (), "may be about it, on another page", "unread")
    reason = f"“{plain(spans[0])}” on another page is not understood, so this may hold but never go"
    return replace(decision, outcome="missing", effect=None, because=(*decision.because, cited), reason=reason)


def _unbroken(rulebook: RuleBook, decision: Decision) -> Decision:
    """A document with an error in it lets nothing go."""
    if not permits(decision):
        return decision
    broken = [error for book in rulebook.books for error in book.broken]
    if not broken:
        return decision
    reason = f"the doctrine is broken at {broken[0].span.place}: {broken[0].message}"
    return replace(decision, outcome="missing", effect=None, reason=reason)


@per_key
def opposed(rulebook: RuleBook, subject: str) -> tuple[Span, ...]:
    """What may restrict a subject in the pages that rule nothing of it: what is said of everything, and what names it."""
    keys = [(book, subject_key(book, subject)) for book in rulebook.books]
    names = {stems(name) for book, key in keys if key is not None for name in (key, spelled(book, key))}
    others = [(book, key) for book, key in keys if key is None or not book.by_target.get(key)]
    return tuple(dict.fromkeys(span for book, key in others for span in _about(book, key, {name for name in names if name})))


def _about(book: Book, named: str | None, names: set[frozenset[str]]) -> Iterator[Span]:
    if named is not None and named in book.subjects:  # in a table that says something else of it
        place = book.subjects[named].name.span
        yield from (each.span for each in book.readings if each.span.start <= place.start < each.span.end and each.span != place)
    yield from (span for name in (EVERYTHING, UNBOUND) for span in book.doubts.get(name, ()))
    yield from (span for span in book.loose if any(name <= stems(span.text) for name in names))
    for key, thing in book.subjects.items():
        if thing.kind == OPERATION and any(name < stems(key) for name in names):
            yield from (rule.span for rule in book.by_target.get(key, ()) if strictest(rule.acts) in TIGHT)
