"""Pass 1 over tables: which role each plays, and the names that it declares."""

from __future__ import annotations

import re
from collections import Counter

from harnessy.document import Cell, Row, Section, Table
from harnessy.rulebook.cells import atoms, chain, column_word, gloss_span, items, lead_name, listed, lists_atoms
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.marks import marked_columns
from harnessy.rulebook.model import Attribute, Fact, FactKind, Named, Scale
from harnessy.rulebook.names import fold
from harnessy.rulebook.tokens import in_place
from harnessy.source import Span, nearest

DECISION = "decision"
DUTY = "DUTY"
FORMS = ("COLUMNS", "QUESTION", "BLOCKER", "BODY", "EVENT", "MARKER", "QUEUED", "CLAIM", "GOON", "RECORD")
_VERDICT_HEADERS = frozenset({"VERDICT", "ANSWER", "INVERTED", "EFFECT"})
_TYPO = 2
_CHAINED = 2 + 1  # members of a chain under a head that nobody knows
_MEMBER = re.compile(r"[^\W\d][\w-]*(?: [^\W\d][\w-]*)?")
_WORDS = re.compile(r"[\w&-]+")
_KINDS: dict[str, FactKind] = {
    "KIND_FLAG": "flag",
    "KIND_NUMBER": "number",
    "KIND_SET": "set",
    "KIND_TRUTH": "truth",
    "KIND_WORD": "word",
}
_AUTHORS = {"AUTHOR_HUMAN": "human", "AUTHOR_TOOL": "tool", "AUTHOR_AGENT": "agent"}
_EFFECTS = {
    "EFFECT_GO": "go",
    "EFFECT_HOLD": "hold",
    "EFFECT_HALT": "halt",
    "EFFECT_NEUTRAL": "neutral",
    "EFFECT_NONE": "n/a",
}


def collect_registers(draft: Draft) -> None:
    """Read the tables that declare scales, acts and facts, in this order, since each may use the one before."""
    for role, reader in (("SCALE", _scales), ("ACT", _acts), ("FACT", _facts)):
        for section, table in draft.document.tables():
            if _declares(draft, table, role):
                draft.grids.append(Grid(role, section, table, first_column(draft, table)))
                reader(draft, section, table)


def _declares(draft: Draft, table: Table, role: str) -> bool:
    """Whether a table is a register of a role: its first column is called so, and the column is there that makes it one.

    A table of ordered members is one of scales, whatever its first column is called.
    """
    first = role in _roles(draft, table.header.cells[first_column(draft, table)])
    if role == "SCALE":
        column = _order_column(draft, table)
        ranked = column is not None and bool(table.rows) and all(chain(row.cells[column].span) for row in table.rows)
        return ranked or (first and (column is not None or role_column(draft, table, "MEMBERS") is not None))
    if role == "ACT":
        typed = any(nearest(column_word(cell), draft.grammar.words.headers["EFFECT"], _TYPO) for cell in table.header.cells)
        return first and typed
    return first


def collect_tables(draft: Draft) -> None:
    """Give every other table its role and declare the names in it."""
    known = {grid.table.span.start for grid in draft.grids}
    for section, table in draft.document.tables():
        if table.span.start not in known:
            grid = _classed(draft, section, table)
            draft.grids.append(grid)
            _declare(draft, grid)


def first_column(draft: Draft, table: Table) -> int:
    """The first column that does not only number the rows."""
    cells = table.header.cells
    plain = (index for index, cell in enumerate(cells) if "ORDINAL" not in _roles(draft, cell))
    return next(plain, 0)


def _roles(draft: Draft, cell: Cell) -> frozenset[str]:
    roles = draft.grammar.words.role_of
    return roles.get(column_word(cell), frozenset()) | roles.get(cell.text.strip().casefold(), frozenset())


def key_columns(draft: Draft, grid: Grid) -> tuple[int, ...]:
    """The key column of a map and every further one that lists names in code and nothing else."""
    header = grid.table.header.cells
    rest = [index for index in range(len(header)) if index not in {grid.key, *grid.columns, *grid.reasons}]
    listing = [index for index in rest if all(lists_atoms(row.cells[index].span) for row in grid.table.rows)]
    return (grid.key, *(index for index in listing if not _roles(draft, header[index]) & {"ORDINAL", "ATTRIBUTE"}))


def beside(draft: Draft, grid: Grid) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The columns of a grid that no role covers: those that tell a condition, and those that nobody reads."""
    header = grid.table.header.cells
    keys = key_columns(draft, grid) if grid.role in {"MAP", "VERDICT MAP"} else (grid.key,)
    rest = [index for index in range(len(header)) if index not in {*keys, *grid.columns, *grid.reasons}]
    open_ones = [index for index in rest if not _roles(draft, header[index]) & {"ORDINAL", "ATTRIBUTE"}]
    conditions = tuple(index for index in open_ones if "CONDITION" in _roles(draft, header[index]))
    return conditions, tuple(index for index in open_ones if index not in conditions)


def has_label(draft: Draft, text: str, roles: tuple[str, ...]) -> bool:
    """Whether a text holds a label of some role as whole words."""
    words = " ".join(["", *_WORDS.findall(fold(text)), ""])
    return any(f" {fold(label)} " in words for role in roles for label in draft.grammar.words.headers[role])


def role_column(draft: Draft, table: Table, role: str) -> int | None:
    """The first column whose header has a role."""
    found = [index for index, cell in enumerate(table.header.cells) if role in _roles(draft, cell)]
    return found[0] if found else None


def _order_column(draft: Draft, table: Table) -> int | None:
    """The column of ordered members: by its head, or since each of its cells is a chain of three or more words and nothing else."""
    headed, key = role_column(draft, table, "ORDER"), first_column(draft, table)
    if headed is not None or not table.rows:
        return headed
    columns = (index for index in range(len(table.header.cells)) if index != key)
    return next((index for index in columns if all(_is_chain(row.cells[index]) for row in table.rows)), None)


def _is_chain(cell: Cell) -> bool:
    members = chain(cell.span) or []
    return len(members) >= _CHAINED and all(_MEMBER.fullmatch(member.text) for member in members)


def _cell(row: Row, column: int | None) -> Cell | None:
    return row.cells[column] if column is not None and row.cells[column].text else None


def _scales(draft: Draft, section: Section, table: Table) -> None:
    order, members = _order_column(draft, table), role_column(draft, table, "MEMBERS")
    for row in table.rows:
        name = lead_name(row.cells[first_column(draft, table)])
        cell = _cell(row, order) or _cell(row, members)
        if cell is None:
            continue
        ranked = chain(cell.span) or (items(cell.span) if _cell(row, order) else None)
        found = ranked or items(cell.span)
        keys = tuple(member.key for member in ranked or ())
        draft.scales[name.key] = Scale(name, tuple(found), keys, declared=True)
        draft.note(row.span, "definition", trail=section.words)


def _acts(draft: Draft, section: Section, table: Table) -> None:
    column = role_column(draft, table, "EFFECT")
    for row in table.rows:
        cell = _cell(row, column)
        effect = next((_EFFECTS[role] for role in _roles(draft, cell) if role in _EFFECTS), None) if cell else None
        if effect is None:
            span = cell.span if cell else row.span
            draft.complain("HN204", "error", f"`{span.text}` is no effect", span, mend="write go, hold, halt, neutral or n/a")
            continue
        for verb in items(row.cells[first_column(draft, table)].span):
            draft.verbs[verb.text.casefold()] = effect
        draft.note(row.span, "definition", trail=section.words)


def _facts(draft: Draft, section: Section, table: Table) -> None:
    for row in table.rows:
        cell = row.cells[first_column(draft, table)]
        name = lead_name(cell)
        kind_cell, values = _cell(row, role_column(draft, table, "KIND")), _cell(row, role_column(draft, table, "MEMBERS"))
        kind, scale = _kind(draft, kind_cell, name)
        author, read = _cell(row, role_column(draft, table, "AUTHOR")), _cell(row, role_column(draft, table, "READ"))
        found = tuple(items(values.span)) if values else ()
        aliases = tuple(atoms(read.span) or items(read.span)) if read else ()
        author_text = author.text if author else ""
        fact = Fact(
            name, kind, scale, found, bool(found), author_text,
            header=any(not alias.text.startswith("--") for alias in aliases), aliases=aliases,
            authors=tuple(who for role, who in _AUTHORS.items() if has_label(draft, author_text, (role,))),
        )
        draft.add_fact(fact)
        draft.note(row.span, "definition", trail=section.words)


def _kind(draft: Draft, cell: Cell | None, name: Named) -> tuple[FactKind, str | None]:
    if cell is None:
        return ("flag" if name.text.startswith("--") else "word"), None
    roles = _roles(draft, cell)
    found = next((_KINDS[role] for role in roles if role in _KINDS), None)
    if found:
        return found, None
    key = fold(cell.text)
    if key in draft.scales:
        return "scale", key
    draft.complain(
        "HN201",
        "error",
        f"`{cell.text}` is neither a kind of fact nor a scale",
        cell.span,
        mend="name a declared scale, or write flag, yes / no, number, set or word",
    )
    return "word", None


def _classed(draft: Draft, section: Section, table: Table) -> Grid:
    key = first_column(draft, table)
    header = table.header.cells
    others = [index for index in range(len(header)) if index != key and "ORDINAL" not in _roles(draft, header[index])]
    reasons = tuple(index for index in others if "REASON" in _roles(draft, header[index]))
    kind = fold(header[key].text)
    heading = frozenset().union(*(draft.grammar.words.role_of.get(fold(word), frozenset()) for word in section.words[-1:]))
    if is_duty(draft, table):
        return Grid(DUTY, section, table, key, kind=kind)
    answer = role_column(draft, table, "ANSWER")
    if "EXAMPLES" in heading and answer is not None:
        return Grid("EXAMPLES", section, table, key, (answer,))
    columns = tuple(index for index in others if index not in reasons)
    scale = _matrix_scale(draft, [header[index] for index in columns])
    if scale:
        return Grid("MATRIX", section, table, key, columns, scale, reasons, kind)
    for index in columns:
        scale = _value_scale(draft, [row.cells[index] for row in table.rows])
        if scale:
            return Grid("MAP", section, table, key, (index,), scale, reasons, kind)
    marked = marked_columns(draft, table, columns)
    if marked:
        return Grid("ONE-HOT", section, table, key, marked, "", reasons, kind)
    verdicts = tuple(index for index in columns if _tells_verdicts(draft, table, index))
    if len(verdicts) != 1:
        return Grid("REGISTER", section, table, key, columns, "", reasons, kind)
    by_fact = draft.fact_key(header[key].text) == named(header[key].text, header[key].span).key
    return Grid("VERDICT MAP" if by_fact else "VERDICTS", section, table, key, verdicts, "", reasons, kind)


def is_duty(draft: Draft, table: Table) -> bool:
    """Whether a table says what must be written or counted, which is no name that can be asked: its heads tell."""
    lists = draft.grammar.words.mechanics
    heads = [fold(cell.text) for cell in table.header.cells]
    return any(heads[0] in lists[name] for name in FORMS) or any(head in lists["COUNTS"] for head in heads[1:])


def _matrix_scale(draft: Draft, cells: list[Cell]) -> str:
    """The one scale that has most of these header cells as members, two at least; the odd one out is a finding."""
    keys = [named(cell.text, cell.span).key for cell in cells]
    hits = Counter(scale.name.key for key in keys for scale in draft.member_scales(key))
    found = [key for key, count in hits.items() if count >= 2 and count * 2 > len(keys)]
    if len(found) != 1:
        return ""
    for cell, key in zip(cells, keys, strict=True):
        if not draft.scales[found[0]].member(key):
            _no_member(draft, cell.span, draft.scales[found[0]], key)
    return found[0]


def _no_member(draft: Draft, span: Span, scale: Scale, key: str) -> None:
    near = nearest(key, [member.key for member in scale.members])
    mend = f"did you mean `{near}`?" if near else f"the members are {', '.join(f'`{member.text}`' for member in scale.members)}"
    draft.complain("HN201", "error", f"`{span.text}` is no member of `{scale.name.text}`", span, mend=mend)


def _value_scale(draft: Draft, cells: list[Cell]) -> str:
    """The one scale of which most filled cells begin with a member; the odd ones out are findings."""
    filled = [(cell, _lead(cell)) for cell in cells if cell.text]
    hits = dict[str, list[Cell]]()
    for cell, lead in filled:
        for scale in draft.member_scales(lead.key) if lead and fold(cell.text).startswith(lead.key) else ():
            hits.setdefault(scale.name.key, []).append(cell)
    found = [key for key, begun in hits.items() if len(begun) * 2 > len(filled)]
    if len(found) != 1:
        return ""
    for cell, lead in filled:
        if cell not in hits[found[0]]:
            _no_member(draft, lead.span if lead else cell.span, draft.scales[found[0]], lead.key if lead else fold(cell.text))
    return found[0]


def _lead(cell: Cell) -> Named | None:
    return next(iter(atoms(cell.span) or items(cell.span)), None)


def _tells_verdicts(draft: Draft, table: Table, column: int) -> bool:
    """Whether half of a column's filled cells or more begin with a verdict.

    Where the header does not say that the column tells one, yes and no answer something else and do not count.
    """
    roles = _roles(draft, table.header.cells[column])
    polar = draft.grammar.words.polar
    lexer = draft.lexer()
    filled = [in_place(lexer.lex(row.cells[column].span)) for row in table.rows if row.cells[column].text]
    begun = [tokens[0] for tokens in filled if tokens and tokens[0].type == "VERB"]
    if not roles & _VERDICT_HEADERS:
        begun = [token for token in begun if token.text.casefold() not in polar]
    return bool(begun) and len(begun) * 2 >= len(filled)


def asks_for(draft: Draft, grid: Grid, column: int) -> str:
    """What yes means in a column: `go`, `hold` where it asks whether a person is needed, or nothing that is known."""
    roles = _roles(draft, grid.table.header.cells[column])
    if grid.role == "MATRIX" or roles & {"VERDICT", "ANSWER", "EFFECT"}:
        return "go"
    return "hold" if "INVERTED" in roles else ""


def _declare(draft: Draft, grid: Grid) -> None:
    if grid.role in {"MATRIX", "REGISTER", "VERDICTS", "ONE-HOT"}:
        _declare_subjects(draft, grid)
    elif grid.role == "MAP":
        _declare_keys(draft, grid)
    elif grid.role == "VERDICT MAP":
        cell = grid.table.header.cells[grid.columns[0]]
        draft.add_subject(lead_name(cell), DECISION, (), ())
        _declare_keys(draft, grid)


def _declare_subjects(draft: Draft, grid: Grid) -> None:
    header = grid.table.header.cells
    mine = set[str]()
    for row in sorted(grid.table.rows, key=lambda row: lead_name(row.cells[grid.key]).key not in draft.subjects):
        cell = row.cells[grid.key]
        if not cell.text:
            continue
        attributes: tuple[Attribute, ...] = ()
        if grid.role == "REGISTER":
            columns = [index for index in grid.columns if row.cells[index].text]
            attributes = tuple(
                Attribute(named(header[index].text, header[index].span), listed(row.cells[index].span), row.cells[index].span)
                for index in columns
            )
            draft.note(row.span, "definition", trail=grid.section.words)
        key = draft.add_subject(lead_name(cell), grid.kind, attributes, mine)
        mine.add(key)
        draft.described.setdefault(key, []).extend(attribute.span.text for attribute in attributes)
        gloss = gloss_span(cell)
        if gloss:
            draft.described[key].append(gloss.text)
            draft.note(gloss, "definition", "what the name stands for", grid.section.words)


def _declare_keys(draft: Draft, grid: Grid) -> None:
    """The key columns of a map are facts, the cells below them the values that the document names."""
    for column in key_columns(draft, grid):
        cell = grid.table.header.cells[column]
        values = [name for row in grid.table.rows for name in items(row.cells[column].span)]
        distinct = {name.key: name for name in reversed(values)}
        name = named(cell.text, cell.span)
        known = draft.fact_key(name.text)
        target = draft.facts[known].name if known is not None and known in draft.facts else name
        ordered = tuple(distinct[key] for key in dict.fromkeys(value.key for value in values))
        draft.add_fact(Fact(target, "word", None, ordered, header=known is None))
