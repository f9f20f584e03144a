"""Which of the rules that are true decide: those whose condition no other rule's condition is stricter than."""

from __future__ import annotations

from harnessy.rulebook.model import All, Condition, Rule
from harnessy.rulebook.place import TIGHT, strictest


def most_specific(rules: list[Rule]) -> list[Rule]:
    """The rules whose condition no other rule's condition is stricter than; a hold never yields to a go elsewhere."""
    return rules if len(rules) == 1 else [rule for rule in rules if not any(_overrides(other, rule) for other in rules)]


def _overrides(other: Rule, rule: Rule) -> bool:
    if not _implies(other.when, rule.when) or _implies(rule.when, other.when):
        return False
    loosens = strictest(other.acts) == "go" and strictest(rule.acts) in TIGHT
    return not loosens or (other.trail == rule.trail and other.span.line == rule.span.line)


def _implies(left: Condition, right: Condition) -> bool:
    """Whether every part of the right condition is a part of the left one (enough, not needed)."""
    mine, others = _parts(left), _parts(right)
    return all(part in mine for part in others)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)
