"""What nobody understood and what therefore keeps an answer from being go or clear."""

from __future__ import annotations

from harnessy.decision.case import Case
from harnessy.decision.clear import is_policy
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import ELSE, EVERYTHING, THRESHOLD, UNBOUND, Book
from harnessy.source import Span

_MENTION = "unread mention"


def plain(span: Span) -> str:
    """The words of a place on one line."""
    return " ".join(span.text.split())


@per_key
def mentions(book: Book, subject: str) -> tuple[str, ...]:
    """Unread words that name a subject."""
    return tuple(plain(rule.span) for rule in book.by_target.get(subject, ()) if rule.family == _MENTION)


def doubted(case: Case, subject: str) -> list[str]:
    """Sentences that nobody understood about a name that this answer rests on, or about everything."""
    doubts = case.book.doubts
    if not doubts:
        return []
    given = {key: value for key in case.touched if (value := case.tried.get(key, case.facts.get(key))) is not None}
    values = [value for value in (*given.values(), *(case.known.get(key) for key in case.steps)) if isinstance(value, str)]
    names = {*_general(case.book, subject), *case.steps, *given, *values}
    return [plain(span) for name in sorted(names & doubts.keys()) for span in doubts[name]]


def _general(book: Book, subject: str) -> tuple[str, ...]:
    """The names of what is said of everything, as far as it touches a subject.

    A policy is nothing `else`, and what may be about a metric is found with the metric.
    """
    if is_policy(book, subject):
        return (EVERYTHING,)
    kind = book.subjects[subject].kind if subject in book.subjects else ""
    return (EVERYTHING, ELSE) if kind == THRESHOLD else (EVERYTHING, ELSE, UNBOUND)


def value_unread(case: Case) -> list[str]:
    """Unread words beside the rules that gave the values this answer rests on."""
    beside = [pair for target in case.steps for pair in _unread_beside(case.book, target)]
    used = {citation.rule for steps in case.steps.values() for citation in steps} if beside else set[str]()
    return [words for rule, words in beside if rule in used]


@per_key
def _unread_beside(book: Book, target: str) -> tuple[tuple[str, str], ...]:
    """The rules about a target that have unread words beside them, with these words."""
    return tuple((rule.id, plain(span)) for rule in book.by_target.get(target, ()) for span in rule.unread)
