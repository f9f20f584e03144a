"""Sentences that only say who keeps a page or what its agents are there for: `Owner: Mika`, `The bot lends books in three shops`.

They are known by what they may say, and nothing else: a verb of a short list or of the page's own names, and behind it no
logic, no number, nobody by name, no time, nobody beside whom it is done, no second statement.
"""

from __future__ import annotations

import re

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import bare, fold, in_order
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Token, in_place
from harnessy.rulebook.topics import Topics
from harnessy.source import Span

_STOPS = frozenset({".", "!"})
_WHO = 1 + 1 + 1  # words of a name for an agent: `the library bot`
_KEPT = _WHO + _WHO  # words of a line about who keeps a page
_LONG = _KEPT + _KEPT + _KEPT
_PLAIN = frozenset({"WORD", "HARMLESS", "NAME", "AND"})
_BARRED = LOGIC | {"HAZARD", "QUOTE", "NUMBER", "COMMA", "SEMI", "DASH", "COLON", "BUT", "EVERY", "OR", "SYMBOL"}
_LABELS = ("TIMES", "STATUS", "TAKES_BACK", "DECIDERS", "QUALIFIERS", "INACTIVE", "CLOCK")
_LINE = re.compile(r"[*_]*(?P<key>[^\W\d][\w ]*?)[*_]*:[*_]*\s+(?P<value>.+)", re.DOTALL)


def describes(draft: Draft, span: Span) -> bool:
    """Whether a sentence only describes a page or the agents that it binds."""
    return _is_kept(draft, span) or _is_of_agents(draft, span)


def _is_kept(draft: Draft, span: Span) -> bool:
    """`Owner: Mika and the desk`, `Maintained by the registrar`: who keeps the page, in names and plain words."""
    headers = draft.grammar.words.headers
    line, said = _LINE.fullmatch(span.text), fold(span.text)
    opening = next((words for words in headers["KEPT_BY"] if said.startswith(f"{words} ")), "")
    if line is None and not opening:
        return False
    if line is not None and fold(line["key"]) not in headers["KEEPERS"]:
        return False
    start = line.start("value") if line is not None else len(opening)
    tokens = [token for token in draft.nameless().lex(span.cut(span.start + start, span.end)) if token.text not in _STOPS]
    known = Topics(draft)
    named = (
        token.text[:1].isupper()
        or known.knows(token.text)
        or token.text.casefold() in headers["KEEPING"]
        or token.type in {"HARMLESS", "AND"}
        for token in tokens
    )
    plain = all(token.type in _PLAIN | {"COMMA"} for token in tokens) and all(named)
    return plain and 0 < len(tokens) <= _KEPT and not has_label(draft, span.text, ("DECIDERS", "TIMES", "STATUS", "TAKES_BACK"))


def _is_of_agents(draft: Draft, span: Span) -> bool:
    """`The bot lends books in three shops`, `You are the library bot`: what agents are and are there for."""
    tokens = tuple(token for token in in_place(draft.nameless().lex(span)) if token.text not in _STOPS)
    known = Topics(draft)
    count = _actor(draft, known, tokens)
    if not count or len(tokens) <= count or len(tokens) > _LONG or has_label(draft, span.text, _LABELS):
        return False
    verb, rest = tokens[count], tokens[count + 1 :]
    seasons = draft.grammar.words.formula["SEASONS"]
    if any(token.effect and token.type != "WORD" for token in draft.nameless().lex(span)):
        return False
    if any(token.type in _BARRED or _is_named(token) or token.text.casefold() in seasons for token in rest):
        return False
    if verb.type == "COP":
        return bool(rest) and _actor(draft, known, rest) == len(rest)
    return verb.type == "WORD" and _does(draft, verb.text) and _adds_nothing(draft, known, rest)


def _actor(draft: Draft, known: Topics, tokens: tuple[Token, ...]) -> int:
    """How many words in front name those whom the doctrine binds: `you`, `the library bot`; 0 for none."""
    words, headers = draft.grammar.words.keywords, draft.grammar.words.headers
    if tokens and tokens[0].text.casefold() in headers["WRITERS"]:
        return 0  # who writes a page may speak of people
    if tokens and tokens[0].text.casefold() in headers["PRONOUNS"]:
        return 1
    for count in range(1, min(len(tokens), _WHO + 1) + 1):
        texts = [token.text.casefold() for token in tokens[:count]]
        modifiers = [text for text in texts[:-1] if text not in headers["SORTS_OF_ACTOR"]]
        if bare(texts[-1]) in words["ACTOR"] and all(known.knows(text) for text in modifiers):
            return count
    return 0


def _does(draft: Draft, verb: str) -> bool:
    """Whether a verb is one of describing, or one with which the page calls something that is done."""
    said = frozenset(in_order(verb))
    listed = frozenset(stem for word in draft.grammar.words.headers["DESCRIBES"] for stem in in_order(word))
    own = frozenset(stem for key in (*draft.subjects, *draft.operations) for stem in in_order(key)[:1])
    return bool(said) and said <= listed | own


def _adds_nothing(draft: Draft, known: Topics, rest: tuple[Token, ...]) -> bool:
    """Whether what follows a verb says neither beside whom nor more than one thing of another kind."""
    headers = draft.grammar.words.headers
    texts = [token.text.casefold() for token in rest]
    numbers = draft.grammar.words.keywords["NUMBERS"]
    for index, text in enumerate(texts):
        after = texts[index + 1] if index + 1 < len(texts) else ""
        if text in headers["BESIDE"] and after not in headers["OWN_WORDS"]:
            return False
        strange = rest[index].type == "WORD" and not known.knows(text) and not _does(draft, text) and text not in numbers
        if strange and not known.are_things(text):
            return False
        if rest[index].type == "AND" and not (_does(draft, after) or known.knows(after) or after in headers["OWN_WORDS"]):
            return False
    return all(token.type in _PLAIN | {"AT", "THIRD"} for token in rest)


def _is_named(token: Token) -> bool:
    """Whether a word inside a sentence is written like a name."""
    return token.text[:1].isupper() and token.type in {"WORD", "NAME"}
