"""Tables that tell which commands are which operation, which paths are protected, and how programs are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Cell, Row, Section, Table
from harnessy.rulebook.cells import atoms, column_word, lead_name, listed
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.model import Guard
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.source import nearest

_PATH = re.compile(r"[^\s|]*[./][^\s|]*")
_HANDLES = "HANDLES_"
_COLUMNS = ("RECOGNISED", "PATHS", "TAKING", "HARMLESS")
_SHORT, _TYPO = len("subject"), 2  # letters of a head that is not met by chance, and of a slip in it
_OPERATION, _HANDLING, _PROTECTED, _PROGRAM, _OPTIONS = "OPERATION", "HANDLING", "PROTECTED", "PROGRAM", "OPTIONS"


def collect_guard_rows(draft: Draft) -> None:
    """Read the tables about commands, and keep every other family from reading them."""
    for section, table in draft.document.tables():
        role = _role(draft, table)
        if not role:
            _misspelt(draft, table)
        else:
            draft.grids.append(Grid("GUARD", section, table, 0))
            for row in table.rows:
                _read(draft, section, table, (role, row))


def _misspelt(draft: Draft, table: Table) -> None:
    """A head that is nearly one of a table about commands: what stands below it would guard nothing, and nobody would know."""
    first = table.header.cells[_first(draft, table)]
    labels = {label: role for role in (*_COLUMNS, "ASKED") for label in draft.grammar.words.headers[role] if len(label) > _SHORT}
    for index, cell in enumerate(table.header.cells):
        coded = any(atoms(row.cells[index].span) for row in table.rows)
        near = nearest(column_word(cell), labels, _TYPO) if cell is not first and coded else None
        if near is not None:
            told = f"`{cell.text}` is no column that is known, so this table guards nothing"
            draft.complain("HN221", "error", told, cell.span, mend=f"did you mean `{near}`?")
    lone = _PROTECTED in _roles(draft, first) and _column(draft, table, "ASKED") is not None
    if lone:
        draft.complain("HN221", "error", "no column names paths, so this table guards nothing", first.span, mend="head one `Paths`")


def _roles(draft: Draft, cell: Cell) -> frozenset[str]:
    return draft.grammar.words.role_of.get(column_word(cell), frozenset())


def _column(draft: Draft, table: Table, role: str) -> int | None:
    return next((index for index, cell in enumerate(table.header.cells) if role in _roles(draft, cell)), None)


def _first(draft: Draft, table: Table) -> int:
    """The first column that is no numbering."""
    return next((index for index, cell in enumerate(table.header.cells) if "ORDINAL" not in _roles(draft, cell)), 0)


def _role(draft: Draft, table: Table) -> str:
    """What a table is about, by its first column and the one that makes it a table about commands."""
    first = _roles(draft, table.header.cells[_first(draft, table)])
    recognised = _column(draft, table, "RECOGNISED") is not None
    if recognised:
        return _HANDLING if _HANDLING in first else _OPERATION
    if _PROTECTED in first and _column(draft, table, "PATHS") is not None:
        return _PROTECTED
    if _PROGRAM in first and _column(draft, table, "HARMLESS") is not None:
        return _OPTIONS
    return _PROGRAM if _PROGRAM in first and _column(draft, table, "TAKING") is not None else ""


def _read(draft: Draft, section: Section, table: Table, kept: tuple[str, Row]) -> None:
    role, row = kept
    forms = [form for name in _COLUMNS for form in _forms(draft, table, row, name)]
    subject = _cell(row, _column(draft, table, "ASKED"))
    key = row.cells[_first(draft, table)]
    name = lead_name(key)
    if role == _HANDLING:
        role = _handling(draft, key)
        if not role:
            return
    if role in {_OPERATION, _PROTECTED} and not (forms and subject):
        mend = "write the forms in code spans, and the subject that is asked about"
        draft.complain("HN221", "error", f"`{name.text}` guards nothing", row.span, mend=mend)
        return
    own = tuple(_forms(draft, table, row, "OWN"))
    asked = listed(subject.span)[0] if subject else ""
    if role == _OPTIONS:
        own = tuple(part.strip() for atom in atoms(key.span) for part in atom.text.split(","))
    draft.guards.append(Guard(role, name, tuple(forms), asked, own, row.span))
    draft.note(row.span, "definition", trail=section.words)


def _cell(row: Row, column: int | None) -> Cell | None:
    return row.cells[column] if column is not None and row.cells[column].text else None


def _forms(draft: Draft, table: Table, row: Row, role: str) -> Iterator[str]:
    """The code spans of a cell; commas in one of them part it into several."""
    cell = _cell(row, _column(draft, table, role))
    for name in atoms(cell.span) if cell else ():
        yield from (part for form in name.text.replace("\\|", "|").split(",") if (part := " ".join(form.split())))


def collect_path_rules(draft: Draft) -> None:
    """Sentences that prohibit or reserve editing paths that stand in code protect these paths."""
    verbs = draft.grammar.words.headers["EDITING"]
    for rule in draft.rules:
        operation = draft.operations.get(rule.target)
        if operation is None or strictest(rule.acts) not in TIGHT or operation.name.key.split(" ")[0] not in verbs:
            continue
        paths = [name.text for name in atoms(rule.span) if _PATH.fullmatch(name.text)]
        if paths:
            draft.guards.append(Guard(_PROTECTED, operation.name, tuple(paths), operation.name.text, (), rule.span))


def _handling(draft: Draft, cell: Cell) -> str:
    roles = _roles(draft, cell)
    found = next((role.removeprefix(_HANDLES) for role in roles if role.startswith(_HANDLES)), "")
    if not found:
        known = [label for role, labels in draft.grammar.words.headers.items() if role.startswith(_HANDLES) for label in labels]
        near = nearest(column_word(cell), known)
        mend = f"did you mean `{near}`?" if near else f"write one of {', '.join(sorted(known))}"
        draft.complain("HN221", "error", f"`{cell.text}` is no way to handle a program", cell.span, mend=mend)
    return found
