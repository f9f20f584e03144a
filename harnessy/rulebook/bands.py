"""Bands: stretches of a number and what follows in each, as items, as lines of a block of code, or as rows of a table.

A group is read where each of its parts is a band with an act behind it. The number has the name in front of the bands, at the head
of their column, in the words above them, or in the heading. What is in no band is said by none of them, and so never goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from harnessy.document import Block, Fence, Item, ListBlock, Paragraph, Section, Table, walk
from harnessy.rulebook.band_text import Band, band
from harnessy.rulebook.cells import is_quoted
from harnessy.rulebook.clauses import is_normative
from harnessy.rulebook.draft import Draft, Grid, named
from harnessy.rulebook.model import EVERYTHING, TRIGGER, Compare, Condition, Fact, Reading, Relation, Rule, Subject, conjoined
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.ranges import bounds
from harnessy.rulebook.surroundings import of_examples, surroundings
from harnessy.rulebook.symbols import Arrow, Banded, Bands
from harnessy.rulebook.tables import first_column, has_label, role_column
from harnessy.rulebook.tokens import LOGIC
from harnessy.rulebook.verdict_lines import consequence
from harnessy.source import Span

BAND = "band"
_SIGN = re.compile(r"(?:\s+(?P<noun>[^\W\d_]+s|[^\W\d_]{1,2}))?[\s*`]*(?:→|->|=>|⇒|:|=|—|–)\s*")
_BEYOND = re.compile(r"=?\s*[\d.]")
_UNIT = 2  # a shorter word behind a number is no name
_FEW, _SOME = 1 + 2, 1 + 2 + 2
_RANGED = re.compile(
    r"(?:\b(?:an?|the|its|each)\s+)(?P<name>[^\W\d]+)\s+(?P<range>(?:between|from)\s+\S+\s+(?:and|to)\s+[^\s.,;]+)", re.IGNORECASE
)
_VERDICTS = ("VERDICT", "ANSWER", "EFFECT")


def claim_bands(draft: Draft) -> None:
    """Find the groups of bands and mark them as read."""
    taken = {grid.table.span.start for grid in draft.grids}
    for section in draft.document.sections:
        lent = surroundings(draft, section, draft.lexer())
        before: Block | None = None
        for block in walk(section.blocks) if not lent.blocked and lent.force is None else ():
            if of_examples(draft, section, block.span):
                continue
            if block.span.start not in taken and not isinstance(block, Paragraph):
                _claim(draft, section, block, before)
            before = block


def _claim(draft: Draft, section: Section, block: Block, before: Block | None) -> None:
    lines, head = _parts(draft, block)
    told = [line for line in lines if line is not None]
    names = {bare(line.band.name) for line in told if line.band.name}
    nouns = {line.noun for line in told}
    mixed = len(names) > 1 or len(nouns - {""}) > 1
    arrows = isinstance(block, Fence) and all(line.band.name and len(line.band.ends) == 1 for line in told)
    if len(told) < len(lines) or len(told) < 1 + 1 or mixed or arrows or not any(line.acts for line in told):
        return
    above = before.sentences[-1] if isinstance(before, Paragraph) and before.sentences else None
    if above is not None and has_label(draft, above.text, ("EXAMPLES",)):
        return
    leads = above is not None and above.text.rstrip("*_ ").endswith(":")
    strange = above if leads and above is not None and not _only_ranges(draft, above) else None
    draft.pending.bands.append(Bands(tuple(told), section, head, above, strange))
    if isinstance(block, Table):
        draft.grids.append(Grid("BANDS", section, block, first_column(draft, block)))
    quotes = [item.blocks[0] for item in block.items if item.blocks] if isinstance(block, ListBlock) else []
    quoted = [quote.sentences[0] for quote in quotes if isinstance(quote, Paragraph)]
    for span in (*(line.span for line in told if line.acts), *quoted):
        draft.note(span, "rule", trail=section.words)
    for line in told:
        if not line.acts:
            draft.note(line.unread[0], "not understood", "no plain act", section.words)
    if above is not None and strange is None and _only_ranges(draft, above):
        draft.note(above, "definition", trail=section.words)
        draft.pending.leads.append(above)


def _only_ranges(draft: Draft, above: Span) -> bool:
    """Whether a sentence only says between what the number lies, or leads in to the bands."""
    match = _RANGED.search(above.text)
    if match is None:
        return _trimmed(draft, above) is not None and above.text.rstrip("*_ ").endswith(":")
    ends = (above.start + match.start("range"), above.start + match.end("range"))
    tokens = [token for token in draft.lexer().lex(above) if not ends[0] <= token.start < ends[1]]
    return not is_normative(tuple(tokens)) and not any(token.type in LOGIC or token.effect for token in tokens)


def _parts(draft: Draft, block: Block) -> tuple[list[Banded | None], Span | None]:
    """The bands of a block, None for what is none, and the head of their column."""
    if isinstance(block, ListBlock):
        spans = [_item(item) for item in block.items]
        return [_line(draft, span) if span is not None else None for span in spans], None
    if isinstance(block, Fence):
        plain = block.info.casefold() in {"", "text", "txt"}
        return [_line(draft, line) for line in _lines(block.body) if line.text.strip()] if plain else [], None
    return _rows(draft, block) if isinstance(block, Table) else ([], None)


def _rows(draft: Draft, block: Table) -> tuple[list[Banded | None], Span | None]:
    key = first_column(draft, block)
    columns = [at for at in (role_column(draft, block, role) for role in _VERDICTS) if at is not None and at != key]
    others = [at for at in range(len(block.header.cells)) if at != key]
    column = columns[0] if columns else others[0] if len(others) == 1 else None
    if column is None:
        return [], None
    rest = [at for at in others if at not in {column, role_column(draft, block, "REASON")}]
    found = list[Banded | None]()
    for row in block.rows:
        shape = band(draft.grammar.words.formula, row.cells[key].text)
        whole = shape is not None and not row.cells[key].text[shape.end :].strip("*` ")
        cell = row.cells[column].span
        acts, reason, unread = consequence(draft, cell) or ((), "", (cell,))
        beside = tuple(row.cells[at].span for at in rest if row.cells[at].text)
        found.append(Banded(shape, acts, row.span, reason, (*unread, *beside)) if shape and whole and cell.text else None)
    return found, block.header.cells[key].span


def _item(item: Item) -> Span | None:
    """The one sentence of an item; `- > 0.5: ask` is one, though Markdown takes the sign for that of a quote."""
    if len(item.sentences) == 1 and not item.blocks:
        return item.sentences[0] if not is_quoted(item.sentences[0]) else None
    quote = item.blocks[0] if len(item.blocks) == 1 and not item.sentences else None
    if not isinstance(quote, Paragraph) or not quote.quoted or len(quote.sentences) != 1:
        return None
    words = quote.sentences[0]
    start = words.source.text.rfind(">", 0, words.start)
    return words.cut(start, words.end) if start >= 0 and _BEYOND.match(words.text) else None


def _lines(body: Span) -> Iterator[Span]:
    for match in re.finditer(r"\S(?:[^\n]*\S)?", body.text):
        yield body.cut(body.start + match.start(), body.start + match.end())


def _line(draft: Draft, span: Span) -> Banded | None:
    """A band, perhaps what it counts, a sign, and the acts behind it."""
    shape = band(draft.grammar.words.formula, span.text)
    sign = _SIGN.match(span.text, shape.end) if shape is not None else None
    told = consequence(draft, span.cut(span.start + sign.end(), span.end)) if sign else None
    if shape is None or sign is None or told is None:
        return None
    if shape.name.partition(" ")[0].casefold() in draft.grammar.words.keywords["IF"]:  # a sentence of its own
        return None
    noun = span.cut(span.start + sign.start("noun"), span.start + sign.end("noun")) if sign["noun"] else None
    plain = noun is None or [token.type for token in draft.nameless().lex(noun)] == ["WORD"]
    return Banded(shape, told[0], span, told[1], told[2], noun.text.casefold() if noun is not None else "") if plain else None


# -- what the number is called


def settle_bands(draft: Draft) -> None:
    """Make arrows of bands of the metric, and rules of all others."""
    known = {bare(name) for name in draft.pending.read_names()} | set(draft.quantities)
    delta = draft.grammar.words.formula["DELTA"]
    for group in draft.pending.bands:
        name = _name(draft, group, known)
        if name is None:
            _refuse(draft, group, "nothing says which number this is about")
            continue
        first, _, rest = bare(name.text).partition(" ")
        metric = bare(name.text) in known or (first in delta and rest in known)
        if metric:
            key = bare(name.text)
            draft.pending.arrows.extend(_arrow(group, line, key) for line in group.lines if line.acts)
        else:
            _rules(draft, group, name)


def _name(draft: Draft, group: Bands, known: set[str]) -> Span | None:
    """Where the number is named: beside the bands, at the head of their column, above them, or in the heading."""
    for line in group.lines:
        if line.band.name:
            start = line.span.text.find(line.band.name.split()[0])
            return line.span.cut(line.span.start + start, line.span.start + start + len(line.band.name))
    if all(len(line.noun) > _UNIT for line in group.lines):
        line = group.lines[0]
        start = line.span.start + line.span.text.casefold().index(line.noun)
        return line.span.cut(start, start + len(line.noun))
    places = [place for place in (group.head, *_above(group)) if place is not None]
    heading = group.section.heading
    if heading is not None and heading.level > 1:
        places.append(heading.span)
    made = (_trimmed(draft, place, _SOME if place == group.head else _FEW) for place in places)
    trimmed = [found for found in made if found is not None]
    declared = (found for found in trimmed if bare(found.text) in known or bare(found.text) in draft.facts)
    return next(declared, None) or next(iter(trimmed), None)


def _above(group: Bands) -> Iterator[Span]:
    if group.above is None:
        return
    match = _RANGED.search(group.above.text)
    if match:
        yield group.above.cut(group.above.start + match.start("name"), group.above.start + match.end("name"))
    elif group.above.text.rstrip("*_ ").endswith(":"):
        yield group.above.cut(group.above.start, group.above.start + group.above.text.rindex(":"))


def _trimmed(draft: Draft, place: Span, most: int = _FEW) -> Span | None:
    """A few words without those that only say that bands follow; None where none are left, or too many."""
    plain = draft.grammar.words.formula["BANDED"]
    words = list(re.finditer(r"[^\s*`:]+", place.text))
    while words and words[0].group().casefold() in plain:
        words = words[1:]
    while words and words[-1].group().casefold() in plain:
        words = words[:-1]
    if not words or len(words) > most:
        return None
    found = place.cut(place.start + words[0].start(), place.start + words[-1].end())
    return found if bare(found.text) in draft.facts or _is_name(draft, found) else None


def _is_name(draft: Draft, words: Span) -> bool:
    """Whether words only name something: `share of nets`, and not `Ana's ore`, `ore in Delft`, `ore (until 2031)`."""
    tokens = draft.nameless().lex(words)
    joins = draft.grammar.words.formula["OF"]
    plain = all(token.type == "WORD" or token.text.casefold() in joins for token in tokens)
    return plain and bool(tokens) and words.text[:1].isalpha() and not set(words.text) & set("'’()[],")


def _refuse(draft: Draft, group: Bands, why: str) -> None:
    mend = "name it in front of the bands, or at the head of their column"
    for line in group.lines:
        draft.complain("HN301", "warning", f"this band is not understood: {why}", line.span, mend=mend)
        draft.readings[line.span.start, line.span.end] = Reading(line.span, "not understood", why, group.section.words)
    draft.doubt(EVERYTHING, group.lines[0].span)


# -- what follows


def _arrow(group: Bands, line: Banded, key: str) -> Arrow:
    when = _when(line.band, key, line.span)
    unread = (*line.unread, *((group.strange,) if group.strange is not None else ()))
    return Arrow(None, line.acts, line.span, group.section, line.reason, "", unread, when, key)


def _when(shape: Band, key: str, span: Span) -> Condition:
    low: Relation = "≥" if shape.shut[0] else ">"
    high: Relation = "≤" if shape.shut[1] else "<"
    ends = ((low, shape.low), (high, shape.high))
    return conjoined(*(Compare(key, relation, (end,), span) for relation, end in ends if end is not None))


def _rules(draft: Draft, group: Bands, name: Span) -> None:
    key = draft.fact_key(name.text) if bare(name.text) in draft.facts else bare(name.text)
    fact = draft.facts.get(key or "")
    if key is None or (fact is not None and fact.kind != "number"):
        _refuse(draft, group, f"`{name.text}` is no number")
        return
    known = draft.add_fact(Fact(named(name.text, name), "number"))
    draft.facts[key] = replace(known, within=_within(draft, group))
    heading = group.section.heading
    free = heading is not None and heading.level > 1 and _is_free(draft, heading.text)
    aliases = (named(heading.text, heading.span),) if heading is not None and free else ()
    subject = named(f"{known.name.text} {BAND}", name)
    if subject.key not in draft.subjects:
        draft.subjects[subject.key] = Subject(subject, BAND, aliases)
    place = surroundings(draft, group.section, draft.lexer()).place
    trail = group.section.words
    for line in group.lines:
        ends = " ".join(map(str, line.band.ends))
        identity = "/".join(fold(text).replace(" ", "-") for text in (trail[-1] if trail else "", f"{known.name.text} {ends}"))
        when = conjoined(place.scope, _when(line.band, key, line.span))
        unread = (*place.unread, *line.unread, *((group.strange,) if group.strange is not None else ()))
        why = (name,) if not line.span.covers(name) else ()
        family = BAND if line.acts else "unread"
        rule = Rule(identity, family, subject.key, when, line.span, trail, line.acts, unread=unread, why=why)
        draft.rules.append(rule)
        if strictest(line.acts) in TIGHT:  # what stops at a number stops everything there, as `if X is above N: stop` does
            draft.rules.append(replace(rule, family=TRIGGER, target=EVERYTHING))


def _is_free(draft: Draft, text: str) -> bool:
    """Whether nothing else has a name."""
    key = bare(text)
    return key not in draft.facts and key not in draft.quantities and draft.subject_key(text) is None


def _within(draft: Draft, group: Bands) -> tuple[Decimal | None, Decimal | None]:
    """Between what the number lies: as is said above, or nothing and all where no band has more."""
    match = _RANGED.search(group.above.text) if group.above is not None else None
    said = bounds(draft, match["range"]) if match else None
    if said is not None:
        return said
    ends = [end for line in group.lines for end in line.band.ends]
    parts = all(0 <= end <= 1 for end in ends) and any(end % 1 for end in ends)
    return (Decimal(0), Decimal(1)) if parts else (None, None)


def mind_bands(draft: Draft) -> None:
    """Keep a band from going while a rule elsewhere holds or halts what it lets go."""
    going = [rule for rule in draft.rules if rule.family == BAND and strictest(rule.acts) == "go"]
    for rule in going:
        verbs = frozenset().union(*(stems(act.verb) for act in rule.acts))
        others = (other for other in draft.rules if other.family != BAND and other.target != EVERYTHING)
        for other in [other for other in others if strictest(other.acts) in TIGHT]:
            if verbs & stems(other.span.text):
                draft.mention(rule.target, other.span, other.trail)
