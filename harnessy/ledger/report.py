"""What a log comes to, as one value."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.ledger.rows import LogRow
from harnessy.ledger.standing import Page, Standing


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a log comes to. `works` says where the kind of work of a row was found; `assumed` what the doctrine leaves open."""

    log: str
    rows: tuple[LogRow, ...]
    standings: tuple[Standing, ...]
    page: Page
    works: str
    assumed: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[LogRow, ...]:
        """The rows that are named instead of classed."""
        return tuple(row for row in self.rows if row.problem)

    @property
    def moves(self) -> tuple[Standing, ...]:
        """What goes up or down."""
        return tuple(standing for standing in self.standings if standing.move is not None)
