"""How much a decision leaves to whoever asks."""

from __future__ import annotations

from harnessy.decision.model import Decision

WAITING = frozenset({"missing", "conflict"})
_FREEDOM = ("halt", "hold", "missing", "conflict", "silent", "clear", "n/a", "go")


def word(decision: Decision | None) -> str:
    """A decision in one word: its effect, else its outcome; what a doctrine does not know it is silent about."""
    return (decision.effect or decision.outcome) if decision is not None else "silent"


def freedom(decision: Decision | None) -> int:
    """How much a decision leaves to whoever asks: a halt least, a go most."""
    return _FREEDOM.index(word(decision)) if word(decision) in _FREEDOM else 0


def freer(before: Decision | None, after: Decision | None) -> int:
    """More than 0 where a decision leaves more to whoever asks than another did, less than 0 where it leaves less.

    An answer that waits, or that contradicts itself, lets nothing go: it is no more and no less than a hold.
    """
    kept = [freedom(one) <= _FREEDOM.index("silent") for one in (before, after)]
    if all(kept) and {word(before), word(after)} & WAITING:
        return (word(before) == "halt") - (word(after) == "halt")
    return freedom(after) - freedom(before)


def is_free(decision: Decision | None) -> bool:
    """Whether a decision stops nobody: go, does not apply, or nothing stands against it."""
    return freedom(decision) > _FREEDOM.index("silent")
