"""Cases in words: a box of facts as a reader says it, and a case as the command line takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from harnessy.decision.boxes import Box
from harnessy.decision.model import ABSENT, OTHER, Given
from harnessy.decision.regions import Space
from harnessy.decision.view import Page, View
from harnessy.rulebook.model import Compare, Fact, book_atoms, opaque_facts


def told(space: Space, box: Box) -> tuple[str, ...]:
    """What holds in a box, fact by fact, in the order in which the doctrine declares them."""
    known = {name: (page, page.reads[name]) for name in box for page in _pages(space) if name in page.reads}
    order = {name: _order(page, key) for name, (page, key) in known.items()}
    names = sorted((name for name in box if len(box[name]) < len(space.values[name])), key=lambda name: (*order[name], name))
    return tuple(_phrase(*known[name], box[name], _once(space, name, *known[name])) for name in names)


def named(space: Space, name: str) -> str:
    """A variable as the doctrine calls it."""
    page = next(page for view in reversed(space.views) for page in view.pages if name in page.reads)
    key = page.reads[name]
    if key in page.relations:
        return _relation(page, key, "⊆")
    fact = page.book.facts.get(key)
    return fact.name.text if fact else opaque_facts(page.book)[key].words


def stated(view: View, case: Mapping[str, Given]) -> tuple[str, ...]:
    """The facts of a case as arguments of the command line; what cannot be stated is left out."""
    facts = view.question(case).facts
    found = dict[str, None]()
    for page in view.pages:
        for key, value in facts[page.index].items():
            if value != OTHER:
                found.setdefault(argument(page, key, value))
    return tuple(found)


def _once(space: Space, name: str, page: Page, key: str) -> tuple[Given, ...]:
    """The values of a variable, without further words for one that the rules take for the same."""
    fact = page.book.facts.get(key)
    scale = page.book.scales.get(fact.scale or "") if fact else None
    declared = {one.key for one in (*(fact.values if fact else ()), *(scale.members if scale else ()))}
    classes = [group for groups in space.variables[name].classes for group in groups]
    same = {value: frozenset(at for at, group in enumerate(classes) if value in group) for value in space.values[name]}
    first = {same[value]: value for value in reversed(space.values[name])}
    return tuple(
        value for value in space.values[name] if not isinstance(value, str) or value in declared or first[same[value]] == value
    )


def _pages(space: Space) -> Iterator[Page]:
    """The documents, those of the first doctrine last so that they win where the dictionary is filled in order."""
    yield from (page for view in space.views for page in view.pages)


def _order(page: Page, key: str) -> tuple[int, int]:
    facts = list(page.book.facts)
    inner = page.relations[key].fact if key in page.relations else key
    return (page.index, facts.index(inner) if inner in facts else len(facts))


def argument(page: Page, key: str, value: Given) -> str:
    """A fact with its value as the command line takes it."""
    fact = page.book.facts.get(key)
    made = page.book.quantities.get(key)
    name = fact.name.text if fact else made.name.text if made else key
    if fact is not None and fact.kind == "flag" and isinstance(value, bool):
        return name if value else f"{name.lstrip('-')}=no"
    words = "-".join(name.lstrip("-").split())
    return f"{words}={_plain(page, key, value)}"


def _plain(page: Page, key: str, value: Given) -> str:
    if value == ABSENT:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ",".join(sorted(value))
    return _spelled(page, key, value) if isinstance(value, str) else f"{value:f}" if isinstance(value, Decimal) else ""


def _spelled(page: Page, key: str, value: str) -> str:
    """A value as the document writes it."""
    fact = page.book.facts.get(key)
    scale = page.book.scales.get(fact.scale or "") if fact else None
    own = page.own(key, value)
    named = [*(scale.members if scale else ()), *(fact.values if fact else ())]
    return next((name.text for name in named if name.key == own), value)


def _phrase(page: Page, key: str, allowed: frozenset[Given], values: Sequence[Given]) -> str:
    fact = page.book.facts.get(key)
    if key in page.relations:
        return _relation(page, key, "⊆" if True in allowed else "⊄")
    made = page.book.quantities.get(key)
    if fact is None and made is not None:
        return f"{made.name.text} {either(list(_runs(allowed, [value for value in values if isinstance(value, Decimal)])))}"
    if fact is None:
        words = opaque_facts(page.book)[key].words
        return f"{words}: {'yes' if True in allowed else 'no'}"
    if fact.kind == "flag":
        return fact.name.text if True in allowed else f"no {fact.name.text}"
    return f"{fact.name.text} {_listed(page, fact, allowed, values)}"


def _relation(page: Page, key: str, sign: str) -> str:
    atom = page.relations[key]
    inner, outer = (page.book.facts[part].name.text for part in (atom.fact, atom.other))
    return f"{inner} {sign} {outer}"


def _listed(page: Page, fact: Fact, allowed: frozenset[Given], values: Sequence[Given]) -> str:
    """The values of a fact: as a range where it is ordered, else one by one, or those that are left out."""
    key = fact.name.key
    numbers = [value for value in values if isinstance(value, Decimal)]
    if numbers:
        parts = list(_runs(allowed, numbers))
    else:
        ranged = _range(page, fact, allowed, values)
        parts = ranged or [_plain(page, key, value) for value in values if value in allowed and isinstance(value, str | bool)]
    left = [value for value in values if value not in allowed]
    if not numbers and len(left) < len(parts) and left and all(isinstance(value, str) for value in left):
        return f"not {either([_plain(page, key, value) for value in left])}"
    if ABSENT in allowed:
        parts.append("none")
    if OTHER in allowed:
        parts.append("any other" if len(parts) else "one that no rule names")
    return either(parts)


def either(parts: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _range(page: Page, fact: Fact, allowed: frozenset[Given], values: Sequence[Given]) -> list[str]:
    """A run of an ordered scale from either end; empty where the values are no such run."""
    scale = page.book.scales.get(fact.scale or "")
    order = [member for member in scale.order if member in values] if scale else []
    inside = [member for member in order if member in allowed]
    compares = (atom for atom in book_atoms(page.book) if isinstance(atom, Compare) and atom.fact == fact.name.key)
    limits = {(atom.relation, *atom.values) for atom in compares}
    single = len(inside) == 1 and not {("≤", inside[0]), ("≥", inside[0])} & limits
    if not inside or single or len(inside) == len(order) or set(order) != {value for value in values if isinstance(value, str)}:
        return []
    if inside == order[: len(inside)]:
        return [f"≤ {_plain(page, fact.name.key, inside[-1])}"]
    return [f"≥ {_plain(page, fact.name.key, inside[0])}"] if inside == order[-len(inside) :] else []


def _runs(allowed: frozenset[Given], numbers: Sequence[Decimal]) -> Iterator[str]:
    """Runs of numbers; those at odd places are the ones that the doctrine names, those between stand for all between."""
    inside = [index for index, number in enumerate(numbers) if number in allowed]
    starts = [index for index in inside if index - 1 not in inside]
    ends = [index for index in inside if index + 1 not in inside]
    for start, end in zip(starts, ends, strict=True):
        below = "" if start == 0 else f"≥ {_number(numbers[start])}" if start % 2 else f"> {_number(numbers[start - 1])}"
        above = "" if end == len(numbers) - 1 else f"≤ {_number(numbers[end])}" if end % 2 else f"< {_number(numbers[end + 1])}"
        yield f"= {_number(numbers[start])}" if start == end and start % 2 else " and ".join(filter(None, (below, above)))


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"
