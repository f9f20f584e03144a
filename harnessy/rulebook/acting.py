"""Pass 2 over cells: each is a small sentence in the frame of its row and column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from harnessy.document import Cell, Paragraph, Row
from harnessy.rulebook.acts import build_acts, glosses, with_strange
from harnessy.rulebook.cells import is_quoted, items, says_more
from harnessy.rulebook.clauses import NotRead, Segment, is_normative, split
from harnessy.rulebook.conditions import Frame
from harnessy.rulebook.described import describes
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.families import read
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import ALWAYS, Act, Any, Compare, Condition, Effect, Not, Opaque, Rule, conjoined
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tables import asks_for, beside, has_label, key_columns
from harnessy.rulebook.tokens import ARTICLES, LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

_ACTS = frozenset({"act", "act_at", "must"})
DONE_TO = ("ed", "en", "ing", "able", "ible")
_FEW = 1 << 2  # words of a note that is no sentence


@dataclass(frozen=True, slots=True)
class RowFrame:
    """What a row adds to each of its cells: a condition, and the words beside them that nobody reads."""

    when: Condition = ALWAYS
    unread: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Frames:
    """What a cell stands in: the target of its rules, the condition of its row and column, and its rules' id and label."""

    target: str
    when: Condition
    id: str
    label: str
    grid: Grid
    why: tuple[Span, ...] = ()
    unread: tuple[Span, ...] = ()
    column: int = 0


def row_frame(draft: Draft, grid: Grid, row: Row, place: Place, lexer: Lexer) -> RowFrame:
    """What the heading, the Why cells and the columns without a role lend a row."""
    conditions, others = beside(draft, grid)
    when, unread = [place.scope], [*place.unread]
    if says_more(row.cells[grid.key]):
        unread.append(row.cells[grid.key].span)
    named = [token for token in lexer.lex(row.cells[grid.key].span) if token.type in LOGIC - {"VERB"}]
    if grid.role in {"MATRIX", "VERDICTS", "ONE-HOT"} and named:
        unread.append(row.cells[grid.key].span)
    if is_quoted(row.span):
        unread.append(row.span)
    unread.extend(_lead_in(draft, grid, lexer))
    for cell in (row.cells[column] for column in conditions if row.cells[column].text):
        try:
            when.append(Statements(draft).conditions.read(glue(in_place(lexer.lex(cell.span))), cell.span))
            draft.note(cell.span, "rule", trail=grid.section.words)
        except NotRead as reason:
            unread.append(cell.span)
            draft.note(cell.span, "not understood", str(reason), grid.section.words)
    for cell in (row.cells[column] for column in others if row.cells[column].text):
        unread.append(cell.span)
        draft.note(cell.span, "not understood", "a column that nobody reads", grid.section.words)
    return RowFrame(conjoined(*when), (*unread, *_reasons(draft, grid, row, lexer)))


def _lead_in(draft: Draft, grid: Grid, lexer: Lexer) -> Iterator[Span]:
    """A sentence that ends in a colon right above a table, where it may restrict what the table says."""
    for block, after in pairwise(grid.section.blocks):
        if after is not grid.table or not isinstance(block, Paragraph) or not block.sentences:
            continue
        lead = block.sentences[-1]
        kinds = {token.type for token in lexer.lex(lead)}
        topic = kinds.isdisjoint(LOGIC | {"HAZARD", "EVERY", "NOONE", "ONLY"})
        openings = {*draft.grammar.words.keywords["THROUGH"], *draft.grammar.words.keywords["EVENT_AT"], "during"}
        placed = fold(lead.text).split(" ")[0] in openings or has_label(draft, lead.text, ("OTHERS", "TIMES"))
        known = stems(" ".join([*grid.section.words, *(cell.text for cell in grid.table.header.cells)]))
        told = stems(lead.text.strip("*_: ")) <= known and not has_label(draft, lead.text, ("INACTIVE", "STATUS", "EXAMPLES"))
        plain = topic and not placed and told
        if not lead.text.rstrip("*_ ").endswith((".", "!")) and not plain and not describes(draft, lead):
            yield lead
    key = grid.table.header.cells[grid.key]
    if has_label(draft, key.text, ("OTHERS",)):
        yield key.span


def keyed(draft: Draft, grid: Grid, row: Row) -> list[Condition]:
    """What the key columns of a map's row compare."""
    header = grid.table.header.cells
    found = list[Condition]()
    for column in key_columns(draft, grid):
        fact = draft.fact_key(header[column].text)
        cell = row.cells[column]
        if fact is not None and cell.text:
            found.append(Compare(fact, "=", tuple(key.key for key in items(cell.span)), cell.span))
    return found


def _reasons(draft: Draft, grid: Grid, row: Row, lexer: Lexer) -> tuple[Span, ...]:
    """Why cells are rationale unless they hold logic; those that do leave their row partly read."""
    partly = list[Span]()
    for cell in (row.cells[column] for column in grid.reasons if row.cells[column].text):
        tokens = lexer.lex(cell.span)
        always = fold(cell.text.strip(" .")) in draft.grammar.words.keywords["ALWAYS"]
        if always or _tells_of_nobody(tokens) or (not is_normative(tokens) and not has_label(draft, cell.text, ("STATUS",))):
            draft.note(cell.span, "rationale", trail=grid.section.words)
            partly.extend((cell.span,) if _names_others(draft, cell) or (not always and _limits(draft, grid, cell, tokens)) else ())
            continue
        draft.note(cell.span, "not understood", "a reason that holds a rule", grid.section.words)
        partly.append(cell.span)
    return tuple(partly)


def _tells_of_nobody(tokens: tuple[Token, ...]) -> bool:
    """`Nobody is aboard`: how things are, in one plain word that is no participle; `nobody is allowed` is a rule."""
    kinds = [token.type for token in tokens if token.text.casefold() not in ARTICLES and token.text != "."]
    return kinds == ["NOONE", "COP", "WORD"] and not tokens[-1].text.casefold().endswith(DONE_TO)


def _names_others(draft: Draft, cell: Cell) -> bool:
    """Whether a reason says who has a say or when: `Dana signs`, `weekday mornings`; not by a time that the whole page is for."""
    titles = (top for section in draft.document.sections for top in section.trail[:1] if top.level == 1)
    own = frozenset(stem for title in titles for stem in stems(title.text))
    said = " ".join(word for word in fold(cell.text).split(" ") if not stems(word) or not stems(word) <= own)
    return has_label(draft, cell.text, ("DECIDERS",)) or has_label(draft, said, ("TIMES",))


def _limits(draft: Draft, grid: Grid, cell: Cell, tokens: tuple[Token, ...]) -> bool:
    """Whether a note of a few words and no verb may be a condition: `two people`, `daytime`, `max 3`."""
    column = next((index for index in grid.reasons if any(row.cells[index] is cell for row in grid.table.rows)), None)
    if column is None or not tokens:
        return False
    openings = {*draft.grammar.words.keywords["THROUGH"], *draft.grammar.words.keywords["EVENT_AT"]}
    opens = tokens[0].text.casefold() in openings or any(token.effect in TIGHT or token.type == "HAZARD" for token in tokens)
    noted = has_label(draft, grid.table.header.cells[column].text, ("NOTE_CELLS",))
    if not opens and not noted and _is_reason(draft, cell, tokens):
        return False
    told = any(token.type in {"COP", "PAST", "HAVE"} or token.text.casefold() in _done(draft) for token in tokens)
    return len(tokens) <= _FEW and not told


def _is_reason(draft: Draft, cell: Cell, tokens: tuple[Token, ...]) -> bool:
    """Whether a few words in a column for reasons are one: `leaves wilt`, not `two-man rule`, `supervised`, `see Shell`."""
    words = draft.grammar.words
    plain = frozenset().union(*(stems(label) for label in words.headers["PLAIN_REASONS"]))
    said = fold(cell.text).split(" ")
    counted = any(word in words.keywords["NUMBERS"] or any(letter.isdigit() for letter in word) for word in said)
    points = tokens[0].text.casefold() in words.keywords["REFERENCE"]
    return bool(stems(cell.text) & plain) or not (counted or points or len(said) == 1)


def _done(draft: Draft) -> tuple[str, ...]:
    return draft.grammar.words.keywords["DONE"]


def acting(draft: Draft, cell: Cell, frame: Frames, lexer: Lexer) -> list[Rule]:
    """The rules of a cell that tells acts; an unread cell is a rule without acts, so that no weaker rule answers for it."""
    if not cell.text:
        draft.complain("HN203", "warning", f"nothing is said here: `{frame.label}`", cell.span, mend="fill the cell")
        return [unread_cell(draft, cell, frame, "the cell is empty")]
    try:
        rules = _cell_rules(draft, cell, frame, lexer)
    except NotRead as reason:
        return [unread_cell(draft, cell, frame, str(reason))]
    draft.note(cell.span, "rule", trail=frame.grid.section.words)
    return rules


def unread_cell(draft: Draft, cell: Cell, frame: Frames, reason: str) -> Rule:
    """A rule without acts and value for a cell that nobody reads, so that no weaker rule answers for it."""
    draft.note(cell.span, "not understood", reason, frame.grid.section.words)
    return Rule(
        frame.id,
        "unread",
        frame.target,
        frame.when,
        cell.span,
        frame.grid.section.words,
        unread=(cell.span,),
        label=frame.label,
    )


def _cell_rules(draft: Draft, cell: Cell, frame: Frames, lexer: Lexer) -> list[Rule]:
    segments = split(lexer.lex(cell.span), cell.span)
    head = segments[0]
    if head.label is not None:
        raise NotRead(f"`{head.label.text}:` in a cell")
    parsed = draft.grammar.statement(head.main)
    if parsed is not None and parsed.name == "same" and len(segments) == 1 and not head.clauses and not head.notes:
        return [_pending_same(draft, parsed, cell, frame)]
    rules = list[Rule]()
    statements = Statements(draft, Frame())
    earlier = list[Condition]()
    plain, beside = _parted(segments)
    for segment in plain:
        rules.extend(_segment_rules(statements, segment, frame, earlier))
    rules = _united(rules)
    for segment in beside:
        said = _beside(statements, segment, frame, holds=all(strictest(rule.acts) in TIGHT for rule in rules))
        if not any(rule.family == "restated" for rule in said):
            rules = [replace(rule, unread=(*rule.unread, segment.span)) for rule in rules]
        rules.extend(said)
    return rules


def _parted(segments: tuple[Segment, ...]) -> tuple[list[Segment], list[Segment]]:
    """Statements of the cell, and what stands behind a dash."""
    at = next((index for index, segment in enumerate(segments) if segment.joined == "DASH"), len(segments))
    return list(segments[:at]), list(segments[at:])


def _segment_rules(statements: Statements, segment: Segment, frame: Frames, earlier: list[Condition]) -> list[Rule]:
    draft = statements.draft
    main = segment.main
    otherwise = bool(main) and main[0].type == "OTHERWISE"
    main = main[1:] if otherwise else main
    parsed = draft.grammar.statement(main) or draft.grammar.statement(with_strange(main))
    if parsed is None or parsed.name not in _ACTS:
        raise NotRead("the cell tells no act that the grammar or the Act register knows")
    acts = _asked(draft, build_acts(draft, parsed.tokens, segment.notes), frame)
    unread = glosses(draft, segment.notes, segment.main)
    if otherwise and (not earlier or segment.clauses):
        raise NotRead("`otherwise` with nothing before it")
    rules = list[Rule]()
    for when, given, family in statements.branches(segment, acts):
        condition = Not(Any(tuple(earlier))) if otherwise else when
        own = conjoined(frame.when, condition)
        rules.append(
            Rule(
                frame.id,
                "matrix" if family == "statement" else family,
                frame.target,
                own,
                segment.span,
                frame.grid.section.words,
                given,
                None,
                why=frame.why,
                unread=(*frame.unread, *(note.span for note in unread)),
                label=frame.label,
            )
        )
        if family == "conditional":
            earlier.append(when)
    return rules


def _asked(draft: Draft, acts: tuple[Act, ...], frame: Frames) -> tuple[Act, ...]:
    """Acts as the header of their column means them: yes to `needs approval` holds."""
    words = draft.grammar.words
    if not any(act.verb in words.polar for act in acts):
        return acts
    asked = asks_for(draft, frame.grid, frame.column)
    if not asked:
        raise NotRead("the header does not say what yes and no mean")
    if asked == "go":
        return acts
    turned = {**dict.fromkeys(words.verdicts["POLAR_YES"], "hold"), **dict.fromkeys(words.verdicts["POLAR_NO"], "go")}
    return tuple(replace(act, effect=cast("Effect", turned.get(act.verb, act.effect)), gate=_opaque_gate(act)) for act in acts)


def _opaque_gate(act: Act) -> Condition | None:
    """What an answer says more (`no, for small diffs`) is waited for."""
    return Opaque(bare(act.object), act.object, act.span) if act.object and act.gate is None else act.gate


def _united(rules: list[Rule]) -> list[Rule]:
    """Parts of one cell under the same condition are one rule with all acts."""
    united = list[Rule]()
    for rule in rules:
        if united and united[-1].when == rule.when and united[-1].family == rule.family:
            last = united.pop()
            span = last.span.cut(last.span.start, rule.span.end)
            united.append(replace(last, acts=(*last.acts, *rule.acts), span=span, unread=(*last.unread, *rule.unread)))
        else:
            united.append(rule)
    return united


def _beside(statements: Statements, segment: Segment, frame: Frames, *, holds: bool) -> list[Rule]:
    """What a cell says behind a dash: a statement of its own, words that carry no logic, or nothing that is understood.

    With the last the whole cell is not understood, unless it `holds`: whatever is meant, the verdict before the dash stands.
    """
    draft = statements.draft
    excepted = tuple(note for note in segment.notes if note.tokens[0].type == "EXCEPT")
    bare_segment = replace(segment, notes=tuple(note for note in segment.notes if note not in excepted))
    try:
        rules = read(statements, bare_segment, Place(frame.grid.section))
    except NotRead as reason:
        inner = [token for clause in segment.clauses for token in clause.tokens]
        if segment.clauses or excepted or is_normative((*segment.main, *inner)):
            if not holds:
                raise
            draft.note(segment.span, "not understood", str(reason), frame.grid.section.words)
        return []
    for note in excepted:
        draft.assume(f"the exception `{' '.join(note.span.text.split())}` is not compiled: it lifts nothing", note.span)
        draft.note(note.span, "not understood", "an exception that is not compiled", frame.grid.section.words)
    return rules


def _pending_same(draft: Draft, parsed: Parsed, cell: Cell, frame: Frames) -> Rule:
    """A cell that points to another; `_same_as` puts the other's rules in its place. The member is kept in `label`."""
    member = bare(parsed.of("NP")[0].text)
    if not draft.scales[frame.grid.scale].member(member):
        raise NotRead(f"`{parsed.of('NP')[0].text}` is no column of this table")
    return Rule(frame.id, "same", frame.target, frame.when, cell.span, frame.grid.section.words, label=member)
