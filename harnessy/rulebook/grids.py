"""Pass 2 over tables: each grid by its role."""

from __future__ import annotations

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.maps import value_map
from harnessy.rulebook.matrices import matrix, verdict_map, verdicts
from harnessy.rulebook.onehot import one_hot
from harnessy.rulebook.surroundings import labelled

_READERS = {"MATRIX": matrix, "MAP": value_map, "VERDICTS": verdicts, "VERDICT MAP": verdict_map, "ONE-HOT": one_hot}


def compile_grids(draft: Draft) -> None:
    """Compile every matrix, map and verdict table of the document."""
    lexer = draft.lexer()
    for grid in draft.grids:
        if grid.role in _READERS and not any(labelled(draft, heading, "EXAMPLES") for heading in grid.section.trail):
            _READERS[grid.role](draft, grid, lexer)
