"""Several answers to one question: the strictest counts, and go needs every one that answers."""

from __future__ import annotations

from dataclasses import replace

from harnessy.decision.answer import strictest
from harnessy.decision.model import Citation, Decision

_RANK = {
    "conflict": 0,
    "halt": 1,
    "hold": 2,
    "missing": 2 + 1,
    "go": 2 + 2,
    "": 2 + 2 + 1,
    "clear": 2 + 2 + 2,
    "n/a": 2 + 2 + 2 + 1,
    "silent": 2 + 2 + 2 + 2,
}


def meet(decisions: list[Decision]) -> Decision:
    """Several answers to one question: the strictest, acts united, everything cited. Go needs every one that answers."""
    if len(decisions) == 1:
        return decisions[0]
    ranked = sorted(
        decisions,
        key=lambda decision: _RANK[decision.effect or (decision.outcome if decision.outcome != "answered" else "")],
    )
    first = ranked[0]
    same = [decision for decision in ranked if (decision.outcome, decision.effect) == (first.outcome, first.effect)]
    owed = [other for other in ranked if first.outcome == other.outcome == "answered" and other.effect is None]
    acts = {(act.verb, act.object): act for decision in [*same, *owed] for act in decision.acts}
    because: tuple[Citation, ...] = tuple(dict.fromkeys(citation for decision in ranked for citation in decision.because))
    values = {name: value for decision in ranked for name, value in decision.values.items()}
    missing = tuple(dict.fromkeys(item for decision in same for item in decision.missing))
    assumptions = tuple(dict.fromkeys(item for decision in ranked for item in decision.assumptions))
    united = tuple(acts.values())
    effect = strictest(united) if first.effect and united else first.effect
    return replace(first, effect=effect, acts=united, because=because, values=values, missing=missing, assumptions=assumptions)
