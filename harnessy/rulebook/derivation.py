"""How a truth follows from another fact that a question states, and what a fact's name says of its author and moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from harnessy.source import Span

TOLD = "TOLD"  # the role of a listing that can be looked up and decides nothing

@dataclass(frozen=True, slots=True)
class Test:
    """How the value of one fact makes another true: `path` when it matches a pattern, `within` when each element is listed.

    `log`: when something else than adding to a file is intended on its path; `constants` are the file, then verbs that add.
    """

    kind: Literal["path", "touch", "within", "some", "about", "log"]
    fact: str
    constants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Authored:
    """A fact whose name says who did it, and when: `the set the human acknowledged at launch`.

    `verb` is the stem of what was done, `by` who did it and `others` who else there may be, folded; `moment` holds the stems
    of when (empty: the name says nothing of it), `at` the word before it. `who` and `when` are sentences of the page about
    either, with the headings above.
    """

    fact: str
    verb: str
    by: tuple[str, ...]
    others: tuple[str, ...]
    moment: tuple[str, ...]
    at: str = ""
    who: tuple[tuple[Span, tuple[str, ...]], ...] = ()
    when: tuple[tuple[Span, tuple[str, ...]], ...] = ()
