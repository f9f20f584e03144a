"""Review: a rulebook against the examples in it, and every sentence against what became of it; does no IO."""

from harnessy.review.cover import untouched
from harnessy.review.coverage import Coverage, Unit, coverage
from harnessy.review.examples import Result, findings, test, unusable

__all__ = ["Coverage", "Result", "Unit", "coverage", "findings", "test", "untouched", "unusable"]
