"""What the doctrine's rules say of facts about an issue or a loop that is being worked on: the acts, cited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harnessy.decision import bind, decide
from harnessy.decision.model import Decision
from harnessy.decision.question import fact_key
from harnessy.plan.model import Ground, Reason
from harnessy.rulebook.model import Rule, RuleBook, names_of, rule_atoms
from harnessy.rulebook.place import strictest


def told(rulebook: RuleBook, facts: Mapping[str, object]) -> tuple[tuple[Reason, str], ...]:
    """The acts of every rule that decides on one of the facts, each with its effect; and the facts that no rule knows."""
    found = dict[Reason, str]()
    for name, value in sorted(facts.items()):
        keys = {key for book in rulebook.books if (key := fact_key(book, name)) is not None}
        if not keys:
            found[Reason(f"no rule knows `{name}`")] = "neutral"
            continue
        decision = decide(rulebook, bind(rulebook, None, {name: value}, strict=False))
        for one in (decision, *decision.also):
            found.update(_acts(rulebook, one, keys))
    return tuple(found.items())


def _acts(rulebook: RuleBook, decision: Decision, keys: set[str]) -> Iterator[tuple[Reason, str]]:
    cited = {(citation.rule, citation.span) for citation in decision.because}
    for rule in (rule for book in rulebook.books for rule in book.rules):
        if rule.acts and (rule.id, rule.span) in cited and keys & _reads(rule):
            yield Reason(" + ".join(act.words for act in rule.acts), Ground(rule.span, rule.trail)), strictest(rule.acts)


def _reads(rule: Rule) -> set[str]:
    return {name for atom in rule_atoms(rule) for name in names_of(atom)}
