"""The values of a fact that can make a difference: the finite case space of one name."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from decimal import Decimal

from harnessy.decision.model import ABSENT, OTHER, Given
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import JOINED, Absent, Atom, Book, Compare, Quantity, Rule, atoms, book_atoms, names_of, rule_atoms

_STEP = Decimal(1)
_FEW = 2 + 2


@per_key
def domain(book: Book, key: str) -> tuple[Given, ...]:
    """The values to try for a fact or quantity.

    Named members, one value that nobody names, at and around each number, absent where the doctrine says what that means.
    """
    quantity, fact = book.quantities.get(key), book.facts.get(key)
    if quantity is not None:
        return _of_quantity(book, quantity)
    if fact is None or fact.kind in {"flag", "truth", "count"}:
        return (True, False)
    if fact.kind == "set":
        return _sets(book, key)
    absent: tuple[Given, ...] = (ABSENT,) if any(isinstance(atom, Absent) and atom.fact == key for atom in book_atoms(book)) else ()
    if fact.kind == "number":
        return (*around(amounts(book, key), *bounds(book, key)), *absent)
    scale = book.scales.get(fact.scale or "")
    named = _members(book, fact.scale) if scale and fact.kind == "scale" else tuple(value.key for value in fact.values)
    closed = fact.closed or (fact.kind == "scale" and scale is not None)
    compared = (value for atom in book_atoms(book) if isinstance(atom, Compare) and atom.fact == key for value in atom.values)
    constants = [value for value in compared if not isinstance(value, Decimal)]  # no word is an amount
    values = tuple(dict.fromkeys([*named, *(() if closed else constants)]))
    return (*values, *(() if closed else (OTHER,)), *absent)


def _sets(book: Book, key: str) -> tuple[Given, ...]:
    """Sets of the elements that conditions ask for: all of them while these are few, else none, each alone and all together."""
    compared = [atom.values for atom in book_atoms(book) if isinstance(atom, Compare) and atom.fact == key]
    elements = sorted({value for values in compared for value in values if isinstance(value, str)})
    sizes = range(len(elements) + 1) if len(elements) <= _FEW else sorted({0, 1, len(elements)})
    found = [frozenset(some) for size in sizes for some in itertools.combinations(elements, size)]
    return tuple(found) if elements else (True, False)


def _of_quantity(book: Book, quantity: Quantity) -> tuple[Given, ...]:
    if quantity.kind == "truth":
        return (True, False)
    if quantity.formulas:
        return around(amounts(book, quantity.name.key), *bounds(book, quantity.name.key))
    if quantity.scale and quantity.scale in book.scales:
        return _members(book, quantity.scale)
    values = [rule.value for rule in book.by_target.get(quantity.name.key, ()) if rule.value is not None]
    return tuple(dict.fromkeys(values)) or (OTHER,)


@per_key
def cone(book: Book, key: str) -> frozenset[str]:
    """Every fact and quantity that the derivation of a subject or quantity may read."""
    return _reached(book, key, rule_atoms)


@per_key
def ungated(book: Book, key: str) -> frozenset[str]:
    """The same without what only the gates of acts read."""
    return _reached(book, key, lambda rule: atoms(rule.when))


@per_key
def own_cone(book: Book, key: str) -> frozenset[str]:
    """The same without what is said of everything, and of other things that bar it."""
    return _reached(book, key, rule_atoms, alone=True)


def _reached(book: Book, key: str, atoms_of: Callable[[Rule], Iterator[Atom]], *, alone: bool = False) -> frozenset[str]:
    seen, rest = set[str](), [key]
    while rest:
        name = rest.pop()
        if name in seen:
            continue
        seen.add(name)
        quantity = book.quantities.get(name)
        rest.extend(quantity.reads if quantity and quantity.function else ())
        rest.extend(book.wider.get(name, ()))
        rest.extend(book.subjects[name].reads if name in book.subjects else ())
        everywhere = book.by_target.get("*", ()) if name in book.subjects and not alone else ()
        own = (rule for rule in book.by_target.get(name, ()) if not alone or rule.family != JOINED)
        targets = [*own, *everywhere]
        rest.extend(part for rule in targets for atom in atoms_of(rule) for part in names_of(atom))
    return frozenset(seen)


def _members(book: Book, scale: str | None) -> tuple[Given, ...]:
    return tuple(member.key for member in book.scales[scale].members) if scale and scale in book.scales else (OTHER,)


@per_key
def amounts(book: Book, key: str) -> frozenset[Decimal]:
    """The numbers that a number is compared with."""
    compares = (atom for atom in book_atoms(book) if isinstance(atom, Compare) and atom.fact == key)
    return frozenset(value for atom in compares for value in atom.values if isinstance(value, Decimal))


def bounds(book: Book, key: str) -> tuple[Decimal | None, Decimal | None]:
    """The least and the most that a number may be, as its fact or the formulas that give it say."""
    fact, quantity = book.facts.get(key), book.quantities.get(key)
    ranges = [formula.within for formula in quantity.formulas] if quantity is not None else []
    known = [within for within in ranges if within is not None]
    if ranges and len(known) == len(ranges):
        return min(low for low, _ in known), max(high for _, high in known)
    return fact.within if fact is not None else (None, None)


def around(numbers: Collection[Decimal], low: Decimal | None = None, high: Decimal | None = None) -> tuple[Given, ...]:
    """At each number, between two of them, below the first and above the last; any one value where there are none.

    None lies beyond a least and a most.
    """
    constants = sorted(number for number in numbers if (low is None or number >= low) and (high is None or number <= high))
    if not constants:
        ends = [end for end in (low, high) if end is not None]
        return (ends[0],) if ends and numbers else (OTHER,)
    between = [(low + high) / 2 for low, high in itertools.pairwise(constants)]
    below = constants[0] - _STEP if low is None else max(low, constants[0] - _STEP)
    above = constants[-1] + _STEP if high is None else min(high, constants[-1] + _STEP)
    return tuple(sorted({*constants, *between, below, above}))
