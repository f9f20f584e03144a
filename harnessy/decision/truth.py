"""Conditions as functions of a case: each is made once for a book, and says True, False, or what the truth waits for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Protocol

from harnessy.decision.model import ABSENT, OTHER, Clash, Found, Given, Truth, Unknown
from harnessy.rulebook.memo import per_part
from harnessy.rulebook.model import Absent, All, Any, Atom, Book, Compare, Condition, Not, Opaque, Subset
from harnessy.rulebook.names import bare


class Case(Protocol):
    """What a condition asks of a case."""

    @property
    def tried(self) -> Mapping[str, Given]:
        """What is assumed for the sake of comparing branches."""

    def value(self, key: str) -> Found:
        """The value of a fact or quantity, or what it waits for."""

    def stated(self, key: str) -> Given | None:
        """What is tried or given of a fact."""


Test = Callable[[Case], Truth]
_Order = Callable[[int | Decimal, int | Decimal], bool]
_PAIR = 2
_ORDERS: dict[str, _Order] = {"≤": operator.le, "≥": operator.ge, "<": operator.lt, ">": operator.gt}


def made(book: Book, condition: Condition) -> Test:
    """Any condition whose atoms are the book's."""
    if isinstance(condition, Not):
        return _denied(made(book, condition.part))
    if isinstance(condition, All):
        return _all(tuple(made(book, part) for part in condition.parts))
    if isinstance(condition, Any):
        return _any(tuple(made(book, part) for part in condition.parts))
    return _atom(book, condition)


def _denied(part: Test) -> Test:
    def test(case: Case) -> Truth:
        truth = part(case)
        return not truth if isinstance(truth, bool) else truth

    return test


def _all(parts: tuple[Test, ...]) -> Test:
    if len(parts) < _PAIR:
        return parts[0] if parts else _always

    def test(case: Case) -> Truth:
        waits: Truth = True
        for part in parts:
            truth = part(case)
            if truth is False:
                return False
            if waits is True:
                waits = truth
        return waits

    return test


def _always(case: Case) -> Truth:
    del case
    return True


def _any(parts: tuple[Test, ...]) -> Test:
    def test(case: Case) -> Truth:
        waits: Truth = False
        for part in parts:
            truth = part(case)
            if truth is True:
                return True
            if waits is False:
                waits = truth
        return waits

    return test


@per_part
def _atom(book: Book, atom: Atom) -> Test:
    if isinstance(atom, Compare):
        return _equality(atom) if atom.relation in {"=", "≠"} else _ranking(book, atom)
    if isinstance(atom, Absent):
        return lambda case: _absent(case, atom)
    if isinstance(atom, Subset):
        return lambda case: _subset(case, atom)
    return lambda case: _opaque(case, atom)


def _absent(case: Case, atom: Absent) -> Truth:
    given = case.stated(atom.fact)
    return Unknown(atom.fact) if given is None else given == ABSENT


def _opaque(case: Case, atom: Opaque) -> Truth:
    given = case.stated(atom.fact)
    return given if isinstance(given, bool) else Unknown(atom.fact)


def _subset(case: Case, atom: Subset) -> Truth:
    """Whether one set lies in another; an empty set shows nothing, so it counts as unknown."""
    if atom.key in case.tried:
        return bool(case.tried[atom.key])
    inner, outer = (frozenset[str]() if found == ABSENT else found for found in map(case.value, (atom.fact, atom.other)))
    if not isinstance(outer, frozenset) or not isinstance(inner, frozenset) or not inner:
        return Unknown(atom.key)
    return inner <= outer


def _equality(atom: Compare) -> Test:
    fact, wanted = atom.fact, atom.relation == "="
    words = frozenset(value for value in atom.values if isinstance(value, str))
    truths = tuple(value for value in atom.values if not isinstance(value, str))
    stated = atom.stated and wanted

    def test(case: Case) -> Truth:
        value = case.value(fact)
        if value.__class__ is str:
            return (value in words) is wanted
        if value.__class__ is bool:
            return (value in truths) is wanted
        if isinstance(value, Unknown | Clash):
            return False if stated and isinstance(value, Unknown) else value
        return Unknown(fact) if value is None or value == ABSENT else _equal(value, atom) is wanted

    return test


def _equal(value: Given, atom: Compare) -> bool:
    if isinstance(value, frozenset):
        elements = {bare(element) for element in value}
        return any(constant in elements for constant in atom.values)
    return value != OTHER and value in atom.values


def _ranking(book: Book, atom: Compare) -> Test:
    fact, constant, relation = atom.fact, atom.values[0], atom.relation
    compare = _ORDERS[relation]
    ranks = _ranks(book, fact)
    limit = ranks.get(constant)
    stated = atom.stated

    def test(case: Case) -> Truth:
        value = case.value(fact)
        if value.__class__ is str and limit is not None and value in ranks:
            return compare(ranks[value], limit)
        if isinstance(value, Decimal) and isinstance(constant, Decimal):
            return compare(value, constant)
        if isinstance(value, Unknown | Clash):
            return False if stated and isinstance(value, Unknown) else value
        return relation in {"≤", "≥"} if value == constant else Unknown(fact)

    return test


def _ranks(book: Book, fact: str) -> dict[object, int]:
    """The members of a fact's scale by their rank, the lowest first."""
    thing = book.facts.get(fact) or book.quantities.get(fact)
    scale = book.scales.get(thing.scale or "") if thing else None
    return {member: rank for rank, member in enumerate(scale.order if scale else ())}
