"""Pass 2 over prose: every sentence becomes rules, a definition, an example, rationale, or is not understood."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace

from harnessy.document import Block, ListBlock, Paragraph, Section
from harnessy.rulebook.clauses import NotRead, Segment, is_normative, split
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.families import read
from harnessy.rulebook.grids import column_fact
from harnessy.rulebook.lists import Force, compile_list, force_of
from harnessy.rulebook.model import ALWAYS, DEFAULT_RANK, INVARIANT_RANK, All, Class, Compare, Condition, Rule
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span


def compile_prose(draft: Draft) -> None:
    """Compile the sentences of paragraphs and lists."""
    lexer = draft.lexer()
    for section in draft.document.sections:
        place, force, blocked = _surroundings(draft, section, lexer)
        _blocks(draft, section.blocks, Lent(place, force, blocked), lexer)


_LEVELS = 1 + 2  # a force reaches down this many headings
_SOFT = frozenset({"DASH", "COLON", "COMMA"})


@dataclass(frozen=True, slots=True)
class Lent:
    """What the surroundings of a sentence lend it: its place, a force for list items, or a reason not to read it alone."""

    place: Place
    force: Force | None = None
    blocked: str = ""


def _surroundings(draft: Draft, section: Section, lexer: Lexer) -> tuple[Place, Force | None, str]:
    place = _place(draft, section, lexer)
    if section.heading is None or section.heading.level == 1:
        return place, None, ""
    if _is_invariant(draft, section):
        return replace(place, rank=INVARIANT_RANK), None, ""
    subject = draft.subject_key(section.heading.text)
    if subject is not None and bare(section.heading.text) in {
        subject,
        *(alias.key for alias in draft.subjects[subject].aliases),
    }:
        return replace(place, subject=subject), None, ""
    for heading in reversed(section.trail[-_LEVELS:]):
        if heading.level == 1:
            break
        try:
            force = force_of(draft, heading.span, lexer, heading=True)
        except NotRead as reason:
            return place, None, str(reason)
        if force is not None:
            return place, force, ""
    return place, None, ""


def _is_invariant(draft: Draft, section: Section) -> bool:
    """Whether a heading, without notes in brackets, is one of the labels of hard rules."""
    text = re.sub(r"\([^()]*\)", "", section.heading.text if section.heading else "")
    return "INVARIANTS" in draft.grammar.words.role_of.get(fold(text), frozenset())


def _blocks(draft: Draft, blocks: tuple[Block, ...], lent: Lent, lexer: Lexer) -> None:
    for block, after in zip(blocks, [*blocks[1:], None], strict=False):
        if isinstance(block, Paragraph):
            leads = isinstance(after, ListBlock) and after.lead is not None
            for sentence in block.sentences[: len(block.sentences) - leads]:
                _sentence(draft, sentence, lent, lexer)
        elif isinstance(block, ListBlock):
            lead = block.lead.sentences[-1] if block.lead and block.lead.sentences else None
            _items(draft, block, _under(draft, lead, lent, lexer), lexer)


def _is_lead(span: Span) -> bool:
    return span.text.rstrip("*_ ").endswith(":")


def _under(draft: Draft, lead: Span | None, lent: Lent, lexer: Lexer) -> Lent:
    """What the items of a list inherit: the force of the lead-in, the nearer one, else of the heading."""
    if lead is None:
        return lent
    trail = lent.place.section.words
    try:
        force = force_of(draft, lead, lexer, heading=False)
    except NotRead as reason:
        draft.note(lead, "not understood", "its force is not understood", trail)
        return replace(lent, force=None, blocked=str(reason))
    if force is None:
        draft.note(lead, "rationale", trail=trail)
        return lent
    draft.note(lead, "rule", trail=trail)
    return replace(lent, force=force, blocked="")


def _items(draft: Draft, block: ListBlock, lent: Lent, lexer: Lexer) -> None:
    force = lent.force if not lent.blocked else None
    if force is not None and force.conditional and any(item.blocks for item in block.items):
        force, lent = None, replace(lent, force=None, blocked="an item of the list has parts of its own")
    if force is not None:
        compile_list(draft, block, force, lent.place, lexer)
        for item in block.items:
            _blocks(draft, item.blocks, replace(lent, force=None, blocked="an item above lends it a force"), lexer)
        return
    for item in block.items:
        parent = item.sentences[-1] if item.sentences and _is_lead(item.sentences[-1]) else None
        for sentence in item.sentences:
            if sentence is not parent:
                _sentence(draft, sentence, lent, lexer)
        _blocks(draft, item.blocks, _under(draft, parent, lent, lexer), lexer)


def _place(draft: Draft, section: Section, lexer: Lexer) -> Place:
    """A heading that names a member of a scale scopes what stands under it."""
    scope = list[Condition]()
    for heading in section.trail:
        if heading.level == 1:
            continue
        for token in lexer.lex(heading.span):
            if token.type in {"ATOM", "NAME"}:
                scope.extend(_member_scope(draft, token, heading.span))
    return Place(section, All(tuple(scope)) if scope else ALWAYS)


def _member_scope(draft: Draft, token: Token, span: Span) -> list[Condition]:
    scales = draft.member_scales(bare(token.text))
    if len(scales) != 1:
        return []
    fact = column_fact(draft, scales[0])
    return [Compare(fact, "=", (bare(token.text),), span)] if fact else []


def _sentence(draft: Draft, span: Span, lent: Lent, lexer: Lexer) -> None:
    place, blocked = lent.place, lent.blocked
    tokens = lexer.lex(span)
    trail = place.section.words
    if (span.start, span.end) in draft.readings:
        return
    normative = is_normative(tokens) or _claims(draft, tokens)
    try:
        rules, partly = _compile(draft, tokens, span, place)
        if blocked and not (rules and all(strictest(rule.acts) in {"hold", "halt"} for rule in rules)):
            raise NotRead(blocked)
    except NotRead as reason:
        _refuse(draft, span, tokens, place, str(reason) if normative else "")
        return
    draft.rules.extend(rules)
    kind: Class = "rule" if rules else "definition" if normative else "rationale"
    draft.note(span, "not understood" if partly and not rules else kind, partly, trail)


def _claims(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence says of something that it is a member of a scale."""
    pairs = itertools.pairwise(tokens)
    return any(first.type == "COP" and bool(draft.member_scales(bare(second.text))) for first, second in pairs)


def _compile(draft: Draft, tokens: tuple[Token, ...], span: Span, place: Place) -> tuple[list[Rule], str]:
    """The rules of a sentence and what of it stays unread.

    A dash, a colon after a statement and a comma before a force word part statements: what compiles whole stands, if the
    rest carries no logic; it may then hold, never go. `default` before a dash lends its weakness to what follows.
    """
    segments = split(tokens, span)
    soft = all(segment.joined in _SOFT for segment in segments[1:]) and len(segments) > 1
    refused = dict[int, NotRead]()
    statements = Statements(draft)
    for index, segment in enumerate(segments):
        try:
            read(statements, segment, place)
        except NotRead as reason:
            refused[index] = reason
    if refused and (not soft or len(refused) == len(segments)):
        raise next(iter(refused.values()))
    kept = [reason for index, reason in refused.items() if not _sets_aside(segments[index], index)]
    if kept:
        raise kept[0]
    default = 0 in refused and segments[0].main[:1] != () and segments[0].main[0].type == "DEFAULT"
    spans = tuple(segments[index].span for index in refused)
    own = replace(place, rank=DEFAULT_RANK if default else place.rank, unread=(*place.unread, *spans))
    rules = [rule for index, segment in enumerate(segments) if index not in refused for rule in read(statements, segment, own)]
    for unread in spans:
        draft.note(unread, "not understood", "beside what is read", place.section.words)
    return rules, "part of it is unread" if spans else ""


def _sets_aside(segment: Segment, index: int) -> bool:
    """Whether a part that nobody reads carries no logic, exception or condition, or is a `default` that only weakens."""
    if segment.clauses or any(is_normative(note.tokens) for note in segment.notes):
        return False
    default = index == 0 and bool(segment.main) and segment.main[0].type == "DEFAULT"
    return default or not is_normative(segment.main)


def _refuse(draft: Draft, span: Span, tokens: tuple[Token, ...], place: Place, reason: str) -> None:
    """Rationale when nothing in it is normative; else not understood, and what it names may not read as go."""
    if not reason:
        draft.note(span, "rationale", trail=place.section.words)
        return
    draft.note(span, "not understood", reason, place.section.words)
    for subject in _mentioned(draft, tokens):
        draft.rules.append(
            Rule(
                f"unread/{fold(span.text)[:40]}",
                "unread mention",
                subject,
                ALWAYS,
                span,
                place.section.words,
                unread=(span,),
            )
        )


def _mentioned(draft: Draft, tokens: tuple[Token, ...]) -> list[str]:
    """The subjects that a sentence names, one by one, by `every` and their kind, or by what binds."""
    names = {bare(token.text) for token in tokens if token.type in {"NAME", "ATOM"}}
    found = {key for key, subject in draft.subjects.items() if names & {name.key for name in (subject.name, *subject.aliases)}}
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.type == "EVERY" and after is not None:
            kind = draft.kind_key(after.text)
            found |= {key for key, subject in draft.subjects.items() if subject.kind == kind} if kind else set()
        if token.type == "BIND" and index and _names_matrix(draft, tokens[index - 1]):
            found |= {rule.target for rule in draft.rules if rule.family == "matrix"}
    return sorted(found)


def _names_matrix(draft: Draft, token: Token) -> bool:
    wanted = stems(token.text)
    return any(grid.role == "MATRIX" and wanted <= matrix_stems(draft, grid.section, grid.scale) for grid in draft.grids)


def matrix_stems(draft: Draft, section: Section, scale: str) -> frozenset[str]:
    """The stems by which a sentence may name a matrix: its headings, its scale and what its columns read."""
    words = [*section.words[1:], draft.scales[scale].name.text]
    fact = column_fact(draft, draft.scales[scale])
    return frozenset().union(*(stems(word) for word in [*words, fact or ""]))
