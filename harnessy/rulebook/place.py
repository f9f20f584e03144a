"""Where a sentence stands, and what that lends to the rules it makes."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.document import Section
from harnessy.rulebook.model import ALWAYS, EVERYTHING, PLAIN_RANK, Act, Condition
from harnessy.source import Span

__all__ = ["EVERYTHING", "TIGHT", "Place", "strictest"]

TIGHT = frozenset({"hold", "halt"})  # the effects that keep an agent from going by itself
_STRICTEST = ("halt", "hold", "go", "n/a", "neutral")


def strictest(acts: tuple[Act, ...]) -> str:
    """The strictest effect among acts; neutral when none of them decides."""
    return next((effect for effect in _STRICTEST if any(act.effect == effect for act in acts)), "neutral")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a segment stands: its section, the condition its surroundings add, its rule's rank and unread words beside it.

    `subject` is what a heading or lead-in names; `why` are the places that lend force.
    """

    section: Section
    scope: Condition = ALWAYS
    rank: int = PLAIN_RANK
    unread: tuple[Span, ...] = ()
    subject: str = ""
    why: tuple[Span, ...] = ()
