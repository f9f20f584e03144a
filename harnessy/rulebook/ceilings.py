"""Bounds on words: `Maximum level: **x** (prevents `y`)`, `Maximum risk: `medium` (high requires approval)`, and what overrides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.rulebook.amount import measured
from harnessy.rulebook.ceiling_bars import CEILING
from harnessy.rulebook.clauses import Note, NotRead, is_normative
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Act, Any, Attribute, Compare, Condition, Fact, Not, Rule, Scale, Value, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.policy import Sentence, act, aside, declare, fact, rule, words_of
from harnessy.rulebook.tokens import Token, glue, in_place
from harnessy.source import Span


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A bound on a word: the fact, the word, the set it is from, and what notes say of other words."""

    fact: str
    value: Token
    scale: Scale | None
    label: Span


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a bound whose amount is a word; None when the sentence is none. Raises NotRead."""
    if parsed is None or parsed.name != "most" or not parsed.of("COLON", "COP"):
        return None
    value = parsed.of("NP")[-1]
    if measured(value.text) is not None:
        return None
    ceiling = _ceiling(draft, sentence, parsed, value)
    told = [_told(draft, note, ceiling) for note in sentence.notes]
    unread = tuple(note.span for note, found in zip(sentence.notes, told, strict=True) if found is None)
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    if sentence.rest:
        raise NotRead("what stands behind the limit is not understood")
    head = sentence.span.cut(sentence.body[0].start, _colon(sentence) - 1)
    limit = Attribute(named(parsed.tokens[0].text, head), (value.text,), words_of(draft, value))
    key = declare(draft, named(head.text.strip("*_: "), head), (limit,), (ceiling.fact,))
    why = (ceiling.scale.name.span,) if ceiling.scale is not None else ()
    states: tuple[tuple[str, Value], ...] = ((parsed.tokens[0].text, value.text),)
    if ceiling.scale is not None and not ceiling.scale.declared:
        states = (*states, (f"valid {ceiling.scale.name.text.casefold().removesuffix('s')}", True))
    rules = list(_rules(draft, ceiling, [found for found in told if found is not None]))
    return [rule(draft, key, when, acts, own, why=why, states=states, family=CEILING) for when, acts in rules] + [
        rule(draft, key, _none_of(rules), (), own, why=why, states=states)
    ]


def _colon(sentence: Sentence) -> int:
    ends = [token.end for token in sentence.body if token.type in {"COLON", "COP"}]
    return ends[0]


def _none_of(rules: list[tuple[Condition, tuple[Act, ...]]]) -> Condition:
    return Not(Any(tuple(when for when, _ in rules)))


def _ceiling(draft: Draft, sentence: Sentence, parsed: Parsed, value: Token) -> Ceiling:
    """Which fact is bounded: the one input of the only set that has this member, else the one the label names."""
    key = bare(value.text)
    label = sentence.span.cut(parsed.of("NP")[0].start, parsed.of("NP")[0].end)
    scales = draft.member_scales(key)
    if len(scales) == 1:
        found = draft.column_fact(scales[0])
        if found is None:
            raise NotRead(f"which fact `{value.text}` bounds is open")
        return Ceiling(found, value, scales[0], label)
    if len(scales) > 1 or len(value.parts) > 1:
        raise NotRead(f"`{value.text}` is no amount and no member of one set")
    found = fact(draft, label.text, label, "word")
    draft.add_fact(Fact(draft.facts[found].name, "word", None, (named(value.text, words_of(draft, value)),)))
    return Ceiling(found, value, None, label)


Told = tuple[tuple[Token, ...], tuple[Act, ...]]


def _told(draft: Draft, note: Note, ceiling: Ceiling) -> Told | None:
    """What a note says of other words: those that are prevented, or that wait for something. Raises NotRead."""
    tokens = glue(in_place(note.tokens))
    words = draft.grammar.words.keywords
    first = note.tokens[0].text.casefold()
    if first in words["PREVENTS"]:
        end = next((index for index, token in enumerate(note.tokens) if token.type == "UNLESS"), len(note.tokens))
        tail = " ".join(token.text for token in note.tokens[end + 1 :]).casefold()
        if tail and tail not in words["EDITEDHERE"]:
            raise NotRead(f"`{note.span.text}` is not understood")
        listed = _listed(note.tokens[1:end])
        return listed, (act(draft, "halt", note.span.source.span(note.span.start, listed[-1].end).text, note.span),)
    kinds = [token.type for token in tokens]
    if "REQ" in kinds and kinds[0] == "NP":
        at = next(index for index, token in enumerate(note.tokens) if token.type == "REQ")
        listed, rest = _listed(note.tokens[:at]), note.tokens[at + 1 :]
        span = note.span.source.span(rest[0].start, rest[-1].end) if rest else note.span
        return listed, (act(draft, "hold", note.span.text, span, span.text),)
    if is_normative(note.tokens):
        raise NotRead(f"the note `{note.span.text}` is not understood")
    del ceiling
    return None


def _listed(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Single words or code spans with commas, `and` or `or` between. Raises NotRead for anything else."""
    found = [token for token in tokens if token.type in {"ATOM", "WORD", "NAME"}]
    rest = [token for token in tokens if token not in found and token.type not in {"COMMA", "AND", "OR", "SLASH"}]
    if not found or rest:
        raise NotRead("which words a note speaks of is open")
    return tuple(found)


def _rules(draft: Draft, ceiling: Ceiling, told: list[Told]) -> Iterator[tuple[Condition, tuple[Act, ...]]]:
    """What is named by a note is what the limit keeps out; without such a note, or with an order, all that lies above it."""
    limit = bare(ceiling.value.text)
    said = list[Condition]()
    for listed, acts in told:
        keys = tuple(key for token in listed if (key := bare(token.text)) != limit)
        known = draft.facts[ceiling.fact]
        if known.kind == "word":
            values = tuple(named(token.text, words_of(draft, token)) for token in listed)
            draft.add_fact(Fact(known.name, "word", None, values))
        elif any(draft.scales[known.scale or ""].member(key) is None for key in keys):
            raise NotRead("a note speaks of a word that the set does not have")
        if keys:
            said.append(Compare(ceiling.fact, "=", keys, ceiling.label))
            yield said[-1], acts
    ordered = ceiling.scale is not None and bool(ceiling.scale.order)
    if ordered or not told:
        above = Compare(ceiling.fact, ">", (limit,), ceiling.label)
        yield conjoined(above, *(Not(each) for each in said)), (act(draft, "halt", f"above {ceiling.value.text}", ceiling.label),)


def override(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """`Override per session via x`: where a value may be stated; the limits of the section still hold. Raises NotRead."""
    if parsed is None or parsed.name != "override":
        return None
    aside(sentence.notes)
    trail = sentence.place.section.words
    limits = [index for index, each in enumerate(draft.rules) if each.trail == trail and each.target in draft.subjects]
    if sentence.rest or not limits:
        raise NotRead("what is overridden is open")
    for index in limits:
        draft.rules[index] = replace(draft.rules[index], why=(*draft.rules[index].why, sentence.span))
    return []
