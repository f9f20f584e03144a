"""Families about operations: what is prohibited, permitted, or waits for something. An operation is named by all its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from harnessy.rulebook.acts import spoken
from harnessy.rulebook.clauses import NotRead, Segment
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import INVARIANT_RANK, Act, Effect, Opaque, Rule
from harnessy.rulebook.names import bare, fold, stems, unarticled
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token, glue

_SEPARATORS = frozenset({"COMMA", "AND", "OR", "SLASH", "PLUS", "THEN"})


def _after(parsed: Parsed, kind: str) -> tuple[Token, ...]:
    at = next(index for index, token in enumerate(parsed.tokens) if token.type == kind)
    return parsed.tokens[at + 1 :]


def operations(statements: Statements, tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """The keys of the operation that a phrase names, and of its parts where each begins with a verb or commas part them."""
    source = statements.draft.document.source
    whole = source.span(tokens[0].start, tokens[-1].end)
    first = (tokens[0].parts or tokens)[0].text.casefold()
    if first in statements.draft.grammar.words.keywords["THROUGH"]:
        raise NotRead(f"`{whole.text}` tells when or where, not what is done")
    parts = [part for part in _parts(tokens) if part]
    keys = [statements.draft.operation(whole.text, whole)]
    listed = len(parts) > 1 and (all(part[0].type == "VERB" for part in parts) or any(token.type == "COMMA" for token in tokens))
    if listed:
        for part in parts:
            span = source.span(part[0].start, part[-1].end)
            keys.append(statements.draft.operation(span.text, span))
    return tuple(dict.fromkeys(keys))


def _parts(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    current = list[Token]()
    for token in tokens:
        if token.type in _SEPARATORS:
            yield tuple(current)
            current = []
        else:
            current.append(token)
    yield tuple(current)


def is_actor(draft: Draft, phrase: Token) -> bool:
    """Whether a noun phrase is a word for those whom a doctrine binds: agents, bots, a run."""
    actors = draft.grammar.words.keywords["ACTOR"]
    return fold(phrase.text) in actors or bare(phrase.text) in actors


def given(statements: Statements, segment: Segment, targets: tuple[str, ...], effect: Effect, place: Place) -> list[Rule]:
    """Rules that give operations one verdict, under the clauses of the segment."""
    word = statements.draft.grammar.words.first(effect.upper())
    act = Act(spoken(segment.span.text), word, "", effect, segment.span)
    rank = INVARIANT_RANK if effect == "halt" else place.rank
    rules = statements.emit_acts(targets, segment, (act,), replace(place, rank=rank))
    family = {"halt": "prohibition", "hold": "reservation", "go": "permission"}[effect]
    return [replace(rule, family=family) for rule in rules]


def _prohibition(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    return denied(statements, segment, _after(parsed, "NEVER"), place)


def denied(statements: Statements, segment: Segment, tokens: tuple[Token, ...], place: Place) -> list[Rule]:
    """What is prohibited; `never X without Y` prohibits X until Y is known to be there, and `X without Y` whatever is known."""
    lacking = [clause for clause in segment.clauses if clause.marker == "WITHOUT"]
    if len(lacking) != 1 or len(segment.clauses) > 1:
        return given(statements, segment, operations(statements, tokens), "halt", place)
    clause, source = lacking[0], statements.draft.document.source
    bare_segment = replace(segment, clauses=())
    if not all(token.type in {"NP", "AND", "OR", "COMMA"} for token in clause.tokens):
        raise NotRead(f"`without {clause.span.text}` is open")
    whole = source.span(tokens[0].start, clause.span.end)
    outright = given(statements, bare_segment, (statements.draft.operation_named(whole.text, whole),), "halt", place)
    there = statements.conditions.read(clause.tokens, clause.span)
    rules = given(statements, bare_segment, operations(statements, tokens), "halt", place)
    return [*outright, *(replace(rule, when=statements.without(rule.when, there)) for rule in rules)]


def _subject_never(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`agents never X`; `merge is never automatic`; `A, B and C are never X`."""
    subject, rest = parsed.tokens[0], _after(parsed, "NEVER")
    subjects = [token for token in parsed.tokens[: parsed.tokens.index(parsed.of("NEVER")[0])] if token.type == "NP"]
    alone = parsed.tokens[1].type == "NEVER"
    if alone and is_actor(statements.draft, subject):
        return denied(statements, segment, rest, place)
    key = statements.draft.subject_key(subject.text)
    if alone and key is not None and len(rest) == 1 and rest[0].effect == "go":
        return given(statements, segment, (key,), "halt", place)
    if _passive(rest):
        span = statements.draft.document.source.span(subject.start, rest[-1].end)
        active = (key for token in subjects for key in _active(statements, token, parsed.of("NEVER")[0], rest))
        keys = (statements.draft.operation_named(span.text, span), *active)
        rules = given(statements, segment, keys, "halt", place)
        done = rest[0].parts[0].text.casefold() in statements.draft.grammar.words.keywords["DONE"]
        return rules if done else [replace(rule, family="passive") for rule in rules]
    raise NotRead(f"whom `{subject.text}` stands for is open")


def _passive(rest: tuple[Token, ...]) -> bool:
    """Whether a phrase begins with a past participle: `is never acknowledged …` prohibits doing it."""
    return bool(rest) and rest[0].type == "NP" and rest[0].parts[0].text.casefold().endswith(("ed", "en"))


def _active(statements: Statements, thing: Token, never: Token, rest: tuple[Token, ...]) -> tuple[str, ...]:
    """The operation that `X is never painted by a bot` prohibits, as one asks for it: `paint X`, the participle with its object.

    Whoever it is denied to must be one whom a doctrine binds; what is said more of it (`painted at night`) stays as it is.
    """
    words = statements.draft.grammar.words.keywords
    done, *more = rest[0].parts
    source = statements.draft.document.source
    by = [part for part in more if part.text.casefold() in words["BY"]]
    actor = bare(source.span(more[1].start, more[-1].end).text) if len(more) > 1 and by == more[:1] else ""
    if len(rest) > 1 or done.text.casefold() in words["DONE"] or (more and actor not in words["ACTOR"]):
        return ()
    text = f"{done.text} {unarticled(source.span(thing.start, thing.end).text)}"
    return (statements.draft.operation_named(text, source.span(thing.start, max(thing.end, never.start))),)


def _none_may(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    if not is_actor(statements.draft, parsed.of("NP")[0]):
        raise NotRead(f"whom `{parsed.of('NP')[0].text}` stands for is open")
    return denied(statements, segment, _after(parsed, "MAY"), place)


def _no_thing(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    first = parsed.tokens[1].parts[0]
    if is_actor(statements.draft, first):
        raise NotRead(f"`{first.text}` are no operation: what they may not do is open")
    return given(statements, segment, operations(statements, parsed.tokens[1:]), "halt", place)


def _forbidden(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`X and Y are forbidden`: each of them, and the two together."""
    subjects = parsed.tokens[:-1]
    alone = [key for token in subjects if token.type == "NP" for key in operations(statements, (token,))]
    keys = dict.fromkeys([*operations(statements, subjects), *alone])
    return given(statements, segment, tuple(keys), "halt", place)


def _reserved(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`X is reserved for people`, `X is an act of the lead`: who does it is no agent, so it is forbidden to all of those."""
    at = parsed.tokens.index(parsed.of("RESERVED")[0])
    who = parsed.tokens[at + 1 :]
    draft, things = statements.draft, [token for token in parsed.tokens[:at] if token.type == "NP"]
    actors = stems(who[0].text) & draft.grammar.words.actors if who else frozenset[str]()
    if len(who) != 1 or is_actor(draft, who[0]) or actors or who[0].effect in {"go", "neutral"}:
        raise NotRead(f"for whom `{segment.span.text}` reserves it is open")
    if any(draft.member_scales(bare(thing.text)) or bare(thing.text) in {*draft.facts, *draft.quantities} for thing in things):
        raise NotRead("a level or value is no operation")
    return _forbidden(statements, segment, replace(parsed, tokens=parsed.tokens[: at + 1]), place)


def _only_may(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`only people may X`."""
    who = parsed.of("NP")[0]
    if is_actor(statements.draft, who):
        raise NotRead(f"what others than `{who.text}` may do is open")
    return denied(statements, segment, _after(parsed, "MAY"), place)


def _may(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`agents may X`: a permission for exactly that operation."""
    phrases = parsed.tokens[: parsed.tokens.index(parsed.of("MAY")[0])]
    if phrases and not is_actor(statements.draft, phrases[0]):
        raise NotRead(f"whom `{phrases[0].text}` stands for is open")
    if segment.label is not None:
        raise NotRead("a label before a permission")
    free = statements.draft.grammar.words.headers["FREE_MANNERS"]  # `without asking` is what a permission says anyway
    asked = tuple(clause for clause in segment.clauses if clause.marker != "WITHOUT" or bare(clause.span.text) not in free)
    segment = replace(segment, clauses=asked)
    return given(statements, segment, operations(statements, _after(parsed, "MAY"))[:1], "go", place)


def _requires(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`X requires Y`: X waits until Y is known to be there."""
    before = parsed.tokens[: parsed.tokens.index(parsed.of("REQ")[0])]
    thing = parsed.tokens[-1]
    span = statements.draft.document.source.span(thing.start, thing.end)
    keys = tuple(
        statements.draft.operation(token.text, statements.draft.document.source.span(token.start, token.end))
        for token in before
        if token.type == "NP"
    )
    rules = given(statements, segment, keys, "hold", place)
    waits = Opaque(bare(span.text), " ".join(span.text.split()), span)
    return [replace(rule, family="requires", when=statements.without(rule.when, waits)) for rule in rules]


def ask_before(statements: Statements, segment: Segment, parsed: Parsed, place: Place) -> list[Rule]:
    """`ask before X`: X is held, or halted, by the acts named."""
    clauses = [clause for clause in segment.clauses if clause.marker == "BEFORE"]
    rest = replace(segment, clauses=tuple(clause for clause in segment.clauses if clause.marker != "BEFORE"))
    acts = statements.acts(parsed, segment)
    if len(clauses) != 1 or strictest(acts) not in TIGHT or segment.label is not None:
        raise NotRead("what comes before what is open")
    if not all(token.type in _SEPARATORS | {"NP", "VERB"} for token in clauses[0].tokens):
        raise NotRead(f"`{clauses[0].span.text}` is no plain operation")
    told = _without_actor(statements.draft, clauses[0].tokens)
    keys = dict.fromkeys(operations(statements, told))
    parts = [part for part in _parts(told) if sum(len(token.parts or (token,)) for token in part) > 1]
    either = [part for part in parts if any(token.type == "OR" for token in told)]
    keys.update(dict.fromkeys(key for part in either for key in operations(statements, part)))
    return statements.emit_acts(tuple(keys), rest, acts, place)


def _without_actor(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """What is done, without those who do it in front: `before they move a hive`."""
    parts = tokens[0].parts if tokens else ()
    words = draft.grammar.words
    said = [part.text.casefold() for part in parts[: 1 + 1]]
    count = words.acting(said, len(said)) or int(said[:1] != [] and said[0] in words.headers["PRONOUNS"])
    return (*glue(parts[count:]), *tokens[1:]) if 0 < count < len(parts) else tokens


FAMILIES: dict[str, Callable[[Statements, Segment, Parsed, Place], list[Rule]]] = {
    "prohibition": _prohibition,
    "subject_never": _subject_never,
    "none_may": _none_may,
    "no_thing": _no_thing,
    "forbidden": _forbidden,
    "reserved": _reserved,
    "only_may": _only_may,
    "may": _may,
    "subject_may": _may,
    "requires": _requires,
}
