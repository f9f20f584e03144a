"""What would change the answer: every smallest change of facts, for people who want to know what it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, islice

from harnessy.decision.decide import decide
from harnessy.decision.domain import cone, domain
from harnessy.decision.model import OTHER, Absent, Change, Decision, Given, Question
from harnessy.decision.question import subject_key
from harnessy.rulebook.model import Book, RuleBook, opaque_facts

_PAIR = 2
_MOST_TRIES = 1 << _PAIR << _PAIR << _PAIR << _PAIR

Move = tuple[str, Given]


def instead(rulebook: RuleBook, question: Question, decision: Decision) -> tuple[Change, ...]:
    """Single changes of facts that give another outcome or effect; pairs of changes where no single one of them does."""
    if question.subject is None:
        return ()
    moves = list(dict.fromkeys(_moves(rulebook, question)))
    singles: list[tuple[Move, ...]] = [(move,) for move in moves]
    found = list(_changing(rulebook, question, decision, singles))
    decisive = {move for group, _ in found for move in group}
    if not found:
        rest = [move for move in moves if move not in decisive]
        pairs = [pair for pair in combinations(rest, _PAIR) if pair[0][0] != pair[1][0]]
        found.extend(_changing(rulebook, question, decision, islice(pairs, _MOST_TRIES)))
    return tuple(change for _, change in found)


def _moves(rulebook: RuleBook, question: Question) -> Iterator[Move]:
    """Each other value of each input that the derivation may read."""
    for book, facts in zip(rulebook.books, question.facts, strict=True):
        key = subject_key(book, question.subject or "")
        if key is None:
            continue
        read = cone(book, key)
        inputs = [name for name in (*book.facts, *opaque_facts(book)) if name in read]
        for name in inputs:
            now = facts.get(name, _unstated(book, name))
            yield from ((name, value) for value in domain(book, name) if value not in {now, OTHER} and _plain(book, name))


def _unstated(book: Book, name: str) -> Given | None:
    fact = book.facts.get(name)
    return False if fact is not None and fact.kind == "flag" else None


def _plain(book: Book, name: str) -> bool:
    """Sets have no finite list of values to try."""
    return name not in book.facts or book.facts[name].kind != "set"


def _changing(
    rulebook: RuleBook, question: Question, decision: Decision, groups: Iterable[tuple[Move, ...]]
) -> Iterator[tuple[tuple[Move, ...], Change]]:
    for group in groups:
        changed = decide(rulebook, replace(question, facts=tuple(_moved(facts, group) for facts in question.facts)))
        if (changed.outcome, changed.effect) != (decision.outcome, decision.effect):
            facts = tuple(_shown(rulebook, name, value) for name, value in group)
            yield group, Change(facts, changed.outcome, changed.effect, tuple(act.words for act in changed.acts))


def _moved(facts: Mapping[str, Given], group: tuple[Move, ...]) -> dict[str, Given]:
    return {**facts, **dict(group)}


def _shown(rulebook: RuleBook, name: str, value: Given) -> tuple[str, str]:
    book = next(book for book in rulebook.books if name in book.facts or name in opaque_facts(book))
    fact = book.facts.get(name)
    text = fact.name.text if fact else name
    if isinstance(value, bool):
        return text, "yes" if value else "no"
    if isinstance(value, Absent):
        return text, "none"
    scale = book.scales.get(fact.scale or "") if fact else None
    names = [*(scale.members if scale else ()), *(fact.values if fact else ())]
    return text, next((name.text for name in names if name.key == value), str(value))
