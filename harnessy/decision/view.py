"""One doctrine as a walk over cases asks it: under the names that all doctrines of the walk share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import product

from harnessy.decision.answer import answer
from harnessy.decision.case import Case
from harnessy.decision.decide import decide
from harnessy.decision.domain import amounts, around, bounds, cone, domain, ungated
from harnessy.decision.halting import may_halt
from harnessy.decision.model import ABSENT, OTHER, Decision, Given, Question
from harnessy.decision.question import subject_key
from harnessy.rulebook.memo import per_book
from harnessy.rulebook.model import EVERYTHING, Atom, Book, Compare, RuleBook, Subset, book_atoms, opaque_facts

_MOST_TRIED = 1024
_INSIDE, _OUTSIDE = "a", "b"
_SETS = tuple(map(frozenset[str], ((_INSIDE,), (_OUTSIDE,), (_INSIDE, _OUTSIDE), ())))


@per_book
def _relations(book: Book) -> dict[str, Subset]:
    """The relations between sets of a document, by key."""
    return {atom.key: atom for atom in book_atoms(book) if isinstance(atom, Subset)}


@per_book
def _tested(book: Book) -> dict[str, list[Atom]]:
    """The different conditions on each fact or quantity of a document."""
    found = dict[str, list[Atom]]()
    for atom in dict.fromkeys(book_atoms(book)):
        if not isinstance(atom, Subset):
            found.setdefault(atom.fact, []).append(atom)
    return found


@dataclass(frozen=True, slots=True)
class Names:
    """What one doctrine calls differently: its keys, and its values by the key of their fact, with the shared name of each."""

    keys: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[tuple[str, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Variable:
    """What cases differ in. `values` are all that it can be; for each view, the `classes` are those it does not tell apart."""

    name: str
    values: tuple[Given, ...]
    classes: tuple[tuple[tuple[Given, ...], ...], ...]


@dataclass(frozen=True)
class Page:
    """One document that has a say, and the key under which it knows what is asked."""

    index: int
    book: Book
    key: str
    names: Names

    @cached_property
    def reads(self) -> Mapping[str, str]:
        """The facts, numbers of formulas, conditions and relations of sets that the derivation may read: shared name → key."""
        book, opaque = self.book, opaque_facts(self.book)
        inner = {part for name in self.relations for part in (self.relations[name].fact, self.relations[name].other)}
        compared = {key for key, tested in _tested(book).items() if any(isinstance(atom, Compare) for atom in tested)}
        found = dict[str, str]()
        for key in sorted(cone(book, self.key)):
            fact = book.facts.get(key)
            known = fact is not None and not (key in inner and key not in compared)
            if known or key in self.relations or key in opaque or (key in compared and self._is_number(key)):
                found[self.shared(key)] = key
        return found

    def _is_number(self, key: str) -> bool:
        """Whether a name is that of a number: a fact, or what a formula gives, which may be stated as well."""
        thing = self.book.facts.get(key) or self.book.quantities.get(key)
        return thing is not None and thing.kind == "number"

    @cached_property
    def domains(self) -> Mapping[str, tuple[Given, ...]]:
        """The values to try for each fact and quantity that the derivation may read, under the document's own names."""
        return {key: domain(self.book, key) for key in cone(self.book, self.key)}

    def rests(self, key: str) -> frozenset[str]:
        """All that the formulas of a number read, and those of what they read."""
        found, rest = set[str](), [key]
        while rest:
            quantity = self.book.quantities.get(rest.pop())
            new = [name for name in quantity.reads if name not in found] if quantity is not None and quantity.formulas else []
            found.update(new)
            rest.extend(new)
        return frozenset(found)

    @cached_property
    def ungated(self) -> frozenset[str]:
        """The shared names of what is read before any gate is."""
        return frozenset(self.shared(key) for key in ungated(self.book, self.key))

    @cached_property
    def relations(self) -> Mapping[str, Subset]:
        """The relations between sets, by key."""
        return _relations(self.book)

    def shared(self, key: str) -> str:
        """The shared name of a key."""
        relation = self.relations.get(key)
        if relation is not None:
            return f"{self.shared(relation.fact)} ⊆ {self.shared(relation.other)}"
        return self.names.keys.get(key, key)

    def values(self, key: str) -> tuple[Given, ...]:
        """The values to try, under their shared names."""
        shared = self.names.values
        return tuple(shared.get((key, value), value) if isinstance(value, str) else value for value in self.domains[key])

    def own(self, key: str, value: Given) -> Given | None:
        """A shared value as this document knows it; None where it has no such value."""
        fact = self.book.facts.get(key)
        if isinstance(value, Decimal) and self._is_number(key):
            return value
        if isinstance(value, bool) or fact is None:
            return value if isinstance(value, bool) and (fact is None or fact.kind in {"flag", "truth", "count"}) else None
        if value == ABSENT or isinstance(value, frozenset):
            return value
        if isinstance(value, Decimal):
            return None
        known = self.domains[key]
        if value == OTHER:
            return value if OTHER in known else None
        back = next((mine for (name, mine), other in self.names.values.items() if name == key and other == value), value)
        return back if back in known else None

    def tells(self, key: str, value: Given) -> tuple[object, ...]:
        """What this document says of a value: values of which it says the same are one class."""
        own = self.own(key, value)
        if own is None:
            return ("unknown",)
        case = Case(self.book, {key: own})
        truths = tuple(
            truth if isinstance(truth := case.truth(atom), bool) else None
            for atom in _tested(self.book).get(key, ())
        )
        ranked = any(key in quantity.reads for quantity in self.book.quantities.values())
        doubted = isinstance(own, str) and own in self.book.doubts
        itself = own if ranked or doubted or not isinstance(own, str | Decimal) or own == OTHER else None
        return (truths, itself)


@dataclass(frozen=True)
class View:
    """A doctrine, what is asked of it, and how its names are shared."""

    rulebook: RuleBook
    subject: str
    names: Names = Names()

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The documents that have a say: those that know the subject, and those that speak of everything."""
        found = [(index, book, subject_key(book, self.subject)) for index, book in enumerate(self.rulebook.books)]
        if all(key is None for _, _, key in found):
            return ()
        everywhere = ((index, book, key or (EVERYTHING if EVERYTHING in book.by_target else None)) for index, book, key in found)
        return tuple(Page(index, book, key, self.names) for index, book, key in everywhere if key is not None)

    def waits(self, case: Mapping[str, Given], hidden: frozenset[str] = frozenset()) -> str | None:
        """The first fact whose value makes a difference and that the case does not give; None when it is settled."""
        found = (_waits(page, _facts(page, case), {**dict.fromkeys(hidden), **case}) for page in self.pages)
        return next((name for name in found if name is not None), None)

    def decision(self, case: Mapping[str, Given]) -> Decision | None:
        """What the doctrine decides in a case; None when it does not know the subject."""
        return decide(self.rulebook, self.question(case)) if self.pages else None

    def question(self, case: Mapping[str, Given]) -> Question:
        """The question that a case asks of the doctrine."""
        facts: list[Mapping[str, Given]] = [{} for _ in self.rulebook.books]
        for page in self.pages:
            facts[page.index] = _facts(page, case)
        return Question(self.subject, tuple(facts))

    def strange(self, name: str, value: Given) -> bool:
        """Whether no document that reads a fact knows this value of it, so that it counts as unknown."""
        return all(page.own(page.reads[name], value) is None for page in self.pages if name in page.reads)

    def tries(self, name: str, value: Given) -> bool:
        """Whether deciding tries this value of a fact that is unknown."""
        return any(page.own(key, value) in page.domains[key] for page in self.pages if (key := page.reads.get(name)) is not None)

    def possible(self, case: Mapping[str, Given]) -> bool:
        """Whether there are sets that stand to one another as the case says."""
        return all(_sets(page, case) is not None for page in self.pages if page.relations)


def _facts(page: Page, case: Mapping[str, Given]) -> dict[str, Given]:
    """The facts of a case as a document knows them; a relation of sets becomes two sets."""
    given = ((key, page.own(key, case[name])) for name, key in page.reads.items() if name in case and key not in page.relations)
    found = {key: own for key, own in given if own is not None}
    return {**found, **(_sets(page, case) or {})} if page.relations else found


def _sets(page: Page, case: Mapping[str, Given]) -> dict[str, Given] | None:
    """Sets for which each relation between them is as a case says, with the elements that it gives them; None: there are none."""
    wanted = [(atom, case[name]) for key, atom in page.relations.items() if (name := page.shared(key)) in case]
    keys = list(dict.fromkeys(part for atom, _ in wanted for part in (atom.fact, atom.other)))
    held = [case.get(page.shared(key)) for key in keys]
    given = [value if isinstance(value, frozenset) else frozenset[str]() for value in held]
    for added in product(_SETS, repeat=len(keys)):
        tried = {key: own | more for key, own, more in zip(keys, given, added, strict=True)}
        if all(tried[atom.fact] and (tried[atom.fact] <= tried[atom.other]) == truth for atom, truth in wanted):
            return dict(tried)
    return None


def _waits(page: Page, facts: Mapping[str, Given], settled: Collection[str]) -> str | None:
    """The shared name of what an answer waits for. What the document cannot be told is tried here, as deciding does."""
    names = {key: name for name, key in page.reads.items() if name not in settled}
    rest: list[dict[str, Given]] = [{}]
    for _ in range(_MOST_TRIED):
        if not rest:
            break
        now = Case(page.book, facts, rest.pop())
        found = answer(now, page.key)
        flags = sorted(names[key] for key in now.defaulted - now.tried.keys() if key in names)
        if flags:
            return flags[0]
        waits = found.waits[:1] if found.outcome == "missing" else ()
        if not waits and found.effect != "halt":
            waits = tuple(key for key in may_halt(now, page.key) if key not in now.tried)[:1]
        key = waits[0] if waits else None
        if key is None or key in now.tried:
            continue
        made = sorted(name for own, name in names.items() if own in page.book.quantities and key in page.rests(own))
        if key in names or made:  # a number may be stated in place of what it is made of
            return names[key] if key in names else made[0]
        rest.extend({**now.tried, key: value} for value in page.domains.get(key) or domain(page.book, key))
    return None


def variables(views: Sequence[View]) -> dict[str, Variable]:
    """What the derivations of some views may read, by shared name."""
    reads = [[(page, name, key) for page in view.pages for name, key in page.reads.items()] for view in views]
    names = sorted({name for found in reads for _, name, _ in found})
    return {name: _variable(name, [[(page, key) for page, one, key in found if one == name] for found in reads]) for name in names}


def _variable(name: str, reads: list[list[tuple[Page, str]]]) -> Variable:
    every = [item for found in reads for item in found]
    listed = [value for page, key in every for value in page.values(key)]
    numbers = frozenset[Decimal]().union(*(amounts(page.book, key) for page, key in every))
    if numbers:
        words = [value for value in listed if not isinstance(value, Decimal) and value != OTHER]
        listed = [*around(numbers, *_ends(reads)), *words]
    values = tuple(dict.fromkeys(listed))
    return Variable(name, values, tuple(_classes(values, found) for found in reads))


def _ends(reads: list[list[tuple[Page, str]]]) -> tuple[Decimal | None, Decimal | None]:
    """The least and the most that a number may be for some view; each view takes what all its pages take."""
    each = [[bounds(page.book, key) for page, key in found] for found in reads if found]
    lows = [max((low for low, _ in ends if low is not None), default=None) for ends in each]
    highs = [min((high for _, high in ends if high is not None), default=None) for ends in each]
    low = None if None in lows else min((low for low in lows if low is not None), default=None)
    return low, None if None in highs else max((high for high in highs if high is not None), default=None)


def _classes(values: tuple[Given, ...], reads: list[tuple[Page, str]]) -> tuple[tuple[Given, ...], ...]:
    classes: dict[object, list[Given]] = {}
    for value in values:
        classes.setdefault(tuple(page.tells(key, value) for page, key in reads), []).append(value)
    return tuple(map(tuple, classes.values()))
