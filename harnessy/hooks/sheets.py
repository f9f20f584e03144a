"""What the pinned doctrine says of commands, as worked out before or anew."""

from __future__ import annotations

from harnessy.guard.sheet import Sheet
from harnessy.hooks import places
from harnessy.hooks.pinned import Pin


def sheet(pin: Pin, found: str) -> Sheet:
    """What the doctrine of a commit says of commands: as worked out before, or anew. Raises NotKept."""
    key = f"{pin.repository}\n{found}\n{pin.doctrine}\n{places.compiler_stamp()}"
    kept = places.recall("sheet", key)
    if kept is not None:
        try:
            return Sheet.of(kept)
        except (AttributeError, ValueError):
            pass
    from harnessy.hooks.asking import sheet_at

    made = sheet_at(pin, found)
    places.remember("sheet", key, made.data)
    return made
