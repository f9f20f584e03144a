"""What headings lend to what stands under them: a scope, a rank, a force, a subject, or a doubt that lets nothing go."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from harnessy.document import Heading, Section
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.lists import Force, force_of
from harnessy.rulebook.model import ALWAYS, INVARIANT_RANK, All, Compare, Condition
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import Place, strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import ARTICLES, Lexer, Token, glue, in_place
from harnessy.source import Span

_LEVELS = 1 + 2  # a force reaches down this many headings
_OF = frozenset({"of"})
_NOTE = re.compile(r"\([^()]*\)")
_NUMBERED = re.compile(r"[A-Za-z]+\s?-?\d+\b")
_PARTS = frozenset({"COMMA", "COLON", "DASH", "SEMI"})
_BOUNDING = frozenset({"ONLY", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL"})  # in a title; others are asked about there: `when to ask`
_RESTRICTS = frozenset(
    {"IF", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "AFTER", "WITHOUT", "NEVER", "NOT", "NO", "NOONE", "ONLY", "FORBID"},
)


@dataclass(frozen=True, slots=True)
class Lent:
    """What the surroundings of a sentence lend it: its place, a force for list items, or a reason not to read it alone."""

    place: Place
    force: Force | None = None
    blocked: str = ""


def surroundings(draft: Draft, section: Section, lexer: Lexer) -> Lent:
    """What the headings of a section lend."""
    place = place_of(draft, section, lexer)
    if section.heading is None or section.heading.level == 1:
        return Lent(place)
    if labelled(draft, section.heading, "INVARIANTS"):
        return Lent(replace(place, rank=INVARIANT_RANK))
    subject = draft.spelled_subject(section.heading.text)
    if subject is not None:
        return Lent(replace(place, subject=subject))
    for heading in reversed(section.trail[-_LEVELS:]):
        if heading.level == 1:
            break
        try:
            force = force_of(draft, heading.span, lexer, heading=True)
        except NotRead as reason:
            return Lent(place, None, str(reason))
        if force is not None and (heading is section.heading or strictest(force.acts) != "go"):
            return Lent(place, force)
    return Lent(place)


def tells_when(draft: Draft, section: Section, lexer: Lexer) -> bool:
    """Whether the heading of a section only announces when something binds (`When the table applies`), and a sentence tells."""
    if section.heading is None or section.heading.level == 1:
        return False
    tokens = glue(in_place(lexer.lex(section.heading.span)))
    announces = [token.type for token in tokens] == ["IF", "NP", "BIND"] or (
        [token.type for token in tokens] == ["IF", "NP"]
        and tokens[1].parts[-1].text.casefold() in draft.grammar.words.keywords["BIND_ONLY"]
    )
    return announces and any(thing.kind == "truth" and thing.trail == section.words for thing in draft.quantities.values())


def labelled(draft: Draft, heading: Heading, role: str) -> bool:
    """Whether a heading, without notes in brackets, is a header label of some role."""
    return role in draft.grammar.words.role_of.get(fold(_NOTE.sub("", heading.text)), frozenset())


def of_examples(draft: Draft, section: Section, span: Span) -> bool:
    """Whether what stands in a section is an example, by a heading above it.

    Where a table lists them, its rows are the examples: a sentence below it, as at the end of a page, is one like any other.
    """
    headed = any(heading.level > 1 and labelled(draft, heading, "EXAMPLES") for heading in section.trail)
    listed = (grid.table.span for grid in draft.grids if headed and grid.role == "EXAMPLES")
    return headed and not any(section.span.covers(table) and table.end <= span.start for table in listed)


def place_of(draft: Draft, section: Section, lexer: Lexer) -> Place:
    """The scope that headings below the page's title set, and those of them that restrict in a way nobody reads."""
    scope, unread = list[Condition](), []
    for heading in section.trail:
        if heading.level == 1 and (has_label(draft, heading.text, ("INACTIVE", "STATUS")) or _bounds_page(draft, heading, lexer)):
            unread.append(heading.span)
        if heading.level == 1 or draft.spelled_subject(heading.text) is not None:
            continue
        conditions, open_scope = _scope(draft, heading, lexer)
        scope.extend(conditions)
        if open_scope or (not conditions and _restricts(draft, heading, lexer)):
            unread.append(heading.span)
    return Place(section, All(tuple(scope)) if scope else ALWAYS, unread=tuple(unread))


def _bounds_page(draft: Draft, heading: Heading, lexer: Lexer) -> bool:
    """Whether a title says for whom, where or when its page holds: `For Ana`, `Ana only`, `Rules on Sundays`, `Until May`."""
    words = draft.grammar.words
    tokens = lexer.lex(heading.span)
    if any(token.type in _BOUNDING for token in tokens):
        return True
    texts = [token.text.casefold() for token in tokens if token.text.casefold() not in ARTICLES]
    if texts[:1] and texts[0] in words.headers["WHERE_FOR"] and not has_label(draft, heading.text, ("IDLE_PLACES",)):
        return words.acting(texts[1:], len(texts) - 1) != len(texts) - 1  # `For agents`
    if tokens[:1] and tokens[0].type == "IF":  # `When to ask`, `When agents act alone` are topics
        return not has_label(draft, heading.text, ("ASKED_WHEN",)) and not words.acting(texts[1 : 1 + 2], 1 + 1)
    times = (*words.headers["TIMES"], *words.formula["SEASONS"])
    asks = bool(texts) and texts[0] in {*words.headers["HOW_FAR"], *words.headers["WHAT"]}  # `How far robots go at night`
    return not asks and any(before in words.headers["WHERE_FOR"] and after in times for before, after in pairwise(texts))


def _scope(draft: Draft, heading: Heading, lexer: Lexer) -> tuple[list[Condition], bool]:
    """What a heading compares by naming a member of a scale or, in code, a value of a fact; whether that is open."""
    found = list[Condition]()
    for token in lexer.lex(heading.span):
        if token.type not in {"ATOM", "NAME"}:
            continue
        key = bare(token.text)
        facts = _owners(draft, token, key)
        if len(facts) > 1:
            return found, True
        found.extend(Compare(fact, "=", (key,), heading.span) for fact in facts)
    return found, False


def _owners(draft: Draft, token: Token, key: str) -> list[str]:
    scales = draft.member_scales(key)
    if len(scales) > 1:
        return [scale.name.key for scale in scales]
    if scales:
        fact = draft.column_fact(scales[0])
        return [fact] if fact else [scales[0].name.key, key]
    values = [fact.name.key for fact in draft.facts.values() if any(value.key == key for value in fact.values)]
    return values if token.type == "ATOM" else []


def _restricts(draft: Draft, heading: Heading, lexer: Lexer) -> bool:
    """Whether a heading may keep what stands under it from being in force, and is no force that is read."""
    words = draft.grammar.words
    if labelled(draft, heading, "INVARIANTS"):
        return False
    said = _without_keys(draft, heading, lexer)
    if has_label(draft, said, ("INACTIVE", "STATUS", "EXAMPLES", "TIMES")) or _is_level(draft, heading):
        return True
    tokens = in_place(lexer.lex(heading.span))
    topics = words.keywords["TOPIC"]
    loose = any(token.type == "HAZARD" and token.text.casefold() not in topics for token in tokens)
    openings = {*words.keywords["THROUGH"], "during", "outside"}
    parts = [0, *(index + 1 for index, token in enumerate(tokens) if token.type in _PARTS or token.text == "(")]
    starts = any(index < len(tokens) and tokens[index].text.casefold() in openings for index in parts)
    if not (loose or starts or any(token.type in _RESTRICTS for token in tokens)):
        return False
    return _no_force(draft, heading, lexer)


def _without_keys(draft: Draft, heading: Heading, lexer: Lexer) -> str:
    """The words of a heading without the facts by which it orders what stands below: `Limits per production`.

    Nor with what the whole page is for, by its title: `The stops of a night` on a page of a night watch.
    """
    per, tokens = draft.grammar.words.keywords["PER"], lexer.lex(heading.span)
    titles = (top for section in draft.document.sections for top in section.trail[:1] if top.level == 1)
    titled = frozenset(stem for title in titles for stem in stems(title.text))
    found, told = list[str](), [token for token in tokens if token.text.casefold() not in ARTICLES]
    for before, token in zip((None, *told), told, strict=False):
        after = before.text.casefold() if before is not None else ""
        own = after in _OF and stems(token.text) <= titled
        if not own and (after not in per or bare(token.text) not in draft.facts):
            found.append(token.text)
    return " ".join(found)


def _is_level(draft: Draft, heading: Heading) -> bool:
    """Whether a heading names a level that nobody declared: `L2`, `Tier 1`, `Phase two`."""
    first = fold(heading.text).split(" ")[0]
    return bool(_NUMBERED.match(heading.text)) or first in draft.grammar.words.headers["LEVEL_WORDS"]


def _no_force(draft: Draft, heading: Heading, lexer: Lexer) -> bool:
    try:
        return force_of(draft, heading.span, lexer, heading=True) is None
    except NotRead:
        return True
