"""One case: the facts of one question against one book, with derived quantities worked out on demand."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from harnessy.decision.model import ABSENT, OTHER, Citation, Given
from harnessy.decision.model import Absent as Missed
from harnessy.rulebook.model import (
    Absent,
    All,
    Any,
    Book,
    Compare,
    Condition,
    Not,
    Opaque,
    Quantity,
    Rule,
    Subset,
    Value,
)
from harnessy.rulebook.names import bare
from harnessy.source import Span

_ORDERS: dict[str, Callable[[int | Decimal, int | Decimal], bool]] = {
    "≤": operator.le,
    "≥": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Unknown:
    """The answer waits for this fact or quantity."""

    key: str


@dataclass(frozen=True, slots=True)
class Clash:
    """Rules of one rank give one quantity different values."""

    key: str
    rules: tuple[Rule, ...]


Found = Given | Unknown | Clash | None
Truth = bool | Unknown | Clash


@dataclass
class Case:
    """The facts in force, what was worked out from them, and the citations of what was used, in order.

    `facts` are given, `tried` assumed for the sake of comparing branches. `touched` collects every fact that was looked at.
    """

    book: Book
    facts: Mapping[str, Given]
    tried: Mapping[str, Given] = field(default_factory=dict)
    known: dict[str, Found] = field(default_factory=dict)
    steps: dict[str, tuple[Citation, ...]] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    defaulted: set[str] = field(default_factory=set)

    def value(self, key: str) -> Found:
        """The value of a fact or quantity; Unknown when it waits for something; None when no rule gives it one."""
        self.touched.add(key)
        if key in self.tried and self.tried[key] != ABSENT:
            return self.tried[key]
        if key not in self.known:
            self.known[key] = Unknown(key)  # what rests on itself waits for itself
            self.known[key] = self._worked_out(key)
        return self.known[key]

    def _worked_out(self, key: str) -> Found:
        quantity = self.book.quantities.get(key)
        if quantity is not None:
            return self.facts[key] if key in self.facts else self._derived(quantity)
        given = self.tried.get(key, self.facts.get(key))
        if given is None:
            return self._not_given(key)
        rules = self.book.by_target.get(key)
        return self._ruled(key, rules) if given == ABSENT and rules else given

    def _not_given(self, key: str) -> Found:
        fact = self.book.facts.get(key)
        if fact is not None and fact.kind == "flag":
            self.defaulted.add(key)
            return False
        return Unknown(key)

    def _derived(self, quantity: Quantity) -> Found:
        if not quantity.function:
            return self._ruled(quantity.name.key, self.book.by_target.get(quantity.name.key, ()))
        return self._function(quantity)

    def _function(self, quantity: Quantity) -> Found:
        scale = self.book.scales.get(quantity.scale or "")
        order = scale.order if scale else ()
        values = [(key, self.value(key)) for key in quantity.reads]
        clash = next((value for _, value in values if isinstance(value, Clash)), None)
        if clash is not None:
            return clash
        ranked = [(order.index(value), key) for key, value in values if isinstance(value, str) and value in order]
        extreme = 0 if quantity.function == "min" else len(order) - 1
        decided = [(rank, key) for rank, key in ranked if rank == extreme]
        if not decided and len(ranked) < len(values):
            return self._waits(values, order)
        pick = decided or ranked
        rank, _ = min(pick) if quantity.function == "min" else max(pick)
        self._cite_function(quantity, {key: rank for rank, key in ranked}, order, rank)
        return order[rank]

    def _waits(self, values: list[tuple[str, Found]], order: tuple[str, ...]) -> Unknown:
        """What a function waits for: the argument that is not known, or whose rank is not."""
        for key, value in values:
            if isinstance(value, Unknown):
                return value
            if not (isinstance(value, str) and value in order):
                return Unknown(key)
        return Unknown(values[0][0])

    def _cite_function(self, quantity: Quantity, ranked: dict[str, int], order: tuple[str, ...], rank: int) -> None:
        parts = [
            f"{self.text(key)} {self.member_text(quantity.scale, order[ranked[key]])}" for key in quantity.reads if key in ranked
        ]
        gives = f"{quantity.name.text} = {self.member_text(quantity.scale, order[rank])} = {quantity.function}({', '.join(parts)})"
        span = quantity.span or quantity.name.span
        self.steps[quantity.name.key] = (Citation(quantity.name.key, span, quantity.trail, gives, "function"),)

    def _ruled(self, key: str, rules: tuple[Rule, ...]) -> Found:
        """The value that the rules of a target give, the highest rank first."""
        rules = tuple(rule for rule in rules if not rule.acts)
        for rank in sorted({rule.rank for rule in rules}, reverse=True):
            fired, waiting = self.fired([rule for rule in rules if rule.rank == rank])
            values = {rule.value for rule in fired}
            if any(isinstance(found, Clash) for found in waiting.values()):
                return next(found for found in waiting.values() if isinstance(found, Clash))
            if waiting and any(rule.value not in values or len(values) > 1 for rule in self._waiting_rules(waiting, rules)):
                return next(found for found in waiting.values() if isinstance(found, Unknown))
            if any(rule.family == "unread" for rule in fired):
                return None
            if len(values) > 1:
                return Clash(key, tuple(fired))
            if fired:
                self._cite_value(key, fired)
                return fired[0].value
        return None

    def _waiting_rules(self, waiting: Mapping[int, Unknown | Clash], rules: tuple[Rule, ...]) -> list[Rule]:
        return [rule for rule in rules if id(rule) in waiting]

    def fired(self, rules: list[Rule]) -> tuple[list[Rule], dict[int, Unknown | Clash]]:
        """The rules whose condition is true, and by identity those that wait, with what each waits for."""
        fired, waiting = list[Rule](), dict[int, Unknown | Clash]()
        for rule in rules:
            truth = self.truth(rule.when)
            if truth is True:
                fired.append(rule)
            elif truth is not False:
                waiting[id(rule)] = truth
        return fired, waiting

    def _cite_value(self, key: str, rules: list[Rule]) -> None:
        quantity = self.book.quantities.get(key)
        shown = self.shown(key, rules[0].value)
        gives = f"{quantity.name.text if quantity else self.text(key)} = {shown}"
        kinds = {"map": "map", "activation": "activation", "default": "default"}
        self.steps[key] = tuple(
            Citation(
                rule.id,
                _whole(rule),
                rule.trail,
                f"{rule.label}: {gives}" if rule.label else gives,
                kinds.get(rule.family, "value"),
            )
            for rule in rules
        )

    # -- conditions

    def truth(self, condition: Condition) -> Truth:
        """True, False, or what the truth waits for."""
        if isinstance(condition, Compare):
            return self._compare(condition)
        if isinstance(condition, Not):
            inner = self.truth(condition.part)
            return not inner if isinstance(inner, bool) else inner
        if isinstance(condition, All):
            return self._all(condition.parts)
        if isinstance(condition, Any):
            negated = self._all(tuple(Not(part) for part in condition.parts))
            return not negated if isinstance(negated, bool) else negated
        if isinstance(condition, Absent):
            return self._absent(condition)
        if isinstance(condition, Subset):
            return self._subset(condition)
        return self._opaque(condition)

    def _all(self, parts: tuple[Condition, ...]) -> Truth:
        waits: Truth = True
        for part in parts:
            truth = self.truth(part)
            if truth is False:
                return False
            if waits is True:
                waits = truth
        return waits

    def _absent(self, condition: Absent) -> Truth:
        self.touched.add(condition.fact)
        given = self.tried.get(condition.fact, self.facts.get(condition.fact))
        return Unknown(condition.fact) if given is None else given == ABSENT

    def _subset(self, condition: Subset) -> Truth:
        """Whether one set lies in another; an empty set shows nothing, so it counts as unknown."""
        if condition.key in self.tried:
            return bool(self.tried[condition.key])
        inner, outer = (
            frozenset[str]() if found == ABSENT else found for found in map(self.value, (condition.fact, condition.other))
        )
        if not isinstance(outer, frozenset) or not isinstance(inner, frozenset) or not inner:
            return Unknown(condition.key)
        return inner <= outer

    def _opaque(self, condition: Opaque) -> Truth:
        self.touched.add(condition.fact)
        given = self.tried.get(condition.fact, self.facts.get(condition.fact))
        return given if isinstance(given, bool) else Unknown(condition.fact)

    def _compare(self, condition: Compare) -> Truth:
        value = self.value(condition.fact)
        if isinstance(value, Unknown | Clash):
            return value
        if value is None or value == ABSENT:
            return Unknown(condition.fact)
        if condition.relation in {"=", "≠"}:
            return self._equal(value, condition)
        return self._ranked(value, condition)

    def _equal(self, value: Given, condition: Compare) -> bool:
        if isinstance(value, frozenset):
            elements = {bare(element) for element in value}
            equal = any(constant in elements for constant in condition.values)
        else:
            equal = value != OTHER and value in condition.values
        return equal == (condition.relation == "=")

    def _ranked(self, value: Given, condition: Compare) -> Truth:
        constant = condition.values[0]
        compare = _ORDERS[condition.relation]
        if isinstance(value, Decimal) and isinstance(constant, Decimal):
            return compare(value, constant)
        order = self._order(condition.fact)
        if value in order and constant in order:
            return compare(order.index(value), order.index(constant))
        if value == constant:
            return condition.relation in {"≤", "≥"}
        return Unknown(condition.fact)

    def _order(self, fact: str) -> tuple[Given, ...]:
        thing = self.book.facts.get(fact) or self.book.quantities.get(fact)
        scale = self.book.scales.get(thing.scale or "") if thing else None
        return tuple(scale.order) if scale else ()

    # -- words

    def text(self, key: str) -> str:
        """The name of a fact or quantity as the document writes it."""
        thing = self.book.facts.get(key) or self.book.quantities.get(key)
        return thing.name.text if thing else key

    def member_text(self, scale: str | None, key: str) -> str:
        """A member as the document writes it."""
        member = self.book.scales[scale].member(key) if scale and scale in self.book.scales else None
        return member.text if member else key

    def shown(self, key: str, value: Value | Given | None) -> str:
        """A value of a fact or quantity for people."""
        if isinstance(value, bool):
            quantity = self.book.quantities.get(key)
            return (quantity.truths if quantity and quantity.truths else ("yes", "no"))[not value]
        if isinstance(value, Missed):
            return "none"
        if isinstance(value, frozenset):
            return ", ".join(sorted(value))
        thing = self.book.facts.get(key) or self.book.quantities.get(key)
        text = self.member_text(thing.scale if thing else None, str(value))
        named = [name.text for name in getattr(thing, "values", ()) if name.key == text]
        return named[0] if named else text

    def retried(self, key: str, value: Given) -> Case:
        """The same case with one more fact tried."""
        return Case(self.book, self.facts, {**self.tried, key: value}, touched=self.touched, defaulted=self.defaulted)


def _whole(rule: Rule) -> Span:
    """The span to cite: the row's keys and the value together, where one line holds both."""
    spans = [span for span in rule.why if span.line == rule.span.line and span.start < rule.span.start]
    return replace(rule.span, start=min(span.start for span in spans)) if spans and rule.family == "map" else rule.span
