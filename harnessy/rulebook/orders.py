"""Family order: alternatives to be tried in turn, `in order: A; else B; else C`, or a numbered list under `in this order:`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.document import ListBlock, Section, walk
from harnessy.rulebook.clauses import MARKERS, NotRead
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import ORDER, Act, Compare, Condition, Effect, Fact, Not, Rule, Subject, conjoined
from harnessy.rulebook.names import fold, stems, unarticled
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

_LEADS = frozenset({"OTHERWISE", "THEN", "COMMA"})
_CALLS = frozenset({"DASH", "COLON", "COMMA"})
_HARMLESS_LOGIC = frozenset({"VERB", "EVERY"})
_DECIDES: dict[str, Effect] = {"hold": "hold", "halt": "halt", "neutral": "neutral"}


@dataclass(frozen=True, slots=True)
class Step:
    """One alternative: what is done, and the fact that says whether there is such a thing (none: it can always be done)."""

    act: Act
    fact: str
    unread: tuple[Span, ...]


def compile_orders(draft: Draft) -> None:
    """Compile every order of the document; what is no order of alternatives that can be read is left to the other families."""
    phrases = draft.grammar.words.keywords["IN_ORDER"]
    spoken = [(section, span) for section, span in sentences(draft) if any(phrase in fold(span.text) for phrase in phrases)]
    leads = {
        (block.lead.sentences[-1].start, block.lead.sentences[-1].end): block
        for section in draft.document.sections
        for block in walk(section.blocks)
        if isinstance(block, ListBlock) and block.lead is not None and block.lead.sentences
    }
    lexer = draft.lexer() if spoken else None
    for section, span in spoken:
        if lexer is not None:
            try:
                _order(draft, section, span, lexer, leads.get((span.start, span.end)))
            except NotRead:
                continue


def _order(draft: Draft, section: Section, span: Span, lexer: Lexer, block: ListBlock | None) -> None:
    tokens = lexer.lex(span)
    label, rest = _called(draft, tokens)
    if block is None:
        parts = [(part, span) for part in _parts(rest)]
    else:
        parts = [(lexer.lex(item.sentences[0]), item.sentences[0]) for item in block.items if item.sentences]
        if rest or len(parts) != len(block.items) or any(item.blocks or len(item.sentences) != 1 for item in block.items):
            raise NotRead("what the list puts in order is open")
    verb = in_place(label)[0] if label else None
    heading = section.heading.span if section.heading else span
    name_span = span.cut(label[0].start, label[-1].end) if label else heading
    name = named(unarticled(name_span.text.strip("*_ ")), name_span)
    steps = [_step(draft, part, verb, place) for part, place in parts]
    if len(steps) < 2 or any(not step.fact for step in steps[:-1]):
        raise NotRead("an alternative that can always be done leaves none behind it")
    draft.operations[name.key] = Subject(name, ORDER)
    identity = Statements(draft).rule_id(Place(section), name.text)
    before: list[Condition] = []
    for step in steps:
        there: tuple[Condition, ...] = (Compare(step.fact, "=", (True,), step.act.span),) if step.fact else ()
        when = conjoined(*before, *there)
        trail = section.words
        own = (step.act.span,)
        draft.rules.append(Rule(identity, "order", name.key, when, span, trail, (step.act,), why=own, unread=step.unread))
        before.extend(Not(condition) for condition in there)
        for note in step.unread:
            draft.note(note, "not understood", "beside what is read", section.words)
    for read in (span, *(place for _, place in parts)):
        draft.note(read, "rule", trail=section.words)


def _called(draft: Draft, tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """What stands before `in order:` and what stands behind it."""
    phrases = sorted((phrase.split(" ") for phrase in draft.grammar.words.keywords["IN_ORDER"]), key=len, reverse=True)
    spots = [(at, at + len(words)) for at in range(len(tokens)) for words in phrases if _opens(tokens, at, words)]
    if not spots:
        raise NotRead("nothing is in order")
    at, stop = spots[0]
    label = tokens[:at]
    while label and label[-1].type in _CALLS:
        label = label[:-1]
    if _when_held(draft, label):
        label = ()
    if any(token.type in LOGIC - {"VERB"} or token.type in MARKERS for token in label):
        raise NotRead("what is in order is open")
    return label, tokens[stop + 1 :]


def _when_held(draft: Draft, label: tuple[Token, ...]) -> bool:
    """`when a task is parked`: when somebody asks where to go on, as the heading calls it."""
    words = draft.grammar.words
    held = frozenset(stem for verb in (*words.verdicts["HOLD"], *draft.effects) for stem in stems(verb))
    told = label[1:] if label and label[0].type == "IF" else ()
    plain = all(token.type in {"WORD", "NAME", "HARMLESS", "COP", "COMMA", "VERB", "EVERY"} for token in told)
    return bool(told) and plain and bool(stems(told[-1].text) & held)


def _opens(tokens: tuple[Token, ...], at: int, words: list[str]) -> bool:
    """Whether these words stand at a place, and a colon behind them."""
    stop = at + len(words)
    said = [token.text.casefold() for token in tokens[at:stop]]
    return said == words and [token.type for token in tokens[stop : stop + 1]] == ["COLON"]


def _parts(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """Alternatives between semicolons, each but the first led by `else`."""
    current, led = list[Token](), True
    for token in (*tokens, Token("SEMI", ";", 0, 0)):
        if token.type != "SEMI":
            current.append(token)
            continue
        if not led and current and current[0].type != "OTHERWISE":
            raise NotRead("an alternative that does not begin with `else`")
        yield tuple(current)
        current, led = [], False


def _step(draft: Draft, tokens: tuple[Token, ...], verb: Token | None, span: Span) -> Step:
    while tokens and tokens[0].type in _LEADS:
        tokens = tokens[1:]
    kept, notes = _without_notes(tokens, span)
    placed = in_place(kept)
    if not placed:
        raise NotRead("an empty alternative")
    if any(token.type in LOGIC - _HARMLESS_LOGIC or token.type == "HAZARD" for token in placed):
        raise NotRead("an alternative with a condition of its own")
    whole = span.cut(placed[0].start, placed[-1].end)
    text = " ".join(whole.text.replace("*", "").split())
    if placed[0].type == "VERB":
        effect = _DECIDES.get(placed[0].effect)
        if effect is None:
            raise NotRead("an order of alternatives lets nothing go")
        return Step(Act(text, placed[0].text.casefold(), text[len(placed[0].text) :].strip(), effect, whole), "", notes)
    phrases = glue(placed)
    if len(phrases) != 1 or phrases[0].type != "NP":
        raise NotRead("an alternative that is no name")
    fact = draft.add_fact(Fact(named(unarticled(text), whole), "count"))
    doing = verb.text.casefold() if verb is not None and verb.type == "VERB" else draft.grammar.words.keywords["TAKE"][0]
    return Step(Act(f"{doing} {text}", doing, text, "neutral", whole), fact.name.key, notes)


def _without_notes(tokens: tuple[Token, ...], span: Span) -> tuple[tuple[Token, ...], tuple[Span, ...]]:
    """Tokens outside brackets and without the final stop, and the bracketed notes that carry logic."""
    kept, inside, notes, depth = list[Token](), list[Token](), list[Span](), 0
    for token in tokens:
        if token.text in {"(", ")"}:
            depth += 1 if token.text == "(" else -1
            if depth == 0 and any(held.type in LOGIC or held.type == "HAZARD" for held in inside):
                notes.append(span.cut(inside[0].start, inside[-1].end))
            inside = [] if depth == 0 else inside
        elif depth:
            inside.append(token)
        else:
            kept.append(token)
    while kept and kept[-1].text in {".", ":"}:
        kept.pop()
    return tuple(kept), tuple(notes)
