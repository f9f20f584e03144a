"""Sentences by which rows of a log move a quantity: how many steps which way, on which counts, in a row or within some days."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from harnessy.document import Row, Section
from harnessy.rulebook.amount import SECONDS, measured
from harnessy.rulebook.cells import items
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.marked import amount
from harnessy.rulebook.mechanics import Count, Direction, Held, Move
from harnessy.rulebook.model import Relation
from harnessy.rulebook.names import fold
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

MOVES: dict[str, Direction] = {"rises": "up", "lifts": "up", "falls": "down", "sinks": "down", "sunk": "down"}
_TURNS = frozenset({"RISE", "RISES", "RAISES", "FALLS", "FALLEN"})
_OWNED = frozenset({"falls", "lifts"})  # these name the quantity behind the verb
_WHEN = frozenset({"ONLYIF", "IF", "SINCE"})
_APART = frozenset({"AND", "COMMA"})
_BEFORE_DAYS = frozenset({"WITHIN", "AT", "ALLOF"})
_RELATIONS: dict[str, Relation] = {"GE": "≥", "LE": "≤", "GT": ">", "LT": "<", "EQ": "="}

Run = tuple[Token, ...]


def move_of(draft: Draft, parsed: Parsed, sentence: Span, section: Section) -> Iterator[Move]:
    """The move that a sentence tells; none where its quantity is none that the document knows, or a count is not understood."""
    runs = _runs(parsed.tokens)
    turn = next(index for index, run in enumerate(runs) if run[0].type in _TURNS)
    steps = next((amount(run[0]) for run in runs[turn:] if run[0].type == "NUM"), None)
    owners = runs[turn + 1 :] if parsed.name in _OWNED else runs[turn - 1 :: -1]
    quantity = _quantity(draft, next((run for run in owners if run[0].type == "W"), ()))
    grid = next((grid for grid in draft.grids if grid.role == "MAP" and quantity == _valued(grid)), None)
    counts = [_count(part, sentence, draft.grammar.words.mechanics["INAROW"][0]) for part in _parts(parsed, runs, turn)]
    known = tuple(count for count in counts if count is not None)
    if steps is None or quantity is None or grid is None or not known or len(known) < len(counts):
        return
    direction = MOVES[parsed.name]
    if (direction == "down" or parsed.name in _OWNED) and not all(count.number for count in known):
        return
    own = any(first[0].type == "SINCE" and second[0].type == "OWN" for first, second in itertools.pairwise(runs))
    words = sentence.cut(sentence.start, _name_end(parsed, sentence))
    name = named(words.text.strip(" *_"), words)
    kept = tuple(_held(row, grid) for row in grid.table.rows)
    key = named(grid.table.header.cells[grid.key].text, grid.table.header.cells[grid.key].span)
    yield Move(direction, name, quantity, key, kept, steps, known, own, sentence, section.words)


def restates(draft: Draft, parsed: Parsed) -> bool:
    """Whether `hops stay at half — the book holds few rows of them` says of a row of a table only what stands in it."""
    runs = _runs(parsed.tokens)
    copula = next(index for index, run in enumerate(runs) if run[0].type == "COP")
    key, value = fold(_text(runs[:copula])), fold(_text(runs[copula + 1 : copula + 2]))
    rows = (_held(row, grid) for grid in draft.grids if grid.role == "MAP" for row in grid.table.rows)
    cells = [fold(held.cell.text.strip("` ")) for held in rows if key in {one.key for one in held.keys}]
    return cells == [value] and any(run[0].type == "ROWS" for run in runs)


def _name_end(parsed: Parsed, sentence: Span) -> int:
    """Where the words of a rise end: in front of what it takes."""
    ends = (token.start for token in parsed.tokens if token.type in _WHEN)
    return next(ends, sentence.end) if parsed.name == "rises" else sentence.end


def _parts(parsed: Parsed, runs: list[Run], turn: int) -> list[list[Run]]:
    """The runs of each count: in front of the verb, between `when` and the comma, or behind `only when`."""
    if parsed.name in _OWNED:
        return [runs[:turn]]
    if parsed.name == "sunk":
        comma = max(index for index, run in enumerate(runs[:turn]) if run[0].type == "COMMA")
        return [runs[1:comma]]
    opened = next(index for index, run in enumerate(runs) if index > turn and run[0].type in _WHEN)
    found: list[list[Run]] = [[]]
    for run in itertools.takewhile(lambda run: run[0].type != "PENDING", runs[opened + 1 :]):
        if run[0].type in _APART:
            found.append([])
        else:
            found[-1].append(run)
    return [part for part in found if part]


def _count(part: list[Run], sentence: Span, in_a_row: str) -> Count | None:
    """`at least 3 sound entries in a row`, `2 sunk entries within 30 days`, `each sunk entry`, `the last 3 entries are sound`."""
    kinds = [run[0].type for run in part]
    if "COP" in kinds:
        bare = _counted(part[-1], _unit(part), ("≥", amount(part[kinds.index("NUM")][0])), sentence)
        return replace(bare, beside=in_a_row, streak=True)
    at = next((index for index, kind in enumerate(kinds) if kind == "NUM" and not _is_days(kinds, index)), None)
    start = 0 if at is None else at + 1
    before = kinds[at - 1] if at else ""
    needed = Decimal(1) if at is None else amount(part[at][0])
    words = next((index for index in range(start, len(part)) if kinds[index] == "W"), None)
    if words is None:
        return None
    unit = part[words + 1] if kinds[words + 1 : words + 2] == ["ROWS"] else ()
    streak = next((run for run in part[start:] if run[0].type == "INAROW"), None)
    span = next((index for index in range(words, len(part)) if kinds[index] == "NUM"), None)
    days = _days(part[span : span + 2]) if span is not None else None
    if span is not None and days is None:
        return None
    late = span is not None and kinds[span - 1] == "LATER"
    bound = _text([streak]) if streak else _text(part[span - 1 - late : span + 2]) if span is not None else ""
    relation: Relation = _RELATIONS.get(before, "≥" if needed else "=")
    bare = _counted(part[words], unit, (relation, needed), sentence)
    return replace(bare, beside=bound, streak=streak is not None, days=days, late=late)


def _is_days(kinds: list[str], index: int) -> bool:
    """Whether a number counts days: `within 30 days`, `in the last 30 days`."""
    before = kinds[:index][-1:] if kinds[:index][-1:] != ["LATER"] else kinds[: index - 1][-1:]
    return bool(before) and before[0] in _BEFORE_DAYS


def _days(part: list[Run]) -> Decimal | None:
    """A number and a unit of time as days."""
    seconds = measured(f"{part[0][0].text} {part[1][0].text}") if len(part) > 1 and len(part[1]) == 1 else None
    return seconds / SECONDS["day"] if seconds else None


def _counted(words: Run, unit: Run, relation: tuple[Relation, Decimal], sentence: Span) -> Count:
    span = sentence.cut(words[0].start, max(words[-1].end, unit[-1].end if unit else 0))
    name = named(" ".join(word.text for word in words), span)
    return Count(name, unit[0].text if unit else "", *relation, span)


def _unit(part: list[Run]) -> Run:
    return next((run for run in part if run[0].type == "ROWS"), ())


def _text(runs: list[Run]) -> str:
    return " ".join(token.text for run in runs for token in run)


def _runs(tokens: tuple[Token, ...]) -> list[Run]:
    """The tokens with the words that stand together as one."""
    found = list[Run]()
    for token in tokens:
        if token.type == "W" and found and found[-1][0].type == "W":
            found[-1] = (*found[-1], token)
        else:
            found.append((token,))
    return found


def _quantity(draft: Draft, words: Run) -> str | None:
    """The quantity that some words end with: `work-type's cap` is the cap."""
    for start in range(len(words)):
        key = draft.fact_key(" ".join(token.text for token in words[start:]))
        if key in draft.quantities:
            return key
    return None


def _valued(grid: Grid) -> str:
    """The quantity that a map gives its values."""
    cell = grid.table.header.cells[grid.columns[0]]
    return named(cell.text, cell.span).key


def _held(row: Row, grid: Grid) -> Held:
    key, why = row.cells[grid.key].span, [row.cells[index].span for index in grid.reasons]
    return Held(tuple(items(key)), key, row.cells[grid.columns[0]].span, row.span, why[0] if why else None)
