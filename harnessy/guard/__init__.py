"""Guard: a tool call in, the operations in it out; pure, and silent about doctrine.

What is an operation stands in a sheet, which is made of the tables of a doctrine. Nothing here imports dataclasses or
anything heavier, and the parts are imported when they are first used: a hook starts this on every tool call.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the module `typing` is slow to load

if TYPE_CHECKING:
    from harnessy.guard.calls import recognise
    from harnessy.guard.model import Call, Operation, Recognition, Surroundings
    from harnessy.guard.sheet import Sheet

__all__ = ["Call", "Operation", "Recognition", "Sheet", "Surroundings", "recognise"]
_HOMES = {"recognise": "calls", "Sheet": "sheet"}


def __getattr__(name: str) -> object:
    """What the package offers, from the module where it lives."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module(f"harnessy.guard.{_HOMES.get(name, 'model')}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
