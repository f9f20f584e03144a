"""Tables in which a mark tells the verdict: `Auto | Ask | Never`, or `Robot | Human` for those who may do it."""

from __future__ import annotations

from dataclasses import replace

from harnessy.document import Cell, Row, Table
from harnessy.rulebook.acting import Frames, row_frame, unread_cell
from harnessy.rulebook.cells import lead_name
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.marks import MAY, effects_of, is_marked, sense
from harnessy.rulebook.model import Act, Effect, Rule
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.surroundings import place_of
from harnessy.rulebook.tokens import Lexer


def one_hot(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """A rule for each row: what its one mark says, or none that anybody reads."""
    place = place_of(draft, grid.section, lexer)
    for row in grid.table.rows:
        name = lead_name(row.cells[grid.key])
        subject = draft.subject_key(name.text)
        if subject is None:
            continue
        identity = Statements(draft).rule_id(Place(grid.section), name.key)
        beside = row_frame(draft, grid, row, place, lexer)
        frame = Frames(subject, beside.when, identity, name.text, grid, unread=beside.unread)
        draft.rules.append(_rule(draft, row, frame))


def _rule(draft: Draft, row: Row, frame: Frames) -> Rule:
    header = frame.grid.table.header.cells
    told = _told(draft, frame.grid, row)
    if told is None:
        return unread_cell(draft, row.cells[frame.grid.columns[0]], frame, "no column, or more than one, is marked for this row")
    column, effect = told
    cell, head = row.cells[column], header[column]
    span = cell.span if cell.text else row.span
    for index in frame.grid.columns:
        if row.cells[index].text:
            draft.note(row.cells[index].span, "rule", trail=frame.grid.section.words)
    act = Act(head.text.strip("*_` "), draft.grammar.words.first(effect.upper()), "", effect, span)
    rule = Rule(frame.id, "matrix", frame.target, frame.when, span, frame.grid.section.words, (act,), label=frame.label)
    return replace(rule, why=(head.span,), unread=frame.unread)


def _told(draft: Draft, grid: Grid, row: Row) -> tuple[int, Effect] | None:
    """The column that decides for a row, and its effect; None where the marks of the row do not say."""
    effects = effects_of(draft, grid.table, grid.columns)
    senses = {column: sense(draft, row.cells[column]) for column in grid.columns}
    if None in senses.values():
        return None
    marked = [column for column, said in senses.items() if said]
    if len(marked) == 1:
        return marked[0], effects[marked[0]]
    agents = [column for column in grid.columns if effects[column] == MAY]
    denied = [column for column in agents if is_marked(row.cells[column])]
    of_people = set(effects.values()) <= {MAY, "halt"} and len(agents) == 1 and _names_agents(draft, grid.table, agents[0])
    return (agents[0], "halt") if not marked and denied and of_people else None


def _names_agents(draft: Draft, table: Table, column: int) -> bool:
    """Whether a column is headed by those whom the doctrine binds, so that a cross below it denies."""
    cell: Cell = table.header.cells[column]
    return cell.text.strip("*_` ").casefold() in draft.grammar.words.keywords["ACTOR"]
