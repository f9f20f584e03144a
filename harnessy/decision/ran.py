"""How a leg of a gate came out, told by whether it passed and how it was run: `smoke tests pass`, `activate.sh sourced`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harnessy.decision.binder import as_truth
from harnessy.decision.question import fact_key
from harnessy.rulebook.memo import per_book
from harnessy.rulebook.model import Book, Compare, Named, opaque_facts
from harnessy.rulebook.names import bare, stems


@dataclass(frozen=True, slots=True)
class _Leg:
    """A leg that passes by the plain words for it: its fact, those words for passing and failing, and how it has to be run."""

    fact: str
    passed: str
    failed: str
    how: tuple[Named, ...]


def as_run(book: Book, facts: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """What the stated names say of legs: for each name the fact of its leg and how that came out (empty: not known yet)."""
    found = dict[str, tuple[str, str]]()
    for leg in _legs(book):
        told = {name: so for name, value in facts.items() if (so := as_truth(value)) is not None and _is_about(book, leg, name)}
        how = {name: so for name, so in told.items() if any(_is(name, one) for one in leg.how)}
        if not told:
            continue
        known = len(told) > len(how) and (bool(how) or not leg.how)
        outcome = leg.failed if not all(told.values()) else leg.passed if known else ""
        found |= dict.fromkeys(told, (leg.fact, outcome))
    return found


def _is_about(book: Book, leg: _Leg, name: str) -> bool:
    """Whether a name that is nothing else says that a leg passed, or how it was run."""
    if fact_key(book, name) is not None or bare(name) in opaque_facts(book):
        return False
    if any(_is(name, one) for one in leg.how):
        return True
    rest = stems(name) - stems(leg.fact)
    return stems(leg.fact) < stems(name) and stems(leg.passed) <= rest and len(rest - stems(leg.passed)) <= 1


def _is(name: str, one: Named) -> bool:
    return bare(name) in {one.key, one.key.rpartition(" ")[2]}


@per_book
def _legs(book: Book) -> tuple[_Leg, ...]:
    found = list[_Leg]()
    for rule in book.rules:
        quantity = book.quantities.get(rule.target)
        passes = rule.when if isinstance(rule.when, Compare) else None
        if rule.family == "leg" and quantity is not None and passes is not None and quantity.reads[0] in passes.values:
            found.append(_Leg(passes.fact, quantity.reads[0], quantity.reads[-1], quantity.parts))
    return tuple(found)
