"""Rows of a table of verdicts that are no row: a line between groups, a note, a row that goes on, a row about all the others."""

from __future__ import annotations

import re
from itertools import product

from harnessy.document import Row
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.names import fold
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.tokens import LOGIC, Lexer
from harnessy.rulebook.within import Within
from harnessy.source import Span

_VERDICTS = frozenset({"MATRIX", "VERDICTS", "VERDICT MAP", "ONE-HOT"})
_FRONT = frozenset({"only", "not", "but"})
_BLANK = re.compile(r"[\s*_~—–-]*")
_SET_APART = re.compile(r"[*_—–-].*|.*:", re.DOTALL)  # emphasised, behind a dash, a note with its colon


def mind_rows(draft: Draft) -> None:
    """Keep the rows of a table from going for one among them that may be about more than itself."""
    lexer, within = draft.lexer(), Within(draft.rules)
    for grid in (grid for grid in draft.grids if grid.role in _VERDICTS):
        cells = within(grid.table.span)
        going = {rule.target: rule for rule in cells if strictest(rule.acts) == "go"}
        held = tuple(rule.span for rule in cells if strictest(rule.acts) in TIGHT)
        wide = [row for row in grid.table.rows if _reaches_others(draft, (grid, held), row, lexer)] if going else []
        for (target, rule), row in product(sorted(going.items()), wide):
            if not row.span.covers(rule.span):
                draft.mention(target, row.span, grid.section.words)


def _reaches_others(draft: Draft, found: tuple[Grid, tuple[Span, ...]], row: Row, lexer: Lexer) -> bool:
    """Whether a row has no name of its own, or no verdict and a name that is none, or holds all of something or at some time.

    `found` is its table, and where rules in it hold.
    """
    grid, held = found
    label, verdicts = row.cells[grid.key], [row.cells[column] for column in grid.columns]
    if _BLANK.fullmatch(label.text):
        return not all(_BLANK.fullmatch(cell.text) for cell in row.cells)
    words, headers = draft.grammar.words.keywords, draft.grammar.words.headers
    said = fold(label.text).split(" ")  # by its words: the whole is a name, since it stands in the column of names
    placed = said[0] in {*headers["WHERE_FOR"], *words["THROUGH"], *_FRONT}
    told = any(word in words.get(kind, ()) for kind in LOGIC for word in said)
    if all(_BLANK.fullmatch(cell.text) for cell in verdicts):
        return told or placed or bool(_SET_APART.match(label.text))
    every = said[0] in {*words["EVERY"], *headers["ALL_THINGS"]}
    holds = any(token.effect in TIGHT for cell in verdicts for token in lexer.lex(cell.span))
    if grid.role == "ONE-HOT":
        holds = any(row.span.covers(span) for span in held)
    return holds and (every or placed)
