"""Family duty: what a run owes when something happens, `every run appends a row at PR-open (or on parking)`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from harnessy.document import Paragraph, Section, walk
from harnessy.rulebook.clauses import MARKERS, NotRead
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import ALWAYS, EVENT, Act, Compare, Condition, Effect, Fact, Named, Rule, Subject, conjoined
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

_EVERY_FLAG = 2  # tokens of `every `--x`` before what is launched so
_PLAIN = frozenset({"WORD", "NAME", "ATOM", "HARMLESS", "NUMBER", "VERB", "SLASH"})
_ENDS = frozenset({"COMMA", "COLON", "SEMI", "DASH"})
_SIBILANTS = ("s", "x", "sh", "ch")


@dataclass(frozen=True, slots=True)
class Duty:
    """A sentence taken apart: when it binds, the verb and what it is done to, the events, and what was not read."""

    when: Condition
    act: Act
    events: tuple[Named, ...]
    unread: tuple[Span, ...]


def third_person(verb: str) -> str:
    """`append` → `appends`, `notify` → `notifies`, `finish` → `finishes`."""
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(_SIBILANTS) else f"{verb}s"


def compile_duties(draft: Draft) -> None:
    """Compile what is owed at events. Only acts that decide nothing are duties: a duty lets nothing go and holds nothing."""
    neutral = [verb for verb, effect in draft.effects.items() if effect == "neutral"]
    forms = {form: verb for verb in neutral if " " not in verb for form in (verb, third_person(verb))}
    found = [(section, span) for section, span in sentences(draft) if forms.keys() & set(fold(span.text).split(" "))]
    lexer = draft.lexer() if found else None
    for section, span in found:
        if lexer is not None and (span.start, span.end) not in draft.readings:
            try:
                _add(draft, section, span, _duty(draft, section, span, (lexer, forms)))
            except NotRead:
                continue


def _add(draft: Draft, section: Section, span: Span, duty: Duty) -> None:
    identity = Statements(draft).rule_id(Place(section), span.text)
    for event in duty.events:
        same = next((key for key, subject in draft.operations.items() if stems(key) == stems(event.key)), None)
        known = same if same is not None and draft.operations[same].kind == EVENT else event.key
        if same is not None and known != same:
            raise NotRead(f"`{event.text}` is an operation as well")
        draft.operations.setdefault(known, Subject(event, EVENT))
        draft.rules.append(Rule(identity, "duty", known, duty.when, span, section.words, (duty.act,), unread=duty.unread))
    draft.note(span, "rule", trail=section.words)
    for unread in duty.unread:
        draft.note(unread, "not understood", "beside what is read", section.words)


def _duty(draft: Draft, section: Section, span: Span, given: tuple[Lexer, dict[str, str]]) -> Duty:
    lexer, forms = given
    tokens, notes = _notes(lexer.lex(span))
    at = next((index for index, token in enumerate(tokens) if index and token.text.casefold() in forms), 0)
    if not at or any(token.type not in _PLAIN | {"EVERY"} for token in tokens[:at]):
        raise NotRead("who owes what is open")
    when = _bound(draft, tokens[:at], span)
    rest = tokens[at + 1 :]
    end = next((index for index, token in enumerate(rest) if token.type in _ENDS), len(rest))
    prepositions = draft.grammar.words.keywords["EVENT_AT"]
    spots = [index for index, token in enumerate(rest[:end]) if token.text.casefold() in prepositions]
    if not spots or any(token.type not in _PLAIN | {"AT", "AFTER"} for token in rest[:end]) or spots[-1] + 1 >= end:
        raise NotRead("at what it is owed is open")
    event, thing = rest[spots[-1] + 1 : end], rest[: spots[-1]]
    events = [_named(span, event)]
    unread = list[Span]()
    for note in notes:
        other = _or_at(draft, note)
        if other:
            events.append(_named(span, other))
        else:
            unread.append(span.cut(note[0].start, note[-1].end))
    more = rest[end + 1 :]
    if more:
        when = conjoined(when, _condition(draft, more, span)) if more[0].type == "IF" else when
        unread.extend(() if more[0].type == "IF" else [_beside(more, span)])
    verb = forms[tokens[at].text.casefold()]
    act = _act(draft, section, span, (verb, thing, event))
    return Duty(when, act, tuple(events), tuple(unread))


def _condition(draft: Draft, tokens: tuple[Token, ...], span: Span) -> Condition:
    """`…, if C` behind a duty."""
    if any(token.type in MARKERS for token in tokens[1:]):
        raise NotRead("a duty with more than one condition")
    body = tokens[1:]
    if not body:
        raise NotRead("nothing follows `if`")
    return Reader(draft).read(glue(in_place(body)), span.cut(body[0].start, body[-1].end))


def _beside(tokens: tuple[Token, ...], span: Span) -> Span:
    """Words behind a duty that change nothing of it. Raises NotRead where they carry logic."""
    if any(token.type in LOGIC - {"VERB"} or token.type == "HAZARD" for token in tokens):
        raise NotRead("what stands behind the duty may change it")
    return span.cut(tokens[0].start, tokens[-1].end)


def _act(draft: Draft, section: Section, span: Span, parts: tuple[str, tuple[Token, ...], tuple[Token, ...]]) -> Act:
    """What is done, to what; an act without an object is done at the event itself; a paragraph about a file lends it."""
    verb, thing, event = parts
    effect = cast("Effect", draft.effects[verb])
    if not thing:
        at = span.cut(event[0].start, event[-1].end)
        return Act(f"{verb} at {_line(at)}", verb, f"at {_line(at)}", effect, at)
    whole = span.cut(thing[0].start, thing[-1].end)
    topic = _topic(draft, section, span)
    said = f"{_line(whole)} to {topic.text}" if topic is not None else _line(whole)
    if topic is not None:
        draft.assume(f"what is to be done goes to {topic.text}: the paragraph is about it", topic, span)
    return Act(f"{verb} {said}", verb, said.replace("`", ""), effect, whole)


def _topic(draft: Draft, section: Section, span: Span) -> Span | None:
    """The code span with which the paragraph of a sentence begins, before a dash: what the paragraph is about."""
    for block in walk(section.blocks):
        if isinstance(block, Paragraph) and span in block.sentences and block.sentences[0] != span:
            first = draft.lexer().lex(block.sentences[0])
            if [token.type for token in first[:2]] == ["ATOM", "DASH"]:
                return block.sentences[0].cut(first[0].start, first[0].end)
    return None


def _bound(draft: Draft, tokens: tuple[Token, ...], span: Span) -> Condition:
    """Whom a duty binds: every run, every run launched with a flag, or unattended runs while the activation holds."""
    words = draft.grammar.words.keywords
    said = [token for token in tokens if token.type != "EVERY" and bare(token.text) not in {"a", "an", "the"}]
    flags = [token for token in said if token.is_flag]
    apart = [token for token in said if not token.is_flag and token.text.casefold() not in words["UNATTENDED"]]
    actor = bare(" ".join(token.text for token in apart))
    unattended = len(apart) < len(said) - len(flags)
    launched = bool(flags) and len(tokens) == len(apart) + _EVERY_FLAG and tokens[0].type == "EVERY" and len(apart) == 1
    if (actor not in words["ACTOR"] and not (unattended and apart) and not launched) or len(flags) > 1:
        raise NotRead("who owes it is open")
    if flags:
        flag = named(flags[0].text, span.cut(flags[0].start, flags[0].end))
        draft.add_fact(Fact(flag, "flag"))
        return Compare(flag.key, "=", (True,), flag.span)
    truths = [quantity for quantity in draft.quantities.values() if quantity.kind == "truth" and not quantity.truths]
    if not unattended or len(truths) != 1:
        return ALWAYS
    return Compare(truths[0].name.key, "=", (True,), span.cut(said[0].start, said[-1].end))


def _notes(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], list[tuple[Token, ...]]]:
    kept, inside, notes, depth = list[Token](), list[Token](), list[tuple[Token, ...]](), 0
    for token in tokens:
        if token.text in {"(", ")"}:
            depth += 1 if token.text == "(" else -1
            if depth == 0 and inside:
                notes.append(tuple(inside))
                inside = []
        elif depth:
            inside.append(token)
        else:
            kept.append(token)
    while kept and kept[-1].text in {".", ":"}:
        kept.pop()
    return tuple(kept), notes


def _or_at(draft: Draft, note: tuple[Token, ...]) -> tuple[Token, ...]:
    """The event of a note `or at EVENT`; empty when it says something else."""
    at = draft.grammar.words.keywords["EVENT_AT"]
    fits = len(note) > 2 and note[0].type == "OR" and note[1].text.casefold() in at
    return note[2:] if fits and all(token.type in _PLAIN for token in note[2:]) else ()


def _named(span: Span, tokens: tuple[Token, ...]) -> Named:
    place = span.cut(tokens[0].start, tokens[-1].end)
    return named(place.text.strip("*_"), place)


def _line(span: Span) -> str:
    return " ".join(span.text.replace("*", "").split())


