"""Sentences that nobody needs to read: they tell how work is done, or describe, and restrict nothing."""

from __future__ import annotations

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import bare
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.things import Things, things
from harnessy.rulebook.tokens import LOGIC, Token, glue, in_place
from harnessy.source import Span

_LABEL = 1 + 1 + 1
_FRONT = 1 + 1
_IS_A = 1 + 1 + 1
_A = frozenset({"a", "an"})
_SAYS = frozenset({"HAZARD", "AT", "BEFORE", "AFTER", "QUOTE"})


def harmless(draft: Draft, span: Span) -> bool:
    """Whether a sentence is an instruction in plain words: `use x`, `group x into y and z`, `Agents read x to understand y`.

    It begins with one of the verbs for that and holds no logic, no hazard, no time and nobody else who acts.
    """
    tokens = draft.nameless().lex(span)
    rest = _without_actor(draft, _without_label(tokens))
    plain = tuple(token for token in in_place(rest) if token.text not in {".", "!"})
    if not plain or not _instructs(draft, plain) or has_label(draft, span.text, ("OTHERS", "TIMES", "STATUS", "TAKES_BACK")):
        return False
    return not any(token.type in LOGIC | _SAYS or token.text == "?" for token in plain)


def described(draft: Draft, span: Span) -> Things:
    """What a sentence that nobody reads is about: `The x is a y that …` only about x."""
    said = things(draft, span)
    tokens = glue(in_place(draft.nameless().lex(span)))
    plain = [token.type for token in tokens[:_IS_A]] == ["NP", "COP", "NP"]
    plain = plain and span.text[tokens[1].end - span.start :].split()[0] in _A
    strange = any(token.type in _SAYS | LOGIC and token.text.casefold() != "that" for token in tokens)
    if not plain or strange or has_label(draft, span.text, ("OTHERS", "TIMES", "STATUS")):
        return said
    return things(draft, span.cut(span.start, tokens[0].end))


def _without_label(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`Ordering: sort x`: what stands behind a short label."""
    at = next((index for index, token in enumerate(tokens[: _LABEL + 1]) if token.type == "COLON"), -1)
    plain = all(token.type in {"WORD", "HARMLESS", "VERB"} for token in tokens[: max(at, 0)])
    return tokens[at + 1 :] if at > 0 and plain else tokens


def _without_actor(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    actors = draft.grammar.words.keywords["ACTOR"]
    for count in (_FRONT, 1):
        if bare(" ".join(token.text for token in tokens[:count])) in actors and len(tokens) > count:
            return tokens[count:]
    return tokens


def _instructs(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    words = draft.grammar.words.keywords["INSTRUCTS"]
    return any(" ".join(token.text for token in tokens[:count]).casefold() in words for count in (_FRONT, 1))
