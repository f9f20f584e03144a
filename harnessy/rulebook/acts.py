"""Acts: the verbs of a statement with their objects, effects and gates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from harnessy.rulebook.clauses import Note
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Act, Effect, Opaque
from harnessy.rulebook.names import fold
from harnessy.rulebook.tokens import Token

_EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")
_MARKUP = re.compile(r"[`*]")


def build_acts(draft: Draft, tokens: tuple[Token, ...], notes: tuple[Note, ...] = ()) -> tuple[Act, ...]:
    """The acts of a run of verbs, objects and separators; a note of one code span right after a verb is its object."""
    return tuple(_act(draft, verb, thing, notes) for verb, thing in _pairs(tokens))


def glosses(draft: Draft, notes: tuple[Note, ...]) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """Notes parted into those that change nothing (one code span, a reference) and those that are unread."""
    reference = draft.grammar.words.keywords["REFERENCE"]
    plain = tuple(note for note in notes if _is_gloss(note, reference))
    return plain, tuple(note for note in notes if note not in plain)


def _is_gloss(note: Note, reference: tuple[str, ...]) -> bool:
    first = note.tokens[0]
    return (len(note.tokens) == 1 and first.type in {"ATOM", "NAME"}) or first.text.casefold() in reference


def _pairs(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, Token | None]]:
    for index, token in enumerate(tokens):
        if token.type == "VERB":
            after = tokens[index + 1] if index + 1 < len(tokens) else None
            yield token, after if after is not None and after.type == "NP" else None


def _act(draft: Draft, verb: Token, thing: Token | None, notes: tuple[Note, ...]) -> Act:
    source = draft.document.source
    end = thing.end if thing else verb.end
    note = _own_note(verb, thing, notes)
    words = source.span(verb.start, end)
    whole = source.span(verb.start, note.span.end + 1) if note else words
    text = source.span(thing.start, thing.end).text if thing else (note.span.text if note else "")
    effect = cast("Effect", verb.effect if verb.effect != "none" else "n/a")
    gate = _gate(draft, thing) if effect == "go" and thing else None
    return Act(_one_line(whole.text), verb.text.casefold(), _plain(text), effect, whole, gate)


def _own_note(verb: Token, thing: Token | None, notes: tuple[Note, ...]) -> Note | None:
    """The code span in brackets that stands right behind a verb without an object."""
    if thing is not None:
        return None
    return next((note for note in notes if 0 < note.span.start - verb.end <= 2 and len(note.tokens) == 1), None)


def _gate(draft: Draft, thing: Token) -> Opaque | None:
    """`proceed through X`, `yes with X`: a go that waits for X."""
    through = draft.grammar.words.keywords["THROUGH"]
    first = thing.parts[0].text.casefold()
    if first not in through:
        return None
    rest = thing.parts[1:]
    start = rest[0].start if rest else thing.start
    span = draft.document.source.span(start, thing.end)
    key = fold(span.text).removeprefix("the ").removeprefix("an ").removeprefix("a ")
    return Opaque(key, _one_line(span.text), span)


def spoken(text: str) -> str:
    """Words on one line without marks of emphasis; code spans stay."""
    return _one_line(_EMPHASIS.sub("", text))


def _plain(text: str) -> str:
    return _one_line(_MARKUP.sub("", text))


def _one_line(text: str) -> str:
    return " ".join(text.split())
