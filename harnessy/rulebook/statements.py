"""Pass 2: one segment in, rules out. What no family reads is refused with a reason, whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from harnessy.rulebook.acts import build_acts, glosses, spoken
from harnessy.rulebook.clauses import Clause, NotRead, Segment
from harnessy.rulebook.conditions import Frame, Reader
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import (
    DEFAULT_RANK,
    PLAIN_RANK,
    Act,
    All,
    Any,
    Compare,
    Condition,
    Not,
    Opaque,
    Rule,
    atoms,
    conjoined,
)
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.operations import FAMILIES, ask_before
from harnessy.rulebook.place import EVERYTHING, Place, strictest
from harnessy.rulebook.tokens import Token
from harnessy.rulebook.values import FAMILIES as VALUE_FAMILIES
from harnessy.source import Span

_TIGHTENS = frozenset({"hold", "halt"})


@dataclass
class Statements:
    """Reads the segments of one document into rules."""

    draft: Draft
    frame: Frame = field(default_factory=Frame)

    @property
    def conditions(self) -> Reader:
        """The reader of conditions."""
        return Reader(self.draft)

    def rules(self, segment: Segment, place: Place) -> list[Rule]:
        """The rules of a segment. Raises NotRead."""
        parsed = self.draft.grammar.statement(segment.main)
        if parsed is None:
            raise NotRead("no family reads this sentence")
        reader = self._families().get(parsed.name)
        if reader is None:
            raise NotRead(f"a sentence of this form (`{parsed.name}`) is not compiled yet")
        _, unread = glosses(self.draft, segment.notes)
        noted = replace(place, unread=(*place.unread, *(note.span for note in unread)))
        return reader(segment, parsed, noted)

    def _families(self) -> dict[str, Callable[[Segment, Parsed, Place], list[Rule]]]:
        return {
            "act": self._act,
            "must": self._act,
            "act_at": self._act_at,
            "act_at_every": self._every,
            "default_act_at_every": self._default_every,
            "default_act": self._default_act,
            "subject_is_act": self._subject_act,
            "subject_must": self._subject_act,
            **{name: partial(reader, self) for name, reader in {**FAMILIES, **VALUE_FAMILIES}.items()},
        }

    # -- families

    def _act(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        subject = self._labelled(segment) or place.subject
        before = tuple(clause for clause in segment.clauses if clause.marker == "BEFORE")
        if before and not subject:
            return ask_before(self, segment, parsed, place)
        if subject:
            return self.emit((subject,), segment, parsed, place)
        acts = build_acts(self.draft, parsed.tokens, segment.notes)
        conditional = any(clause.marker in {"IF", "AT"} for clause in segment.clauses)
        if conditional and strictest(acts) in _TIGHTENS and segment.label is None:
            return self.emit((EVERYTHING,), segment, parsed, place)
        raise NotRead("it names no subject that the document declares")

    def _labelled(self, segment: Segment) -> str:
        return (self.draft.subject_key(segment.label.text) or "") if segment.label else ""

    def _act_at(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        target = parsed.of("NP")[-1]
        subject = self.draft.subject_key(target.text)
        if subject is None:
            raise NotRead(f"`{target.text}` is no subject that the document declares")
        return self.emit((subject,), segment, _without_last(parsed), place)

    def _kind(self, phrase: Token) -> tuple[str, ...]:
        kind = self.draft.kind_key(phrase.text)
        if kind is None:
            raise NotRead(f"the document declares nothing of the kind `{phrase.text}`")
        return tuple(subject.name.key for subject in self.draft.subjects.values() if subject.kind == kind)

    def _every(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        subjects = self._kind(parsed.of("NP")[-1])
        return self.emit(subjects, segment, _without_last(parsed), place)

    def _default_every(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        return self._every(segment, parsed, replace(place, rank=DEFAULT_RANK))

    def _default_act(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        subjects = (
            (self._labelled(segment) or place.subject,)
            if segment.label or place.subject
            else tuple(self.draft.subjects)
        )
        if not all(subjects):
            raise NotRead("the label names no subject that the document declares")
        return self.emit(subjects, segment, parsed, replace(place, rank=DEFAULT_RANK))

    def _subject_act(self, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        """`X is human`: what stands before the verb is a subject, or an operation that may only be held or halted."""
        at = next(index for index, token in enumerate(parsed.tokens) if token.type in {"COP", "MUST"})
        phrases = [token for token in parsed.tokens[:at] if token.type == "NP"]
        rest = Parsed(parsed.name, parsed.tokens[at:])
        if segment.label is not None:
            raise NotRead("a label before a sentence with a subject")
        known = [self.draft.subject_key(phrase.text) for phrase in phrases]
        held = strictest(build_acts(self.draft, rest.tokens)) in _TIGHTENS
        if not held and not all(known):
            raise NotRead(f"`{phrases[0].text}` is no subject that the document declares")
        targets = tuple(
            key or self.draft.operation(phrase.text, self.span_of(phrase))
            for key, phrase in zip(known, phrases, strict=True)
        )
        return self.emit(tuple(dict.fromkeys(targets)), segment, rest, place)

    def span_of(self, token: Token) -> Span:
        """The place of a token."""
        return self.draft.document.source.span(token.start, token.end)

    # -- shared

    def acts(self, parsed: Parsed, segment: Segment) -> tuple[Act, ...]:
        """The acts of a parsed statement."""
        return build_acts(self.draft, parsed.tokens, segment.notes)

    def without(self, when: Condition, lifted: Condition) -> Condition:
        """A condition that also needs another to be false."""
        return conjoined(when, Not(lifted))

    def emit(self, targets: tuple[str, ...], segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
        """Rules that give each target the acts, with what the family says when its condition fails."""
        acts = self.acts(parsed, segment)
        if not acts:
            raise NotRead("it names no act")
        return self.emit_acts(targets, segment, acts, place)

    def emit_acts(self, targets: tuple[str, ...], segment: Segment, acts: tuple[Act, ...], place: Place) -> list[Rule]:
        """Rules that give each target these acts under the clauses of the segment."""
        rules = list[Rule]()
        for when, given, family in self.branches(segment, acts):
            for target in targets:
                rules.append(self._rule(target, (when, given, family), segment, place))
        return rules

    def _rule(
        self, target: str, branch: tuple[Condition, tuple[Act, ...], str], segment: Segment, place: Place
    ) -> Rule:
        when, acts, family = branch
        subject = self.draft.subjects.get(target) or self.draft.operations.get(target)
        member = (subject.name.span,) if subject and segment.label is None and place.rank == DEFAULT_RANK else ()
        condition = conjoined(place.scope, when)
        identity = self.rule_id(place, subject.name.text if subject else segment.span.text)
        rank = min(place.rank, PLAIN_RANK) if strictest(acts) not in _TIGHTENS else place.rank
        return Rule(
            identity,
            family,
            target,
            condition,
            segment.span,
            place.section.words,
            acts,
            None,
            rank,
            (*place.why, *member),
            place.unread,
        )

    def branches(self, segment: Segment, acts: tuple[Act, ...]) -> list[tuple[Condition, tuple[Act, ...], str]]:
        """The acts under their condition, and what the family answers when it fails (see grammar/README.md)."""
        base = tuple(self.clause_conditions(segment))
        self._refer(segment)
        only = self._marked(segment, "ONLYIF")
        unless = self._marked(segment, "UNLESS")
        if only and unless:
            raise NotRead("`only when` and `unless` in one sentence")
        words = self.draft.grammar.words
        if only:
            held = Act(spoken(segment.span.text), words.first("HOLD"), "", "hold", segment.span)
            met = All(only)
            return [
                (conjoined(*base, met), acts, "only when"),
                (conjoined(*base, Not(met)), (held,), "only when, not met"),
            ]
        if not unless:
            return [(conjoined(*base), acts, "conditional" if base else "statement")]
        lifted = Any(unless) if len(unless) > 1 else unless[0]
        found = [(conjoined(*base, Not(lifted)), acts, "unless")]
        if strictest(acts) == "hold":
            go = Act(spoken(segment.span.text), words.first("GO"), "", "go", segment.span)
            found.append((conjoined(*base, lifted), (go,), "unless, met"))
        return found

    def _refer(self, segment: Segment) -> None:
        """Remember which opaque conditions stand beside a note `see X` that names a section."""
        words = self.draft.grammar.words.keywords["REFERENCE"]
        for note in (note for note in segment.notes if note.tokens[0].text.casefold() in words):
            wanted = bare(note.span.text[len(note.tokens[0].text) :])
            sections = [
                section
                for section in self.draft.document.sections
                if section.heading and bare(section.heading.text) == wanted
            ]
            read = (
                [atom for clause in segment.clauses for atom in atoms(self.conditions.read(clause.tokens, clause.span))]
                if sections
                else []
            )
            self.draft.references.extend(
                (atom, section) for atom in read for section in sections if isinstance(atom, Opaque)
            )

    def clause_conditions(self, segment: Segment) -> list[Condition]:
        """The conditions that the clauses of a segment put on it, apart from `only` and `unless`."""
        found = list[Condition]()
        for clause in segment.clauses:
            if clause.marker in {"IF", "AT"}:
                found.append(self.conditions.read(clause.tokens, clause.span, self.frame))
            elif clause.marker == "WITHOUT":
                found.append(Not(self._declared(clause)))
            elif clause.marker in {"EXCEPT", "UNTIL"}:
                found.append(Not(self.conditions.read(clause.tokens, clause.span)))
            elif clause.marker == "AFTER":
                found.append(self.conditions.read(clause.tokens, clause.span))
            elif clause.marker not in {"ONLYIF", "UNLESS"}:
                raise NotRead(f"a clause with `{clause.marker.lower()}` is not compiled yet")
        return found

    def _declared(self, clause: Clause) -> Condition:
        """`without X` is a condition for a flag or a declared truth only; else it may tell a manner."""
        read = self.conditions.read(clause.tokens, clause.span)
        if not isinstance(read, Compare):
            raise NotRead(f"`without {clause.span.text}` may tell a manner or a condition")
        return read

    def _marked(self, segment: Segment, marker: str) -> tuple[Condition, ...]:
        return tuple(
            self.conditions.read(clause.tokens, clause.span) for clause in segment.clauses if clause.marker == marker
        )

    def rule_id(self, place: Place, words: str) -> str:
        """The id of a rule: the slug of its heading and of its first words."""
        heading = place.section.words[-1] if place.section.words else ""
        lead = " ".join(fold(words).split(" ")[:6])
        return f"{_slug(heading)}/{_slug(lead)}"


def _slug(text: str) -> str:
    return "-".join(word.strip(".,:;()'\"×") for word in fold(text).split(" ") if word.strip(".,:;()'\"×"))


def _without_last(parsed: Parsed) -> Parsed:
    last = parsed.of("NP")[-1]
    return Parsed(parsed.name, tuple(token for token in parsed.tokens if token is not last))
