"""Vetoes as rows of a table under a heading for them: what is limited, and how far it may go."""

from __future__ import annotations

from dataclasses import replace

from harnessy.document import Row, Section, Table
from harnessy.rulebook.cells import lead_name
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.model import EVERYTHING
from harnessy.rulebook.names import fold
from harnessy.rulebook.symbols import Requirement
from harnessy.rulebook.tables import first_column, role_column
from harnessy.rulebook.verdict_lines import limit, vetoing

VETOES = "VETOES"


def claim_veto_tables(draft: Draft) -> None:
    """Find the tables of vetoes: each row a name and a limit, and at most why. Any other that stands there lets nothing go."""
    taken = {grid.table.span.start for grid in draft.grids}
    for section, table in draft.document.tables():
        if table.span.start in taken or not vetoing(draft, section):
            continue
        found = _limits(draft, section, table)
        if not found:
            draft.doubt(EVERYTHING, table.header.span)
            continue
        draft.grids.append(Grid(VETOES, section, table, first_column(draft, table)))
        draft.pending.requirements.extend(found)
        for one in found:
            draft.note(one.span, "rule", trail=section.words)


def _limits(draft: Draft, section: Section, table: Table) -> list[Requirement]:
    """The vetoes of a table whose every row is one; none where any is not, or a column is left over."""
    key, why = first_column(draft, table), role_column(draft, table, "REASON")
    columns = [at for at in range(len(table.header.cells)) if at not in {key, why}]
    if len(columns) != 1:
        return []
    side = _side(draft, table.header.cells[columns[0]].text)
    found = [_row(draft, section, row, (key, columns[0], why, side)) for row in table.rows]
    return [one for one in found if one is not None] if None not in found else []


def _side(draft: Draft, head: str) -> str:
    """The side that the head of a column says a number is a limit on: `Max` or `Min`; empty where it says neither."""
    words, said = draft.grammar.words.keywords, fold(head).split(" ")[0]
    return next((relation for name, relation in (("MOST", "≤"), ("LEAST", "≥")) if said in words[name]), "")


def _row(draft: Draft, section: Section, row: Row, at: tuple[int, int, int | None, str]) -> Requirement | None:
    key, column, why, side = at
    cell, name = row.cells[column], lead_name(row.cells[key])
    found = limit(draft.lexer().lex(cell.span)) if cell.text and name.text else None
    if found is None or (found[0] == "=" and not side and found[1] != 0):  # `0.1` alone does not say on which side it limits
        return None
    relation = side if found[0] == "=" and side else found[0]
    note = row.cells[why].span if why is not None and row.cells[why].text else None
    return Requirement(replace(name, text=name.text.strip("*_` ")), relation, found[1], row.span, section, note)


