"""Questions without a subject: which subjects the stated facts are about, one that reads them all or several between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from harnessy.decision.domain import cone, own_cone
from harnessy.decision.model import Decision, Given
from harnessy.rulebook.model import POLICY, Book, RuleBook


def about(book: Book, facts: Mapping[str, Given]) -> Iterator[str]:
    """The quantities and subjects whose derivation reads all the facts; else the policies that read them between them.

    What is said of everything counts only where nothing else reads the facts.
    """
    stated = set(facts)
    if not stated:
        return
    keys = (*book.quantities, *book.subjects)
    own = {key: own_cone(book, key) for key in keys}
    whole = [key for key in keys if stated <= own[key]]
    parts = [key for key, subject in book.subjects.items() if subject.kind == POLICY and stated & own[key]]
    if whole:
        yield from whole
    elif parts and stated <= frozenset().union(*(own[key] for key in parts)):
        yield from parts
    else:
        yield from (key for key in keys if stated <= cone(book, key))


def told_apart(found: Iterable[Decision], rulebook: RuleBook) -> tuple[Decision, ...]:
    """Several policies read the facts: those that need more of them are left out beside one that they decide, but for a go."""
    answers = tuple(found)
    decided = [other for other in answers if other.outcome != "missing"]
    if not decided or any(other.effect == "go" for other in decided):
        return answers
    policies = {subject.name.text for book in rulebook.books for subject in book.subjects.values() if subject.kind == POLICY}
    return tuple(other for other in answers if other.outcome != "missing" or not other.missing or other.subject not in policies)
