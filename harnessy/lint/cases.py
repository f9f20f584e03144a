"""The cases of a book: every box of facts in which a subject or quantity has one answer, walked once for all checks."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from harnessy.decision.case import Case
from harnessy.decision.domain import cone
from harnessy.decision.model import OTHER
from harnessy.decision.question import spelled
from harnessy.decision.regions import Space
from harnessy.decision.view import View
from harnessy.rulebook import Book
from harnessy.rulebook.built import alone
from harnessy.rulebook.memo import per_book, per_key
from harnessy.rulebook.model import DEFAULT_RANK, EVERYTHING, Opaque, Rule, atoms, names_of, opaque_facts

_SILENT = frozenset({"unread", "unread mention"})


@per_key
def space(book: Book, key: str) -> Space:
    """The case space of a subject or quantity of one document alone."""
    return Space(View(alone(book), spelled(book, key)))


def settled(book: Book, key: str) -> Iterator[Case]:
    """A case of each box in which a subject or quantity has its answer, whatever it is; none where quantities go in a circle."""
    if not circle(book):
        yield from (Case(book, {}, region.case) for region in space(book, key).regions)


@per_book
def cited(book: Book) -> frozenset[tuple[str, int]]:
    """The rules that decide some case of anything, by id and the end of their words."""
    found = set[tuple[str, int]]()
    for key in (*book.subjects, *book.quantities):
        for region in space(book, key).regions:
            found.update((step.rule, step.span.end) for decision in region.decisions if decision for step in decision.because)
    return frozenset(found)


def dead(book: Book) -> Iterator[Rule]:
    """The rules that decide no case, each place once; a default may have none, and a book that was not walked tells nothing.

    What rests on a formula is not walked: its numbers are anything.
    """
    if not _walked(book):
        return
    known = cited(book)
    own = (rule for rule in book.rules if rule.family not in _SILENT and rule.target != EVERYTHING and rule.rank > DEFAULT_RANK)
    asked = {*book.subjects, *book.quantities}  # what nobody can ask was not walked
    rules = (rule for rule in own if rule.target in asked and not _rests_on_formula(book, rule))
    places = {(rule.id, rule.span.end): rule for rule in rules}
    yield from (rule for place, rule in places.items() if place not in known)


def _rests_on_formula(book: Book, rule: Rule) -> bool:
    read = (key for key in cone(book, rule.target) if key in book.quantities)
    return any(book.quantities[key].formulas for key in read)


def void(book: Book, rule: Rule) -> bool:
    """Whether the condition of a rule is true in no case of what it is about."""
    return _walked(book) and not any(case.truth(rule.when) is True for case in settled(book, rule.target))


def _walked(book: Book) -> bool:
    """Whether every case of a sound book was walked."""
    keys = (*book.subjects, *book.quantities)
    return not circle(book) and not book.broken and not any(space(book, key).regions == () for key in keys)


def told(case: Case) -> str:
    """The facts of a case for people, each with its value; values that nobody names are left out."""
    known = opaque_facts(case.book)
    parts = [_told(case, key, known.get(key)) for key, value in case.tried.items() if value != OTHER]
    return ", ".join(parts) or "always"


def _told(case: Case, key: str, opaque: Opaque | None) -> str:
    value = case.tried[key]
    name = opaque.words if opaque else case.text(key)
    return f"`{name}`{'' if value else ' not'}" if isinstance(value, bool) else f"`{name}` is {case.shown(key, value)}"


def circle(book: Book) -> tuple[str, ...]:
    """Quantities that rest on one another in a circle, each on the next; empty when there is none."""
    needs: dict[str, set[str]] = {}
    for key, quantity in book.quantities.items():
        rules = [rule for rule in book.by_target.get(key, ()) if not rule.acts]  # with acts: what follows from the value
        read = {name for rule in rules for atom in atoms(rule.when) for name in names_of(atom)}
        needs[key] = {name for name in (*quantity.reads, *read) if name in book.quantities}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return tuple(error.args[1])[:0:-1]
    return ()
