"""Whether a person's word for a plan still holds: it is bound to the digests of the plan and of the doctrine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stamps:
    """The digests that a plan carries, those that it has, those that a person gave a word for, and that of the doctrine now."""

    carried: str
    actual: str
    doctrine: str
    now: str
    approved: tuple[str, str] | None = None


def faults(stamps: Stamps) -> list[str]:
    """Why a plan may not be approved: it was edited, or the doctrine was."""
    found = []
    if stamps.carried != stamps.actual:
        found.append("the plan was edited since it was made")
    if stamps.doctrine != stamps.now:
        found.append("the doctrine was edited since the plan was made")
    return found


def void(stamps: Stamps) -> list[str]:
    """Why nothing may be dispatched by a plan; nothing where a person's word holds."""
    if stamps.approved is None:
        return ["no person has approved the plan"]
    found = faults(stamps)
    if not found and stamps.approved != (stamps.actual, stamps.now):
        found.append("the approval is for another plan or another doctrine")
    return found
