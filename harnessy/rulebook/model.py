"""The shapes of a rulebook: names, conditions, rules. All frozen; spans never take part in equality."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any as Anything
from typing import Literal

from harnessy.rulebook.derivation import Authored, Test
from harnessy.rulebook.expression import Expression, Indicator, Measure, Side
from harnessy.rulebook.memo import per_book
from harnessy.rulebook.schema import Schema
from harnessy.source import Diagnostic, Span

Effect = Literal["halt", "hold", "go", "n/a", "neutral"]
Relation = Literal["=", "≠", "≤", "≥", "<", ">"]
FactKind = Literal["flag", "truth", "count", "scale", "word", "number", "set"]
Value = str | bool | Decimal
MEANS_FORMULA = re.compile(r"(?P<function>min|max)\s*\(\s*(?P<arguments>[^()]+?)\s*\)\Z")
DEFAULT_RANK, PLAIN_RANK, INVARIANT_RANK = 0, 1, 2
OPERATION, EVENT, ORDER, EVERYTHING = "operation", "event", "order", "*"
POLICY, TRIGGER, THRESHOLD, ELSE, UNBOUND, JOINED = "policy", "trigger", "threshold", "* else", "* unbound", "joined"
LEG_ASIDE = "leg aside"


@dataclass(frozen=True, slots=True)
class Named:
    """A name as the document writes it and the key under which it is compared."""

    key: str
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something inferred, with the places it rests on."""

    text: str
    spans: tuple[Span, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Scale:
    """A set of members; `order` holds the keys that are ordered, lowest first (empty: no order is known).

    `declared` says that the members are all there are; `inferred` tells what an order not declared rests on.
    """

    name: Named
    members: tuple[Named, ...]
    order: tuple[str, ...] = ()
    declared: bool = False
    inferred: Assumption | None = None

    def member(self, key: str) -> Named | None:
        """The member of that key."""
        return next((member for member in self.members if member.key == key), None)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a question may state. `scale` is the key of the scale its values come from, if any.

    `values` are those that the document names; `closed` says that there are no others; `header` that a task file's header
    carries it. `author` is who states it as written, `authors` which of human, tool and agent that is. A number lies `within`
    its ends. A `count` is stated as yes or no, or as how many there are; `test` makes a truth follow from another fact.
    """

    name: Named
    kind: FactKind
    scale: str | None = None
    values: tuple[Named, ...] = ()
    closed: bool = False
    author: str = ""
    header: bool = False
    aliases: tuple[Named, ...] = ()
    authors: tuple[str, ...] = ()
    test: Test | None = None
    within: tuple[Decimal | None, Decimal | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a register says of a subject in one column."""

    name: Named
    values: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be asked, by its name or its aliases; `reads` are facts that it is about though no rule compares them."""

    name: Named
    kind: str
    aliases: tuple[Named, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Formula:
    """A number from others, while a condition holds, `within` bounds; `empty` over nothing, `settings` names with another value."""

    expression: Expression
    when: Condition
    text: str
    span: Span = field(compare=False)
    trail: tuple[str, ...] = ()
    empty: Decimal | None = None
    settings: tuple[tuple[str, Expression], ...] = ()
    within: tuple[Decimal, Decimal] | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named function of facts: `min`, `max` over `reads`, a formula, or what rules give. Each of `parts` makes a truth true."""

    name: Named
    kind: Literal["value", "truth", "number"]
    scale: str | None = None
    function: str = ""
    reads: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)
    trail: tuple[str, ...] = ()
    restated: tuple[Span, ...] = field(default=(), compare=False)
    aliases: tuple[Named, ...] = ()
    truths: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = ()
    parts: tuple[Named, ...] = ()


@dataclass(frozen=True, slots=True)
class Compare:
    """A fact against constants: true when the relation holds to any (for ≠: all); `stated`: false of a fact that nobody states."""

    fact: str
    relation: Relation
    values: tuple[Value, ...]
    span: Span = field(compare=False)
    stated: bool = False


@dataclass(frozen=True, slots=True)
class Absent:
    """The fact is known to be absent."""

    fact: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Subset:
    """Every element of one set fact is an element of another."""

    fact: str
    other: str
    span: Span = field(compare=False)

    @property
    def key(self) -> str:
        """The name under which the truth of the relation is tried."""
        return f"{self.fact} ⊆ {self.other}"


@dataclass(frozen=True, slots=True)
class Opaque:
    """A condition that no declared fact answers: an unknown fact named by its own words."""

    fact: str
    words: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a condition."""

    part: Condition


@dataclass(frozen=True, slots=True)
class All:
    """True when every part is; without parts: always."""

    parts: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Any:
    """True when some part is."""

    parts: tuple[Condition, ...]


Atom = Compare | Absent | Subset | Opaque
Condition = Compare | Absent | Subset | Opaque | Not | All | Any
ALWAYS = All()


@dataclass(frozen=True, slots=True)
class Act:
    """One thing to do: its words, verb and object; `gate` is a condition that must hold before a go counts."""

    words: str
    verb: str
    object: str
    effect: Effect
    span: Span = field(compare=False)
    gate: Condition | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence or cell as logic: when the condition holds, the target gets the acts or the value.

    `target` is the key of a subject, quantity or fact; `*` constrains every subject of the document. `why` are further
    places that lend the rule its force or its reach. `unread` are notes that nobody understood: the rule may hold, never go.
    `states` are values that an answer shows beside the acts (the limit, whether it is exceeded).
    """

    id: str
    family: str
    target: str
    when: Condition
    span: Span = field(compare=False)
    trail: tuple[str, ...]
    acts: tuple[Act, ...] = ()
    value: Value | None = None
    rank: int = PLAIN_RANK
    why: tuple[Span, ...] = field(default=(), compare=False)
    unread: tuple[Span, ...] = field(default=(), compare=False)
    label: str = ""
    states: tuple[tuple[str, Value], ...] = ()


Thing = Fact | Quantity
Class = Literal["rule", "definition", "example", "rationale", "not understood"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What became of one sentence or cell."""

    span: Span
    kind: Class
    reason: str = ""
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a doctrine: what is asked, the facts (name, value, place), the answer expected, and what to cite."""

    facts: tuple[tuple[str, str, Span], ...]
    answer: str
    cites: str
    span: Span
    answer_span: Span
    trail: tuple[str, ...]
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a listing: its names, and what each further column lists, by the role of the column."""

    names: tuple[Named, ...]
    columns: Mapping[str, tuple[Named, ...]]
    span: Span = field(compare=False)

    def listed(self, role: str) -> tuple[Named, ...]:
        """What the columns of a role list; empty when there is none."""
        return self.columns.get(role, ())


@dataclass(frozen=True, slots=True)
class Listing:
    """A table or sentence that lists things of a kind (`SURFACE`, `PHRASE`, …) instead of deciding something."""

    kind: str
    entries: tuple[Entry, ...]
    span: Span = field(compare=False)
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """A row of a table about commands: forms of an operation or of a way to handle programs, or paths that are protected.

    `role` is OPERATION, PROTECTED, PROGRAM or a way to handle programs; `subject` how it is asked; `own` a program's own words.
    """

    role: str
    name: Named
    forms: tuple[str, ...]
    subject: str = ""
    own: tuple[str, ...] = ()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Book:
    """One document compiled: a namespace of its own.

    `fact_names` and `subject_names` give the key for each folded spelling of what can be stated and what can be asked.
    `doubts` are sentences that nobody understood, by what they speak of (`*`: everything; `* else`: what no policy is about).
    `broken` are errors: while there are any, nothing goes. `stricter` is the sentence that says that the stricter rule counts.
    `sought` are words that a question may put before a fact (`requested x` states x).
    `wider` gives for each subject the operations that are held or halted and whose words are all among its own.
    `measures` are facts that records give, `watched` numbers only shown, `beside` told with an answer, `loose` what is not read and
    may restrict something, `authored` facts whose names say who did it, `ceilings` what is named as a highest value.
    """

    path: str
    digest: str
    scales: Mapping[str, Scale]
    facts: Mapping[str, Fact]
    quantities: Mapping[str, Quantity]
    subjects: Mapping[str, Subject]
    rules: tuple[Rule, ...]
    assumptions: tuple[Assumption, ...] = ()
    readings: tuple[Reading, ...] = ()
    examples: tuple[Example, ...] = ()
    broken: tuple[Diagnostic, ...] = ()
    doubts: Mapping[str, tuple[Span, ...]] = field(default_factory=dict)
    sought: tuple[str, ...] = ()
    go_verb: str = ""
    hold_verb: str = ""
    stricter: Span | None = None
    by_target: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict, compare=False)
    fact_names: Mapping[str, str] = field(default_factory=dict, compare=False)
    subject_names: Mapping[str, str] = field(default_factory=dict, compare=False)
    wider: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    listings: tuple[Listing, ...] = ()
    guards: tuple[Guard, ...] = ()
    memo: dict[str, Anything] = field(default_factory=dict, init=False, repr=False, compare=False)
    measures: Mapping[str, Measure] = field(default_factory=dict)
    schemas: tuple[Schema, ...] = ()
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sides: Mapping[str, Side] = field(default_factory=dict)
    watched: tuple[Indicator, ...] = ()
    loose: tuple[Span, ...] = ()
    authored: tuple[Authored, ...] = ()
    ceilings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleBook:
    """All documents of a doctrine, compiled; `memo` is no part of it."""

    books: tuple[Book, ...]
    digest: str
    memo: dict[str, Anything] = field(default_factory=dict, init=False, repr=False, compare=False)


def atoms(condition: Condition) -> Iterator[Atom]:
    """The atoms of a condition, in order."""
    if isinstance(condition, Not):
        yield from atoms(condition.part)
    elif isinstance(condition, All | Any):
        for part in condition.parts:
            yield from atoms(part)
    else:
        yield condition


def conjoined(*conditions: Condition) -> Condition:
    """All of some conditions, flat."""
    listed = (condition.parts if isinstance(condition, All) else (condition,) for condition in conditions)
    parts = [part for some in listed for part in some]
    return parts[0] if len(parts) == 1 else All(tuple(parts))


def rule_atoms(rule: Rule) -> Iterator[Atom]:
    """Every atom of a rule's condition and of the gates of its acts."""
    gates = (act.gate for act in rule.acts if act.gate is not None)
    return (atom for condition in (rule.when, *gates) for atom in atoms(condition))


def names_of(atom: Atom) -> tuple[str, ...]:
    """The facts and quantities that an atom reads."""
    return (atom.fact, atom.other, atom.key) if isinstance(atom, Subset) else (atom.fact,)


def book_atoms(book: Book) -> Iterator[Atom]:
    """Every atom of every rule of a book."""
    return (atom for rule in book.rules for atom in rule_atoms(rule))


@per_book
def opaque_facts(book: Book) -> dict[str, Opaque]:
    """The conditions that no declared fact answers, by key: they can be stated as true or false."""
    return {atom.fact: atom for atom in book_atoms(book) if isinstance(atom, Opaque)}
