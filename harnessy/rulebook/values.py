"""Families about values: defaults, definitions, restatements, activations, and events that stop everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.clauses import NotRead, Segment
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import DEFAULT_RANK, Absent, Compare, Not, Opaque, Rule, conjoined
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import EVERYTHING, TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_OTHER = "other"
_LACKS = (["NP", "HAVE", "NO", "NP"], ["NO", "NP", "COP", "GIVEN"], ["NP", "COP", "MISSING"])

DEFAULT_VALUE = "default value"  # `Default: x`: what a fact is where nobody chose


def _means(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`if a slip has no grade, it counts as x`: what is missing, said in a clause."""
    pointer, value = parsed.of("NP")
    pointers = statements.draft.grammar.words.headers["POINTERS"]
    clause = segment.clauses[0] if [one.marker for one in segment.clauses] == ["IF"] else None
    lacks = clause is not None and [token.type for token in clause.tokens] in _LACKS
    if clause is None or not lacks or pointer.text.casefold() not in pointers or segment.label is not None:
        raise NotRead("what it stands for is open")
    named = next(token for token in reversed(clause.tokens) if token.type == "NP")
    return _missing(statements, replace(segment, clauses=()), Parsed(parsed.name, (named, value)), place)


def _missing(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    fact_phrase, value_phrase = parsed.of("NP")
    fact = statements.draft.fact_key(fact_phrase.text)
    if fact is None or fact not in statements.draft.facts:
        raise NotRead(f"`{fact_phrase.text}` is no fact that the document declares")
    value = statements.conditions.value(fact, value_phrase)
    if value is None or segment.clauses:
        raise NotRead(f"`{value_phrase.text}` is no value of `{fact_phrase.text}`")
    span = segment.span
    rule = Rule(
        statements.rule_id(place, fact_phrase.text),
        "default",
        fact,
        Absent(fact, span),
        span,
        place.section.words,
        value=value,
        rank=DEFAULT_RANK,
        unread=place.unread,
    )
    return [rule]


def _default_value(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`Default: x` where x is a member of one scale that one fact takes its values from."""
    phrase = parsed.of("NP")[0]
    scales = statements.draft.member_scales(bare(phrase.text))
    inputs = [fact for fact in statements.draft.facts.values() if len(scales) == 1 and fact.scale == scales[0].name.key]
    if len(inputs) != 1 or segment.clauses:
        raise NotRead(f"whose default `{phrase.text}` is, is open")
    key = inputs[0].name.key
    return [
        Rule(
            statements.rule_id(place, "default"),
            DEFAULT_VALUE,
            key,
            Absent(key, segment.span),
            segment.span,
            place.section.words,
            value=bare(phrase.text),
            rank=DEFAULT_RANK,
        )
    ]


def _is_value(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    left, right = parsed.of("NP")
    if segment.label is None and _defines(statements, segment.span, left):
        return []
    quantity = statements.draft.fact_key(left.text)
    if quantity in statements.draft.quantities:
        return _value_of(statements, quantity or "", right, segment, place)
    return _restated(statements, left, right, segment, place)


def _defines(statements: Statements, span: Span, left: Token) -> bool:
    quantity = statements.draft.quantities.get(bare(left.text))
    return quantity is not None and (quantity.span == span or span in quantity.restated)


def _value_of(statements: Statements, quantity: str, right: Token, segment: Segment, place: Place) -> list[Rule]:
    """`the cap is x when C`: a rule that gives a quantity its value."""
    if statements.draft.quantities[quantity].function:
        raise NotRead(f"`{quantity}` is a function already")
    value = statements.conditions.value(quantity, right)
    if value is None:
        raise NotRead(f"`{right.text}` is no value of `{quantity}`")
    when = conjoined(place.scope, *statements.clause_conditions(segment))
    return [
        Rule(
            statements.rule_id(place, quantity),
            "value",
            quantity,
            when,
            segment.span,
            place.section.words,
            value=value,
            unread=place.unread,
        )
    ]


def _restated(statements: Statements, left: Token, right: Token, segment: Segment, place: Place) -> list[Rule]:
    """`release stays x`, `every other release is x`: says again what a map gives for one of its keys.

    `other` leaves out what was named before, which is not known here: the rule may hold, never go.
    """
    other = left.parts[0].text.casefold() == _OTHER
    wanted, value = stems(left.text) - stems(_OTHER), bare(right.text)
    named = [(fact.name.key, name.key) for fact in statements.draft.facts.values() for name in fact.values]
    keys = [(fact, key) for fact, key in named if stems(key) == wanted]
    scales = statements.draft.member_scales(value)
    maps = [
        quantity.name.key
        for quantity in statements.draft.quantities.values()
        if len(scales) == 1 and quantity.scale == scales[0].name.key and not quantity.function and quantity.kind == "value"
    ]
    if len(keys) != 1 or len(maps) != 1:
        raise NotRead(f"what `{left.text}` is here, is open")
    fact, key = keys[0]
    same = Compare(fact, "=", (key,), segment.span)
    when = conjoined(same, place.scope, *statements.clause_conditions(segment))
    identity = statements.rule_id(place, left.text)
    unread = (*place.unread, *((statements.span_of(left),) if other else ()))
    words = place.section.words
    return [Rule(identity, "restated", maps[0], when, segment.span, words, value=value, unread=unread)]


def _every_is_value(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    left, right = parsed.of("NP")
    return _restated(statements, left, right, segment, place)


def _known(statements: Statements, segment: Segment, parsed: Parsed, _place: Place) -> list[Rule]:
    if not _defines(statements, segment.span, parsed.of("NP")[0]):
        raise NotRead("its parts are no facts of one scale")
    return []


def _clamp(statements: Statements, segment: Segment, _parsed: Parsed, _place: Place) -> list[Rule]:
    if not any(segment.span in (*quantity.restated, quantity.span) for quantity in statements.draft.quantities.values()):
        raise NotRead("its parts are no facts of one scale")
    return []


def _truth(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`levels bind only when C`, once `levels bind` is known as a name; `a slip without a grade counts as x`."""
    lacking = [clause for clause in segment.clauses if clause.marker == "WITHOUT"]
    if len(lacking) == len(segment.clauses) == 1 and [token.type for token in lacking[0].tokens] == ["NP", "MEANS", "NP"]:
        stands_for = Parsed("missing_means", tuple(token for token in lacking[0].tokens if token.type == "NP"))
        return _missing(statements, replace(segment, clauses=()), stands_for, place)
    quantity = statements.draft.quantities.get(bare(parsed.of("NP")[0].text))
    if quantity is None or quantity.kind != "truth" or segment.label is not None:
        raise NotRead("a name alone says nothing")
    return _binds(statements, segment, parsed, place)


def _binds(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`X bind only when C`: a truth, and what it switches on (see `activation`)."""
    name = bare(" ".join(token.text for token in parsed.of("NP", "BIND")))
    if name not in statements.draft.quantities or len(segment.clauses) != 1:
        raise NotRead("what binds, and when, is open")
    clause = segment.clauses[0]
    if clause.marker not in {"IF", "ONLYIF", "UNLESS"}:
        raise NotRead(f"`{clause.marker.lower()}` is no condition that can be known")
    read = statements.conditions.read(clause.tokens, clause.span)
    when = Not(read) if clause.marker == "UNLESS" else read
    identity = statements.rule_id(place, name)
    return [
        Rule(identity, "activation", name, cond, segment.span, place.section.words, value=given, unread=place.unread)
        for given, cond in ((True, when), (False, Not(when)))
    ]


def _third(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`an alarm parks the run`: while the first thing is so, nothing goes. A failed leg is read with its gate."""
    place_key = (segment.span.start, segment.span.end)
    if place_key in statements.draft.readings and statements.draft.readings[place_key].kind == "rule":
        return []
    verb = next(token for token in parsed.tokens if token.type == "THIRD")
    at = parsed.tokens.index(verb)
    base = replace(verb, type="VERB", text=verb.text[:-1])
    acts = build_acts(statements.draft, (base, *parsed.tokens[at + 1 :]), segment.notes)
    if strictest(acts) not in TIGHT or segment.label is not None:
        raise NotRead("what it does is no hold and no halt")
    before = parsed.tokens[:at]
    span = statements.draft.document.source.span(before[0].start, before[-1].end)
    when = conjoined(Opaque(bare(span.text), " ".join(span.text.split()), span), *statements.clause_conditions(segment))
    return [
        Rule(
            statements.rule_id(place, span.text),
            "event",
            EVERYTHING,
            when,
            segment.span,
            place.section.words,
            acts,
            rank=place.rank,
            unread=place.unread,
        )
    ]


FAMILIES: dict[str, Callable[[Statements, Segment, Parsed, Place], list[Rule]]] = {
    "missing_means": _missing,
    "means": _means,
    "is_value": _is_value,
    "every_is_value": _every_is_value,
    "binds": _binds,
    "lowest": _known,
    "highest": _known,
    "clamp": _clamp,
    "default_value": _default_value,
    "value": _truth,
    "third": _third,
}
