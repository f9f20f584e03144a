"""What a sentence is about, roughly: the words that can be nouns, those that end a run of them, and the verb in front."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import in_order
from harnessy.rulebook.tokens import Token, in_place
from harnessy.source import Span

_ENDS = frozenset({"DASH", "SEMI", "COLON"})
_CONTENT = frozenset({"WORD", "NAME", "ATOM"})
_FRONT = frozenset({"NEVER", "NO", "NOT", "ONLY", "MUST", "ALWAYS", "MAY", "NOONE", "SYMBOL", "IF", "EVERY", "HARMLESS"})


@dataclass(frozen=True, slots=True)
class Things:
    """Stems: of any word of content, of nouns by their place, of the first word, and of the nouns without a verb in front."""

    words: frozenset[str]
    heads: frozenset[str]
    verb: frozenset[str]
    objects: frozenset[str]


def things(draft: Draft, span: Span) -> Things:
    """What the words of a place are about. Words of the language, numbers, code and what stands in brackets are left out."""
    return _things(draft, in_place(tuple(_outside(draft.nameless().lex(span)))))


def front_things(draft: Draft, span: Span) -> Things:
    """The same of what stands before the first dash, colon or semicolon, without what only measures (`per x`)."""
    tokens = in_place(tuple(_outside(draft.nameless().lex(span))))
    end = next((index for index, token in enumerate(tokens) if index and token.type in _ENDS), len(tokens))
    per = draft.grammar.words.keywords["PER"]
    front = tokens[:end]
    pairs = zip((None, *front), front, strict=False)
    return _things(draft, tuple(token for before, token in pairs if before is None or before.text.casefold() not in per))


def _things(draft: Draft, tokens: tuple[Token, ...]) -> Things:
    structure = draft.grammar.words.structure
    runs, run = list[list[Token]](), list[Token]()
    for token in tokens:
        if token.type in _CONTENT and token.text.casefold() not in structure:
            run.append(token)
        elif run:
            runs.append(run)
            run = []
    runs.extend([run] if run else [])
    words = frozenset(stem for part in runs for token in part for stem in _all(token))
    heads = frozenset(stem for part in runs for token in _heads(part) for stem in _last(token))
    first = [token for token in runs[0][:1] if token is _first(tokens)] if runs else []
    objects = heads - frozenset(stem for token in first if tokens[0].type == "NEVER" for stem in _last(token))
    heads |= frozenset(stem for token in first for stem in _last(token))
    verb = frozenset(in_order(_first(tokens).text)[:1]) if tokens else frozenset()
    return Things(words, heads, verb, objects if tokens and tokens[0].type == "NEVER" else heads)


def _first(tokens: tuple[Token, ...]) -> Token:
    """The first token that is neither a force nor a sign: what is done, or what a sentence is about."""
    return next((token for token in tokens if token.type not in _FRONT), tokens[0])


def _last(token: Token) -> tuple[str, ...]:
    """What a word is: of one with hyphens the last part; code is one thing, unless it is a phrase."""
    if token.type == "ATOM":
        return _all(token) if " " not in token.text else ()
    return in_order(token.text)[-1:]


def _all(token: Token) -> tuple[str, ...]:
    found = in_order(token.text)
    return (" ".join(found),) if token.type == "ATOM" and found else found


def _outside(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The tokens outside of brackets."""
    depth = 0
    for token in tokens:
        depth += token.text == "("
        if not depth:
            yield token
        depth -= depth > 0 and token.text == ")"


def _heads(run: list[Token]) -> Iterator[Token]:
    """The words of a run that are no mere attribute of the next: the last, those in the plural, and code."""
    for index, token in enumerate(run):
        text = token.text.casefold()
        plural = text.endswith("s") and not text.endswith(("ss", "us", "is"))
        if index == len(run) - 1 or plural or token.type == "ATOM":
            yield token
