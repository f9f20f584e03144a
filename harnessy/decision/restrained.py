"""What other documents say of a verdict of a metric, under its own word: `never keep a change`."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision.beside import is_verdict
from harnessy.decision.model import Decision, Question
from harnessy.decision.question import subject_key
from harnessy.decision.slots import Ask, opposes
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import Book, RuleBook
from harnessy.rulebook.names import stems
from harnessy.rulebook.place import strictest


def taken_back(ask: Ask, rulebook: RuleBook, question: Question) -> Iterator[Decision]:
    """The answers of documents that do not know the subject to whatever of theirs has the word of the verdict that goes in it."""
    for index, key in _with_the_word(rulebook, question.subject or ""):
        decision = ask(rulebook.books[index], question.facts[index], key, question)
        if opposes(decision):
            yield decision


@per_key
def _with_the_word(rulebook: RuleBook, subject: str) -> tuple[tuple[int, str], ...]:
    """What has the word of a verdict that goes in it, in books that do not know the verdict's subject: book number and key."""
    keys = {index: key for index, book in enumerate(rulebook.books) if (key := subject_key(book, subject)) is not None}
    words = frozenset().union(*(_going(rulebook.books[index], key) for index, key in keys.items()))
    others = [(index, book) for index, book in enumerate(rulebook.books) if words and index not in keys]
    return tuple((index, key) for index, book in others for key in book.subjects if words & stems(key))


@per_key
def _going(book: Book, subject: str) -> frozenset[str]:
    """The stems of the verdicts of a metric that go."""
    if not is_verdict(book, subject):
        return frozenset()
    acts = (act for rule in book.by_target.get(subject, ()) for act in rule.acts if strictest(rule.acts) == "go")
    return frozenset().union(*(stems(act.verb) for act in acts))
