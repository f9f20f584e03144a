"""Pass 2 over maps: rows that give a quantity its value for listed keys, each value perhaps under a guard."""

from __future__ import annotations

from harnessy.document import Cell
from harnessy.rulebook.acting import Frames, keyed, row_frame, unread_cell
from harnessy.rulebook.acts import glosses
from harnessy.rulebook.cells import items
from harnessy.rulebook.clauses import NotRead, Segment, guarded, split
from harnessy.rulebook.conditions import Frame
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.model import Any, Condition, Not, Quantity, Rule, conjoined
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.surroundings import place_of
from harnessy.rulebook.tokens import Lexer, Token


def value_map(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Rows give a quantity its value for the listed keys, each value perhaps under a guard."""
    header = grid.table.header.cells
    column = grid.columns[0]
    name = named(header[column].text, header[column].span)
    place = place_of(draft, grid.section, lexer)
    for row in grid.table.rows:
        keys = items(row.cells[grid.key].span)
        beside = row_frame(draft, grid, row, place, lexer)
        when = conjoined(*keyed(draft, grid, row), beside.when)
        identity = Statements(draft).rule_id(Place(grid.section), " ".join(key.key for key in keys))
        label = ", ".join(key.text for key in keys)
        frame = Frames(name.key, when, identity, label, grid, (row.cells[grid.key].span,), beside.unread)
        cell = row.cells[column]
        try:
            draft.rules.extend(_value_rules(draft, cell, frame, lexer))
            draft.note(cell.span, "rule", trail=grid.section.words)
        except NotRead as reason:
            draft.rules.append(unread_cell(draft, cell, frame, str(reason)))


def declare_maps(draft: Draft) -> None:
    """The effect column of a map is a quantity on the scale of its values."""
    for grid in draft.grids:
        if grid.role == "MAP":
            cell = grid.table.header.cells[grid.columns[0]]
            name = named(cell.text, cell.span)
            draft.quantities.setdefault(name.key, Quantity(name, "value", grid.scale, span=cell.span, trail=grid.section.words))


def _value_rules(draft: Draft, cell: Cell, frame: Frames, lexer: Lexer) -> list[Rule]:
    statements = Statements(draft, Frame())
    segments = split(guarded(lexer.lex(cell.span)), cell.span)
    rules, earlier = list[Rule](), list[Condition]()
    for segment in segments:
        rules.append(_value_rule(statements, segment, frame, earlier))
    if len(rules) > 1 and len({rule.when for rule in rules}) < len(rules):
        raise NotRead("more than one value under one condition")
    return rules


def _value_rule(statements: Statements, segment: Segment, frame: Frames, earlier: list[Condition]) -> Rule:
    draft = statements.draft
    otherwise = bool(segment.main) and segment.main[0].type == "OTHERWISE"
    main = segment.main[1:] if otherwise else segment.main
    main, condition = _postposed(statements, main, segment)
    parsed = draft.grammar.statement(main)
    if parsed is None or parsed.name != "value" or segment.label is not None:
        raise NotRead("the cell is no value of the scale with plain guards")
    value = statements.conditions.value(frame.target, parsed.of("NP")[0])
    if value is None:
        raise NotRead(f"`{parsed.of('NP')[0].text}` is no member of the scale")
    guards = condition or [branch[0] for branch in statements.branches(segment, ())]
    guard = Not(Any(tuple(earlier))) if otherwise and earlier else guards[0]
    if otherwise and not earlier:
        raise NotRead("`otherwise` with nothing before it")
    earlier.append(guard)
    unread = glosses(draft, segment.notes, segment.main)
    return Rule(
        frame.id,
        "map",
        frame.target,
        conjoined(frame.when, guard),
        segment.span,
        frame.grid.section.words,
        value=value,
        why=frame.why,
        unread=(*frame.unread, *(note.span for note in unread)),
        label=frame.label,
    )


def _postposed(statements: Statements, main: tuple[Token, ...], segment: Segment) -> tuple[tuple[Token, ...], list[Condition]]:
    """`y above`: a value and a bare relation that continues the guard before."""
    if len(main) == 2 and main[0].type == "NP" and main[1].type in {"GT", "LT"} and not segment.clauses:
        return main[:1], [statements.conditions.read(main[1:], segment.span, statements.frame)]
    return main, []
