"""What is wrong with a text, as a value: code, severity, message, place and mend."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from harnessy.source.text import Span

_LONGEST = 1 << 2 << 2 << 2  # nobody misspells a longer name
Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that belongs to a diagnostic, with what it adds."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: lower case, no full stop, the user's words in backticks; the mend stands in `help`."""

    code: str
    severity: Severity
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    help: str = ""

    @property
    def order(self) -> tuple[str, int, int, str]:
        """By place, then by code: the order in which findings are shown."""
        return (self.span.source.path, self.span.start, self.span.end, self.code)


def distance(left: str, right: str) -> int:
    """The Levenshtein distance of two strings."""
    previous = list(range(len(right) + 1))
    for row, char in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            current.append(min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (char != other)))
        previous = current
    return previous[-1]


def nearest(word: str, known: Iterable[str], limit: int | None = None) -> str | None:
    """The known word with the least edit distance, at most `limit` (a third of the word's length when not given)."""
    bound = max(1, len(word) // 3) if limit is None else limit
    likely = [other for other in known if abs(len(other) - len(word)) <= bound and len(word) <= _LONGEST]
    ranked = sorted((distance(word.casefold(), other.casefold()), other) for other in likely)
    return ranked[0][1] if ranked and ranked[0][0] <= bound else None
