"""Why an issue cannot begin yet: one answer for a plan in the making and for one that is worked on."""

from __future__ import annotations

from typing import Literal

from harnessy.plan.model import Link, Reason

Standing = Literal["finished", "unknown", "elsewhere", "left out", "held back", "to come", "running", "waiting", "failed", "out"]
_WHY: dict[Standing, str] = {
    "unknown": "of which nothing is known here",
    "elsewhere": "which is open and not in this set",
    "left out": "which is left out",
    "held back": "which is held back",
    "to come": "which is still to come",
    "running": "which is being worked on",
    "waiting": "which waits for a person",
    "failed": "which has failed",
    "out": "which is given up",
}


def not_ready(link: Link, standing: Standing, more: str = "") -> Reason | None:
    """Why the later issue of a link cannot begin, by how the earlier one stands; None where that is finished."""
    if standing == "finished":
        return None
    said = f"{_WHY[standing]}: {more}" if more else _WHY[standing]
    return Reason(f"waits for {link.earlier}, {said}", link.ground, link.places)
