"""Guard: a tool call in, the operations in it out; pure, and silent about doctrine.

What is an operation stands in a sheet, which is made of the tables of a doctrine. Nothing here imports dataclasses or
anything heavier: a hook starts this on every tool call.
"""

from harnessy.guard.model import Call, Operation, Recognition, Surroundings
from harnessy.guard.recognise import recognise
from harnessy.guard.sheet import Sheet

__all__ = ["Call", "Operation", "Recognition", "Sheet", "Surroundings", "recognise"]
