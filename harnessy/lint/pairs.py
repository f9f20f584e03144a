"""Pairs of rules of one rank that are true together in some case and cannot both be followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from harnessy.decision.answer import answer
from harnessy.decision.case import Case
from harnessy.lint.cases import settled, space
from harnessy.rulebook import Book
from harnessy.rulebook.model import All, Compare, Condition, Not, Rule, Value


@dataclass(frozen=True, slots=True)
class Pair:
    """Two rules, the earlier one first, and a case in which both are true; without a case: too many to try them all."""

    first: Rule
    second: Rule
    case: Case | None


def pairs(book: Book, target: str, differ: Callable[[Rule, Rule], bool]) -> Iterator[Pair]:
    """The pairs of rules about a target that differ, have one rank and can be true together."""
    for left, right in combinations(book.by_target.get(target, ()), 2):
        if left.rank == right.rank and differ(left, right) and not _apart(book, left.when, right.when):
            first, second = sorted((left, right), key=lambda rule: (rule.span.start, rule.span.end))
            yield from _tried(book, target, first, second)


def _tried(book: Book, target: str, first: Rule, second: Rule) -> Iterator[Pair]:
    both = All((first.when, second.when))
    for case in settled(book, target):
        if case.truth(both) is True and _clashes(case, target, first, second):
            yield Pair(first, second, case)
            return
    if space(book, target).bounded:
        yield Pair(first, second, None)


def _clashes(case: Case, target: str, first: Rule, second: Rule) -> bool:
    found = answer(case, target)
    cited = [(citation.rule, citation.span) for citation in found.because]
    return found.outcome == "conflict" and all((rule.id, rule.span) in cited for rule in (first, second))


def _apart(book: Book, left: Condition, right: Condition) -> bool:
    """Whether two conditions exclude each other at a glance: other values of a fact, or a part negated."""
    mine, others = _parts(left), _parts(right)
    if _denies(others, mine) or _denies(mine, others):
        return True
    pinned = _pinned(book, others)
    return any(values.isdisjoint(pinned.get(fact, values)) for fact, values in _pinned(book, mine).items())


def _denies(left: tuple[Condition, ...], right: tuple[Condition, ...]) -> bool:
    """Whether some part on the left is the negation of parts on the right."""
    negated = (part.part for part in left if isinstance(part, Not))
    return any(all(inner in right for inner in _parts(part)) for part in negated)


def _pinned(book: Book, parts: tuple[Condition, ...]) -> dict[str, frozenset[Value]]:
    """The values that conditions allow a fact that holds one value at a time."""
    sets = {key for key, fact in book.facts.items() if fact.kind == "set"}
    equal = (part for part in parts if isinstance(part, Compare) and part.relation == "=" and part.fact not in sets)
    return {part.fact: frozenset(part.values) for part in equal}


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)
