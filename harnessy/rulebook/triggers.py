"""Family trigger: a list of what a table marks, `any case that the table marks as a question for V: A, B, C`."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.document import Section
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.model import ALWAYS, EVENT, Compare, Condition, Fact, Named, Not, Rule, Subject, atoms, conjoined
from harnessy.rulebook.names import bare, fold, stems, unarticled
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.prose import matrix_stems
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token
from harnessy.rulebook.within import Within
from harnessy.source import Span

_BREAKS = frozenset({"the", "that", "which", "who", "whose"})
_ARTICLES = frozenset({"a", "an", "the", "any", "every"})
_LISTS = frozenset({"COMMA", "AND", "OR"})


@dataclass(frozen=True, slots=True)
class Marked:
    """What a sentence says a table marks: the thing, the member whose column is meant, and where the list begins."""

    thing: frozenset[str]
    member: str
    table: frozenset[str]
    after: int


def compile_triggers(draft: Draft) -> None:
    """Compile each list of cases that a table of levels marks. Its items are events that get what the marked cells give."""
    marks = draft.grammar.words.keywords["MARKS"]
    cells = _Cells(draft)
    for section, span in sentences(draft):
        if set(marks) & set(fold(span.text).split(" ")) and (span.start, span.end) not in draft.readings:
            tokens = draft.lexer().lex(span)
            marked = _marked(draft, tokens)
            if marked is not None:
                _trigger(draft, section, span, (tokens, marked, cells(marked)))


def _marked(draft: Draft, tokens: tuple[Token, ...]) -> Marked | None:
    """`… the T marks as a N for V: …`, the parts of it by their words."""
    words = draft.grammar.words.keywords
    marks = next((index for index, token in enumerate(tokens) if token.text.casefold() in words["MARKS"]), 0)
    colon = next((index for index, token in enumerate(tokens) if index > marks and token.type == "COLON"), 0)
    said = tokens[marks + 1 : colon]
    texts = [token.text.casefold() for token in said]
    parts = next((index for index, text in enumerate(texts) if index and text in words["MARKED_FOR"]), 0)
    if not marks or not colon or not parts or texts[0] not in words["MARKED_AS"]:
        return None
    before = tokens[:marks]
    start = max((index for index, token in enumerate(before) if token.text.casefold() in _ARTICLES), default=-1)
    tables = frozenset(word for label in words["TABLE"] for word in stems(label))
    table = stems(" ".join(token.text for token in before[start + 1 :])) - tables
    member = bare(" ".join(token.text for token in said[parts + 1 :]))
    return Marked(stems(" ".join(token.text for token in said[1:parts])), member, table, colon)


class _Cells:
    """The cells that a table marks, found once for all sentences that say the same of the same tables."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._within = Within(rule for rule in draft.rules if strictest(rule.acts) in TIGHT)
        self._found: dict[tuple[frozenset[str], str, frozenset[str]], list[Rule]] = {}

    def __call__(self, marked: Marked) -> list[Rule]:
        said = (marked.thing, marked.member, marked.table)
        if said not in self._found:
            draft, within = self._draft, self._within
            grids = [grid for grid in draft.grids if _is_meant(draft, grid, marked)]
            self._found[said] = [rule for grid in grids for rule in within(grid.table.span) if _fits(draft, grid, rule, marked)]
        return self._found[said]


def _trigger(draft: Draft, section: Section, span: Span, given: tuple[tuple[Token, ...], Marked, list[Rule]]) -> None:
    tokens, marked, cells = given
    acts = {frozenset((act.verb, act.object) for act in rule.acts) for rule in cells}
    if len(acts) != 1:
        return
    items = _items(tokens[marked.after + 1 :])
    if not items or any(not _is_name(item) for item, _ in items):
        return
    identity = Statements(draft).rule_id(Place(section), span.text)
    for item, rest in items:
        name = _name(span, item)
        left_open = _left_open(draft, span, rest) if rest else ALWAYS
        unread = (span.cut(rest[0].start, rest[-1].end),) if left_open is None else ()
        if draft.subject_key(name.text) is None:
            draft.operations.setdefault(name.key, Subject(name, EVENT, _as_value(draft, item, name)))
            cell = cells[0]
            when = conjoined(cell.when, left_open or ALWAYS)
            rule = Rule(identity, "trigger", name.key, when, span, section.words, cell.acts, why=(cell.span,), unread=unread)
            draft.rules.append(rule)
        for words in unread:
            draft.note(words, "not understood", "beside what is read", section.words)
    draft.note(span, "rule", trail=section.words)


def _is_meant(draft: Draft, grid: Grid, marked: Marked) -> bool:
    scale = draft.scales.get(grid.scale)
    meant = grid.role == "MATRIX" and scale is not None and scale.member(marked.member) is not None
    return meant and marked.table <= matrix_stems(draft, grid.section, grid.scale)


def _fits(draft: Draft, grid: Grid, rule: Rule, marked: Marked) -> bool:
    """Whether a holding rule is a cell of that column that names the thing among its acts."""
    column = any(
        isinstance(atom, Compare) and atom.values == (marked.member,) and (scale := draft.scale_of(atom.fact)) is not None
        and scale.name.key == grid.scale
        for atom in atoms(rule.when)
    )
    return column and any(marked.thing <= stems(f"{act.verb} {act.object}") for act in rule.acts)


def _items(tokens: tuple[Token, ...]) -> list[tuple[tuple[Token, ...], tuple[Token, ...]]]:
    """The items of a list between commas: the words of each name, and what is said of it behind `the`, `that`, `which`."""
    while tokens and tokens[-1].text == ".":
        tokens = tokens[:-1]
    items, current = list[tuple[Token, ...]](), list[Token]()
    for token in (*tokens, Token("COMMA", ",", 0, 0)):
        if token.type == "COMMA":
            items.append(tuple(current))
            current = []
        elif current or token.type not in _LISTS:
            current.append(token)
    found = list[tuple[tuple[Token, ...], tuple[Token, ...]]]()
    for item in items:
        cut = next((index for index in range(2, len(item)) if _breaks(item[index - 1], item[index])), len(item))
        found.append((item[:cut], item[cut:]))
    return found


def _breaks(before: Token, token: Token) -> bool:
    """Whether a clause about the name begins: `a fork the plan left open`, but not `a crack in the pot`."""
    return token.text.casefold() in _BREAKS and before.type in {"WORD", "NAME", "ATOM"}


def _is_name(item: tuple[Token, ...]) -> bool:
    return bool(item) and all(token.type in {"WORD", "NAME", "ATOM", "HARMLESS", "SLASH", "EVERY", "VERB"} for token in item)


def _name(span: Span, item: tuple[Token, ...]) -> Named:
    place = span.cut(item[0].start, item[-1].end)
    return named(unarticled(" ".join(place.text.split())), place)


def _left_open(draft: Draft, span: Span, rest: tuple[Token, ...]) -> Condition | None:
    """`… the plan didn't settle`, `… which nobody can't mend`: not so where what was not done was done, a truth named by it."""
    words = draft.grammar.words.keywords["NEGATED"]
    texts = [token.text.casefold() for token in rest]
    spots = [(at, at + size) for at in range(1, len(rest)) for size in (2, 1) if " ".join(texts[at : at + size]) in words]
    if not spots:
        return None
    start, end = spots[0]
    who, done = rest[:start], rest[end:]
    plain = done and all(token.type in {"WORD", "NAME", "ATOM", "VERB"} for token in done)
    if not plain or any(token.type not in {"WORD", "NAME", "ATOM", "HARMLESS", "HAZARD"} for token in who):
        return None
    place = span.cut(done[0].start, done[-1].end)
    name = named(" ".join(place.text.split()), place)
    whole = named(unarticled(" ".join(token.text for token in (*who, *done))), place)
    if draft.fact_key(name.text) is not None or draft.subject_key(name.text) is not None:
        return None
    draft.add_fact(Fact(name, "truth", aliases=(whole,)))
    return Not(Compare(name.key, "=", (True,), place, stated=True))


def _as_value(draft: Draft, item: tuple[Token, ...], name: Named) -> tuple[Named, ...]:
    """`a TORN verdict` is called by the one fact that can be TORN as well: `check torn`."""
    if len(item) < 2 or item[-1].text.casefold() not in draft.grammar.words.keywords["VERDICT_OF"]:
        return ()
    value = bare(" ".join(token.text for token in item[:-1] if token.text.casefold() not in _ARTICLES))
    facts = [fact for fact in draft.facts.values() if any(known.key == value for known in fact.values)]
    return (named(f"{facts[0].name.text} {value}", name.span),) if len(facts) == 1 else ()
