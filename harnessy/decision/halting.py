"""What may yet halt an answer that already holds: deciding need not know it, and who walks every case has to."""

from __future__ import annotations

from harnessy.decision.answer import Answer, cited, constraints, strictest, united
from harnessy.decision.case import Case
from harnessy.decision.model import Unknown


def may_halt(case: Case, subject: str) -> tuple[str, ...]:
    """The facts that are not known and on which it hangs whether a rule halts the subject."""
    _, waiting = case.told(group := constraints(case.book, subject))
    halts = (rule for rule in group.rules if id(rule) in waiting and strictest(rule.acts) == "halt")
    return tuple(dict.fromkeys(wait.key for rule in halts if isinstance(wait := waiting[id(rule)], Unknown)))


def halted(case: Case, subject: str, missing: Answer) -> Answer:
    """What only tightens and is known to halt stands, whatever else is missing."""
    fired, _ = case.told(constraints(case.book, subject))
    acts = united(fired)
    if strictest(acts) != "halt":
        return missing
    return Answer("answered", "halt", acts, because=tuple(cited(case.book, rule) for rule in fired))
