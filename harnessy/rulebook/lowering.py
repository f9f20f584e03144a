"""A row that lowers a value lowers it at once: each rule of the quantity, and the same one lower where such rows are stated."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.evidence import counted_fact
from harnessy.rulebook.mechanics import Move
from harnessy.rulebook.model import Compare, Not, Rule, conjoined


def lower_values(draft: Draft) -> None:
    """Split the rules of what a move lowers: as written while no such row is stated, lower once one is.

    Where the order of the scale is not known, what is lower is not known either, and nothing rests on the value. What is said
    again lowers nothing again.
    """
    falls = set[tuple[object, ...]]()
    for move in draft.evidence.moves:
        count = move.counts[0] if move.counts else None
        fall = (move.quantity, move.steps, (count.word.key, count.unit, count.relation, count.number) if count else None)
        if move.direction == "down" and fall not in falls:
            falls.add(fall)
            draft.rules[:] = [part for rule in draft.rules for part in _split(draft, rule, move)]


def _split(draft: Draft, rule: Rule, move: Move) -> tuple[Rule, ...]:
    if rule.target != move.quantity or rule.value is None:
        return (rule,)
    scale = draft.scale_of(move.quantity)
    order = scale.order if scale else ()
    count = move.counts[0]
    fallen = Compare(counted_fact(draft, count).key, count.relation, (count.number,), count.span, stated=True)
    when, why = conjoined(rule.when, fallen), (*rule.why, move.span)
    if rule.value not in order:
        return (rule, replace(rule, when=when, why=why, unread=(*rule.unread, move.span)))
    lower = order[max(0, order.index(str(rule.value)) - int(move.steps))]
    return (replace(rule, when=conjoined(rule.when, Not(fallen))), replace(rule, when=when, why=why, value=lower, family="lowered"))
