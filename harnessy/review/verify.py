"""Every claim over every case of a doctrine, with the smallest case that refutes one."""

from __future__ import annotations

from harnessy.review.claims import CLAIMS
from harnessy.review.proof import Covered, Ground, Proof, Refutation, size
from harnessy.rulebook.model import RuleBook


def verify(rulebook: RuleBook) -> Proof:
    """Hold every claim against every case of every subject."""
    ground = Ground(rulebook)
    smallest = dict[tuple[str, str], Refutation]()
    for claim, check in CLAIMS.items():
        for found in check(ground, claim):
            known = smallest.setdefault((claim, found.subject), found)
            if size(found) < size(known):
                smallest[claim, found.subject] = found
    covered = tuple(
        Covered(name, 0 if space.bounded else space.count, tuple(sorted(space.hidden))) for name, space in ground.spaces.items()
    )
    return Proof(tuple(CLAIMS), tuple(smallest.values()), covered)
