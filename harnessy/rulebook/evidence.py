"""Sentences and tables about a log: what an outcome counts as, which count of rows moves a quantity, what an edit owes.

They are read before other prose, each in whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from harnessy.document import Section, Table
from harnessy.rulebook.acts import spoken
from harnessy.rulebook.cells import lead_name
from harnessy.rulebook.collect import code_lines, sentences
from harnessy.rulebook.columns import held
from harnessy.rulebook.counting import countings, defined
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.earning import MOVES, move_of, restates
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.marked import marked
from harnessy.rulebook.mechanics import Count, Counting, Demand, Evidence, Form, FormRow, Move, Outcome
from harnessy.rulebook.model import Act, All, Any, Compare, Condition, Fact, Named, Not, Quantity, Rule, conjoined
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tables import DUTY, FORMS
from harnessy.rulebook.tokens import Lexer, Token, in_place
from harnessy.source import Span

_TEMPLATE = re.compile(r"\|(?:[^|\n]+\|){2,}")
_CELL = re.compile(r"[^|\n]+")


@dataclass
class _Heard:
    """What sentences say of rows: moves, what edits owe, that rows take the place of others, what an outcome counts as."""

    moves: list[Move] = field(default_factory=list)
    demands: list[Demand] = field(default_factory=list)
    supersedes: list[Span] = field(default_factory=list)
    told: dict[str, tuple[Counting, ...]] = field(default_factory=dict)

    def take(self, draft: Draft, parsed: Parsed, sentence: Span, section: Section) -> None:
        """Keep what a sentence says."""
        if parsed.name in MOVES:
            self.moves.extend(move_of(draft, parsed, sentence, section))
        elif parsed.name == "supersedes":
            self.supersedes.append(sentence)
        elif parsed.name == "demands":
            self.demands.extend(_demand(parsed, sentence))
        elif restates(draft, parsed):
            draft.note(sentence, "definition", "it says again what the table says, and what the log holds", section.words)


def collect_evidence(draft: Draft) -> None:
    """Read what the document says of its log, and note the sentences and tables that said it."""
    lexer = draft.lexer()
    forms = tuple(_forms(draft))
    heard = _Heard()
    for section, sentence in sentences(draft):
        tokens = marked(in_place(lexer.lex(sentence)), draft.grammar.words.mechanics, draft.grammar.words.keywords["NUMBERS"])
        main, noted = aside(tokens)
        parsed = draft.grammar.evidence(main)
        if parsed is not None:
            heard.take(draft, parsed, sentence, section)
        for part in (main, noted):
            for key, counted in defined(draft, part, sentence):
                heard.told[key] = (*heard.told.get(key, ()), counted)
    moves, demands, supersedes, told = heard.moves, heard.demands, heard.supersedes, heard.told
    heading, outcomes = _outcomes(draft, lexer, told, moves)
    draft.evidence = Evidence(forms=forms)
    if not moves and not outcomes:
        return
    columns = _columns(draft, heading)
    moves = list(_grounded(moves, outcomes))
    said = _held(draft, heading)
    draft.evidence = Evidence(outcomes, tuple(moves), tuple(demands), tuple(supersedes), columns, heading, forms, said)
    for span in [*(move.span for move in moves), *supersedes, *(demand.span for demand in demands)]:
        draft.note(span, "rule", "it is about rows of the log")
    for move in moves:
        _as_rules(draft, move)
    _classes(draft, heading, told)


def aside(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """A sentence without what stands between its two dashes, and that."""
    dashes = [index for index, token in enumerate(tokens) if token.type == "DASH"]
    if len(dashes) != 2:
        return tokens, ()
    first, last = dashes
    return (*tokens[:first], *tokens[last + 1 :]), tokens[first + 1 : last]


# -- moves


def _grounded(moves: list[Move], outcomes: tuple[Outcome, ...]) -> Iterator[Move]:
    """The moves that speak of rows: by the word for a row, by an outcome or a class of outcomes, or as another move does."""
    known = {stems(name) for outcome in outcomes for name in (outcome.name.key, *(one.word.key for one in outcome.counts))}
    counted = {stems(count.word.key) for move in moves if move.direction == "up" for count in move.counts}
    for move in moves:
        if all(count.unit or stems(count.word.key) in known | counted for count in move.counts):
            yield move


def _demand(parsed: Parsed, sentence: Span) -> Iterator[Demand]:
    types = {token.type for token in parsed.tokens}
    if types & {"DATED", "CITES"}:
        yield Demand("DATED" in types, "CITES" in types, sentence)


# -- outcomes and columns


def _forms(draft: Draft) -> Iterator[Form]:
    """The tables that say what must be written, each row of them noted as a definition."""
    lists = draft.grammar.words.mechanics
    for grid in draft.grids:
        if grid.role != DUTY:
            continue
        heads = tuple(named(cell.text, cell.span) for cell in grid.table.header.cells)
        keys = [fold(head.text) for head in heads]
        rows = tuple(
            FormRow(lead_name(row.cells[0]), dict(zip(keys, (cell.span for cell in row.cells), strict=True)), row.span)
            for row in grid.table.rows
        )
        for row in rows:
            draft.note(row.span, "definition", "it says what is written or counted", grid.section.words)
        for kind in FORMS:
            if fold(heads[0].text) in lists[kind]:
                yield Form(kind, rows, heads, grid.table.span, grid.section.words)


def _outcomes(
    draft: Draft, lexer: Lexer, told: Mapping[str, tuple[Counting, ...]], moves: list[Move]
) -> tuple[str, tuple[Outcome, ...]]:
    """The name of the set of outcomes and its members: a table that says what each counts as, else an enumeration."""
    lists = draft.grammar.words.mechanics
    for table in (grid.table for grid in draft.grids if grid.role == DUTY):
        column = _headed(table, lists["COUNTS"])
        if column:
            found = [
                Outcome(lead_name(row.cells[0]), countings(draft, lexer, row.cells[column].span), row.span) for row in table.rows
            ]
            return fold(table.header.cells[0].text), tuple(found)
    wanted = {*told, *(count.word.key for move in moves for count in move.counts)}
    sets = [scale for scale in draft.scales.values() if any(scale.member(key) for key in wanted)]
    if not moves or len(sets) != 1:
        return "", ()
    members = tuple(Outcome(member, told.get(member.key, ()), member.span) for member in sets[0].members)
    return sets[0].name.key, members


def _headed(table: Table, labels: tuple[str, ...]) -> int:
    """The column with one of these heads; 0 where none but the first has one."""
    return next((index for index, cell in enumerate(table.header.cells) if index and fold(cell.text) in labels), 0)


def _columns(draft: Draft, heading: str) -> tuple[Named, ...]:
    """The columns of the log: the rows of a table of columns, else the one line of a block of code that is a row of heads."""
    for form in draft.evidence.forms:
        if form.kind == "COLUMNS":
            return tuple(row.name for row in form.rows if row.name.text)
    for _, fence in code_lines(draft):
        line = fence.body.text.strip()
        cells = [match for match in _CELL.finditer(line) if match.group().strip()]
        names = [named(match.group().strip(), fence.body) for match in cells]
        if _TEMPLATE.fullmatch(line) and heading in {name.key for name in names}:
            return tuple(names)
    return ()


def _held(draft: Draft, heading: str) -> Mapping[str, str]:
    form = next((form for form in draft.evidence.forms if form.kind == "COLUMNS"), None)
    return held(form, heading, draft.grammar.words.mechanics) if form else {}


# -- as rules that can be asked


def counted_fact(draft: Draft, count: Count) -> Named:
    """The number of rows of a class, as a fact: by another spelling of the unit it is the same."""
    text = count.name
    known = next((fact.name for fact in draft.facts.values() if stems(fact.name.key) == stems(text)), None)
    name = known or named(text, count.span)
    draft.add_fact(Fact(name, "number"))
    return name


def _as_rules(draft: Draft, move: Move) -> None:
    """What may rise can be asked: go when its rows are there, halt when not. A fall is no permission and makes no rule."""
    if move.direction == "down":
        return
    compared = list[Condition]()
    for count in move.counts:
        name = counted_fact(draft, count)
        compared.append(Compare(name.key, count.relation, (count.number,), count.span))
    fact = draft.fact_key(move.key.text)
    listed = tuple(key.key for held in move.rows for key in held.keys)
    told = (Compare(fact, "=", listed, move.key.span),) if fact is not None and fact in draft.facts else ()
    met = All(tuple(compared))
    target = draft.operation_named(move.name.text, move.name.span)
    words = draft.grammar.words
    go = Act(spoken(move.name.text), words.first("GO"), "", "go", move.name.span)
    halt = Act(spoken(move.span.text), words.first("HALT"), "", "halt", move.span)
    section = next(section for section in draft.document.sections if section.span.covers(move.span))
    identity = Statements(draft).rule_id(Place(section), move.name.text)
    for when, act, family in ((met, go, "only when"), (Not(met), halt, "only when, not met")):
        draft.rules.append(Rule(identity, family, target, conjoined(*told, when), move.span, move.trail, (act,)))


def _classes(draft: Draft, heading: str, told: Mapping[str, tuple[Counting, ...]]) -> None:
    """Whether a row is of a class that a sentence defines can be asked: `clean`, by the outcome and what is told of it."""
    scale = draft.scales.get(heading)
    members = [(key, counted) for key, listed in told.items() for counted in listed if scale is not None and scale.member(key)]
    for word in dict.fromkeys(counted.word for _, counted in members):
        if scale is None or any(word.key in known for known in (draft.facts, draft.quantities, draft.subjects)):
            continue
        fact = draft.fact_key(scale.name.text) or draft.add_fact(Fact(scale.name, "scale", scale=heading)).name.key
        cases = [_of_class(draft, fact, key, counted) for key, counted in members if counted.word == word]
        section, span = next((section, span) for section, span in sentences(draft) if span.covers(word.span))
        truths = tuple(draft.grammar.words.verdicts[name][0] for name in ("POLAR_YES", "POLAR_NO"))
        draft.quantities[word.key] = Quantity(word, "truth", span=span, trail=section.words, truths=truths)
        identity = Statements(draft).rule_id(Place(section), word.text)
        for value, when in ((True, Any(tuple(cases))), (False, Not(Any(tuple(cases))))):
            draft.rules.append(Rule(identity, "class", word.key, when, span, section.words, value=value))


def _of_class(draft: Draft, fact: str, key: str, counted: Counting) -> Condition:
    """An outcome of a class; where it depends on what is told of it, that as well."""
    outcome = Compare(fact, "=", (key,), counted.word.span)
    if not counted.says:
        return outcome
    about = named(counted.about or counted.says[0], counted.word.span)
    values = tuple(named(text, counted.word.span) for text in (*counted.says, counted.rather) if text)
    known = draft.add_fact(Fact(about, "word", values=values))
    return conjoined(outcome, Compare(known.name.key, "=", tuple(bare(text) for text in counted.says), counted.word.span))
