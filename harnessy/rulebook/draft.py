"""What the two passes write into: the names and rules of one document while it is being read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from harnessy.document import Document, Section, Table
from harnessy.rulebook.expression import Indicator, Measure, Side
from harnessy.rulebook.grammar import Grammar
from harnessy.rulebook.mechanics import Evidence
from harnessy.rulebook.model import (
    ALWAYS,
    OPERATION,
    POLICY,
    Assumption,
    Attribute,
    Class,
    Example,
    Fact,
    Guard,
    Listing,
    Named,
    Opaque,
    Quantity,
    Reading,
    Rule,
    Scale,
    Subject,
    Thing,
)
from harnessy.rulebook.names import StemIndex, bare, fold, stems
from harnessy.rulebook.schema import Schema
from harnessy.rulebook.symbols import Pending
from harnessy.rulebook.tokens import Lexer
from harnessy.source import Diagnostic, Label, Severity, Span

UNREAD = frozenset({"rationale", "not understood"})  # the kinds of readings that no rule comes from
_ID_LENGTH = 40
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
Held = TypeVar("Held")


def named(text: str, span: Span) -> Named:
    """A name under the key by which it is compared."""
    return Named(bare(text), text, span)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with its role, and which column does what (indices into the cells of a row)."""

    role: str
    section: Section
    table: Table
    key: int
    columns: tuple[int, ...] = ()
    scale: str = ""
    reasons: tuple[int, ...] = ()
    kind: str = ""


class Watched(dict[str, Held]):
    """A dictionary of named things that counts its changes, so that what depends on its names need not look at all of them.

    `added` are the names that came, one after another; `lost` counts how often some went.
    """

    def __init__(self, names: Callable[[str, Held], Iterable[str]] = lambda key, _: (key,)) -> None:
        super().__init__()
        self.names = names
        self.changes = self.lost = 0
        self.added: list[str] = []

    def __setitem__(self, key: str, value: Held) -> None:
        """Put a value under a key."""
        names = dict.fromkeys(self.names(key, value))
        if key in self:
            old = dict.fromkeys(self.names(key, self[key]))
            self.lost += not old.keys() <= names.keys()
            names = {name: None for name in names if name not in old}
        self.added.extend(names)
        self.changes += 1
        super().__setitem__(key, value)

    def all_names(self) -> Iterator[str]:
        """The names of everything in it."""
        return (name for key, value in self.items() for name in self.names(key, value))

    def __delitem__(self, key: str) -> None:
        """Take a key away."""
        self.changes += 1
        self.lost += 1
        super().__delitem__(key)

    def setdefault(self, key: str, default: Held) -> Held:
        """What is under a key, the default from now on if there was nothing."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, *names: Any, **more: Held) -> None:  # noqa: ANN401 # what a dictionary takes
        """Put several."""
        for key, value in dict(*names, **more).items():
            self[key] = value

    def pop(self, key: str, *default: Any) -> Any:  # noqa: ANN401 # what a dictionary gives
        """Take a key away and give what was under it."""
        found = self.get(key, *default)
        if key in self:
            del self[key]
        return found


def _scale_names(key: str, scale: Scale) -> Iterator[str]:
    yield key
    yield from (member.key for member in scale.members)


def _fact_names(key: str, fact: Fact) -> Iterator[str]:
    """What words of a sentence may mean by a fact; a lone letter is a symbol of a formula."""
    del key
    yield from (name.key for name in (fact.name, *fact.values, *fact.aliases) if len(name.key) > 1)


def _quantity_names(key: str, quantity: Quantity) -> Iterator[str]:
    if (quantity.kind != "truth" or quantity.truths) and len(key) > 1:
        yield key


def _subject_names(key: str, subject: Subject) -> Iterator[str]:
    del key
    yield from (name.key for name in (subject.name, *subject.aliases))
    yield subject.kind


class _FactNames:
    """The other ways to name facts and quantities: their aliases, the scale of which one is the only input, their stems."""

    def __init__(self, facts: Mapping[str, Fact], quantities: Mapping[str, Quantity]) -> None:
        self.aliases = dict[str, str]()
        self.inputs = dict[str, list[str]]()
        self.by_stems = StemIndex()
        things: list[tuple[str, Thing]] = [*facts.items(), *quantities.items()]
        for key, thing in things:
            for alias in thing.aliases:
                self.aliases.setdefault(alias.key, key)
        for fact in facts.values():
            self.inputs.setdefault(fact.scale or "", []).append(fact.name.key)
        for key in dict.fromkeys([*facts, *quantities]):
            self.by_stems.add(key)


@dataclass
class Draft:
    """The names and rules of one document, in the making."""

    document: Document
    grammar: Grammar
    scales: Watched[Scale] = field(default_factory=lambda: Watched(_scale_names))
    facts: Watched[Fact] = field(default_factory=lambda: Watched(_fact_names))
    quantities: Watched[Quantity] = field(default_factory=lambda: Watched(_quantity_names))
    subjects: Watched[Subject] = field(default_factory=lambda: Watched(_subject_names))
    doubts: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    described: dict[str, list[str]] = field(default_factory=dict)  # what registers say of a subject, by its key
    references: list[tuple[Opaque, Section]] = field(default_factory=list)
    operations: dict[str, Subject] = field(default_factory=dict)
    verbs: Watched[str] = field(default_factory=Watched)
    stricter: Span | None = None
    grids: list[Grid] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    readings: dict[tuple[int, int], Reading] = field(default_factory=dict)
    told: set[tuple[int, int]] = field(default_factory=set)  # readings that tell of a text and restrict nothing
    evidence: Evidence = field(default_factory=Evidence)
    pending: Pending = field(default_factory=Pending)
    schemas: list[Schema] = field(default_factory=list)
    measures: dict[str, Measure] = field(default_factory=dict)
    beside: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sides: dict[str, Side] = field(default_factory=dict)
    loose: list[Span] = field(default_factory=list)
    watched: list[Indicator] = field(default_factory=list)
    duties: list[tuple[Named, Rule]] = field(default_factory=list)
    _lexer: tuple[tuple[int, int], tuple[int, ...], Lexer] | None = None
    _facts: tuple[int, _FactNames] | None = None
    _members: tuple[int, dict[str, list[Scale]]] | None = None
    criteria: set[tuple[int, int]] = field(default_factory=set)
    hints: dict[tuple[int, int], str] = field(default_factory=dict)
    _nameless: tuple[int, Lexer] | None = None
    _spelled: dict[str, str] = field(default_factory=dict)
    _by_stems: StemIndex = field(default_factory=StemIndex)

    @property
    def effects(self) -> dict[str, str]:
        """The effect of each verb: those that the grammar knows, and the page's own."""
        return {**self.grammar.words.effect_of, **self.verbs}

    def lexer(self) -> Lexer:
        """A lexer that knows the names found so far."""
        known: tuple[Watched[Any], ...] = (self.scales, self.facts, self.quantities, self.subjects)
        stamp = (sum([names.lost for names in known]), self.verbs.changes)
        at = tuple([len(names.added) for names in known])
        if self._lexer is None or self._lexer[0] != stamp:
            self._lexer = (stamp, at, Lexer(self.grammar.words, self.name_keys(), self.verbs))
        elif self._lexer[1] != at:
            fresh = [name for names, old in zip(known, self._lexer[1], strict=True) for name in names.added[old:]]
            self._lexer = (stamp, at, self._lexer[2].also(fresh))
        return self._lexer[2]

    def nameless(self) -> Lexer:
        """A lexer that knows no names, so that none hides a word that a policy turns on."""
        if self._nameless is None or self._nameless[0] != len(self.verbs):
            self._nameless = (len(self.verbs), Lexer(self.grammar.words, (), self.verbs))
        return self._nameless[1]

    def name_keys(self) -> Iterator[str]:
        """The keys of all names."""
        yield from self.scales.all_names()
        yield from self.facts.all_names()
        yield from self.quantities.all_names()
        yield from self.subjects.all_names()

    def complain(self, code: str, severity: Severity, message: str, span: Span, *labels: Label, mend: str = "") -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(code, severity, message, span, labels, mend))

    def note(self, span: Span, kind: Class, reason: str = "", trail: tuple[str, ...] = ()) -> None:
        """Say what became of a sentence or cell; the first word stands, except that a rule beats what was said before."""
        place = (span.start, span.end)
        if place not in self.readings or kind == "rule":
            self.readings[place] = Reading(span, kind, reason, trail)

    def unread(self) -> Iterator[tuple[tuple[int, int], Reading]]:
        """What no rule came from and may restrict, by its place."""
        found = list(self.readings.items())
        return ((place, reading) for place, reading in found if reading.kind in UNREAD and place not in self.told)

    def doubt(self, name: str, span: Span) -> None:
        """Say that a sentence that nobody understands says something of a name, or of everything (`*`)."""
        self.doubts[name] = (*self.doubts.get(name, ()), span)

    def mention(self, subject: str, span: Span, trail: tuple[str, ...]) -> None:
        """Keep a subject from going, because of a place that names it and is not read."""
        identity = f"unread/{fold(_COMMENT.sub('', span.text))[:_ID_LENGTH]}"
        self.rules.append(Rule(identity, "unread mention", subject, ALWAYS, span, trail, unread=(span,)))

    def assume(self, text: str, *spans: Span) -> Assumption:
        """Add something inferred."""
        assumption = Assumption(text, spans)
        if assumption not in self.assumptions:
            self.assumptions.append(assumption)
        return assumption

    # -- names

    def add_fact(self, fact: Fact) -> Fact:
        """Declare a fact, or add to what is known of it; returns what is now known."""
        key = fact.name.key
        old = self.facts.get(key)
        if old is None:
            self.facts[key] = fact
        else:
            values = _union(old.values, () if old.closed else fact.values)
            self.facts[key] = replace(old, scale=old.scale or fact.scale, values=values, header=old.header or fact.header)
        return self.facts[key]

    def fact_key(self, text: str) -> str | None:
        """The key of the fact or quantity of that name; a scale's name stands for its one input."""
        key = bare(text)
        if key in self.facts or key in self.quantities:
            return key
        stamp = self.facts.changes + self.quantities.changes
        if self._facts is None or self._facts[0] != stamp:
            self._facts = (stamp, _FactNames(self.facts, self.quantities))
        known = self._facts[1]
        if key in known.aliases:
            return known.aliases[key]
        inputs = known.inputs.get(key, [])
        if key in self.scales and len(inputs) == 1:
            return inputs[0]
        longer = known.by_stems.longer(key)
        return longer[0] if len(longer) == 1 else None

    def scale_of(self, fact: str) -> Scale | None:
        """The scale that a fact or quantity takes its values from."""
        thing = self.facts.get(fact) or self.quantities.get(fact)
        return self.scales.get(thing.scale) if thing and thing.scale else None

    def column_fact(self, scale: Scale) -> str | None:
        """What the columns of a matrix on a scale read: the one function on that scale, else its one input.

        Where there is neither, the scale itself is what a question states.
        """
        key = scale.name.key
        functions = [name for name, quantity in self.quantities.items() if quantity.scale == key and quantity.function]
        inputs = functions or [name for name, fact in self.facts.items() if fact.scale == key]
        if inputs:
            return inputs[0] if len(inputs) == 1 else None
        self.add_fact(Fact(scale.name, "scale", key, header=True))
        return key

    def member_scales(self, key: str) -> list[Scale]:
        """The scales that have a member of that key."""
        if self._members is None or self._members[0] != self.scales.changes:
            found = dict[str, list[Scale]]()
            for scale in self.scales.values():
                for member in {member.key for member in scale.members}:
                    found.setdefault(member, []).append(scale)
            self._members = (self.scales.changes, found)
        return self._members[1].get(key, [])

    def subject_key(self, text: str) -> str | None:
        """The key of the subject of that name: equal, by another spelling, or part of exactly one."""
        key = bare(text)
        exact = self.spelled_subject(text)
        if exact is not None:
            return exact
        same = self._by_stems.equal(key)
        longer = self._by_stems.longer(key)
        return next((found[0] for found in (same, longer) if len(found) == 1), None)

    def spelled_subject(self, text: str) -> str | None:
        """The key of the subject that has exactly this name or spelling."""
        key = bare(text)
        return key if key in self.subjects and self.subjects[key].kind != POLICY else self._spelled.get(key)

    def operation(self, text: str, span: Span) -> str:
        """The key of an operation, declared here if need be; a declared subject of that name comes first."""
        declared = self.subject_key(text)
        if declared is not None:
            return declared
        return self.operation_named(text, span)

    def operation_named(self, text: str, span: Span) -> str:
        """The key of an operation that is named by all these words."""
        key = bare(text)
        same = next((known for known in self.operations if stems(known) == stems(key)), None)
        if same is None:
            self.operations[key] = Subject(Named(key, " ".join(text.split()), span), OPERATION)
        return same or key

    def kind_key(self, text: str) -> str | None:
        """The kind of subjects that a word names, in the singular or plural."""
        wanted = stems(text)
        kinds = {subject.kind for subject in self.subjects.values()}
        found = [kind for kind in kinds if stems(kind) == wanted]
        return found[0] if len(found) == 1 else None

    def add_subject(self, name: Named, kind: str, attributes: tuple[Attribute, ...], apart: Collection[str]) -> str:
        """Declare a subject or find it again, by another spelling of the same kind if need be; returns its key.

        `apart` are the keys of the other rows of the same table, which are never the same thing.
        """
        found = self._same_subject(name, kind, apart)
        if found is None:
            self.subjects[name.key] = Subject(name, kind, (), attributes)
            self._by_stems.add(name.key)
            return name.key
        aliases = found.aliases
        if name.key != found.name.key and all(alias.key != name.key for alias in aliases):
            aliases = (*aliases, name)
            text = f"`{name.text}` is `{found.name.text}`: its words are part of no other {kind}"
            self.assume(text, name.span, found.name.span)
        elif name.span != found.name.span:
            aliases = (*aliases, name)
        merged = replace(found, aliases=aliases, attributes=(*found.attributes, *attributes))
        self.subjects[found.name.key] = merged
        self._spelled.setdefault(name.key, found.name.key)
        return found.name.key

    def _same_subject(self, name: Named, kind: str, apart: Collection[str]) -> Subject | None:
        if name.key in self.subjects:
            return self.subjects[name.key]

        def candidates(keys: Iterable[str]) -> list[str]:
            return [key for key in keys if key not in apart and stems(self.subjects[key].kind) == stems(kind)]

        equal = candidates(self._by_stems.equal(name.key))
        if len(equal) == 1:
            return self.subjects[equal[0]]
        longer, shorter = (candidates(found(name.key)) for found in (self._by_stems.longer, self._by_stems.shorter))
        found = next((keys[0] for keys in (longer, shorter) if len(keys) == 1), None)
        taken = found and any(alias.key != name.key for alias in self.subjects[found].aliases)
        return self.subjects[found] if found and not taken else None


def _union(left: tuple[Named, ...], right: tuple[Named, ...]) -> tuple[Named, ...]:
    known = {name.key for name in left}
    return (*left, *(name for name in right if name.key not in known))


def label_of(text: str) -> str:
    """The folded words of a header cell."""
    return fold(text)
