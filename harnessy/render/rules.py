"""The compiled rules as JSON, with everything that takes part in a decision, for programs that want to judge on their own."""

from __future__ import annotations

import json
from decimal import Decimal

from harnessy.rulebook.model import (
    Absent,
    Act,
    All,
    Any,
    Book,
    Compare,
    Condition,
    Fact,
    Not,
    Opaque,
    Quantity,
    Rule,
    RuleBook,
    Scale,
    Subject,
    Subset,
    Value,
)

Shape = dict[str, object]


def rules_json(rulebook: RuleBook) -> str:
    """An object with the digest and the books, in the order of the documents."""
    return json.dumps({"digest": rulebook.digest, "books": [_book(book) for book in rulebook.books]}, ensure_ascii=False, indent=2)


def _book(book: Book) -> Shape:
    return {
        "file": book.path,
        "scales": {key: _scale(scale) for key, scale in book.scales.items()},
        "facts": {key: _fact(fact) for key, fact in book.facts.items()},
        "quantities": {key: _quantity(quantity) for key, quantity in book.quantities.items()},
        "subjects": {key: _subject(book, key, subject) for key, subject in book.subjects.items()},
        "rules": [_rule(rule) for rule in book.rules],
        "doubts": {name: [" ".join(span.text.split()) for span in spans] for name, spans in book.doubts.items()},
        "verbs": {"go": book.go_verb, "hold": book.hold_verb},
        "errors": [error.message for error in book.broken],
    }


def _scale(scale: Scale) -> Shape:
    members = {member.key: member.text for member in scale.members}
    return {"name": scale.name.text, "members": members, "order": list(scale.order), "declared": scale.declared}


def _fact(fact: Fact) -> Shape:
    values = {value.key: value.text for value in fact.values}
    shape: Shape = {"name": fact.name.text, "kind": fact.kind, "scale": fact.scale, "values": values, "closed": fact.closed}
    ends = dict(zip(("least", "most"), fact.within, strict=True))
    return shape | {end: float(value) for end, value in ends.items() if value is not None}


def _quantity(quantity: Quantity) -> Shape:
    shape: Shape = {"name": quantity.name.text, "kind": quantity.kind, "scale": quantity.scale}
    return shape | {"function": quantity.function, "reads": list(quantity.reads)}


def _subject(book: Book, key: str, subject: Subject) -> Shape:
    return {"name": subject.name.text, "kind": subject.kind, "covered_by": list(book.wider.get(key, ()))}


def _rule(rule: Rule) -> Shape:
    span = rule.span
    return {
        "id": rule.id, "file": span.source.path, "line": span.line, "column": span.column, "trail": list(rule.trail),
        "family": rule.family, "about": rule.target, "rank": rule.rank, "when": _condition(rule.when),
        "acts": [_act(act) for act in rule.acts], "value": _plain(rule.value),
        "unread": [" ".join(span.text.split()) for span in rule.unread],
    }


def _act(act: Act) -> Shape:
    gate = _condition(act.gate) if act.gate is not None else None
    return {"words": act.words, "verb": act.verb, "object": act.object, "effect": act.effect, "gate": gate}


def _condition(condition: Condition) -> Shape:
    if isinstance(condition, Not):
        return {"not": _condition(condition.part)}
    if isinstance(condition, All):
        return {"all": [_condition(part) for part in condition.parts]}
    if isinstance(condition, Any):
        return {"any": [_condition(part) for part in condition.parts]}
    if isinstance(condition, Compare):
        compared: Shape = {"fact": condition.fact, "is": condition.relation, "of": [_plain(value) for value in condition.values]}
        return {**compared, "only_stated": True} if condition.stated else compared
    if isinstance(condition, Subset):
        return {"inner": condition.fact, "outer": condition.other}
    return _plain_atom(condition)


def _plain_atom(condition: Absent | Opaque) -> Shape:
    return {"absent": condition.fact} if isinstance(condition, Absent) else {"stated": condition.fact, "words": condition.words}


def _plain(value: Value | None) -> object:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
