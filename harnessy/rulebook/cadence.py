"""Families of pace: `X after every Y`, `after X: run N Y before the next Z`, `Xs are serial`, `no cooldown between Ys`."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from harnessy.rulebook.amount import number
from harnessy.rulebook.clauses import Note, NotRead, is_normative
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.groupings import take_place
from harnessy.rulebook.model import ALWAYS, Act, Attribute, Compare, Not, Rule
from harnessy.rulebook.names import bare
from harnessy.rulebook.policy import Sentence, act, aside, declare, fact, rule, words_of
from harnessy.rulebook.tokens import LOGIC, Token

_ONE, _ZERO = Decimal(1), Decimal(0)
_ACT = ("verb", "object")
_ORDINAL = ("st", "nd", "rd", "th")


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a sentence about pace; None when it is none. Raises NotRead."""
    readers = {"cadence": _cadence, "window": _window, "serial": _serial, "unlimited": _unlimited}
    if parsed is None or parsed.name not in readers:
        return None
    return readers[parsed.name](draft, sentence, parsed)


def _cadence(draft: Draft, sentence: Sentence, parsed: Parsed) -> list[Rule]:
    """`evaluation after every completed draft`: due as soon as one was completed; after every 5th, with the fifth."""
    duty, counted = parsed.of("NP")[0], parsed.of("NP")[-1]
    if sentence.rest:
        raise NotRead("what stands beside the cadence is not understood")
    amount, rest = _every(counted)
    span = draft.document.source.span(rest[0].start, rest[-1].end)
    key = declare(draft, named(words_of(draft, duty).text, words_of(draft, duty)))
    count = fact(draft, " ".join(token.text for token in rest), span, "number")
    due = Compare(count, "≥", (amount,), span)
    words = sentence.span.cut(duty.start, counted.end).text.replace("*", "")
    told = Act(words, bare(duty.text), "", "neutral", words_of(draft, duty))
    unread = tuple(note.span for note in sentence.notes if not is_normative(note.tokens))
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    made = [rule(draft, key, due, (told,), own)]
    for note in sentence.notes:
        if is_normative(note.tokens) and not _triggers(draft, note, sentence, made):
            draft.note(note.span, "not understood", "a note beside a duty", sentence.place.section.words)
    return made


def _triggers(draft: Draft, note: Note, sentence: Sentence, made: list[Rule]) -> bool:
    """`(starts x when y)` beside a duty: a policy of its own, set off by y."""
    at = next((index for index, token in enumerate(note.tokens) if token.type == "IF"), 0)
    said, rest = note.tokens[:at], note.tokens[at + 1 :]
    verb = said[0].text.casefold().removesuffix("s") if said else ""
    effect = draft.verbs.get(verb) or draft.grammar.words.effect_of.get(verb)
    loose = (LOGIC - {"EXCEEDS", "VERB", "GT", "GE", "LT", "LE"}) | {"HAZARD", "COMMA", "SEMI", "DASH"}
    if effect != "neutral" or len(said) < len(_ACT) or not rest or any(token.type in loose for token in rest):
        return False
    thing = draft.document.source.span(said[1].start, said[-1].end)
    words = note.span.cut(said[0].start, said[-1].end)
    when = Reader(draft).truth(note.span.cut(rest[0].start, rest[-1].end))
    key = declare(draft, named(words.text, words))
    made.append(rule(draft, key, when, (Act(words.text, verb, thing.text, "neutral", words),), sentence))
    return True


def _every(counted: Token) -> tuple[Decimal, tuple[Token, ...]]:
    """`completed draft` is every one, `5th merge` and `3 merges` every few."""
    first = counted.parts[0].text.casefold()
    amount = number(first.removesuffix(next((end for end in _ORDINAL if first.endswith(end)), " ")))
    if amount is None:
        return _ONE, counted.parts
    if len(counted.parts) == 1:
        raise NotRead(f"every {counted.text} of what is open")
    return amount, counted.parts[1:]


def _window(draft: Draft, sentence: Sentence, parsed: Parsed) -> list[Rule]:
    """`after X: run N drafts before the next Z`: Z waits until N of them were counted since X."""
    after, doing, following = parsed.of("NP")
    at = next((index for index, part in enumerate(doing.parts) if part.type == "NUMBER"), len(doing.parts))
    amount = number(doing.parts[at].text) if at < len(doing.parts) - 1 else None
    first = following.parts[0].text.casefold()
    after_articles = [part for part in following.parts if part.text.casefold() not in {"the", "a", "an"}]
    if amount is None or not after_articles or first not in {"the", "a", "an", "another", "next"} or sentence.rest:
        raise NotRead("how many of what come before the next is open")
    thing = _counted(doing.parts[at + 1 :])
    span = draft.document.source.span(thing[0].start, thing[-1].end)
    count = fact(draft, " ".join(token.text for token in thing), span, "number")
    next_one = words_of(draft, following)
    key = declare(draft, named(next_one.text, next_one))
    short = Compare(count, "<", (amount,), span)
    unread = aside(sentence.notes)
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    waits = act(draft, "hold", sentence.span.cut(sentence.body[0].start, sentence.body[-1].end).text.replace("*", ""), next_one)
    del after
    return [rule(draft, key, short, (waits,), own), rule(draft, key, Not(short), (), own)]


def _counted(parts: tuple[Token, ...]) -> tuple[Token, ...]:
    """What is counted: the words up to a purpose (`to measure …`)."""
    end = next((index for index, part in enumerate(parts) if part.text.casefold() in {"to", "in"}), len(parts))
    if not end:
        raise NotRead("what is counted is open")
    return parts[:end]


def _serial(draft: Draft, sentence: Sentence, parsed: Parsed) -> list[Rule]:
    """`Xs are serial`: while one runs, another waits."""
    thing = parsed.of("NP")[0]
    if any(note.tokens[0].type not in {"NO", "NEVER"} for note in sentence.notes) or sentence.rest:
        raise NotRead("what stands beside it is not understood")
    span = words_of(draft, thing)
    count = fact(draft, thing.text, span, "number")
    whole = sentence.span.cut(sentence.body[0].start, sentence.body[-1].end)
    key = declare(draft, named(whole.text.replace("*", ""), whole))
    running = Compare(count, "≥", (_ONE,), span)
    return [rule(draft, key, running, (act(draft, "hold", whole.text.replace("*", ""), whole),), sentence)]


def _unlimited(draft: Draft, sentence: Sentence, parsed: Parsed) -> list[Rule]:
    """`no cap on drafts`: a limit that is said not to be there never stands against anything."""
    what = parsed.of("UNLIMITED")[0]
    if sentence.notes:
        raise NotRead("a note beside it is not understood")
    end = max(token.end for token in parsed.tokens if token.type in {"NP", "UNLIMITED"} and token.start <= sentence.body[-1].start)
    label = sentence.span.cut(parsed.tokens[1].start, end)
    count = fact(draft, label.text, label, "number")
    whole = sentence.span.cut(sentence.body[0].start, end)
    limit = Attribute(named(what.text, words_of(draft, what)), ("0",), whole)
    key = declare(draft, named(whole.text, whole), (limit,), (count,))
    made = [rule(draft, key, ALWAYS, (), sentence, states=((what.text, _ZERO),))]
    for part in sentence.rest:
        span = sentence.span.cut(part[0].start, part[-1].end)
        if not _says_who(part):
            raise NotRead(f"what `{span.text}` says beside it is not understood")
        take_place(draft, span, part)
    return made


def _says_who(part: tuple[Token, ...]) -> bool:
    """`x and y are the z`: what takes the place of a limit."""
    kinds = [token.type for token in part]
    logic = {"IF", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "NEVER", "NOT", "NO", "MUST", "ONLY", "MAY", "HAZARD", "REQ"}
    return kinds.count("COP") == 1 and logic.isdisjoint(kinds)
