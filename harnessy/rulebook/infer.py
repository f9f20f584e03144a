"""What the doctrine implies and does not say: orders of scales, and what an activation switches on."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import All, Assumption, Compare, Condition, Fact, Rule, Scale, atoms, conjoined
from harnessy.rulebook.names import stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.prose import matrix_stems
from harnessy.source import Label

_VERDICTS = frozenset({"MATRIX", "VERDICTS", "VERDICT MAP"})
_ORDERED = frozenset({"<", ">", "≤", "≥"})


def comparisons(condition: Condition) -> Iterator[Compare]:
    """Each comparison of a fact with constants inside a condition."""
    return (atom for atom in atoms(condition) if isinstance(atom, Compare))


def infer_orders(draft: Draft) -> None:
    """Order what the doctrine compares without declaring it: by guards that tile, or by a matrix whose holding rows nest."""
    _by_guards(draft)
    compared = {thing.scale for thing in draft.quantities.values() if thing.function and thing.scale}
    for rule in draft.rules:
        ordered = (compare for compare in comparisons(rule.when) if compare.relation in _ORDERED)
        compared |= {scale.name.key for compare in ordered if (scale := draft.scale_of(compare.fact))}
    for key in sorted(name for name in compared if name):
        scale = draft.scales[key]
        if not scale.order:
            _by_matrix(draft, scale)


def _by_guards(draft: Draft) -> None:
    """Two guards of one cell that tile (`≤ a`, `≥ b`) order the values they name, and no others."""
    pairs = dict[str, set[tuple[str, str]]]()
    evidence = dict[str, Rule]()
    for rule, other in _neighbours(draft.rules):
        for low, high in product(comparisons(rule.when), comparisons(other.when)):
            if low.fact == high.fact and (low.relation, high.relation) == ("≤", "≥") and low.values != high.values:
                pairs.setdefault(low.fact, set()).add((str(low.values[0]), str(high.values[0])))
                evidence[low.fact] = rule
    for fact, found in pairs.items():
        thing = draft.facts.get(fact)
        if thing is None or draft.scale_of(fact) or thing.kind == "number":
            continue
        order = _chain(found)
        if order is None:
            span = evidence[fact].span
            draft.complain(
                "HN205",
                "error",
                f"the guards order the values of `{thing.name.text}` in two ways",
                span,
                mend="declare the scale and its order",
            )
            continue
        _ordered_fact(draft, thing, order, evidence[fact])


def _neighbours(rules: Iterable[Rule]) -> Iterator[tuple[Rule, Rule]]:
    """Pairs of rules that one cell made."""
    by_cell = dict[tuple[str, int], list[Rule]]()
    for rule in rules:
        if rule.value is not None:
            by_cell.setdefault((rule.id, rule.span.line), []).append(rule)
    for group in by_cell.values():
        yield from ((left, right) for left in group for right in group if left is not right)


def _chain(pairs: set[tuple[str, str]]) -> tuple[str, ...] | None:
    """The one order in which every pair stands side by side; None when they branch or turn in a circle."""
    after, before = dict(pairs), {high: low for low, high in pairs}
    starts = [low for low in after if low not in before]
    if len(after) != len(pairs) or len(before) != len(pairs) or len(starts) != 1:
        return None
    order = [starts[0]]
    while order[-1] in after:
        order.append(after[order[-1]])
    return tuple(order) if len(order) == len(pairs) + 1 else None


def _ordered_fact(draft: Draft, fact: Fact, order: tuple[str, ...], rule: Rule) -> None:
    text = " < ".join(order)
    assumed = draft.assume(f"`{fact.name.text}` is ordered {text}: the guards of one cell tile", rule.span)
    members = tuple(value for key in order for value in fact.values if value.key == key)
    draft.scales[fact.name.key] = Scale(fact.name, members, order, declared=False, inferred=assumed)
    draft.facts[fact.name.key] = replace(fact, scale=fact.name.key)


def _by_matrix(draft: Draft, scale: Scale) -> None:
    """The member that holds in the most rows is the lowest, if the sets of holding rows form a strict chain."""
    rules = [rule for rule in draft.rules if _column(draft, rule, scale)]
    holding = {
        member.key: frozenset(rule.target for rule in rules if _column(draft, rule, scale) == member.key and _held(rule))
        for member in scale.members
    }
    ranked = sorted(scale.members, key=lambda member: -len(holding[member.key]))
    nested = all(holding[low.key] > holding[high.key] for low, high in itertools.pairwise(ranked))
    if rules and nested and len(ranked) > 1:
        order = tuple(member.key for member in ranked)
        counts = ", ".join(f"{member.text} {len(holding[member.key])}" for member in ranked)
        spans = [grid.table.span for grid in draft.grids if grid.role == "MATRIX" and grid.scale == scale.name.key]
        chain = " < ".join(member.text for member in ranked)
        text = f"`{scale.name.text}` is ordered {chain}: the rows that hold at each nest ({counts})"
        draft.scales[scale.name.key] = replace(scale, order=order, inferred=draft.assume(text, *spans))
        return
    odd = [low for low, high in itertools.pairwise(ranked) if not holding[low.key] > holding[high.key]]
    label = [Label(member.span, "the sets of rows that hold here and at its neighbour do not nest") for member in odd[:1]]
    mend = (
        f"declare it in a table `Scale | Lowest to highest`, such as {' < '.join(f'`{member.text}`' for member in scale.members)}"
    )
    draft.complain(
        "HN205",
        "error",
        f"`{scale.name.text}` is compared, but its order is not known",
        scale.name.span,
        *label,
        mend=mend,
    )


def _column(draft: Draft, rule: Rule, scale: Scale) -> str | None:
    """The member of a scale in whose column a rule of a matrix stands."""
    if rule.target not in draft.subjects or rule.family == "unless, met":
        return None
    parts = rule.when.parts if isinstance(rule.when, All) else (rule.when,)
    first = parts[0] if parts else None
    if isinstance(first, Compare) and first.relation == "=" and len(first.values) == 1:
        found = draft.scale_of(first.fact)
        if found is not None and found.name.key == scale.name.key and any(grid.role == "MATRIX" for grid in draft.grids):
            return str(first.values[0])
    return None


def _held(rule: Rule) -> bool:
    return strictest(rule.acts) in TIGHT


def activate(draft: Draft) -> None:
    """Put each activation in front of what it switches on: the matrix or map that its subject names, else every matrix."""
    truths = [quantity for quantity in draft.quantities.values() if quantity.kind == "truth"]
    for truth in truths:
        if truth.truths:
            continue
        subject = frozenset(stems(truth.name.text.rsplit(" ", 1)[0]))
        matching = [
            grid for grid in draft.grids if grid.role == "MATRIX" and subject <= matrix_stems(draft, grid.section, grid.scale)
        ]
        spans = [grid.table.span for grid in matching or draft.grids if grid.role in _VERDICTS]
        if not matching and spans:
            draft.assume(
                f"`{truth.name.text}` is about every table of verdicts: it names none",
                truth.span or truth.name.span,
                *spans,
            )
        bound = Compare(truth.name.key, "=", (True,), truth.span or truth.name.span)
        for index, rule in enumerate(draft.rules):
            of_table = rule.target in draft.subjects and any(span.covers(rule.span) for span in spans)
            if of_table or (rule.family == "trigger" and any(span.covers(cell) for span in spans for cell in rule.why)):
                draft.rules[index] = replace(rule, when=conjoined(bound, rule.when))


def assumptions_of(draft: Draft) -> tuple[Assumption, ...]:
    """Everything inferred, in the order it was."""
    return tuple(draft.assumptions)
