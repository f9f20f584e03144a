"""One case: the facts of one question against one book, with derived quantities worked out on demand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from harnessy.decision.formulas import number_given
from harnessy.decision.group import Group
from harnessy.decision.model import ABSENT, Absent, Citation, Clash, Found, Given, Truth, Unknown
from harnessy.decision.spelling import member_text, shown, text
from harnessy.decision.truth import made
from harnessy.rulebook.memo import per_key, per_part
from harnessy.rulebook.model import Book, Condition, Quantity, Rule, Value
from harnessy.source import Span

_LAYER = "one of several"
_NEW, _NOW = Unknown(""), Unknown("")


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

    def __post_init__(self) -> None:
        """What is tried is known; what is tried as absent means what the document says of its absence."""
        if self.tried:
            self.known.update((key, value) for key, value in self.tried.items() if value != ABSENT)

    def value(self, key: str) -> Found:
        """The value of a fact or quantity; Unknown when it waits for something; None when no rule gives it one."""
        self.touched.add(key)
        found = self.known.get(key, _NEW)
        if found is _NEW:
            self.known[key] = _NOW
            found = self.known[key] = self._worked_out(key)
        return Unknown(key) if found is _NOW else found  # what rests on itself waits for itself

    def stated(self, key: str) -> Given | None:
        """What is tried or given of a fact, whatever the document says of its absence."""
        self.touched.add(key)
        return self.tried[key] if key in self.tried else self.facts.get(key)

    def _worked_out(self, key: str) -> Found:
        given = self.facts.get(key)
        if key in self.book.quantities:
            return self._derived(self.book.quantities[key]) if given is None else given
        given = self.tried.get(key, given)
        if given is None:
            return self._not_given(key)
        if given.__class__ is Absent and key in self.book.by_target:
            return self._ruled(key)
        return given

    def _not_given(self, key: str) -> Found:
        fact = self.book.facts.get(key)
        if fact is not None and fact.kind == "flag":
            self.defaulted.add(key)
            return False
        return Unknown(key)

    def _derived(self, quantity: Quantity) -> Found:
        if quantity.formulas:
            found, cited = number_given(self, quantity)
            if cited:
                self.steps[quantity.name.key] = cited
            return found
        if not quantity.function:
            return self._ruled(quantity.name.key)
        values = tuple([self.value(key) for key in quantity.reads])
        clash = next((value for value in values if isinstance(value, Clash)), None)
        if clash is not None:  # beside the extreme of the scale it makes no difference which of its values it has
            values = tuple([Unknown(value.key) if isinstance(value, Clash) else value for value in values])
        result, step = _computed(self.book, (quantity.name.key, values))
        if clash is not None and isinstance(result, Unknown):
            return clash
        if step is not None:
            self.steps[quantity.name.key] = (step,)
        return result

    def _ruled(self, key: str) -> Found:
        """The value that the rules of a target give, the highest rank first."""
        for group in _giving(self.book, key):
            fired, waiting = self.told(group)
            if not fired and not waiting:
                continue
            if len(fired) == 1 and not waiting and fired[0].family != "unread":
                self.steps[key] = _values_cited(self.book, fired[0])
                return fired[0].value
            values = {rule.value for rule in fired}
            if any(isinstance(found, Clash) for found in waiting.values()):
                return next(found for found in waiting.values() if isinstance(found, Clash))
            if waiting and any(rule.value not in values or len(values) > 1 for rule in group.rules if id(rule) in waiting):
                return next(found for found in waiting.values() if isinstance(found, Unknown))
            if any(rule.family == "unread" for rule in fired):
                return None
            if len(values) > 1:
                return Clash(key, tuple(fired))
            if fired:
                self.steps[key] = tuple([cited for rule in fired for cited in _values_cited(self.book, rule)])
                return fired[0].value
        return None

    def fired(self, rules: Iterable[Rule]) -> tuple[list[Rule], dict[int, Unknown | Clash]]:
        """The rules of the book whose condition is true, and by identity those that wait, with what each waits for."""
        return self.told(Group(self.book, rules))

    def told(self, group: Group) -> tuple[list[Rule], dict[int, Unknown | Clash]]:
        """The same of rules that were grouped before."""
        fired: list[Rule] = []
        waiting: dict[int, Unknown | Clash] = {}
        for rule, test in group.open(self):
            truth = test(self)
            if truth is True:
                fired.append(rule)
            elif truth is not False:
                waiting[id(rule)] = truth
        return fired, waiting

    def truth(self, condition: Condition) -> Truth:
        """True, False, or what the truth waits for, of any condition over the book's own atoms."""
        return made(self.book, condition)(self)

    def text(self, key: str) -> str:
        """The name of a fact or quantity as the document writes it."""
        return text(self.book, key)

    def shown(self, key: str, value: Value | Given | None) -> str:
        """A value of a fact or quantity for people."""
        return shown(self.book, key, value)

    def retried(self, key: str, value: Given) -> Case:
        """The same case with one more fact tried."""
        return Case(self.book, self.facts, {**self.tried, key: value}, touched=self.touched, defaulted=self.defaulted)


def by_rank(book: Book, rules: Iterable[Rule]) -> tuple[Group, ...]:
    """Rules grouped by their rank, the highest first."""
    known = tuple(rules)
    ranks = sorted({rule.rank for rule in known}, reverse=True)
    return tuple(Group(book, (rule for rule in known if rule.rank == rank)) for rank in ranks)


@per_key
def _giving(book: Book, key: str) -> tuple[Group, ...]:
    """The rules that give a fact or quantity a value, by rank."""
    return by_rank(book, (rule for rule in book.by_target.get(key, ()) if not rule.acts))


@per_key
def _computed(book: Book, asked: tuple[str, tuple[Found, ...]]) -> tuple[str | Unknown, Citation | None]:
    """What the function of a quantity gives for values of what it reads, and the citation of that."""
    quantity, values = book.quantities[asked[0]], asked[1]
    scale = book.scales.get(quantity.scale or "")
    order = scale.order if scale else ()
    pairs = list(zip(quantity.reads, values, strict=True))
    ranked = [(order.index(value), key) for key, value in pairs if isinstance(value, str) and value in order]
    extreme = 0 if quantity.function == "min" else len(order) - 1
    decided = [(rank, key) for rank, key in ranked if rank == extreme]
    if not decided and len(ranked) < len(pairs):
        return _waits(pairs, order), None
    pick = decided or ranked
    rank, _ = min(pick) if quantity.function == "min" else max(pick)
    return order[rank], _function_cited(book, quantity, {key: order[own] for own, key in ranked}, order[rank])


def _waits(pairs: list[tuple[str, Found]], order: tuple[str, ...]) -> Unknown:
    """What a function waits for: the argument that is not known, or whose rank is not."""
    for key, value in pairs:
        if isinstance(value, Unknown):
            return value
        if not (isinstance(value, str) and value in order):
            return Unknown(key)
    return Unknown(pairs[0][0])


def _function_cited(book: Book, quantity: Quantity, ranked: Mapping[str, str], found: str) -> Citation:
    parts = [f"{text(book, key)} {member_text(book, quantity.scale, ranked[key])}" for key in quantity.reads if key in ranked]
    given = f"{quantity.name.text} = {member_text(book, quantity.scale, found)} = {quantity.function}({', '.join(parts)})"
    return Citation(quantity.name.key, quantity.span or quantity.name.span, quantity.trail, given, "function")


@per_part
def _values_cited(book: Book, rule: Rule) -> tuple[Citation, ...]:
    """The citation of a rule that gives its target a value, and of the sentence by which it is lower than its cell says.

    Of one among several formulas also what decides between them.
    """
    own = _value_cited(book, rule)
    lowering = rule.why[-1:] if rule.family == "lowered" else ()
    between = rule.why if rule.family == _LAYER else ()
    said = ((span, f"decides between them: {' '.join(span.text.split())}") for span in between)
    others = (Citation(rule.id, span, rule.trail, words, "input") for span, words in said)
    return (own, *(replace(own, span=span) for span in lowering), *others)


def _value_cited(book: Book, rule: Rule) -> Citation:
    quantity = book.quantities.get(rule.target)
    name = quantity.name.text if quantity else text(book, rule.target)
    gives = f"{name} = {shown(book, rule.target, rule.value)}"
    kinds = {"map": "map", "activation": "activation", "default": "default"}
    gives = f"{rule.label}: {gives}" if rule.label else gives
    return Citation(rule.id, _whole(rule), rule.trail, gives, kinds.get(rule.family, "value"))


def _whole(rule: Rule) -> Span:
    """The span to cite: the row's keys and the value together, where one line holds both."""
    spans = [span for span in rule.why if span.line == rule.span.line and span.start < rule.span.start]
    return replace(rule.span, start=min(span.start for span in spans)) if spans and rule.family == "map" else rule.span
