"""Which rules stand inside a stretch of a document, without looking at all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from harnessy.rulebook.model import Rule
from harnessy.source import Span


class Within:
    """Rules of one document by where they begin: made once, and asked for many stretches."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = sorted(rules, key=lambda rule: rule.span.start)
        self._starts = [rule.span.start for rule in self._rules]

    def __call__(self, span: Span) -> list[Rule]:
        """The rules that lie inside a span, in the order in which they begin."""
        near = self._rules[bisect_left(self._starts, span.start) : bisect_right(self._starts, span.end)]
        return [rule for rule in near if span.covers(rule.span)]
