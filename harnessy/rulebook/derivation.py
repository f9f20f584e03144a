"""How a truth follows from another fact that a question states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Test:
    """How the value of one fact makes another true: `path` when it matches a pattern, `within` when each element is listed."""

    kind: Literal["path", "touch", "within", "some", "about"]
    fact: str
    constants: tuple[str, ...]
