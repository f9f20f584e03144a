"""Pass 1 over metrics: which tables, fences, items and sentences tell a formula, a symbol, a veto or a threshold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Fence, ListBlock, Section, walk
from harnessy.rulebook.amount import number
from harnessy.rulebook.bands import claim_bands
from harnessy.rulebook.cells import is_quoted, lead_name
from harnessy.rulebook.clauses import is_normative
from harnessy.rulebook.collect import code_lines, sentences
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.formula import parse
from harnessy.rulebook.grammar import Node
from harnessy.rulebook.metric_talk import breach, claim_talk, only_leads
from harnessy.rulebook.model import Named
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.ranges import bounds, claim_range
from harnessy.rulebook.surroundings import of_examples
from harnessy.rulebook.symbols import Bounds, Symbol, phrases, words_of
from harnessy.rulebook.tables import first_column, role_column
from harnessy.rulebook.verdict_lines import arrow, requirement
from harnessy.rulebook.veto_tables import claim_veto_tables
from harnessy.source import Span

SYMBOLS = "SYMBOLS"
_PLAIN = frozenset({"", "text", "txt", "math", "formula"})
_DEFINED = re.compile(r"(?P<mark>\*\*|`|)(?P<name>[^\W\d][^\s*`=:(]*)(?P=mark)\s*(?P<sign>=|:|—|–)\s*(?P<rest>\S.*)", re.DOTALL)
_GLOSSED = re.compile(r"(?P<mark>\*\*|`)(?P<name>[^\W\d][^\s*`]*)(?P=mark)\s*\((?P<gloss>[^()]+)\)")
_MADE = re.compile(r"\s*[^\W\d]\w*\s*=(?P<made>[^=]*)")
_NAMES = re.compile(r"[^\W\d]\w*")
_BRACKETS = re.compile(r"\((?P<inner>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*\.?\s*\Z")


def claim_metrics(draft: Draft) -> None:
    """Find what the document says about its metric and mark it as read."""
    _tables(draft)
    claim_veto_tables(draft)
    claim_bands(draft)
    unread = list[tuple[Section, Fence]]()
    for section, fence in code_lines(draft):
        banded = any(fence.span.covers(line.span) for group in draft.pending.bands for line in group.lines[:1])
        if fence.info.casefold() in _PLAIN and not banded and not _apart(draft, section, fence.span):
            unread.extend([] if _fence(draft, section, fence) else [(section, fence)])
    known = {bare(name) for name in draft.pending.read_names()}
    known |= {name for one in draft.pending.arrows for name in one.names}
    for section, sentence in sentences(draft):
        if (sentence.start, sentence.end) not in draft.readings and not _apart(draft, section, sentence):
            _sentence(draft, section, sentence, known)
    for section, sentence in sentences(draft) if draft.pending.arrows else ():
        if (sentence.start, sentence.end) not in draft.readings:
            claim_talk(draft, section, sentence)
    _leads(draft)
    symbols = {one.name.key for one in draft.pending.symbols}
    for section, fence in unread:
        for line in (line for line in _lines(fence.body) if _means_formula(line.text, symbols)):
            _unread(draft, line, section)


def _means_formula(text: str, symbols: set[str]) -> bool:
    """Whether a line gives a name something made of symbols that the page explains: `S = f^^2 · p` is a slip, and no other text."""
    match = _MADE.fullmatch(text)
    told = {bare(word) for word in _NAMES.findall(match["made"])} if match else set[str]()
    return len(told & symbols) > 1 and told <= symbols


def _leads(draft: Draft) -> None:
    """`Where:` over a list of symbols only says that they follow; `Keep / drop logic (via `x.py`):` over arrows that these do."""
    arrows = [one.span.start for one in draft.pending.arrows]
    for section in draft.document.sections if arrows else ():
        lists = (item for block in walk(section.blocks) if isinstance(block, ListBlock) for item in block.items)
        for item in lists:
            over = item.sentences and any(block.span.start <= start < block.span.end for block in item.blocks for start in arrows)
            if over and only_leads(draft, item.sentences[-1]):
                draft.note(item.sentences[-1], "definition", trail=section.words)
                draft.pending.leads.append(item.sentences[-1])
    plain = {fold(word) for word in draft.grammar.words.formula["WHERE"]}
    told = {one.span.start for one in draft.pending.symbols}
    for section in draft.document.sections:
        for block in walk(section.blocks):
            items = block.items if isinstance(block, ListBlock) and block.lead is not None else ()
            lead = block.lead.sentences[-1] if isinstance(block, ListBlock) and block.lead is not None else section.span
            follows = all(any(sentence.start in told for sentence in item.sentences) for item in items)
            if items and follows and fold(lead.text) in plain:
                draft.note(lead, "definition", trail=section.words)
                draft.pending.leads.append(lead)


def _apart(draft: Draft, section: Section, span: Span) -> bool:
    """Whether words stand among examples or in a quote: they decide nothing."""
    return is_quoted(span) or of_examples(draft, section, span)


# -- tables


def _tables(draft: Draft) -> None:
    taken = {grid.table.span.start for grid in draft.grids}
    for section, table in draft.document.tables():
        key = first_column(draft, table)
        columns = {role: role_column(draft, table, role) for role in ("FORMULA", "REASON", "EMPTY", "RANGED")}
        if table.span.start in taken or role_column(draft, table, "SYMBOL") != key or columns["FORMULA"] is None:
            continue
        draft.grids.append(Grid(SYMBOLS, section, table, key))
        for row in table.rows:
            cells = {role: row.cells[at].span if at is not None else None for role, at in columns.items()}
            _row(draft, section, lead_name(row.cells[key]), row.span, cells)


def _row(draft: Draft, section: Section, name: Named, row: Span, cells: dict[str, Span | None]) -> None:
    made, gloss, empty = cells["FORMULA"], cells["REASON"], cells["EMPTY"]
    tree = parse(draft.grammar, made, "formula") if made is not None and made.text else None
    if made is not None and made.text and tree is None:
        _unread(draft, made, section)
    meaning = named(gloss.text, gloss) if gloss is not None and gloss.text else None
    over_nothing = number(empty.text) if empty is not None and empty.text else None
    within = _within(draft, section, cells["RANGED"])
    draft.pending.symbols.append(Symbol(name, row, section, meaning, tree, made if tree else None, over_nothing, within))
    draft.note(row, "definition", trail=section.words)


def _within(draft: Draft, section: Section, cell: Span | None) -> Bounds | None:
    found = bounds(draft, cell.text) if cell is not None else None
    if cell is not None and cell.text and found is None:
        draft.note(cell, "not understood", "no range", section.words)
        draft.complain("HN303", "error", f"`{' '.join(cell.text.split())}` is no range", cell, mend="write it as 0 to 1")
    return found


def _unread(draft: Draft, span: Span, section: Section) -> None:
    draft.note(span, "not understood", "the formula is not understood", section.words)
    mend = "see `Formula` in grammar/README.md for what may stand in one"
    draft.complain("HN303", "error", f"`{' '.join(span.text.split())}` is no formula", span, mend=mend)


# -- fences


def _fence(draft: Draft, section: Section, fence: Fence) -> bool:
    """A fence of formulas and arrows: one a line, or one over all lines. Whether there are any."""
    lines = [line for line in _lines(fence.body) if line.text.strip()]
    defined = [line for line in lines if _defined(draft, section, line)]
    found = [line for line in lines if line in defined or _arrow(draft, section, line)]
    whole = [fence.body] if not found and len(lines) > 1 and _defined(draft, section, fence.body) else []
    if not whole and not found:
        return False
    if whole or len(found) == len(lines):
        draft.note(fence.span, "definition" if whole or found == defined else "rule", trail=section.words)
        return True
    for line in lines:
        if line in found:
            draft.note(line, "definition" if line in defined else "rule", trail=section.words)
        else:
            _unread(draft, line, section)
    return True


def _lines(span: Span) -> Iterator[Span]:
    start = span.start
    for line in span.text.split("\n"):
        yield span.cut(start, start + len(line))
        start += len(line) + 1


def _defined(draft: Draft, section: Section, span: Span) -> bool:
    tree = parse(draft.grammar, span, "definition")
    if tree is None:
        return False
    name, formula = tree.nodes
    if not any(phrases(formula)):
        return False
    place = span.cut(name.tokens[0].start, name.tokens[-1].end)
    draft.pending.formulas.append(Symbol(named(words_of(name), place), span, section, None, formula, span))
    return True


def _arrow(draft: Draft, section: Section, span: Span) -> bool:
    found = arrow(draft, section, span)
    if found is None:
        return False
    draft.pending.arrows.append(found)
    return True


# -- sentences


def _sentence(draft: Draft, section: Section, sentence: Span, known: set[str]) -> None:
    if claim_range(draft, section, sentence):
        return
    veto = requirement(draft, section, sentence)
    if veto is not None:
        draft.pending.requirements.append(veto)
        draft.note(sentence, "rule", trail=section.words)
        return
    symbols = list(_glossed(draft, section, sentence, known))
    if symbols:
        draft.pending.symbols.extend(symbols)
        draft.note(sentence, "definition", trail=section.words)
        return
    found = arrow(draft, section, sentence) or breach(draft, section, sentence)
    if found is not None and (found.tree is None or _about(draft, found.tree, known)):
        draft.pending.arrows.append(found)
        draft.note(sentence, "rule", trail=section.words)


def _about(draft: Draft, tree: Node, known: set[str]) -> bool:
    """Whether a comparison is about the metric: all its names are symbols, or changes of symbols."""
    delta = draft.grammar.words.formula["DELTA"]
    names = [bare(name) for name in phrases(tree)]
    return bool(names) and all(name in known or _changed(name, delta) in known for name in names)


def _changed(name: str, delta: tuple[str, ...]) -> str:
    """What a change is of: `delta s` is one of `s`."""
    first, _, rest = name.partition(" ")
    return rest if first in delta else ""


def _glossed(draft: Draft, section: Section, sentence: Span, known: set[str]) -> Iterator[Symbol]:
    """`**f** = finished share (finished / all runs)`, `Adds **h** (helped share)`, where a formula reads f and h."""
    match = _DEFINED.match(sentence.text)
    if match and bare(match["name"]) in known:
        symbol = _definition(draft, section, sentence, match)
        if symbol.tree or not _limits(draft, _cut(sentence, match, "rest")):
            yield symbol
        return
    for found in _GLOSSED.finditer(sentence.text):
        if bare(found["name"]) in known:
            place = _cut(sentence, found, "name")
            gloss = _cut(sentence, found, "gloss")
            yield Symbol(named(found["name"], place), sentence, section, named(gloss.text, gloss))


def _limits(draft: Draft, span: Span) -> bool:
    """Whether what is said of a symbol is no gloss: it holds a number, a modal or a verdict (`must be less than a quarter`)."""
    tokens = draft.lexer().lex(span)
    return is_normative(tokens) or any(token.type == "NUMBER" or token.effect for token in tokens)


def _definition(draft: Draft, section: Section, sentence: Span, match: re.Match[str]) -> Symbol:
    rest = _cut(sentence, match, "rest")
    brackets = _BRACKETS.search(rest.text)
    inner = _cut(rest, brackets, "inner") if brackets else None
    gloss = rest.cut(rest.start, rest.start + brackets.start()) if brackets else rest
    applied = _is_function(draft, gloss.text)  # `x = mean(y)` is no gloss with a formula behind it
    tree = parse(draft.grammar, inner, "formula") if inner is not None and not applied else None
    if tree is None and (inner is None or applied) and match["sign"] == "=":
        tree, inner, gloss = parse(draft.grammar, rest, "formula"), rest, rest
    words = gloss.text.strip().rstrip(".")
    name = named(match["name"], _cut(sentence, match, "name"))
    return Symbol(name, sentence, section, named(words, gloss) if fold(words) else None, tree, inner if tree else None)


def _is_function(draft: Draft, text: str) -> bool:
    """Whether words end in the name of a function, or in a sign: what stands in brackets behind it is its argument."""
    words, last = draft.grammar.words.formula, (text.split() or [""])[-1].casefold()
    signs = ("TIMES", "OVER", "POWER", "PLUS", "MINUS", "LEFT", "BAR", "COMMA")
    functions = ("MIN", "MAX", "MEAN", "SUM", "COUNT", "ABS", "VARIANCE")
    return any(last.endswith(sign) for role in signs for sign in words[role]) or any(
        last.rpartition("(")[2] in words[role] for role in functions
    )


def _cut(span: Span, match: re.Match[str], group: str) -> Span:
    return span.cut(span.start + match.start(group), span.start + match.end(group))
