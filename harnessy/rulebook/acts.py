"""Acts: the verbs of a statement with their objects, effects and gates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from harnessy.rulebook.clauses import Note, NotRead
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Act, Effect, Opaque
from harnessy.rulebook.names import bare, unarticled
from harnessy.rulebook.place import TIGHT
from harnessy.rulebook.tokens import ARTICLES, LOGIC, Token

_JOINS = frozenset({"COMMA", "PLUS", "AND", "OR"})
_LOOSE = frozenset({"HAZARD", "BUT", "REQ", "HAVE"})
_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")
_MARKUP = re.compile(r"[`*]")


def build_acts(draft: Draft, tokens: tuple[Token, ...], notes: tuple[Note, ...] = ()) -> tuple[Act, ...]:
    """The acts of a run of verbs, objects and separators; a note of one code span right after a verb is its object."""
    acts = tuple(_act(draft, verb, thing, notes) for verb, thing in _pairs(tokens))
    first = draft.grammar.words.keywords["BEFOREHAND"]
    if any(act.effect == "go" for act in acts) and any(act.object.casefold().split(" ")[-1] in first for act in acts):
        raise NotRead("what is to be done first is no part of what goes")
    return acts


def with_strange(tokens: tuple[Token, ...], *, closed: bool = False) -> tuple[Token, ...]:
    """The tokens of acts of which the first holds or halts, with what else is done and no grammar knows: it holds as well.

    `stop, page the rigger`: the word behind the comma is a verb that nobody declared. Where nothing goes anyway (`closed`), so
    may the first be.
    """
    if not tokens or not (closed or tokens[0].effect in TIGHT):
        return tokens
    found = list[Token]()
    for before, token in zip((None, *tokens), tokens, strict=False):
        opens = before.type in _JOINS if before is not None else closed
        if not opens or token.type != "NP" or token.parts[0].type != "WORD":
            found.append(token)
            continue
        first, *rest = token.parts
        found.append(replace(first, type="VERB", effect="hold"))
        if rest:
            found.append(replace(token, text=" ".join(part.text for part in rest), start=rest[0].start, parts=tuple(rest)))
    return tuple(found)


def glosses(draft: Draft, notes: tuple[Note, ...], main: tuple[Token, ...]) -> tuple[Note, ...]:
    """The notes that nobody reads. A code span or a plain reference changes nothing, except beside a go."""
    reference = draft.grammar.words.keywords["REFERENCE"]
    goes = any(token.type == "VERB" and token.effect == "go" for token in main)
    return tuple(note for note in notes if not _is_gloss(note, reference, goes=goes))


def _is_gloss(note: Note, reference: tuple[str, ...], *, goes: bool) -> bool:
    first = note.tokens[0]
    if first.text.casefold() in reference:
        return not any(token.type in LOGIC | _LOOSE for token in note.tokens)
    return not goes and len(note.tokens) == 1 and first.type in {"ATOM", "NAME"}


def _pairs(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, Token | None]]:
    for index, token in enumerate(tokens):
        if token.type == "VERB":
            after = tokens[index + 1] if index + 1 < len(tokens) else None
            yield token, after if after is not None and after.type == "NP" else None


def _act(draft: Draft, verb: Token, thing: Token | None, notes: tuple[Note, ...]) -> Act:
    source = draft.document.source
    effect = cast("Effect", verb.effect if verb.effect != "none" else "n/a")
    told = thing is not None and effect == "neutral" and _is_somebody(thing)
    if thing is not None and not told and effect in {"go", "n/a", "neutral"} and _second_verdict(draft, thing):
        raise NotRead(f"`{source.span(verb.start, thing.end).text}` holds two verdicts")
    note = _own_note(verb, thing, notes) if effect != "go" else None
    words = source.span(verb.start, thing.end if thing else verb.end)
    whole = source.span(verb.start, note.span.end + 1) if note else words
    text = source.span(thing.start, thing.end).text if thing else (note.span.text if note else "")
    gate = _gate(draft, thing) if effect == "go" and thing else None
    return Act(spoken(whole.text), verb.text.casefold(), _plain(text), effect, whole, gate)


def _is_somebody(thing: Token) -> bool:
    """`the lead` in `ring the lead`: an article and one word, which is a noun whatever verdict it may be elsewhere."""
    first, *rest = thing.parts
    return first.text.casefold() in ARTICLES and len(rest) == 1


def _second_verdict(draft: Draft, thing: Token) -> bool:
    """Whether an object is a verdict of its own (`✅ ask first`); what a go goes through may be named by one (`with approval`)."""
    gate = thing.parts[0].text.casefold() in draft.grammar.words.keywords["THROUGH"]
    return not gate and any(part.effect in TIGHT for part in thing.parts)


def _own_note(verb: Token, thing: Token | None, notes: tuple[Note, ...]) -> Note | None:
    """The code span in brackets that stands right behind a verb without an object."""
    if thing is not None:
        return None
    return next((note for note in notes if 0 < note.span.start - verb.end <= 2 and len(note.tokens) == 1), None)


def _gate(draft: Draft, thing: Token) -> Opaque | None:
    """`proceed through X`, `yes with X`, `accept light parcels`: a go that says more waits for what it says.

    Only where it goes on to (`proceed to the next step`) changes nothing.
    """
    words = draft.grammar.words.keywords
    first = thing.parts[0].text.casefold()
    if first in words["ONWARD"] and any(part.text.casefold() in words["NEXT"] for part in thing.parts):
        return None
    rest = thing.parts[1:] if first in words["THROUGH"] and len(thing.parts) > 1 else thing.parts
    span = draft.document.source.span(rest[0].start, thing.end)
    return Opaque(bare(span.text), unarticled(span.text), span)


def spoken(text: str) -> str:
    """Words on one line without marks of emphasis; code spans stay."""
    return _one_line(_EMPHASIS.sub("", text))


def _plain(text: str) -> str:
    return _one_line(_MARKUP.sub("", text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
