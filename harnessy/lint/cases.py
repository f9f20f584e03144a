"""The finite case space, walked only as far as the question needs: the facts that an answer waits for, each value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter

from harnessy.decision.answer import Answer, answer
from harnessy.decision.case import Case
from harnessy.decision.domain import domain
from harnessy.decision.model import OTHER, Given
from harnessy.rulebook import Book
from harnessy.rulebook.model import Opaque, atoms, names_of, opaque_facts

MOST_CASES = 1 << 12


class Walk:
    """The settled cases of a book. `wait` names what a case still waits for; `bounded` says that some were left out."""

    def __init__(self, book: Book, wait: Callable[[Case], str | None]) -> None:
        self.book = book
        self.wait = wait
        self.bounded = False
        self.values = dict[str, tuple[Given, ...]]()

    def __iter__(self) -> Iterator[Case]:
        tried: list[dict[str, Given]] = [] if circle(self.book) else [{}]
        count = 0
        while tried:
            count += 1
            if count > MOST_CASES:
                self.bounded = True
                return
            case = Case(self.book, {}, tried.pop())
            key = self._open(case)
            if key is None:
                yield case
            else:
                tried.extend({**case.tried, key: value} for value in reversed(self._values(key)))

    def _values(self, key: str) -> tuple[Given, ...]:
        if key not in self.values:
            self.values[key] = domain(self.book, key)
        return self.values[key]

    def _open(self, case: Case) -> str | None:
        """The next fact to try: a flag taken as not set, else what the case waits for; a quantity is no fact."""
        waits = self.wait(case)
        flags = sorted(case.defaulted - set(case.tried))
        key = flags[0] if flags else waits
        return None if key is None or key in case.tried or key in self.book.quantities else key


def waits_of(found: Answer) -> str | None:
    """What an answer waits for first."""
    return found.waits[0] if found.outcome == "missing" and found.waits else None


def answered(book: Book, target: str) -> Walk:
    """The cases in which a target has its answer, whatever it is."""
    return Walk(book, lambda case: waits_of(answer(case, target)))


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
        read = {name for rule in book.by_target.get(key, ()) for atom in atoms(rule.when) for name in names_of(atom)}
        needs[key] = {name for name in (*quantity.reads, *read) if name in book.quantities}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return tuple(error.args[1])[:0:-1]
    return ()
