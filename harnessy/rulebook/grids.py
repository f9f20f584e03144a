"""Pass 2 over tables: each cell is a small sentence in the frame of its row and column."""

from __future__ import annotations

from dataclasses import dataclass, replace

from harnessy.document import Cell, Row
from harnessy.rulebook.acts import build_acts, glosses
from harnessy.rulebook.cells import items, lead_name
from harnessy.rulebook.clauses import NotRead, Segment, is_conditional, is_normative, split
from harnessy.rulebook.conditions import Frame
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.families import read
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import All, Any, Compare, Condition, Fact, Not, Quantity, Rule, Scale, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span

_ACTS = frozenset({"act", "act_at", "must"})


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


def compile_grids(draft: Draft) -> None:
    """Compile every matrix, map and verdict table of the document."""
    lexer = draft.lexer()
    for grid in draft.grids:
        if grid.role == "MATRIX":
            _matrix(draft, grid, lexer)
        elif grid.role == "MAP":
            _map(draft, grid, lexer)
        elif grid.role == "VERDICTS":
            _verdicts(draft, grid, lexer)
        elif grid.role == "VERDICT MAP":
            _verdict_map(draft, grid, lexer)


def column_fact(draft: Draft, scale: Scale) -> str | None:
    """What the columns of a matrix on a scale read: the one function on that scale, else its one input."""
    functions = [
        quantity.name.key for quantity in draft.quantities.values() if quantity.scale == scale.name.key and quantity.function
    ]
    if functions:
        return functions[0] if len(functions) == 1 else None
    inputs = [fact.name.key for fact in draft.facts.values() if fact.scale == scale.name.key]
    if inputs:
        return inputs[0] if len(inputs) == 1 else None
    draft.add_fact(Fact(scale.name, "scale", scale.name.key, header=True))
    return scale.name.key


def _matrix(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    scale = draft.scales[grid.scale]
    fact = column_fact(draft, scale)
    if fact is None:
        span = grid.table.header.span
        draft.complain(
            "HN207",
            "error",
            f"more than one quantity takes values of `{scale.name.text}`, so what the columns compare is open",
            span,
            mend="define one function of them, such as `min(a, b)`",
        )
        return
    header = grid.table.header.cells
    made = dict[tuple[str, str], list[Rule]]()
    for row in grid.table.rows:
        subject = draft.subject_key(lead_name(row.cells[grid.key]).text)
        unread = _reasons(draft, grid, row, lexer)
        for column in grid.columns:
            member = named(header[column].text, header[column].span).key
            if subject is None or scale.member(member) is None:
                continue
            cell = row.cells[column]
            label = f"at {header[column].text.strip('`* ')}, {draft.subjects[subject].name.text}"
            when = Compare(fact, "=", (member,), header[column].span)
            identity = Statements(draft).rule_id(Place(grid.section), f"{lead_name(row.cells[grid.key]).key} {member}")
            frame = Frames(subject, when, identity, label, grid, unread=unread)
            made[subject, member] = _acting(draft, cell, frame, lexer)
    _same_as(draft, made)
    for rules in made.values():
        draft.rules.extend(rules)


def _acting(draft: Draft, cell: Cell, frame: Frames, lexer: Lexer) -> list[Rule]:
    """The rules of a cell that tells acts; an unread cell is a rule without acts, so that no weaker rule answers for it."""
    if not cell.text:
        draft.complain("HN203", "warning", f"nothing is said here: `{frame.label}`", cell.span, mend="fill the cell")
        return [_unread(draft, cell, frame, "the cell is empty")]
    try:
        rules = _cell_rules(draft, cell, frame, lexer)
    except NotRead as reason:
        return [_unread(draft, cell, frame, str(reason))]
    draft.note(cell.span, "rule", trail=frame.grid.section.words)
    return rules


def _unread(draft: Draft, cell: Cell, frame: Frames, reason: str) -> Rule:
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
    if parsed is not None and parsed.name == "same" and len(segments) == 1 and not head.clauses:
        return [_pending_same(draft, parsed, cell, frame)]
    rules = list[Rule]()
    statements = Statements(draft, Frame())
    earlier = list[Condition]()
    plain, beside = _parted(segments)
    for segment in plain:
        rules.extend(_segment_rules(statements, segment, frame, earlier))
    rules = _united(rules)
    for segment in beside:
        rules.extend(_beside(statements, segment, frame))
    return rules


def _parted(segments: tuple[Segment, ...]) -> tuple[list[Segment], list[Segment]]:
    """Statements of the cell, and what stands behind a dash."""
    at = next((index for index, segment in enumerate(segments) if segment.joined == "DASH"), len(segments))
    return list(segments[:at]), list(segments[at:])


def _segment_rules(statements: Statements, segment: Segment, frame: Frames, earlier: list[Condition]) -> list[Rule]:
    draft = statements.draft
    main = segment.main
    otherwise = bool(main) and main[0].type == "OTHERWISE"
    parsed = draft.grammar.statement(main[1:] if otherwise else main)
    if parsed is None or parsed.name not in _ACTS:
        raise NotRead("the cell tells no act that the grammar or the Act register knows")
    acts = build_acts(draft, parsed.tokens, segment.notes)
    _, unread = glosses(draft, segment.notes)
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


def _beside(statements: Statements, segment: Segment, frame: Frames) -> list[Rule]:
    """What a cell says behind a dash: a statement of its own, or words that carry no logic, or the cell is not understood."""
    draft = statements.draft
    excepted = tuple(note for note in segment.notes if note.tokens[0].type == "EXCEPT")
    bare_segment = replace(segment, notes=tuple(note for note in segment.notes if note not in excepted))
    try:
        rules = read(statements, bare_segment, Place(frame.grid.section))
    except NotRead:
        inner = [token for clause in segment.clauses for token in clause.tokens]
        if segment.clauses or excepted or is_normative((*segment.main, *inner)):
            raise
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


def _same_as(draft: Draft, made: dict[tuple[str, str], list[Rule]]) -> None:
    for (subject, member), rules in list(made.items()):
        if len(rules) == 1 and rules[0].family == "same":
            made[subject, member] = _copied(draft, made, (subject, member), set())


def _copied(draft: Draft, made: dict[tuple[str, str], list[Rule]], place: tuple[str, str], seen: set[str]) -> list[Rule]:
    own = made[place][0]
    other = (place[0], own.label)
    if own.label in seen or other not in made or other == place:
        draft.complain(
            "HN208",
            "error",
            f"`{own.span.text}` leads in a circle or nowhere",
            own.span,
            mend="write the verdict in one of the cells",
        )
        return [replace(own, family="unread", unread=(own.span,))]
    seen.add(place[1])
    origin = made[other]
    if len(origin) == 1 and origin[0].family == "same":
        origin = _copied(draft, made, other, seen)
    return [
        replace(rule, id=own.id, when=_swapped(rule.when, own.when), why=(own.span, *rule.why), label=rule.label)
        for rule in origin
        if rule.target == place[0]
    ]


def _swapped(when: Condition, own: Condition) -> Condition:
    rest = when.parts[1:] if isinstance(when, All) else ()
    return conjoined(own, *rest)


def _map(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Rows give a quantity its value for the listed keys, each value perhaps under a guard."""
    header = grid.table.header.cells
    column = grid.columns[0]
    name = named(header[column].text, header[column].span)
    key_fact = draft.fact_key(header[grid.key].text)
    if key_fact is None:
        return
    for row in grid.table.rows:
        keys = items(row.cells[grid.key].span)
        cell = row.cells[column]
        when = Compare(key_fact, "=", tuple(key.key for key in keys), row.cells[grid.key].span)
        identity = Statements(draft).rule_id(Place(grid.section), " ".join(key.key for key in keys))
        label = ", ".join(key.text for key in keys)
        frame = Frames(name.key, when, identity, label, grid, (row.cells[grid.key].span,), _reasons(draft, grid, row, lexer))
        try:
            draft.rules.extend(_value_rules(draft, cell, frame, lexer))
            draft.note(cell.span, "rule", trail=grid.section.words)
        except NotRead as reason:
            draft.rules.append(_unread(draft, cell, frame, str(reason)))


def declare_maps(draft: Draft) -> None:
    """The effect column of a map is a quantity on the scale of its values."""
    for grid in draft.grids:
        if grid.role == "MAP":
            cell = grid.table.header.cells[grid.columns[0]]
            name = named(cell.text, cell.span)
            draft.quantities.setdefault(name.key, Quantity(name, "value", grid.scale, span=cell.span, trail=grid.section.words))


def _value_rules(draft: Draft, cell: Cell, frame: Frames, lexer: Lexer) -> list[Rule]:
    statements = Statements(draft, Frame())
    segments = split(lexer.lex(cell.span), cell.span)
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
    _, unread = glosses(draft, segment.notes)
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


def _verdicts(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    for row in grid.table.rows:
        name = lead_name(row.cells[grid.key])
        subject = draft.subject_key(name.text)
        if subject is not None:
            identity = Statements(draft).rule_id(Place(grid.section), name.key)
            frame = Frames(subject, All(), identity, name.text, grid, unread=_reasons(draft, grid, row, lexer))
            draft.rules.extend(_acting(draft, row.cells[grid.columns[0]], frame, lexer))


def _verdict_map(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Rows give one subject, named by the header of the verdicts, its verdict for values of a declared fact."""
    header = grid.table.header.cells
    column = grid.columns[0]
    subject, fact = draft.subject_key(header[column].text), draft.fact_key(header[grid.key].text)
    if subject is None or fact is None:
        return
    for row in grid.table.rows:
        keys = items(row.cells[grid.key].span)
        when = Compare(fact, "=", tuple(key.key for key in keys), row.cells[grid.key].span)
        identity = Statements(draft).rule_id(Place(grid.section), " ".join(key.key for key in keys))
        label = ", ".join(key.text for key in keys)
        unread = _reasons(draft, grid, row, lexer)
        frame = Frames(subject, when, identity, label, grid, (row.cells[grid.key].span,), unread)
        draft.rules.extend(_acting(draft, row.cells[column], frame, lexer))


def _reasons(draft: Draft, grid: Grid, row: Row, lexer: Lexer) -> tuple[Span, ...]:
    """Why cells are rationale unless they hold logic; those that hold a condition or an exception leave their row partly read."""
    partly = list[Span]()
    for cell in (row.cells[column] for column in grid.reasons if row.cells[column].text):
        tokens = lexer.lex(cell.span)
        if not is_normative(tokens):
            draft.note(cell.span, "rationale", trail=grid.section.words)
            continue
        draft.note(cell.span, "not understood", "a reason that holds a rule", grid.section.words)
        if is_conditional(tokens):
            partly.append(cell.span)
    return tuple(partly)
