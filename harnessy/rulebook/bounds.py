"""What bounds a go by the place where it stands: headings, heads of columns, columns beside the names, and legends.

Nobody can list all words that say whose, which or when. So it is the other way round: a heading and the head of a column of
names let something go below them where each of their words is known to name a topic, or is a name of the page itself.
"""

from __future__ import annotations

import re

from harnessy.document import Cell, Heading, Row, Table
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.lists import force_of
from harnessy.rulebook.model import EVERYTHING, POLICY, THRESHOLD
from harnessy.rulebook.names import bare, fold, in_order, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.surroundings import labelled
from harnessy.rulebook.tables import beside, has_label
from harnessy.rulebook.tokens import LOGIC, Lexer, glue, in_place
from harnessy.rulebook.topics import LONGEST, NAMED, OWNED, TOLD, Topics

_YEAR = re.compile(r"(?<![\d-])(?:19|20)\d\d(?!\d)")
_CONDITIONS = frozenset({"IF", "ONLYIF", "UNLESS", "UNTIL", "EXCEPT", "WITHOUT", "BEFORE", "AFTER"})
_KNOWN_ROLES = ("INVARIANTS", "IDLE_PLACES")


def mind_bounds(draft: Draft) -> None:
    """Keep from going what stands below words that may say whose, which or when, or beside who has a say in it."""
    going = {rule.target for rule in draft.rules if strictest(rule.acts) == "go"}
    if not going:
        return
    known, lexer = Topics(draft), draft.lexer()
    _headings(draft, known, lexer)
    for grid in draft.grids:
        if grid.role in NAMED:
            _heads(draft, known, grid, going)
    for _, table in draft.document.tables():
        _legend(draft, table, lexer)


def _headings(draft: Draft, known: Topics, lexer: Lexer) -> None:
    """Keep from going what stands below a heading with a word that nobody knows, or one of a history."""
    sections = {section.words: section for section in draft.document.sections}
    bounds = dict[int, frozenset[str] | None]()
    apart = {key for key, subject in draft.subjects.items() if subject.kind in {POLICY, THRESHOLD}}
    for rule in [rule for rule in draft.rules if strictest(rule.acts) == "go" and rule.target not in apart]:
        section = sections.get(rule.trail)
        for heading in section.trail if section is not None else ():
            start = heading.span.start
            if start not in bounds:
                read = _titles_others if heading.level == 1 else _bounds
                bounds[start] = read(draft, known, heading, lexer)
            strange = bounds[start]
            if strange is not None and (not strange or not strange <= stems(rule.target)):
                draft.mention(rule.target, heading.span, rule.trail)


def _bounds(draft: Draft, known: Topics, heading: Heading, lexer: Lexer) -> frozenset[str] | None:
    """The stems of the words with which a heading below the title may bound what stands below it; None where it does not.

    No stems are a heading that does so whatever its words are: one of a history or of a situation, or what a title says of others.
    """
    if labelled(draft, heading, "BACKGROUND") or labelled(draft, heading, "SITUATIONS"):
        return frozenset()
    if draft.spelled_subject(heading.text) is not None or any(labelled(draft, heading, role) for role in _KNOWN_ROLES):
        return None
    if _lends(draft, heading, lexer):
        return None
    strange = known.strange(lexer.lex(heading.span), kinds=True)
    return frozenset(stem for token in strange for stem in in_order(token.text)) if strange else None


def _lends(draft: Draft, heading: Heading, lexer: Lexer) -> bool:
    try:
        return force_of(draft, heading.span, lexer, heading=True) is not None
    except NotRead:
        return True  # it blocks by itself


def _titles_others(draft: Draft, known: Topics, heading: Heading, lexer: Lexer) -> frozenset[str] | None:
    """Whether (no stems, or None) a title is for others than the doctrine binds: `What Ana may do`, `Rules for junior staff`."""
    headers = draft.grammar.words.headers
    behind = heading.text.casefold().partition(" for ")[-1]
    if behind and has_label(draft, behind, ("QUALIFIERS", "OTHERS", "PEOPLE")):
        return frozenset()
    tokens = [token for token in lexer.lex(heading.span) if token.text not in {":", "."}]
    texts = [token.text.casefold() for token in tokens]
    opens = next((index for index, text in enumerate(texts) if text in {*headers["WHAT"], *headers["HOW_FAR"]}), None)
    does = next((index for index, text in enumerate(texts) if text in headers["DOES"] and index > (opens or 0)), None)
    if opens is None or does is None or does <= opens + 1:
        return None
    who = tokens[opens + 1 : does]
    told = [token for token in who if token.type in TOLD]
    actors = draft.grammar.words.actors
    bound = any(stems(token.text) & actors for token in who) or all(known.is_topic(token.text) for token in told)
    return None if bound else frozenset()


def _heads(draft: Draft, known: Topics, grid: Grid, going: set[str]) -> None:
    """Keep rows from going where the head of their names says which or whose, or a column beside them who has a say."""
    header = grid.table.header.cells
    limited = _qualifies(draft, known, grid)
    if grid.role != "REGISTER" and fold(header[grid.key].text) in draft.grammar.words.headers["MEANINGS"]:
        draft.doubt(EVERYTHING, header[grid.key].span)  # a legend whose columns are turned round
    columns = grid.columns if grid.role == "REGISTER" else ()
    checked = [index for index in columns if _tells_who(draft, header[index])]
    for row in grid.table.rows:
        target = draft.spelled_subject(row.cells[grid.key].text) or draft.subject_key(row.cells[grid.key].text)
        if target is None or target not in going:
            continue
        places = [header[grid.key]] if limited else []
        for cell in (*places, *(row.cells[index] for index in checked if not _is_nobody(draft, row.cells[index]))):
            draft.mention(target, cell.span, grid.section.words)
    for row in grid.table.rows if grid.role != "REGISTER" else ():
        _told_beside(draft, grid, row, going)
    if limited and grid.role == "VERDICT MAP":
        draft.doubt(EVERYTHING, header[grid.key].span)


def _told_beside(draft: Draft, grid: Grid, row: Row, going: set[str]) -> None:
    """Keep a row from going where a cell that tells who or where says more: `Ana, from 2031`."""
    target = draft.spelled_subject(row.cells[grid.key].text)
    passed = {grid.key, *grid.columns, *grid.reasons, *beside(draft, grid)[0]}
    for cell in [cell for index, cell in enumerate(row.cells) if index not in passed and target in going]:
        kinds = {token.type for token in in_place(draft.lexer().lex(cell.span))}
        says = kinds & LOGIC or has_label(draft, cell.text, ("DECIDERS", "TIMES", "STATUS"))
        if target is not None and (says or (_YEAR.search(cell.text) and "COMMA" in kinds)):
            draft.mention(target, cell.span, grid.section.words)


def _tells_who(draft: Draft, head: Cell) -> bool:
    """Whether a column tells who has a say, who does it, or when: `Approved by`, `Done by`, `Since`."""
    return has_label(draft, head.text, ("CHECKED_COLUMNS",)) or fold(head.text) in draft.grammar.words.headers["DOERS"]


def _qualifies(draft: Draft, known: Topics, grid: Grid) -> bool:
    """Whether a head of names says which or whose: `Supervised job`, `Ana's task`, `Job with Ana`; its noun may be any.

    Where the table only declares names (`Cable car`), a word beside the noun is one that says so by itself.
    """
    head, headers = grid.table.header.cells[grid.key], draft.grammar.words.headers
    tokens = [token for token in glue(draft.nameless().lex(head.span)) if token.text not in {"?", ":"}]
    parts = [part for token in tokens for part in (token.parts or (token,))]
    owner = next((part.text for part in parts if part.text.casefold().endswith(OWNED)), "")
    if owner or has_label(draft, head.text, ("TIMES", "QUALIFIERS")):
        return not (owner and known.knows(owner[: -len(OWNED[0])]))
    if len(parts) > 1 and any(part.type in _CONDITIONS for part in parts):
        return True
    at = next((index for index, part in enumerate(parts) if part.text.casefold() in headers["WHERE_FOR"]), len(parts))
    front = parts[: max(at - 1, 0)]
    if len(front) == 1 and front[0].effect in TIGHT and known.is_topic(parts[at - 1].text):
        front = []  # `Halt point`, `Hold item`: a kind of place at which somebody waits
    strange = known.strange([*front, *parts[at + 1 :]])
    if grid.role != "REGISTER":
        return bool(strange)
    return any(token.text.endswith("ed") or (token.text.istitle() and token.start > head.span.start) for token in strange)


def _is_nobody(draft: Draft, cell: Cell) -> bool:
    """Whether a cell says that there is none: `none`, `—`, `not needed`."""
    said = bare(cell.text)
    return not any(letter.isalnum() for letter in said) or said in draft.grammar.words.headers["NOBODY"]


def _legend(draft: Draft, table: Table, lexer: Lexer) -> None:
    """Keep everything from going where a table says that a word or sign that goes means anything else than that."""
    signs = _signs(draft, table, lexer)
    for row in table.rows if signs is not None else ():
        told = in_place(lexer.lex(row.cells[signs or 0].span))
        others = [cell for index, cell in enumerate(row.cells) if index != signs and cell.text]
        if told[0].effect == "go" and not any(_means_go(draft, cell) for cell in others):
            draft.doubt(EVERYTHING, row.span)


def _signs(draft: Draft, table: Table, lexer: Lexer) -> int | None:
    """The column of a legend: it holds words and signs of verdicts and nothing else, and is the first or beside *Meaning*."""
    meanings = [fold(cell.text) in draft.grammar.words.headers["MEANINGS"] for cell in table.header.cells]
    columns = range(len(meanings)) if any(meanings) else range(1)
    held = (index for index in columns if all(_is_sign(row.cells[index], lexer) for row in table.rows))
    return next(held, None) if table.rows and len(meanings) > 1 else None


def _is_sign(cell: Cell, lexer: Lexer) -> bool:
    tokens = in_place(lexer.lex(cell.span)) if len(cell.text) <= LONGEST else ()
    return bool(tokens) and bool(tokens[0].effect) and len(tokens) == 1


def _means_go(draft: Draft, cell: Cell) -> bool:
    """Whether a cell says nothing but that something may be done."""
    return bare(cell.text) in draft.grammar.words.headers["GO_MEANINGS"]
