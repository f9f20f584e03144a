"""Figures in columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Row = tuple[str, ...]


def printed(title: str, head: Row, rows: Sequence[Row], notes: Iterable[str] = ()) -> str:
    """A table in Markdown, as wide as it needs to be."""
    widths = [max(len(row[at]) for row in (head, *rows)) for at in range(len(head))]
    lines = [f"## {title}", "", _line(head, widths), "|" + "|".join("-" * (width + 2) for width in widths) + "|"]
    lines += [_line(row, widths) for row in rows]
    return "\n".join([*lines, *(f"\n{note}" for note in notes), ""])


def _line(row: Row, widths: Sequence[int]) -> str:
    first, *rest = row
    cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
    return f"| {' | '.join(cells)} |"


def ratio(value: float, floor: float) -> str:
    """How many times the floor."""
    times = value / floor
    return f"{times:,.0f} ×" if times >= 100 else f"{times:.3g} ×"


def against(name: str, value: float, limit: float, floors: Mapping[str, float]) -> str:
    """Whether a value is within so many times a floor; says what is missing where the floor was not measured."""
    if name not in floors:
        return f"no {name} here"
    kept = "kept" if value <= limit * floors[name] else "missed"
    return f"{kept}: ≤ {limit:g} × {name}"
