"""Pass 2: one segment in, rules out. What no family reads is refused with a reason, whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from harnessy.rulebook.acts import build_acts, spoken
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
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.tokens import Token
from harnessy.source import Span


@dataclass
class Statements:
    """Reads the segments of one document into rules."""

    draft: Draft
    frame: Frame = field(default_factory=Frame)

    @property
    def conditions(self) -> Reader:
        """The reader of conditions."""
        return Reader(self.draft)

    # -- families

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

    def _rule(self, target: str, branch: tuple[Condition, tuple[Act, ...], str], segment: Segment, place: Place) -> Rule:
        when, acts, family = branch
        subject = self.draft.subjects.get(target) or self.draft.operations.get(target)
        member = (subject.name.span,) if subject and segment.label is None and place.rank == DEFAULT_RANK else ()
        condition = conjoined(place.scope, when)
        identity = self.rule_id(place, subject.name.text if subject else segment.span.text)
        rank = min(place.rank, PLAIN_RANK) if strictest(acts) not in TIGHT else place.rank
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
                section for section in self.draft.document.sections if section.heading and bare(section.heading.text) == wanted
            ]
            read = (
                [atom for clause in segment.clauses for atom in atoms(self.conditions.read(clause.tokens, clause.span))]
                if sections
                else []
            )
            self.draft.references.extend((atom, section) for atom in read for section in sections if isinstance(atom, Opaque))

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
        return tuple(self.conditions.read(clause.tokens, clause.span) for clause in segment.clauses if clause.marker == marker)

    def rule_id(self, place: Place, words: str) -> str:
        """The id of a rule: the slug of its heading and of its first words."""
        heading = place.section.words[-1] if place.section.words else ""
        lead = " ".join(fold(words).split(" ")[:6])
        return f"{_slug(heading)}/{_slug(lead)}"


def _slug(text: str) -> str:
    return "-".join(word.strip(".,:;()'\"×") for word in fold(text).split(" ") if word.strip(".,:;()'\"×"))
