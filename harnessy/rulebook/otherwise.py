"""`X: proceed if C, otherwise ask`: what is done where the condition of the statement before does not hold."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.clauses import NotRead, Segment
from harnessy.rulebook.families import read
from harnessy.rulebook.model import Act, Effect, Not, Rule, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import TIGHT, Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC

_PARTS = 1 + 1
_CONDITIONAL = frozenset({"conditional", "permission"})
_ACTS = frozenset({"act", "must"})


def otherwise(statements: Statements, segments: tuple[Segment, ...], place: Place) -> list[Rule]:
    """The rules of a conditional statement and of its alternative; none where a sentence is no such pair.

    Raises NotRead where the statement is not understood, or is no condition of which the other case is plain.
    """
    if len(segments) != _PARTS or segments[1].main[:1] == () or segments[1].main[0].type != "OTHERWISE":
        return []
    first, other = segments
    acts = _acts(statements, other)
    if not acts:
        return []
    rules = read(statements, first, place)
    if not first.clauses or any(rule.family not in _CONDITIONAL for rule in rules) or len({rule.when for rule in rules}) != 1:
        raise NotRead("`otherwise` behind a statement without one condition")
    if other.clauses or other.label is not None or other.notes:
        raise NotRead("what is done otherwise is open")
    return [*rules, *(replace(rule, acts=acts, when=conjoined(place.scope, Not(rule.when)), span=other.span) for rule in rules)]


def _acts(statements: Statements, other: Segment) -> tuple[Act, ...]:
    """What is done otherwise: acts, or what an agent does that holds (`otherwise it asks the cook`)."""
    draft = statements.draft
    parsed = draft.grammar.statement(other.main[1:])
    if parsed is not None and parsed.name in _ACTS:
        return build_acts(draft, parsed.tokens, ())
    parts = [part for token in other.main[1:] for part in (token.parts or (token,))]
    at = next((index for index, part in enumerate(parts) if part.text.casefold() in draft.grammar.words.keywords["THIRD"]), 0)
    who = bare(" ".join(part.text for part in parts[:at]))
    if who not in {*draft.grammar.words.keywords["ACTOR"], *draft.grammar.words.headers["PRONOUNS"]}:
        return ()
    verb = parts[at].text.casefold().removesuffix("s")
    if any(part.type in LOGIC | {"HAZARD"} for part in parts[at + 1 :]):
        return ()
    told = draft.effects.get(verb, "")
    if told not in TIGHT:
        return ()
    effect: Effect = "halt" if told == "halt" else "hold"
    return (Act(" ".join(other.span.text.split()), verb, "", effect, other.span),)
