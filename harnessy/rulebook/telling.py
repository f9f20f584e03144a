"""Sentences that tell of a text, by `grammar/telling.lark`: they restrict nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import fold
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

_LINK = re.compile(r"\[(?P<words>[^\]]*)\]\((?P<to>[^)\s]*)\)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_FINAL = frozenset(".!")
_LONGEST = 1 << 1
_PLAIN = frozenset({"WORD", "HARMLESS", "VERB"})
_KEPT = {"COMMA": "COMMA", "AND": "AND"}
_DOUBTED = ("STATUS", "TAKES_BACK", "INACTIVE", "DECIDERS", "SHAKES")
_OTHER = "OTHER"  # fits no production


def set_told_apart(draft: Draft) -> None:
    """Note each sentence that no rule came from and that tells of a text: it restricts nothing, whatever it names."""
    for place, reading in draft.unread():
        if tells(draft, reading.span):
            draft.told.add(place)
            draft.readings[place] = replace(reading, kind="rationale", reason="")


def tells(draft: Draft, span: Span) -> bool:
    """Whether a sentence tells where to read on, who is thanked, how or when a page was made, or how it is kept, and no more."""
    tokens = tuple(_typed(draft, span))
    strange = " ".join(token.text for token in tokens if token.type in {"W", "NAME", "LINK"})
    return draft.grammar.telling(tokens) is not None and not has_label(draft, strange, _DOUBTED)


def _typed(draft: Draft, span: Span) -> Iterator[Token]:
    words = draft.grammar.words
    lists = _phrases(tuple(words.telling.items()), tuple(sorted(words.pages)), tuple(words.headers["STANDARDS"]))
    lists |= dict.fromkeys(words.keywords["NUMBERS"], "NUM")
    links = {span.start + link.start(): (span.start + link.end(), link) for link in _LINK.finditer(span.text)}
    tokens = [token for token in draft.nameless().lex(span) if token.text not in _FINAL]
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end, link = next(((end, link) for start, (end, link) in links.items() if start <= token.start < end), (0, None))
        if link is not None:
            yield Token("LINK" if _informs(draft, link["words"]) else _OTHER, link[0], token.start, end)
            at = next((index for index in range(at, len(tokens)) if tokens[index].start >= end), len(tokens))
            continue
        if token.type == "ATOM":
            yield replace(token, type="LINK" if _informs(draft, token.text.strip("`").casefold().removesuffix(".md")) else _OTHER)
            at += 1
            continue
        count = next((n for n in range(_LONGEST, 0, -1) if _said(tokens[at : at + n]) in lists and len(tokens[at:]) >= n), 0)
        yield token if not count and token.type in _KEPT else _single(token, lists.get(_said(tokens[at : at + count]), ""))
        at += count or 1


def _said(tokens: list[Token]) -> str:
    return " ".join(token.text.casefold() for token in tokens if token.type != "ATOM")


def _single(token: Token, kind: str) -> Token:
    """A word by the list that it stands in, else by its shape."""
    if not kind and token.type in _KEPT:
        return token
    if not kind and _YEAR.fullmatch(token.text):
        kind = "YEAR"
    elif not kind and token.type == "NUMBER":
        kind = "NUM"
    elif not kind and token.type in _PLAIN and token.type not in LOGIC:
        kind = "NAME" if token.text[:1].isupper() else "W"
    return Token(kind or _OTHER, token.text, token.start, token.end)


def _informs(draft: Draft, words: str) -> bool:
    """Whether a link's words name a text that only informs: `the log`, `the design notes`."""
    said = fold(words).split(" ")
    named = said[-1] in draft.grammar.words.telling["TEXT"] and words == words.lower()
    return named and len(said) <= _LONGEST + 1 and not has_label(draft, words, _DOUBTED)


@lru_cache(maxsize=1 << 1)
def _phrases(lists: tuple[tuple[str, tuple[str, ...]], ...], pages: tuple[str, ...], standards: tuple[str, ...]) -> dict[str, str]:
    """The terminal of each word or phrase: our lists first."""
    found = {**dict.fromkeys(standards, "STANDARD"), **dict.fromkeys(pages, "PAGE")}
    return found | {phrase: name for name, phrases in lists for phrase in phrases}
