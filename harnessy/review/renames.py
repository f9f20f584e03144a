"""Names that only changed their spelling: what stood in the same places of the same rules in both doctrines.

The words of an operation or of a condition that nobody declared are its meaning, and so are those of a path: those are never
taken as renamed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from harnessy.rulebook.model import (
    EVERYTHING,
    OPERATION,
    Absent,
    All,
    Any,
    Book,
    Compare,
    Condition,
    Named,
    Not,
    Rule,
    RuleBook,
    Subset,
    Value,
)
from harnessy.rulebook.names import fold

_ENOUGH = 0.5
_PATH = re.compile(r"[*?\\]|(?<!\S)(?:\.{0,2}/\S|\S+/(?!\S*\s*/\s)|\S*\.[A-Za-z]\w*(?!\S))")  # `src/**`, `docs/`, `program.md`

Id = tuple[str, ...]
Label = Callable[[Id], object]


@dataclass(frozen=True, slots=True)
class Renamed:
    """A name as it was and as it is: a fact, quantity, scale or subject, or a value of what `of` names (by its new key)."""

    kind: str
    before: Named
    after: Named
    of: str = ""


def renames(before: RuleBook, after: RuleBook) -> tuple[Renamed, ...]:
    """The names that changed their spelling, in the order of the old doctrine."""
    old, new, pairs = _Inventory(before), _Inventory(after), dict[Id, Id]()
    while found := _matched(old, new, pairs):
        pairs.update(found)
    return tuple(
        Renamed(mine[0], old.names[mine], new.names[theirs], "" if len(mine) == _PLAIN else theirs[1])
        for mine, theirs in ((mine, pairs[mine]) for mine in old.names if mine in pairs)
    )


def respelled(renamed: Iterable[Renamed]) -> Callable[[str], str]:
    """Words of the old doctrine, folded, with every name that changed as the new one spells it."""
    keys = {one.before.key: one.after.key for one in renamed}
    longest = sorted(keys, key=len, reverse=True)
    names = re.compile("|".join(rf"(?<!\w){re.escape(key)}(?!\w)" for key in longest) or r"(?!)")
    return lambda words: names.sub(lambda match: keys[match[0]], fold(words))


_PLAIN = 2


class _Inventory:
    """The names of a doctrine, and the rules that each stands in."""

    def __init__(self, rulebook: RuleBook) -> None:
        self.books = rulebook.books
        self.names = dict[Id, Named](reversed([item for book in reversed(self.books) for item in reversed(list(_names(book)))]))

    @cached_property
    def rules(self) -> tuple[tuple[Book, Rule], ...]:
        """Every rule with its document."""
        return tuple((book, rule) for book in self.books for rule in book.rules)

    def places(self, label: Label) -> dict[Id, Counter[object]]:
        """For each name the shapes of the rules that it stands in, other names by their labels."""
        found: dict[Id, Counter[object]] = {one: Counter() for one in self.names}
        for book, rule in self.rules:
            for one in {one for one in _mentioned(book, rule) if one in found}:
                found[one][_shape(book, rule, lambda other, one=one: "this" if other == one else label(other))] += 1  # type: ignore[misc]
        return found


def _names(book: Book) -> Iterator[tuple[Id, Named]]:
    yield from ((("scale", key), scale.name) for key, scale in book.scales.items())
    yield from (item for item in _plain(book) if not _PATH.search(item[1].text))
    for key, scale in book.scales.items():
        yield from ((("member", key, member.key), member) for member in scale.members)
    for key, fact in book.facts.items():
        yield from ((("value", key, value.key), value) for value in fact.values if not fact.scale and not _PATH.search(value.text))


def _plain(book: Book) -> Iterator[tuple[Id, Named]]:
    yield from ((("fact", key), fact.name) for key, fact in book.facts.items() if key not in book.measures and fact.test is None)
    yield from ((("quantity", key), quantity.name) for key, quantity in book.quantities.items())
    yield from ((("subject", key), subject.name) for key, subject in book.subjects.items() if subject.kind != OPERATION)


def _value(book: Book, key: str, value: Value | None) -> object:
    """The id of a value of a fact or quantity; what is no word is itself."""
    thing = book.facts.get(key) or book.quantities.get(key)
    if not isinstance(value, str) or thing is None:
        return value
    return ("member", thing.scale, value) if thing.scale else ("value", key, value)


def _thing(book: Book, key: str) -> Id:
    kinds: Iterable[tuple[str, Mapping[str, object]]] = (
        ("fact", book.facts), ("quantity", book.quantities), ("subject", book.subjects),
    )
    return (next((kind for kind, known in kinds if key in known), EVERYTHING), key)


def _mentioned(book: Book, rule: Rule) -> Iterator[Id]:
    found = list[Id]()
    _shape(book, rule, found.append)
    yield from found


def _shape(book: Book, rule: Rule, label: Label) -> object:
    """A rule without its words: what it is about, when it holds and what it gives."""
    value = _value(book, rule.target, rule.value)
    acts = tuple((act.verb, act.object, act.effect, act.gate and _logic(book, act.gate, label)) for act in rule.acts)
    given = label(value) if isinstance(value, tuple) else value
    return (rule.family, rule.rank, label(_thing(book, rule.target)), _logic(book, rule.when, label), acts, given)


def _logic(book: Book, condition: Condition, label: Label) -> object:
    if isinstance(condition, Not):
        return ("not", _logic(book, condition.part, label))
    if isinstance(condition, All | Any):
        return (type(condition).__name__, *(_logic(book, part, label) for part in condition.parts))
    if isinstance(condition, Compare):
        values = (_value(book, condition.fact, value) for value in condition.values)
        shown = tuple(label(value) if isinstance(value, tuple) else value for value in values)
        return (condition.relation, label(_thing(book, condition.fact)), shown)
    if isinstance(condition, Subset):
        return ("⊆", label(_thing(book, condition.fact)), label(_thing(book, condition.other)))
    return (type(condition).__name__, label(_thing(book, condition.fact)) if isinstance(condition, Absent) else condition.fact)


def _matched(old: _Inventory, new: _Inventory, pairs: Mapping[Id, Id]) -> dict[Id, Id]:
    """Further pairs of names that stand in the same places, as far as the pairs known so far tell."""
    parents = {mine[1]: theirs[1] for mine, theirs in pairs.items() if len(mine) == _PLAIN and mine[0] != "subject"}

    def shared(one: Id) -> Id:
        return pairs.get(one, one if len(one) == _PLAIN else (one[0], parents.get(one[1], one[1]), one[2]))

    common = {shared(one) for one in old.names} & set(new.names)
    gone = [one for one in old.names if shared(one) not in common]
    come = [one for one in new.names if one not in common]
    if not gone or not come:
        return {}
    mine = old.places(lambda one: shared(one) if shared(one) in common else one[0])
    theirs = new.places(lambda one: one if one in common else one[0])
    ranked = sorted(
        (
            (-likeness, abs(_at(old, one) - _at(new, other)), one, other)
            for one, other in product(gone, come)
            if _alike(shared(one), other, common) and (likeness := _likeness(mine[one], theirs[other])) >= _ENOUGH
        ),
    )
    certain = [pair for pair in ranked if not any(_rivals(pair, other) for other in ranked)]
    taken = dict[Id, Id]()
    for _, _, one, other in certain or ranked[:1]:
        if one not in taken and other not in taken.values():
            taken[one] = other
    return taken


def _alike(one: Id, other: Id, common: set[Id]) -> bool:
    """Whether two names are of one kind; values: of one fact or scale that both doctrines have."""
    if one[0] != other[0] or len(one) == _PLAIN:
        return one[0] == other[0]
    kind = "scale" if one[0] == "member" else "fact"
    return one[1] == other[1] and (kind, one[1]) in common


def _rivals(pair: tuple[float, int, Id, Id], other: tuple[float, int, Id, Id]) -> bool:
    """Whether another pair with one name of this pair is as likely."""
    return pair is not other and (pair[2] == other[2] or pair[3] == other[3]) and other[0] <= pair[0]


def _at(inventory: _Inventory, one: Id) -> int:
    """Which of the names of its kind a name is."""
    return [other for other in inventory.names if other[:-1] == one[:-1]].index(one)


def _likeness(left: Counter[object], right: Counter[object]) -> float:
    """The share of places that two names have in common; names that stand nowhere are alike."""
    every = (left | right).total()
    return (left & right).total() / every if every else 1.0
