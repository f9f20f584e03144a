"""Pass 2 over prose: every sentence becomes rules, a definition, an example, rationale, or is not understood."""

from __future__ import annotations

import itertools
from dataclasses import replace

from harnessy.document import Block, ListBlock, Paragraph, Section, walk
from harnessy.rulebook.carried import carries
from harnessy.rulebook.cells import is_quoted
from harnessy.rulebook.clauses import NotRead, Segment, is_normative, split
from harnessy.rulebook.described import describes
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.families import read
from harnessy.rulebook.lists import compile_list, force_of
from harnessy.rulebook.model import DEFAULT_RANK, EVERYTHING, Class, Rule
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.otherwise import otherwise
from harnessy.rulebook.permission_lists import compile_labelled
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.reach import denies_status, doubt
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.surroundings import Lent, of_examples, surroundings, tells_when
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.telling import tells
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span


def compile_prose(draft: Draft) -> None:
    """Compile the sentences of paragraphs and lists."""
    lexer = draft.lexer()
    for section in draft.document.sections:
        lent = surroundings(draft, section, lexer)
        apart = tuple(block for block in section.blocks if of_examples(draft, section, block.span))
        _examples(draft, section, apart)
        _blocks(draft, tuple(block for block in section.blocks if block not in apart), lent, lexer)
    _mention_operations(draft)


_FRONT = 1 + 1
_BRIEF = 1 + 1 + 1  # words of a sentence beside a permission that may be its condition: `Ana signs.`
_LIMITS = frozenset({"NO", "NOONE", "NOT", "NEVER", "IF", "ONLYIF", "UNLESS", "UNTIL", "EXCEPT"})
_SOFT = frozenset({"DASH", "COLON", "COMMA"})


def _examples(draft: Draft, section: Section, blocks: tuple[Block, ...]) -> None:
    """What stands under a heading for examples decides nothing."""
    for block in walk(blocks):
        items = block.items if isinstance(block, ListBlock) else ()
        sentences = block.sentences if isinstance(block, Paragraph) else tuple(span for item in items for span in item.sentences)
        for sentence in sentences:
            draft.note(sentence, "example", trail=section.words)


def _blocks(draft: Draft, blocks: tuple[Block, ...], lent: Lent, lexer: Lexer) -> None:
    for block, after in zip(blocks, [*blocks[1:], None], strict=False):
        if isinstance(block, Paragraph):
            leads = isinstance(after, ListBlock) and after.lead is not None
            _together(draft, block.sentences[: len(block.sentences) - leads], lent, lexer)
        elif isinstance(block, ListBlock):
            lead = block.lead.sentences[-1] if block.lead and block.lead.sentences else None
            if lead is not None and (lead.start, lead.end) in draft.criteria:
                continue
            _items(draft, block, _under(draft, lead, lent, lexer), lexer)


def _together(draft: Draft, sentences: tuple[Span, ...], lent: Lent, lexer: Lexer) -> None:
    """Sentences that stand together: one that nobody understands may take back what another lets go."""
    start = len(draft.rules)
    for sentence in sentences:
        _sentence(draft, sentence, lent, lexer)
    doubts = tuple(span for span in sentences if _doubtful(draft, span))
    if not doubts:
        return
    for index in range(start, len(draft.rules)):
        rule = draft.rules[index]
        if rule.value is not None or strictest(rule.acts) not in TIGHT:
            own = tuple(span for span in doubts if not span.covers(rule.span))
            draft.rules[index] = replace(rule, unread=(*rule.unread, *own))


def _doubtful(draft: Draft, span: Span) -> bool:
    reading = draft.readings.get((span.start, span.end))
    if reading is None or tells(draft, span):
        return False
    brief = reading.kind == "rationale" and len(span.text.split()) <= _BRIEF
    return brief or reading.kind == "not understood"


def _is_lead(span: Span) -> bool:
    return span.text.rstrip("*_ ").endswith(":")


def _under(draft: Draft, lead: Span | None, lent: Lent, lexer: Lexer) -> Lent:
    """What the items of a list inherit: the force of the lead-in, the nearer one, else of the heading.

    A lead-in that is no force may name a subject. Any other one may restrict: what stands under it never goes for that.
    """
    if lead is None:
        return lent
    trail = lent.place.section.words
    try:
        force = force_of(draft, lead, lexer, heading=False)
    except NotRead as reason:
        draft.note(lead, "not understood", "its force is not understood", trail)
        return replace(lent, force=None, blocked=str(reason))
    if force is not None:
        draft.note(lead, "rule", trail=trail)
        return replace(lent, force=force, blocked="")
    draft.note(lead, "rationale", trail=trail)
    subject = draft.subject_key(lead.text.rstrip("*_: "))
    if subject is not None and bare(lead.text.rstrip("*_: ")) == subject:
        return replace(lent, place=replace(lent.place, subject=subject))
    place = replace(lent.place, unread=(*lent.place.unread, lead))
    if lent.force is not None and strictest(lent.force.acts) == "go":
        return Lent(place, None, "the lead-in above is not understood")
    return replace(lent, place=place)


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
        _together(draft, item.sentences[: len(item.sentences) - (parent is not None)], lent, lexer)
        if parent is not None and (parent.start, parent.end) in draft.criteria:
            continue
        _blocks(draft, item.blocks, _under(draft, parent, lent, lexer), lexer)


def _sentence(draft: Draft, span: Span, lent: Lent, lexer: Lexer) -> None:
    place, blocked = lent.place, lent.blocked
    tokens = lexer.lex(span)
    trail = place.section.words
    if (span.start, span.end) in draft.readings:
        return
    if _is_example(draft, tokens):
        draft.note(span, "example", trail=trail)
        return
    if denies_status(draft, span):
        draft.note(span, "not understood", "it says that something is not in force", trail)
        draft.doubt(EVERYTHING, span)
        return
    if _is_legend(tokens):
        draft.note(span, "not understood", "what a verdict word stands for is not compiled yet", trail)
        draft.doubt(EVERYTHING, span)
        return
    if compile_labelled(draft, span, place, lexer):
        return
    normative = is_normative(tokens) or _claims(draft, tokens) or _bounds(draft, tokens)
    if is_quoted(span):
        place = replace(place, unread=(*place.unread, span))
    try:
        rules, partly = _compile(draft, tokens, span, place)
        if rules and all(rule.family == "activation" for rule in rules) and tells_when(draft, place.section, lexer):
            rules, blocked = [_announced(rule) for rule in rules], ""
        if blocked and not (rules and all(strictest(rule.acts) in TIGHT for rule in rules)):
            raise NotRead(blocked)
    except NotRead as reason:
        hint = draft.hints.get((span.start, span.end), str(reason))
        _refuse(draft, span, tokens, place, hint if normative else "")
        return
    draft.rules.extend(rules)
    kind: Class = "rule" if rules else "definition" if normative else "rationale"
    draft.note(span, "not understood" if partly and not rules else kind, partly, trail)


def _announced(rule: Rule) -> Rule:
    """The rule of a sentence without the heading that announces it among what is unread."""
    unread = (span for span in rule.unread if not span.source.text.startswith("#", span.source.line_start(span.line)))
    return replace(rule, unread=tuple(unread))


def _is_legend(tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence says what a verdict word or sign stands for: `✅ = ask a person`."""
    says = [token for token in tokens if token.type not in {"QUOTE", "HARMLESS"}]
    first = tokens[0].text.strip('"“”') if tokens else ""
    quoted = bool(tokens) and tokens[0].type in {"QUOTE", "ATOM"} and len(first.split()) == 1
    verdict = bool(tokens) and bool(tokens[0].effect)
    return (verdict or quoted) and bool(says) and any(token.type in {"EQ", "MEANS"} for token in tokens[1 : 1 + 1])


def _is_example(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence begins with `for example` or a label for examples: it decides nothing."""
    labels = draft.grammar.words.headers["EXAMPLES"]
    opening = bare(" ".join(token.text for token in tokens[:2]))
    return any(opening == label or opening.startswith(f"{label} ") for label in labels) and any(
        token.type in {"COLON", "COMMA"} for token in tokens[1 : 1 + 2]
    )


def _mention_operations(draft: Draft) -> None:
    """A sentence that nobody understands keeps an operation whose words it holds from going."""
    doubts = [reading for reading in draft.readings.values() if reading.kind == "not understood"]
    permitted = {rule.target for rule in draft.rules if strictest(rule.acts) == "go" and rule.target in draft.operations}
    for key in sorted(permitted):
        for reading in doubts:
            if stems(key) <= stems(reading.span.text):
                draft.mention(key, reading.span, reading.trail)


def _claims(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence says of something that it is a member of a scale."""
    pairs = itertools.pairwise(tokens)
    return any(first.type == "COP" and bool(draft.member_scales(bare(second.text))) for first, second in pairs)


def _bounds(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence gives a limit its amount: `max retries: 3`."""
    colon = next((index for index, token in enumerate(tokens[:-1]) if token.type in {"COLON", "EQ"}), 0)
    label = " ".join(token.text for token in tokens[:colon])
    return bool(colon) and tokens[colon + 1].type == "NUMBER" and has_label(draft, label, ("BOUNDS",))


def _compile(draft: Draft, tokens: tuple[Token, ...], span: Span, place: Place) -> tuple[list[Rule], str]:
    """The rules of a sentence and what of it stays unread.

    A dash, a colon after a statement and a comma before a force word part statements: what compiles whole stands, if the
    rest carries no logic; it may then hold, never go. `default` before a dash lends its weakness to what follows.
    """
    segments = split(_with_places(draft, _asking(draft, tokens)), span)
    other = otherwise(Statements(draft), segments, place)
    if other:
        return other, ""
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
    effects = {strictest(rule.acts) for rule in rules if rule.acts}
    if len(segments) > 1 and "go" in effects and any(rule.family == "prohibition" for rule in rules):
        raise NotRead("one part lets go what another may take back")
    for unread in spans:
        draft.note(unread, "not understood", "beside what is read", place.section.words)
    return rules, "part of it is unread" if spans else ""


def _asking(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`Agents ask before …` without those who ask: it orders them to."""
    texts = [token.text.casefold() for token in tokens[:_BRIEF]]
    count = draft.grammar.words.acting(texts, _FRONT)
    verb, behind = tokens[count : count + 1], tokens[count + 1 : count + 1 + 1]
    asks = bool(count and verb and behind) and verb[0].effect == "hold" and behind[0].type == "BEFORE"
    return tokens[count:] if asks else tokens


def _with_places(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens of a prohibition with words such as `against` as plain ones: it forbids what it names by all its words."""
    if not tokens or tokens[0].type != "NEVER":
        return tokens
    plain = draft.grammar.words.headers["PLACES_IN_A_PROHIBITION"]
    placed = (token.type == "HAZARD" and token.text.casefold() in plain for token in tokens)
    return tuple(replace(token, type="WORD") if at else token for token, at in zip(tokens, placed, strict=True))


def _sets_aside(segment: Segment, index: int) -> bool:
    """Whether a part that nobody reads carries no logic, exception or condition, or is a `default` that only weakens."""
    if segment.clauses or any(is_normative(note.tokens) for note in segment.notes):
        return False
    default = index == 0 and bool(segment.main) and segment.main[0].type == "DEFAULT"
    return default or not is_normative(segment.main)


def _refuse(draft: Draft, span: Span, tokens: tuple[Token, ...], place: Place, reason: str) -> None:
    """Rationale when nothing in it is normative; else not understood, and what it names may not read as go."""
    if tells(draft, span):
        draft.note(span, "rationale", trail=place.section.words)
        return
    if carries(draft, span) or (not reason and describes(draft, span)):
        draft.note(span, "definition", "it says what the page or its agents are", place.section.words)
        return
    in_doubt = any(fold(span.text).startswith(phrase) for phrase in draft.grammar.words.keywords["DOUBT"])
    doubted = not in_doubt and doubt(draft, tokens, span)
    _point_back(draft, span, tokens, place, reason=reason)
    if not reason and not doubted:
        draft.note(span, "rationale", trail=place.section.words)
        return
    draft.note(span, "not understood", reason or "it may say something of a name or of everything", place.section.words)
    for subject in _mentioned(draft, tokens):
        draft.mention(subject, span, place.section.words)


def _point_back(draft: Draft, span: Span, tokens: tuple[Token, ...], place: Place, *, reason: str) -> None:
    """A sentence about a subject in front, or a rule-like one about `it` or `this`, may take back what was let go there."""
    front = [token for token in tokens[:_FRONT] if token.type in {"NAME", "ATOM"}]
    words = {bare(token.text) for token in front[:1]}
    targets = {key for key, subject in draft.subjects.items() if words & {name.key for name in (subject.name, *subject.aliases)}}
    if reason and has_label(draft, " ".join(token.text for token in tokens[:1]), ("POINTERS",)):
        targets |= {rule.target for rule in draft.rules if rule.trail == place.section.words and strictest(rule.acts) == "go"}
    if {token.type for token in tokens} & _LIMITS:
        kinds = [draft.kind_key(token.text) for token in tokens[:_FRONT] if token.type in {"NAME", "WORD"}]
        targets |= {key for key, subject in draft.subjects.items() if subject.kind in kinds}
    for target in sorted(targets):
        draft.mention(target, span, place.section.words)


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
    fact = draft.column_fact(draft.scales[scale])
    return frozenset().union(*(stems(word) for word in [*words, fact or ""]))
