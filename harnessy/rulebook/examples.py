"""Tables of worked examples: each row is a question, the answer that its author expects, and what should be cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harnessy.document import Cell, Row
from harnessy.rulebook.cells import column_word, lead_name
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.model import Example, Named, Opaque, rule_atoms
from harnessy.rulebook.names import bare, stems
from harnessy.source import Span, nearest

_MARKS = "`*_ "


@dataclass(frozen=True, slots=True)
class _Columns:
    """What each column of a table of examples is for: indices, and for each fact its name."""

    subject: int
    answer: int
    cites: int | None
    facts: tuple[tuple[int, str], ...]
    listed: tuple[int, ...]


def collect_examples(draft: Draft) -> None:
    """Read every table of examples, once all names of the document are known."""
    for grid in draft.grids:
        if grid.role != "EXAMPLES":
            continue
        columns = _columns(draft, grid)
        for row in grid.table.rows:
            draft.note(row.span, "example", trail=grid.section.words)
            if columns is not None:
                _add(draft, grid, columns, row)


def _columns(draft: Draft, grid: Grid) -> _Columns | None:
    header = grid.table.header
    roles = [draft.grammar.words.role_of.get(column_word(cell), frozenset[str]()) for cell in header.cells]
    subject = next((at for at, cell in enumerate(header.cells) if "QUESTION" in roles[at] or _is_kind(draft, cell)), None)
    if subject is None:
        mend = "head one column with what is asked, such as the name of a register's first column, or `Question`"
        draft.complain("HN209", "error", "no column of these examples tells what is asked", header.span, mend=mend)
        return None
    answer = grid.columns[0]
    cites = next((at for at, found in enumerate(roles) if "CITES" in found and at != answer), None)
    rest = [at for at in range(len(roles)) if at not in {subject, answer, cites} and not roles[at] & {"REASON", "ORDINAL"}]
    listed = tuple(at for at in rest if "FACT" in roles[at])
    named = ((at, _fact(draft, header.cells[at])) for at in rest if at not in listed)
    return _Columns(subject, answer, cites, tuple((at, name) for at, name in named if name), listed)


def _is_kind(draft: Draft, cell: Cell) -> bool:
    wanted = stems(cell.text)
    return any(stems(subject.kind) == wanted for subject in (*draft.subjects.values(), *draft.operations.values()))


def _fact(draft: Draft, cell: Cell) -> str:
    """The name of the fact that a column states; empty, and a finding, when the document knows none of that name."""
    key = draft.fact_key(cell.text) or ""
    facts, quantities = draft.facts.values(), draft.quantities.values()
    things = _texts([*(fact.name for fact in facts), *(quantity.name for quantity in quantities)])
    if key in things:
        return things[key]
    if bare(cell.text) in _opaque(draft):
        return bare(cell.text)
    if cell.text:
        near = nearest(bare(cell.text), things)
        mend = f"did you mean `{things[near]}`?" if near else "name a fact that the document declares"
        draft.complain("HN201", "error", f"no fact is called `{cell.text.strip(_MARKS)}`", cell.span, mend=mend)
    return ""


def _opaque(draft: Draft) -> set[str]:
    return {atom.fact for rule in draft.rules for atom in rule_atoms(rule) if isinstance(atom, Opaque)}


def _add(draft: Draft, grid: Grid, columns: _Columns, row: Row) -> None:
    subject, answer = row.cells[columns.subject], row.cells[columns.answer]
    for cell, what in ((subject, "what is asked"), (answer, "an answer")):
        if not cell.text:
            draft.complain("HN209", "error", f"this example lacks {what}", row.span, mend="fill the cell, or take the row out")
            return
    if not _known(draft, subject):
        _unknown(draft, subject)
        return
    cites = row.cells[columns.cites].text if columns.cites is not None else ""
    stated = [(name, _plain(row.cells[at]), row.cells[at].span) for at, name in columns.facts if row.cells[at].text]
    facts = (*stated, *(fact for at in columns.listed for fact in _listed(row.cells[at])))
    draft.examples.append(
        Example(
            facts,
            _plain(answer),
            cites.strip(_MARKS),
            row.span,
            answer.span,
            grid.section.words,
            lead_name(subject).text,
        )
    )


def _known(draft: Draft, cell: Cell) -> bool:
    text = lead_name(cell).text
    wanted = stems(text)
    subject = draft.subject_key(text) or bare(text) in draft.subjects or any(stems(key) == wanted for key in draft.operations)
    return bool(subject) or draft.fact_key(text) in draft.quantities


def _unknown(draft: Draft, cell: Cell) -> None:
    subjects = [*draft.operations.values(), *draft.subjects.values()]
    things = _texts([*(quantity.name for quantity in draft.quantities.values()), *(one.name for one in subjects)])
    near = nearest(bare(lead_name(cell).text), things)
    mend = f"did you mean `{things[near]}`?" if near else "name a subject or quantity that the document declares"
    draft.complain("HN201", "error", f"nothing that can be asked is called `{lead_name(cell).text}`", cell.span, mend=mend)


def _texts(names: Iterable[Named]) -> dict[str, str]:
    return {name.key: name.text for name in names}


def _plain(cell: Cell) -> str:
    return " ".join(cell.text.replace("`", "").replace("*", "").split())


def _listed(cell: Cell) -> Iterator[tuple[str, str, Span]]:
    """The facts of a cell that lists them: `name = value`, or a name alone for what is true, parted by commas."""
    start = cell.span.start
    for part in cell.text.split(","):
        begin = start + len(part) - len(part.lstrip())
        name, equals, value = part.replace("`", "").partition("=")
        if name.strip():
            yield name.strip(), value.strip() if equals else "yes", cell.span.cut(begin, start + len(part.rstrip()))
        start += len(part) + 1
