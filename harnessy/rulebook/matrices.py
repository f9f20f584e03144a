"""Pass 2 over tables of verdicts: matrices over a scale, verdicts of subjects, verdicts by values of a fact."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.acting import Frames, acting, keyed, row_frame
from harnessy.rulebook.cells import items, lead_name
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.model import All, Compare, Condition, Rule, Scale, conjoined
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.surroundings import place_of
from harnessy.rulebook.tokens import Lexer


def matrix(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Rows of one kind by members of one scale: a rule for each cell."""
    scale = draft.scales[grid.scale]
    fact = draft.column_fact(scale)
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
    place = place_of(draft, grid.section, lexer)
    for row in grid.table.rows:
        subject = draft.subject_key(lead_name(row.cells[grid.key]).text)
        beside = row_frame(draft, grid, row, place, lexer)
        strange = tuple(row.cells[column].span for column in _strangers(grid, scale) if row.cells[column].text)
        for column in grid.columns:
            member = named(header[column].text, header[column].span).key
            if subject is None or scale.member(member) is None:
                continue
            cell = row.cells[column]
            label = f"at {header[column].text.strip('`* ')}, {draft.subjects[subject].name.text}"
            when = conjoined(Compare(fact, "=", (member,), header[column].span), beside.when)
            identity = Statements(draft).rule_id(Place(grid.section), f"{lead_name(row.cells[grid.key]).key} {member}")
            frame = Frames(subject, when, identity, label, grid, unread=(*beside.unread, *strange), column=column)
            made.setdefault((subject, member), []).extend(acting(draft, cell, frame, lexer))
    _same_as(draft, made)
    for rules in made.values():
        draft.rules.extend(rules)


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
    first = own.parts[0] if isinstance(own, All) else own
    return conjoined(first, *rest)


def verdicts(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Subjects and their verdicts, row by row."""
    place = place_of(draft, grid.section, lexer)
    for row in grid.table.rows:
        name = lead_name(row.cells[grid.key])
        subject = draft.subject_key(name.text)
        if subject is not None:
            identity = Statements(draft).rule_id(Place(grid.section), name.key)
            beside = row_frame(draft, grid, row, place, lexer)
            frame = Frames(subject, beside.when, identity, name.text, grid, unread=beside.unread, column=grid.columns[0])
            draft.rules.extend(acting(draft, row.cells[grid.columns[0]], frame, lexer))


def verdict_map(draft: Draft, grid: Grid, lexer: Lexer) -> None:
    """Rows give one subject, named by the header of the verdicts, its verdict for values of a declared fact."""
    header = grid.table.header.cells
    column = grid.columns[0]
    subject, fact = draft.subject_key(header[column].text), draft.fact_key(header[grid.key].text)
    if subject is None or fact is None:
        return
    place = place_of(draft, grid.section, lexer)
    for row in grid.table.rows:
        keys = items(row.cells[grid.key].span)
        beside = row_frame(draft, grid, row, place, lexer)
        when = conjoined(*keyed(draft, grid, row), beside.when)
        identity = Statements(draft).rule_id(Place(grid.section), " ".join(key.key for key in keys))
        label = ", ".join(key.text for key in keys)
        frame = Frames(subject, when, identity, label, grid, unread=beside.unread, column=column)
        draft.rules.extend(acting(draft, row.cells[column], frame, lexer))


def _strangers(grid: Grid, scale: Scale) -> list[int]:
    """The columns of a matrix whose header is no member: what they say of a row is not known."""
    header = grid.table.header.cells
    return [column for column in grid.columns if scale.member(named(header[column].text, header[column].span).key) is None]
