"""Review: a rulebook against the examples in it, and every sentence against what became of it; does no IO."""

from harnessy.review.changes import MARKS, Change, Comparison, Rewording
from harnessy.review.cover import untouched
from harnessy.review.coverage import Coverage, Unit, coverage
from harnessy.review.diff import compare, values
from harnessy.review.examples import Result, findings, test, unusable
from harnessy.review.proof import Covered, Proof, Refutation
from harnessy.review.renames import Renamed
from harnessy.review.verify import verify

__all__ = [
    "MARKS",
    "Change",
    "Comparison",
    "Coverage",
    "Covered",
    "Proof",
    "Refutation",
    "Renamed",
    "Result",
    "Rewording",
    "Unit",
    "compare",
    "coverage",
    "findings",
    "test",
    "untouched",
    "unusable",
    "values",
    "verify",
]
