"""Numbers that are watched and decide nothing: a table Diagnostic | Formula | By."""

from __future__ import annotations

from harnessy.document import Row, Section
from harnessy.rulebook.cells import lead_name
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.expression import Indicator
from harnessy.rulebook.formula import parse
from harnessy.rulebook.names import bare
from harnessy.rulebook.resolve import Resolver
from harnessy.rulebook.symbols import Symbol
from harnessy.rulebook.tables import first_column, role_column
from harnessy.source import Span

WATCHED = "WATCHED"
_MEND = "see `Diagnostics` in grammar/README.md for what may stand here"


def claim_watched(draft: Draft) -> None:
    """Find the tables of diagnostics."""
    taken = {grid.table.span.start for grid in draft.grids}
    for section, table in draft.document.tables():
        key, made = first_column(draft, table), role_column(draft, table, "FORMULA")
        if table.span.start in taken or made is None or role_column(draft, table, WATCHED) != key:
            continue
        draft.grids.append(Grid(WATCHED, section, table, key))
        for row in table.rows:
            _row(draft, section, row, (key, made, role_column(draft, table, "BY")))


def _row(draft: Draft, section: Section, row: Row, columns: tuple[int, int, int | None]) -> None:
    key, made, by = row.cells[columns[0]], row.cells[columns[1]].span, columns[2]
    draft.note(row.span, "definition", trail=section.words)
    tree = parse(draft.grammar, made, "formula") if made.text else None
    if tree is None:
        _refuse(draft, f"`{' '.join(made.text.split())}` is no formula", made if made.text else row.span)
        return
    field = row.cells[by].span if by is not None and row.cells[by].text else None
    draft.pending.watched.append((Symbol(lead_name(key), row.span, section, None, tree, made), field))


def compile_watched(draft: Draft) -> None:
    """Settle what the formulas of diagnostics name, now that all symbols are known."""
    resolver = Resolver(draft) if draft.pending.watched else None
    for one, by in draft.pending.watched:
        if resolver is None or one.tree is None or one.made is None:
            continue
        try:
            expression = resolver.expression(one.tree)
            field = _field(resolver, by) if by is not None else ""
        except NotRead as reason:
            _refuse(draft, f"the diagnostic `{one.name.text}` is not understood: {reason}", one.made)
            continue
        text = " ".join(one.made.text.replace("`", "").split())
        draft.watched.append(Indicator(one.name.text, text, expression, field, one.span, one.section.words))


def _field(resolver: Resolver, by: Span) -> str:
    fields = resolver.schema.fields if resolver.schema is not None else ()
    found = next((field.name for field in fields if bare(field.name) == bare(by.text)), None)
    if found is None:
        raise NotRead(f"the records have no field `{by.text.strip('`')}`")
    return found


def _refuse(draft: Draft, message: str, span: Span) -> None:
    draft.complain("HN303", "error", message, span, mend=_MEND)
