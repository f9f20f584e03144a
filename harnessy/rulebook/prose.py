"""Pass 2 over prose: every sentence becomes rules, a definition, an example, rationale, or is not understood."""

from __future__ import annotations

from dataclasses import replace

from harnessy.document import Block, ListBlock, Paragraph, Section
from harnessy.rulebook.clauses import NotRead, Segment, is_normative, split
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.grids import column_fact
from harnessy.rulebook.model import ALWAYS, DEFAULT_RANK, All, Compare, Condition, Rule
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.statements import Place, Statements
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, in_place
from harnessy.source import Span

_FORCE = LOGIC - {"VERB", "BIND", "GT", "LT", "IF", "AFTER", "BEFORE"}


def compile_prose(draft: Draft) -> None:
    """Compile the sentences of paragraphs and lists."""
    lexer = draft.lexer()
    for section in draft.document.sections:
        place = _place(draft, section, lexer)
        blocked = _heading_force(section, lexer)
        _blocks(draft, section.blocks, place, blocked, lexer)


def _blocks(draft: Draft, blocks: tuple[Block, ...], place: Place, blocked: str, lexer: Lexer) -> None:
    for block in blocks:
        if isinstance(block, Paragraph):
            for sentence in block.sentences:
                _sentence(draft, sentence, place, blocked, lexer)
        elif isinstance(block, ListBlock):
            lead = block.lead.sentences[-1] if block.lead and block.lead.sentences else None
            _items(draft, block, place, blocked or _lead_force(lead, lexer), lexer)


def _items(draft: Draft, block: ListBlock, place: Place, blocked: str, lexer: Lexer) -> None:
    for item in block.items:
        own = item.sentences
        parent = own[-1] if own and own[-1].text.rstrip("*_ ").endswith(":") else None
        for sentence in own:
            _sentence(draft, sentence, place, blocked or ("a lead-in" if sentence is parent else ""), lexer)
        _blocks(draft, item.blocks, place, blocked or _lead_force(parent, lexer), lexer)


def _lead_force(lead: Span | None, lexer: Lexer) -> str:
    """Why a lead-in keeps its items from being read alone: it lends a force or a condition that is not compiled yet."""
    if lead is None:
        return ""
    return "the lead-in above lends it a force that is not compiled yet" if is_normative(lexer.lex(lead)) else ""


def _heading_force(section: Section, lexer: Lexer) -> str:
    """Why a heading keeps its sentences from being read alone. Topics lend nothing."""
    if section.heading is None or section.heading.level == 1:
        return ""
    tokens = in_place(lexer.lex(section.heading.span))
    whole = len(tokens) == 1 and tokens[0].type == "VERB"
    forced = whole or any(token.type in _FORCE for token in tokens)
    return "the heading above lends it a force that is not compiled yet" if forced else ""


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


def _sentence(draft: Draft, span: Span, place: Place, blocked: str, lexer: Lexer) -> None:
    tokens = lexer.lex(span)
    trail = place.section.words
    if (span.start, span.end) in draft.readings:
        return
    normative = is_normative(tokens) or _claims(draft, tokens)
    if blocked:
        _refuse(draft, span, tokens, place, blocked if normative else "")
        return
    try:
        rules, partly = _compile(draft, tokens, span, place)
    except NotRead as reason:
        _refuse(draft, span, tokens, place, str(reason) if normative else "")
        return
    draft.rules.extend(rules)
    kind = "rule" if rules or normative else "rationale"
    if not rules and kind == "rule":
        kind = "definition"
    draft.note(span, "not understood" if partly and not rules else kind, partly, trail)


def _claims(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence says of something that it is a member of a scale."""
    pairs = zip(tokens, tokens[1:], strict=False)
    return any(first.type == "COP" and bool(draft.member_scales(bare(second.text))) for first, second in pairs)


def _compile(draft: Draft, tokens: tuple[Token, ...], span: Span, place: Place) -> tuple[list[Rule], str]:
    """The rules of a sentence and what of it stays unread. Only a dash parts what may be read from what may not."""
    segments = split(tokens, span)
    statements = Statements(draft)
    rules, place = _opening(statements, segments, place)
    for segment in segments[1:]:
        rules.extend(statements.rules(segment, place))
    for unread in place.unread:
        draft.note(unread, "not understood", "what stands before the dash", place.section.words)
    return rules, "part of it is unread" if place.unread else ""


def _opening(statements: Statements, segments: tuple[Segment, ...], place: Place) -> tuple[list[Rule], Place]:
    first = segments[0]
    try:
        return statements.rules(first, place), place
    except NotRead:
        stands_alone = len(segments) == 2 and segments[1].joined == "DASH" and not first.clauses and not first.notes
        if not stands_alone:
            raise
    default = first.main[0].type == "DEFAULT"
    if not default and is_normative(first.main):
        raise NotRead("what stands before the dash is not understood")
    rank = DEFAULT_RANK if default else place.rank
    return [], replace(place, rank=rank, unread=(*place.unread, first.span))


def _refuse(draft: Draft, span: Span, tokens: tuple[Token, ...], place: Place, reason: str) -> None:
    """Rationale when nothing in it is normative; else not understood, and what it names may not read as go."""
    if not reason:
        draft.note(span, "rationale", trail=place.section.words)
        return
    draft.note(span, "not understood", reason, place.section.words)
    for subject in _mentioned(draft, tokens):
        draft.rules.append(Rule(f"unread/{fold(span.text)[:40]}", "unread mention", subject, ALWAYS, span, place.section.words, unread=(span,)))


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
