"""Families about subjects: acts that a sentence gives to a subject, to every subject of a kind, or by default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.clauses import NotRead, Segment
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import DEFAULT_RANK, Rule
from harnessy.rulebook.operations import ask_before, is_actor
from harnessy.rulebook.place import EVERYTHING, TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token


def _act(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    subject = _labelled(statements, segment) if segment.label else place.subject
    before = tuple(clause for clause in segment.clauses if clause.marker == "BEFORE")
    if before and not subject:
        return ask_before(statements, segment, parsed, place)
    if subject:
        return statements.emit((subject,), segment, parsed, place)
    acts = build_acts(statements.draft, parsed.tokens, segment.notes)
    conditional = any(clause.marker in {"IF", "AT"} for clause in segment.clauses)
    if conditional and strictest(acts) in TIGHT and segment.label is None:
        return statements.emit((EVERYTHING,), segment, parsed, place)
    raise NotRead("it names no subject that the document declares")


def _labelled(statements: Statements, segment: Segment) -> str:
    return (statements.draft.subject_key(segment.label.text) or "") if segment.label else ""


def _act_at(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    target = parsed.of("NP")[-1]
    subject = statements.draft.subject_key(target.text)
    if subject is None:
        raise NotRead(f"`{target.text}` is no subject that the document declares")
    return statements.emit((subject,), segment, _without_last(parsed), place)


def _kind(statements: Statements, phrase: Token) -> tuple[str, ...]:
    kind = statements.draft.kind_key(phrase.text)
    if kind is None:
        raise NotRead(f"the document declares nothing of the kind `{phrase.text}`")
    return tuple(subject.name.key for subject in statements.draft.subjects.values() if subject.kind == kind)


def _every(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    subjects = _kind(statements, parsed.of("NP")[-1])
    return statements.emit(subjects, segment, _without_last(parsed), place)


def _default_every(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    return _every(statements, segment, parsed, replace(place, rank=DEFAULT_RANK))


def _otherwise_every(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`otherwise wait at each gate`: the weakest hold, whatever it is the other case of."""
    if strictest(build_acts(statements.draft, parsed.tokens, segment.notes)) not in TIGHT or segment.clauses:
        raise NotRead("what it is the other case of is open")
    return _default_every(statements, segment, parsed, place)


def _default_act(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    subjects = (
        (_labelled(statements, segment) or place.subject,) if segment.label or place.subject else tuple(statements.draft.subjects)
    )
    if not all(subjects):
        raise NotRead("the label names no subject that the document declares")
    return statements.emit(subjects, segment, parsed, replace(place, rank=DEFAULT_RANK))


def _subject_act(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`X is human`: what stands before the verb is a subject, or an operation that may only be held or halted."""
    at = next(index for index, token in enumerate(parsed.tokens) if token.type in {"COP", "MUST"})
    phrases = [token for token in parsed.tokens[:at] if token.type == "NP"]
    rest = Parsed(parsed.name, parsed.tokens[at:])
    if segment.label is not None:
        raise NotRead("a label before a sentence with a subject")
    before = any(clause.marker == "BEFORE" for clause in segment.clauses)
    if before and parsed.name == "subject_must" and len(phrases) == 1 and is_actor(statements.draft, phrases[0]):
        return ask_before(statements, segment, Parsed("must", rest.tokens[1:]), place)
    known = [statements.draft.subject_key(phrase.text) for phrase in phrases]
    held = strictest(build_acts(statements.draft, rest.tokens)) in TIGHT
    if not held and not all(known):
        raise NotRead(f"`{phrases[0].text}` is no subject that the document declares")
    targets = tuple(
        key or statements.draft.operation(phrase.text, statements.span_of(phrase))
        for key, phrase in zip(known, phrases, strict=True)
    )
    return statements.emit(tuple(dict.fromkeys(targets)), segment, rest, place)


def _without_last(parsed: Parsed) -> Parsed:
    last = parsed.of("NP")[-1]
    return Parsed(parsed.name, tuple(token for token in parsed.tokens if token is not last))


FAMILIES: dict[str, Callable[[Statements, Segment, Parsed, Place], list[Rule]]] = {
    "act": _act,
    "must": _act,
    "act_at": _act_at,
    "act_at_every": _every,
    "default_act_at_every": _default_every,
    "otherwise_at_every": _otherwise_every,
    "default_act": _default_act,
    "subject_is_act": _subject_act,
    "subject_must": _subject_act,
}
