"""Questions without a subject: which subjects the stated facts are about, one that reads them all or several between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from harnessy.decision.domain import cone, own_cone
from harnessy.decision.model import Decision, Given
from harnessy.rulebook.model import POLICY, Book, RuleBook
from harnessy.rulebook.names import bare


def about(book: Book, facts: Mapping[str, Given]) -> Iterator[str]:
    """The quantities and subjects whose derivation reads all the facts; else the policies that read them between them.

    A subject that is called by a stated fact and its value (`Light RED` by `light=red`) is meant, where it reads the others.
    What is said of everything counts only where nothing else reads the facts.
    """
    stated = set(facts)
    if not stated:
        return
    named = [key for key in dict.fromkeys(_called(book, facts)) if is_named(book, facts, key)]
    if named:
        yield from named
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


def is_named(book: Book, facts: Mapping[str, Given], key: str) -> bool:
    """Whether a subject is called by a stated fact and its value, and its derivation reads all other facts."""
    return any(
        book.subject_names.get(bare(f"{fact} {value}")) == key and facts.keys() - {fact} <= own_cone(book, key)
        for fact, value in facts.items()
        if isinstance(value, str)
    )


def _called(book: Book, facts: Mapping[str, Given]) -> Iterator[str]:
    names = (bare(f"{fact} {value}") for fact, value in facts.items() if isinstance(value, str))
    yield from (book.subject_names[name] for name in names if book.subject_names.get(name) in book.subjects)


def told_apart(found: Iterable[Decision], rulebook: RuleBook) -> tuple[Decision, ...]:
    """Several policies read the facts: those that need more of them are left out beside one that they decide, but for a go."""
    answers = tuple(found)
    decided = [other for other in answers if other.outcome != "missing"]
    if not decided or any(other.effect == "go" for other in decided):
        return answers
    policies = {subject.name.text for book in rulebook.books for subject in book.subjects.values() if subject.kind == POLICY}
    return tuple(other for other in answers if other.outcome != "missing" or not other.missing or other.subject not in policies)
