"""The lexer of formulas: words, numbers and signs of arithmetic with their places in the document, and what they parse to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from harnessy.rulebook.grammar import Grammar, Node
from harnessy.rulebook.names import bare
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

FUNCTIONS = ("MIN", "MAX", "MEAN", "SUM", "COUNT", "ABS", "VARIANCE")
_SIGNS = (
    "TIMES", "POWER", "OVER", "PLUS", "MINUS", "LEFT", "RIGHT", "BAR", "COMMA", "LE", "GE", "NE", "LT", "GT", "EQ",
)  # fmt: skip
_WORDED = ("CAPPED", "FLOORED", "LE", "GE", "NE", "LT", "GT", "AND", "WHERE", "IS", "NOT", "ALL", "DISTINCT", "OF")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻·", "0123456789-.")
_RAISED = re.compile(r"⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[·.][⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
_NUMBER = re.compile(r"(?:\d[\d_]*(?:\.\d+)?|\.\d+)%?(?![\w.])")
_LETTER = r"[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]"
_WORD = re.compile(rf"(?!\d){_LETTER}+(?:['’.]{_LETTER}+)*")
_SKIP = re.compile(r"(?:\s|`|\*\*(?=[^\W\d])|(?<=\w)\*\*)+")
_LONG = 1
_LONGEST = 1 << 2 << 2 << 2 << 2  # a longer formula is none
RELATIONS = {"LE": "≤", "GE": "≥", "LT": "<", "GT": ">", "EQ": "=", "NE": "≠"}
_OUTSIDE = {"AND": "BOTH", **dict.fromkeys(RELATIONS, "COMPARED")}


def parse(grammar: Grammar, span: Span, start: str, known: Collection[str] = ()) -> Node | None:
    """The tree of a formula (`definition`, `formula`, `comparison`); None when some part of it is not understood.

    `known` are the keys of names: a hyphen between two of them is a minus.
    """
    found = tokens(grammar, span, known)
    if found is None or len(found) > _LONGEST:
        return None
    return grammar.formula(_joined(found) if start == "comparison" else found, start)


def tokens(grammar: Grammar, span: Span, known: Collection[str] = ()) -> tuple[Token, ...] | None:
    """The tokens of a span; None when it holds a sign that no formula has."""
    lexer = _lexer(tuple((name, words) for name, words in grammar.words.formula.items()))
    text, position, found = span.source.text, span.start, list[Token]()
    while position < span.end:
        gap = _SKIP.match(text, position, span.end)
        if gap:
            position = gap.end()
            continue
        token = lexer.token(text, position, span.end, known)
        if token is None:
            return None
        found.append(token)
        position = token.end
    return tuple(_functions(found))


def _joined(found: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens with each `and` outside brackets as one that joins comparisons, and each relation there as one of them."""
    joined, depth = list[Token](), 0
    for token in found:
        depth += (token.type == "LEFT") - (token.type == "RIGHT")
        kind = _OUTSIDE.get(token.type, token.type) if depth == 0 else token.type
        joined.append(Token(kind, token.text, token.start, token.end))
    return tuple(joined)


def _functions(found: list[Token]) -> Iterator[Token]:
    """A word for a function is one only before a bracket or `of`."""
    for index, token in enumerate(found):
        after = found[index + 1].type if index + 1 < len(found) else ""
        if token.type != "FUNCTION" or after in {"LEFT", "OF"}:
            yield token
        else:
            yield Token("WORD", token.text, token.start, token.end)


class _Lexer:
    def __init__(self, words: dict[str, tuple[str, ...]]) -> None:
        self.signs = {sign: name for name in _SIGNS for sign in words[name] if not sign[0].isalpha()}
        self.worded = {word: name for name in reversed(_WORDED) for word in words[name] if word[0].isalpha()}
        self.worded.update({word: "FUNCTION" for name in FUNCTIONS for word in words[name]})
        signs = sorted([*self.signs, *(word for name in _WORDED for word in words[name] if not word[0].isalpha())], key=len)
        self.sign = re.compile("|".join(re.escape(sign) for sign in reversed(signs)))
        self.signs.update({word: name for name in _WORDED for word in words[name] if not word[0].isalpha()})
        phrases = sorted(self.worded, key=len, reverse=True)
        bodies = (r"\s+".join(map(re.escape, phrase.split())) for phrase in phrases)
        self.phrase = re.compile(rf"(?:{'|'.join(bodies)})(?![\w'’])", re.IGNORECASE)

    def token(self, text: str, at: int, end: int, known: Collection[str]) -> Token | None:
        """The token at a place."""
        raised, number = _RAISED.match(text, at, end), _NUMBER.match(text, at, end)
        if raised:
            return Token("RAISED", raised.group().translate(_SUPERSCRIPTS), at, raised.end())
        if number:
            return Token("NUMBER", number.group(), at, number.end())
        phrase, word = self.phrase.match(text, at, end), _WORD.match(text, at, end)
        if phrase and (not word or phrase.end() >= word.end()):
            name = self.worded[" ".join(phrase.group().split()).casefold()]
            return Token(name, phrase.group(), at, phrase.end())
        if word:
            last = _hyphened(text, word, end, known)
            return Token("WORD", text[at:last], at, last)
        sign = self.sign.match(text, at, end)
        return Token(self.signs[sign.group()], sign.group(), at, sign.end()) if sign else None


def _hyphened(text: str, word: re.Match[str], end: int, known: Collection[str]) -> int:
    """Where a word ends: it goes on behind a hyphen, unless a minus is meant, between names or single letters."""
    at = word.end()
    while at < end and text[at] == "-":
        after = _WORD.match(text, at + 1, end)
        if not after or len(after.group()) <= _LONG or at - word.start() <= _LONG:
            return at
        if bare(after.group()) in known and bare(text[word.start() : at]) in known:
            return at
        at = after.end()
    return at


@lru_cache(maxsize=2)
def _lexer(words: tuple[tuple[str, tuple[str, ...]], ...]) -> _Lexer:
    return _Lexer(dict(words))
