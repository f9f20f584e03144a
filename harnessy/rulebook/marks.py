"""Marks in tables: what a head of a column lets or keeps, and what a tick or a cross below it says."""

from __future__ import annotations

from harnessy.document import Cell, Table
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Effect
from harnessy.rulebook.names import bare

MAY: Effect = "go"
_TWO = 1 + 1
_ROLES: dict[str, Effect] = {
    "MAY_HEADS": "go", "GO_MEANINGS": "go", "NEVER_HEADS": "halt", "ASK_HEADS": "hold", "INVERTED": "hold",
}  # fmt: skip


def marked_columns(draft: Draft, table: Table, columns: tuple[int, ...]) -> tuple[int, ...]:
    """The columns of a table in which marks tell the verdict of a row; none where it is no such table.

    There are two at least with different verdicts, or one headed by those whom the doctrine binds; marks fill most of their cells.
    """
    effects = effects_of(draft, table, columns)
    found = tuple(effects)
    cells = [row.cells[column] for row in table.rows for column in found]
    senses = [sense(draft, cell) for cell in cells]
    told = {bare(cell.text) for cell, said in zip(cells, senses, strict=True) if said}
    crossed = told & set(_words(draft, "CROSSES"))
    agents = [column for column in found if _is_agent(draft, table.header.cells[column])]
    apart = len(set(effects.values())) > 1 and len(found) >= _TWO
    if not (apart or agents == list(found)) or (crossed and (len(told) > len(crossed) or not apart)):
        return ()
    return found if any(senses) and sum(said is not None for said in senses) * _TWO > len(senses) else ()


def effects_of(draft: Draft, table: Table, columns: tuple[int, ...]) -> dict[int, Effect]:
    """What a mark in each of some columns says, by its head; columns whose head says nothing are left out."""
    found = ((column, _effect(draft, table.header.cells[column])) for column in columns)
    return {column: effect for column, effect in found if effect is not None}


def _effect(draft: Draft, head: Cell) -> Effect | None:
    words = draft.grammar.words
    said = bare(head.text).rstrip("?")
    if _is_agent(draft, head):
        return "go"
    if said in words.keywords["HUMANS"] or said in words.headers["OTHERS"]:
        return "halt"
    behind = next((said.removeprefix(f"{actor} ") for actor in words.keywords["ACTOR"] if said.startswith(f"{actor} ")), said)
    role = next((effect for name, effect in _ROLES.items() if behind in words.headers[name]), None)
    effect = draft.effects.get(behind)
    kinds: dict[str, Effect] = {"go": "go", "hold": "hold", "halt": "halt"}
    return role or kinds.get(effect or "")


def _is_agent(draft: Draft, head: Cell) -> bool:
    words = draft.grammar.words
    return bare(head.text) in {*words.keywords["ACTOR"], *words.headers["AGENTS_BY_NAME"]}


def sense(draft: Draft, cell: Cell) -> bool | None:
    """Whether a cell is marked (True), is not (False), or says anything else (None)."""
    said = cell.text.strip("*_` ").casefold()
    if said in _words(draft, "TICKS") or said in _words(draft, "CROSSES"):
        return True
    return False if said in _words(draft, "BLANKS") or not said else None


def is_marked(cell: Cell) -> bool:
    """Whether anything but a dash stands in a cell."""
    return bool(cell.text.strip("*_` -–—"))


def _words(draft: Draft, name: str) -> tuple[str, ...]:
    return draft.grammar.words.headers[name]
