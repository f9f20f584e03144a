"""What a bound on words keeps out of everything that rests on the same fact: above the highest level, no cell of a table goes."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import INVARIANT_RANK, JOINED, POLICY, Rule, names_of, rule_atoms
from harnessy.rulebook.place import TIGHT, strictest

CEILING = "ceiling"


def bar_above_ceilings(draft: Draft) -> None:
    """Let each limit on a word tighten what else goes by that word. A policy has its own answer, and is left alone."""
    limits = [(rule, _read(draft, [rule])) for rule in draft.rules if rule.family == CEILING and strictest(rule.acts) in TIGHT]
    if not limits:
        return
    going = dict[str, list[Rule]]()
    for rule in draft.rules:
        subject = draft.subjects.get(rule.target)
        if subject is not None and subject.kind != POLICY:
            going.setdefault(rule.target, []).append(rule)
    for target, rules in going.items():
        if any(strictest(rule.acts) == "go" for rule in rules):
            read = _read(draft, rules)
            over = [rule for rule, facts in limits if facts & read]
            draft.rules.extend(replace(rule, family=JOINED, target=target, rank=INVARIANT_RANK, states=()) for rule in over)


def _read(draft: Draft, rules: list[Rule]) -> set[str]:
    """The facts that rules compare, and those that the quantities among them rest on."""
    found = set[str]()
    left = [name for rule in rules for atom in rule_atoms(rule) for name in names_of(atom)]
    while left:
        key = left.pop()
        if key in found:
            continue
        found.add(key)
        quantity = draft.quantities.get(key)
        if quantity is not None:
            left.extend(quantity.reads)
            left.extend(name for rule in draft.rules if rule.target == key for atom in rule_atoms(rule) for name in names_of(atom))
    return found
