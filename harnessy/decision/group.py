"""Rules that are asked together: those that hold are found by the values of the facts that all of them begin with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from harnessy.decision.truth import Case, Test, made
from harnessy.rulebook.memo import MOST_KEPT
from harnessy.rulebook.model import All, Book, Compare, Condition, Rule

Open = tuple[Rule, tuple[Condition, ...]]
Tests = tuple[tuple[Rule, Test], ...]


class Group:
    """Some rules of a book, asked together."""

    __slots__ = ("first", "rules")

    def __init__(self, book: Book, rules: Iterable[Rule]) -> None:
        self.rules = tuple(rules)
        self.first = _next(book, tuple((rule, _parts(rule.when)) for rule in self.rules))

    def open(self, case: Case) -> Tests:
        """The rules that are not known to be false by what all of them begin with, each with what is left to be tested."""
        place = self.first
        while isinstance(place, _Switch):
            value = case.value(place.fact)
            if value.__class__ is not str and value.__class__ is not bool:
                return place.every
            place = place.ways.get(value) or place.lead(value)
        return place


class _Switch:
    """Rules that all begin with a comparison of one fact: what is left of those that a value makes true."""

    __slots__ = ("book", "every", "fact", "rules", "ways")

    def __init__(self, book: Book, fact: str, rules: tuple[Open, ...]) -> None:
        self.book = book
        self.fact = fact
        self.rules = rules
        self.every = _tests(book, rules)
        self.ways: dict[str | bool, _Switch | Tests] = {}

    def lead(self, value: str | bool) -> _Switch | Tests:
        """Where a value leads."""
        left = tuple((rule, parts[1:]) for rule, parts in self.rules if _true(parts[0], value))
        if len(self.ways) >= MOST_KEPT:
            self.ways.clear()
        found = self.ways[value] = _next(self.book, left)
        return found


def _next(book: Book, rules: tuple[Open, ...]) -> _Switch | Tests:
    facts = {parts[0].fact if parts and _switches(parts[0]) else "" for _, parts in rules}
    fact = facts.pop() if len(facts) == 1 else ""
    return _Switch(book, fact, rules) if fact else _tests(book, rules)


def _switches(part: Condition) -> TypeGuard[Compare]:
    return isinstance(part, Compare) and part.relation in {"=", "≠"}


def _true(part: Condition, value: str | bool) -> bool:
    return isinstance(part, Compare) and (value in part.values) is (part.relation == "=")


def _tests(book: Book, rules: tuple[Open, ...]) -> Tests:
    return tuple((rule, made(book, All(parts))) for rule, parts in rules)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)
