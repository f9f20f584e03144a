"""Tokens of a sentence about a log, a queue or a pull request, typed by the word lists of `mechanics.lark`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from harnessy.rulebook.amount import number
from harnessy.rulebook.tokens import ARTICLES, Token

SENTENCE_LISTS = (
    *("RISE", "RISES", "FALLS", "ROWS", "SINCE", "EDIT", "SAMEWINDOW", "OWN", "AT", "ATONCE", "PENDING", "HAVE", "SUPERSEDES"),
    *("LATER", "DATED", "CITES", "BOTH", "SAYS", "RATHER", "RAISES", "FALLEN", "INAROW", "WITHIN", "ALLOF", "NEARLY"),
)
_RELATIONS = frozenset({"GE", "LE", "GT", "LT", "EQ"})
_KEPT = frozenset({"MAY", "MUST", "ONLYIF", "IF", "EVERY", "COP", "PAST", "MEANS", "AND", "OR", "COMMA", *_RELATIONS})
_WORDS = frozenset({"WORD", "NAME", "ATOM", "QUOTE", "VERB", "HARMLESS", "HAVE", "AT"})
_FINAL = frozenset(".!")
_LONGEST = 1 << 2 << 1


def marked(tokens: tuple[Token, ...], lists: Mapping[str, tuple[str, ...]], numbers: tuple[str, ...]) -> tuple[Token, ...]:
    """The tokens as W, NUM and the terminals of the lists; a token that is none of them keeps its type and fits no production."""
    phrases = _phrases_of(tuple([lists[name] for name in SENTENCE_LISTS]))
    counted = {**{word: str(at) for at, word in enumerate(numbers, 1)}, **dict.fromkeys(lists["ZERO"], "0")}
    counted |= {word: str(at * int(counted[lists["TENS"][0]])) for at, word in enumerate(lists["TENS"], 1)}
    while tokens and tokens[-1].type == "SYMBOL" and tokens[-1].text in _FINAL:
        tokens = tokens[:-1]
    return tuple(_typed(tokens, phrases, counted))


@lru_cache(maxsize=1 << 1)
def _phrases_of(lists: tuple[tuple[str, ...], ...]) -> Mapping[str, Mapping[str, str]]:
    """The terminal of each phrase, by the first word of the phrase."""
    found = dict[str, dict[str, str]]()
    for name, phrases in zip(SENTENCE_LISTS, lists, strict=True):
        for phrase in phrases:
            found.setdefault(phrase.split()[0], {})[phrase] = name
    return found


def _typed(tokens: tuple[Token, ...], phrases: Mapping[str, Mapping[str, str]], counted: Mapping[str, str]) -> Iterator[Token]:
    at = 0
    while at < len(tokens):
        word, *_ = tokens[at].text.casefold().split() or [""]
        length, name = _phrase(tokens[at : at + _LONGEST], phrases[word]) if word in phrases else (0, "")
        if name:
            yield replace(_joined(tokens[at : at + length]), type=name)
            at += length
            continue
        if tokens[at].text == "'" and [token.text for token in tokens[at + 1 : at + 2]] == ["s"]:
            at += 2
            continue
        yield from _single(tokens[at], counted)
        at += 1


def _phrase(tokens: tuple[Token, ...], phrases: Mapping[str, str]) -> tuple[int, str]:
    for length in range(len(tokens), 0, -1):
        some = tokens[:length]
        text = " ".join(" ".join(token.text.casefold().split()) for token in some)
        if text in phrases and all(token.type != "ATOM" for token in some):
            return length, phrases[text]
    return 0, ""


def _joined(tokens: tuple[Token, ...]) -> Token:
    return replace(tokens[0], text=" ".join(token.text for token in tokens), end=tokens[-1].end)


def _single(token: Token, counted: Mapping[str, str]) -> Iterator[Token]:
    word = token.text.casefold()
    if token.type != "ATOM" and word in counted:
        yield replace(token, type="NUM", text=counted[word])
    elif token.type == "NUMBER" and number(token.text) is not None:
        yield replace(token, type="NUM")
    elif token.type in _KEPT:
        yield token
    elif token.type in _WORDS:
        if word not in ARTICLES or token.type == "ATOM":
            yield replace(token, type="W", parts=(token,))
    else:
        yield token


def amount(token: Token) -> Decimal:
    """The number that a NUM token stands for."""
    return number(token.text) or Decimal(0)
