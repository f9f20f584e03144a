"""What the two passes write into: the names and rules of one document while it is being read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from harnessy.document import Document, Section, Table
from harnessy.rulebook.grammar import Grammar
from harnessy.rulebook.model import (
    ALWAYS,
    OPERATION,
    Assumption,
    Attribute,
    Class,
    Example,
    Fact,
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
from harnessy.rulebook.names import StemIndex, bare, fold, only_superset, stems
from harnessy.rulebook.tokens import Lexer
from harnessy.source import Diagnostic, Label, Severity, Span

_ID_LENGTH = 40


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


@dataclass
class Draft:
    """The names and rules of one document, in the making."""

    document: Document
    grammar: Grammar
    scales: dict[str, Scale] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    quantities: dict[str, Quantity] = field(default_factory=dict)
    subjects: dict[str, Subject] = field(default_factory=dict)
    doubts: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    references: list[tuple[Opaque, Section]] = field(default_factory=list)
    operations: dict[str, Subject] = field(default_factory=dict)
    verbs: dict[str, str] = field(default_factory=dict)
    grids: list[Grid] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    readings: dict[tuple[int, int], Reading] = field(default_factory=dict)
    _lexer: tuple[tuple[frozenset[str], int], Lexer] | None = None
    _spelled: dict[str, str] = field(default_factory=dict)
    _by_stems: StemIndex = field(default_factory=StemIndex)

    def lexer(self) -> Lexer:
        """A lexer that knows the names found so far."""
        known = (frozenset(self.name_keys()), len(self.verbs))
        if self._lexer is None or self._lexer[0] != known:
            self._lexer = (known, Lexer(self.grammar.words, known[0], self.verbs))
        return self._lexer[1]

    def name_keys(self) -> Iterator[str]:
        """The keys of all names."""
        yield from self.scales
        for scale in self.scales.values():
            yield from (member.key for member in scale.members)
        for fact in self.facts.values():
            yield fact.name.key
            yield from (value.key for value in (*fact.values, *fact.aliases))
        yield from (key for key, quantity in self.quantities.items() if quantity.kind != "truth" or quantity.truths)
        for subject in self.subjects.values():
            yield from (name.key for name in (subject.name, *subject.aliases))
            yield subject.kind

    def complain(self, code: str, severity: Severity, message: str, span: Span, *labels: Label, mend: str = "") -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(code, severity, message, span, labels, mend))

    def note(self, span: Span, kind: Class, reason: str = "", trail: tuple[str, ...] = ()) -> None:
        """Say what became of a sentence or cell; the first word stands, except that a rule beats what was said before."""
        place = (span.start, span.end)
        if place not in self.readings or kind == "rule":
            self.readings[place] = Reading(span, kind, reason, trail)

    def doubt(self, name: str, span: Span) -> None:
        """Say that a sentence that nobody understands says something of a name, or of everything (`*`)."""
        self.doubts[name] = (*self.doubts.get(name, ()), span)

    def mention(self, subject: str, span: Span, trail: tuple[str, ...]) -> None:
        """Keep a subject from going, because of a place that names it and is not read."""
        identity = f"unread/{fold(span.text)[:_ID_LENGTH]}"
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
        known = {**dict.fromkeys(self.facts), **dict.fromkeys(self.quantities)}
        if key in known:
            return key
        things: list[tuple[str, Thing]] = [*self.facts.items(), *self.quantities.items()]
        for name, thing in things:
            if any(alias.key == key for alias in thing.aliases):
                return name
        inputs = [fact.name.key for fact in self.facts.values() if fact.scale == key]
        if key in self.scales and len(inputs) == 1:
            return inputs[0]
        return only_superset(key, known)

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
        return [scale for scale in self.scales.values() if scale.member(key)]

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
        return key if key in self.subjects else self._spelled.get(key)

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
