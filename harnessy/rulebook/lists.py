"""Families about lists: items that take their force from a heading or lead-in, and items that are its conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.document import Item, ListBlock
from harnessy.rulebook.acts import build_acts, spoken
from harnessy.rulebook.clauses import NotRead, is_normative, split
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.forces import spoken_force
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import ALWAYS, INVARIANT_RANK, Act, All, Any, Condition, Effect, Not, Opaque, Rule, conjoined
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.operations import is_actor, operations
from harnessy.rulebook.place import EVERYTHING, TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

_OPEN_BOX = "[ ]"
_VERDICTS: dict[str, Effect] = {"never": "halt", "may": "go", "needs": "hold"}
_CONDITIONAL = frozenset({"acts_when", "subject_when", "requires"})
_CLEAR_IN_HEADINGS = frozenset({"never", "may", "needs", "acts_before", "acts_when", "subject_when"})


@dataclass(frozen=True, slots=True)
class Force:
    """What a heading or lead-in lends: a verdict for each item, or acts under the items as conditions."""

    name: str
    acts: tuple[Act, ...]
    span: Span
    marker: str = ""
    subject: str = ""
    every: bool | None = None

    @property
    def conditional(self) -> bool:
        """Whether the items are conditions."""
        return self.name in _CONDITIONAL


_ASKS_HOW = frozenset({"how"})
_FORCES = LOGIC - {"THIRD", "VERB", "BIND"}


def force_of(draft: Draft, span: Span, lexer: Lexer, *, heading: bool) -> Force | None:
    """The force of a lead-in or heading; None when it is a topic. Raises NotRead when it lends one that nobody reads."""
    said = spoken_force(draft, span)
    if said:
        return verdict_force(draft, said, span)
    lexed = lexer.lex(span)
    tokens, normative = _plain(lexed, heading=heading)
    if heading and tokens and tokens[0].text.casefold() in _ASKS_HOW and not any(token.type in _FORCES for token in tokens):
        return None
    parsed = draft.grammar.lead(glue(_forced(tokens)))
    if parsed is not None and heading and (not _clear(parsed) or _tells_conditions(draft, span, parsed)):
        return None
    if parsed is None:
        if normative or (not heading and any(token.type == "HAZARD" for token in lexed)):
            raise NotRead("the heading or lead-in above lends it a force that is not understood")
        return None
    force = _force(draft, parsed, span)
    if len(tokens) < len([token for token in lexed if token.type not in {"COLON", "SYMBOL"}]) and strictest(force.acts) == "go":
        raise NotRead("the heading or lead-in above says more than that its items may be done")
    return force


def _tells_conditions(draft: Draft, span: Span, parsed: Parsed) -> bool:
    """Whether a heading such as `Stop conditions` announces conditions, and is no act of its own."""
    return parsed.name == "acts" and any(fold(span.text) == label for label in draft.grammar.words.headers["CONDITIONS_OF_ALL"])


def _forced(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """Tokens by place, but `never` and `no` alone stay the force words that they are here."""
    for token, placed in zip(tokens, in_place(tokens), strict=True):
        yield token if placed.type == "VERB" and token.type in {"NEVER", "NO", "FORBID"} else placed


def _plain(tokens: tuple[Token, ...], *, heading: bool) -> tuple[tuple[Token, ...], bool]:
    """The tokens of a lead-in without its colon and notes; of a heading also without a number in front and a dash tail."""
    if heading and tokens and tokens[0].type in {"NUMBER", "SYMBOL"}:
        tokens = tokens[1:]
    dash = next((index for index, token in enumerate(tokens) if token.type == "DASH"), len(tokens))
    kept = list[Token]()
    depth = 0
    normative = is_normative(tokens[:dash] if heading else tokens)
    for token in tokens[:dash] if heading else tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text != ")":
            kept.append(token)
    while kept and kept[-1].type in {"COLON", "SYMBOL"}:
        kept.pop()
    return tuple(kept), normative


def _clear(parsed: Parsed) -> bool:
    """Headings are verdicts only in forms that are no topics: a lone `Review` is a topic, `Never` and `Ask before` are not."""
    if parsed.name in _CLEAR_IN_HEADINGS:
        return True
    verbs = parsed.of("VERB")
    return parsed.name == "acts" and bool(verbs) and verbs[0].effect in TIGHT and len(parsed.tokens) > 1


def _force(draft: Draft, parsed: Parsed, span: Span) -> Force:
    effect = _VERDICTS.get(parsed.name)
    words = draft.grammar.words
    if parsed.name == "may" and parsed.tokens[0].type == "NP" and not is_actor(draft, parsed.tokens[0]):
        raise NotRead(f"whom `{parsed.tokens[0].text}` stands for is open")
    if effect is not None:
        acts: tuple[Act, ...] = (_verdict_act(draft, effect, span),)
    elif parsed.name == "requires":
        acts = (Act(spoken(span.text).rstrip(": "), words.first("HOLD"), "", "hold", span),)
    else:
        acts = build_acts(draft, parsed.tokens)
    markers = parsed.of("IF", "ONLYIF", "UNLESS")
    marker = markers[0].type if markers else ("UNLESS" if parsed.name == "requires" else "")
    named = parsed.tokens[0] if parsed.name in {"subject_when", "requires"} else None
    subject = draft.operation(named.text, draft.document.source.span(named.start, named.end)) if named else ""
    return Force(parsed.name, acts, span, marker, subject, _quantity(draft, parsed, markers))


def _verdict_act(draft: Draft, effect: Effect, span: Span) -> Act:
    return Act(spoken(span.text).rstrip(": "), draft.grammar.words.first(effect.upper()), "", effect, span)


def verdict_force(draft: Draft, name: str, span: Span) -> Force:
    """The force that some words lend by what they are called: `may`, `needs` or `never`."""
    return Force(name, (_verdict_act(draft, _VERDICTS[name], span),), span)


def compile_named(draft: Draft, span: Span, force: Force, place: Place, lexer: Lexer) -> None:
    """The rules of words that name one operation under a force; words that nobody reads are said to be not understood."""
    _verdict_item(draft, span, force, place, lexer)


def _quantity(draft: Draft, parsed: Parsed, markers: tuple[Token, ...]) -> bool | None:
    """Whether all items must hold (True), one is enough (False), or the lead-in does not say (None)."""
    after = [token for token in parsed.of("EVERY", "IN") if not markers or token.start > markers[0].start]
    if not after:
        return None
    return after[0].type == "EVERY" and after[0].text.casefold() in draft.grammar.words.keywords["ORALL"]


def compile_list(draft: Draft, block: ListBlock, force: Force, place: Place, lexer: Lexer) -> None:
    """The rules of a list under a force; each item that nobody reads is said to be not understood."""
    if force.conditional:
        _conditions(draft, block, force, place, lexer)
        return
    for item in block.items:
        if strictest(force.acts) == "go" and (len(item.sentences) > 1 or item.blocks):
            for sentence in item.sentences:
                draft.note(sentence, "not understood", "the item says more than what may be done", place.section.words)
            continue
        for index, sentence in enumerate(item.sentences):
            _verdict_item(draft, sentence, force, place, lexer if not index else None)


def _verdict_item(draft: Draft, sentence: Span, force: Force, place: Place, lexer: Lexer | None) -> None:
    """The first sentence of an item (its lexer is given) takes the force; a later one must not be normative."""
    try:
        if lexer is None and is_normative(draft.lexer().lex(sentence)):
            raise NotRead("only the first sentence of an item takes its force from above")
        rules = _verdict(draft, sentence, force, place, lexer) if lexer is not None else []
    except NotRead as reason:
        draft.note(sentence, "not understood", str(reason), place.section.words)
        return
    draft.rules.extend(rules)
    draft.note(sentence, "rule" if rules else "rationale", trail=place.section.words)


def _verdict(draft: Draft, sentence: Span, force: Force, place: Place, lexer: Lexer) -> list[Rule]:
    """An item that names an operation, perhaps with a reason behind a dash or conditions of its own."""
    segments = split(lexer.lex(sentence), sentence)
    head = segments[0]
    goes = strictest(force.acts) == "go"
    if goes and (len(segments) > 1 or head.label is not None or head.notes):
        raise NotRead("the item says more than what may be done")
    reason = (*segments[1:],) if head.label is None else segments
    if any(is_normative(segment.main) or segment.clauses for segment in reason):
        raise NotRead("what the item says beside its name is not understood")
    named = (head.label,) if head.label is not None else head.main
    if not named or any(token.type not in {"NP", "VERB", "AND", "OR", "SLASH", "COMMA", "PLUS"} for token in named):
        raise NotRead("the item is no plain operation")
    keys = operations(Statements(draft), tuple(named))
    effect = strictest(force.acts)
    targets = keys if effect in TIGHT else keys[:1]
    acts = (_verdict_act(draft, "hold", sentence),) if goes and _is_open(sentence) else force.acts  # a person may tick its box
    own = replace(head, clauses=() if head.label is not None else head.clauses)
    rank = INVARIANT_RANK if effect == "halt" else place.rank
    made = Statements(draft).emit_acts(targets, own, acts, replace(place, rank=rank, why=(*place.why, force.span)))
    return [replace(rule, family="inherited") for rule in made]


def _is_open(sentence: Span) -> bool:
    """Whether a box without a tick stands in front: what is listed so is not settled yet."""
    return sentence.source.text[: sentence.start].rstrip().endswith(_OPEN_BOX)


def _conditions(draft: Draft, block: ListBlock, force: Force, place: Place, lexer: Lexer) -> None:
    """Items as conditions of one verdict: any of them under a hold or halt, all of them under a go, unless the list says."""
    read = list[tuple[Span, Condition]]()
    joined: bool | None = force.every
    lost = False
    for item in block.items:
        try:
            connective, condition, span = _condition(draft, item, lexer)
        except NotRead as reason:
            lost = True
            for sentence in item.sentences:
                draft.note(sentence, "not understood", str(reason), place.section.words)
            if force.marker == "IF" and item.span.text:
                read.append((item.span, Opaque(bare(item.span.text), " ".join(item.span.text.split()), item.span)))
            continue
        joined = connective if connective is not None else joined
        read.append((span, condition))
    tightens = strictest(force.acts) in TIGHT
    every = joined if joined is not None else not (tightens and force.marker == "IF")
    if joined is None and len(read) > 1:
        draft.assume(
            f"the list under `{' '.join(force.span.text.split())}` needs {'all' if every else 'one'} of its items: it does not say",
            force.span,
        )
    if not read or (lost and (every or not tightens or force.marker != "IF")):
        for span, _ in read:
            draft.note(span, "not understood", "another item of its list is not understood", place.section.words)
        return
    draft.rules.extend(_list_rules(draft, read, force, place, every=every))
    for span, _ in read:
        draft.note(span, "rule", trail=place.section.words)


def _condition(draft: Draft, item: Item, lexer: Lexer) -> tuple[bool | None, Condition, Span]:
    """One item as a condition; a leading `and` / `or` tells how the list is joined."""
    if len(item.sentences) != 1 or item.blocks:
        raise NotRead("the item is no single condition")
    span = item.sentences[0]
    tokens = lexer.lex(span)
    connective: bool | None = None
    if tokens and tokens[0].type in {"AND", "OR"}:
        connective, tokens = tokens[0].type == "AND", tokens[1:]
    while tokens and (tokens[-1].type in {"SEMI", "COMMA", "AND", "OR"} or tokens[-1].text in {".", "!"}):
        if tokens[-1].type in {"AND", "OR"}:
            connective = tokens[-1].type == "AND"
        tokens = tokens[:-1]
    segments = split(tokens, span)
    head = segments[0]
    if len(segments) > 1 or head.clauses or head.label is not None:
        raise NotRead("the item is no single condition")
    if any(is_normative(note.tokens) for note in head.notes):
        raise NotRead("a note in the item holds logic")
    words = span.cut(tokens[0].start, tokens[-1].end)
    return connective, Statements(draft).conditions.read(head.main, words), words


def _list_rules(draft: Draft, read: list[tuple[Span, Condition]], force: Force, place: Place, *, every: bool) -> list[Rule]:
    target = force.subject or place.subject or EVERYTHING
    if target == EVERYTHING and strictest(force.acts) not in TIGHT:
        for span, _ in read:
            draft.note(span, "not understood", "the lead-in names no subject that the document declares", place.section.words)
        return []
    conditions = [condition for _, condition in read]
    whole = read[0][0].cut(read[0][0].start, read[-1][0].end)
    met: Condition = All(tuple(conditions)) if every else Any(tuple(conditions))
    if force.marker == "IF" and not every:
        return [_rule(draft, (target, condition, span), force, place) for span, condition in read]
    if force.marker == "IF":
        return [_rule(draft, (target, met, whole), force, place)]
    if force.marker == "UNLESS":
        return [_rule(draft, (target, Not(met), whole), force, place)]
    held = Act(spoken(force.span.text), draft.grammar.words.first("HOLD"), "", "hold", force.span)
    other = replace(force, acts=(held,))
    return [_rule(draft, (target, met, whole), force, place), _rule(draft, (target, Not(met), whole), other, place)]


def _rule(draft: Draft, given: tuple[str, Condition, Span], force: Force, place: Place) -> Rule:
    target, when, span = given
    condition = conjoined(place.scope, when) if place.scope != ALWAYS else when
    rank = place.rank if strictest(force.acts) in TIGHT else min(place.rank, 1)
    identity = Statements(draft).rule_id(place, span.text)
    return Rule(
        identity,
        "list",
        target,
        condition,
        span,
        place.section.words,
        force.acts,
        rank=rank,
        why=(*place.why, force.span),
        unread=place.unread,
    )
