"""The lexer: a span in, typed tokens out. Names win over keywords where they are at least as long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import cache

from harnessy.rulebook.names import fold
from harnessy.rulebook.phrases import Names, Phrases
from harnessy.rulebook.words import Words
from harnessy.source import Span

_GAP = r"(?:[\s*_]|\n[ \t>]*)+"
_SKIP = re.compile(r"(?:\s|\*|(?<![^\W_])_|_(?![^\W_])|\n[ \t>]+|<!--.*?-->|\]\([^)\s]*\)|\[|\])+", re.DOTALL)
_ATOM = re.compile(r"(`+)(?P<inner>.+?)(?<!`)\1(?!`)", re.DOTALL)
_QUOTE = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”")
_NUMBER = re.compile(r"[-+]?(?:\d(?:[\d,_]*\d)?(?:\.\d+)?|\.\d+)(?:%|\s?°C?(?!\w)|[^\W\d_]{1,4}\b)?\+?(?![\w.-]*\w)")
_WORD = re.compile(r"[^\W_](?:[\w'’]|[-.:/@](?=\w))*|--[a-z][\w-]*")
_FLAG = re.compile(r"--?[A-Za-z][\w-]*\Z")
_COMPOUND = re.compile(r"-and-")
_CODED = frozenset({"ATOM", "QUOTE", "NUMBER"})
_UNKNOWN = frozenset({"WORD", "SYMBOL"})
_FORCE_AND_VERDICT = frozenset({"NO", "NEVER", "FORBID"})
LOGIC = frozenset(
    [
        "IF",
        "ONLYIF",
        "UNLESS",
        "EXCEPT",
        "UNTIL",
        "BEFORE",
        "AFTER",
        "WITHOUT",
        "NEVER",
        "FORBID",
        "RESERVED",
        "NOONE",
        "NO",
        "NOT",
        "MUST",
        "MAY",
        "REQ",
        "ALWAYS",
        "ONLY",
        "DEFAULT",
        "SAME",
        "MEANS",
        "OTHERWISE",
        "THIRD",
        "SUBSET",
        "MISSING",
        "LOWEST",
        "HIGHEST",
        "EXCEEDS",
        "LE",
        "GE",
        "GT",
        "LT",
        "NE",
        "EQ",
        "IN",
        "UPWARD",
        "DOWNWARD",
        "VERB",
        "ARROW",
        "BIND",
    ],
)


@dataclass(frozen=True, slots=True)
class Token:
    """A typed piece of text. `parts` are the tokens that were glued into a noun phrase; `effect` is that of a verdict word."""

    type: str
    text: str
    start: int
    end: int
    effect: str = ""
    parts: tuple[Token, ...] = ()

    @property
    def is_flag(self) -> bool:
        """Whether this is a code span or word that spells a command line flag."""
        return self.type in {"ATOM", "WORD"} and bool(_FLAG.match(self.text)) and self.text.startswith("--")


@cache
def _phrases(phrases: frozenset[str]) -> Phrases:
    return Phrases(phrases)


def _plain(text: str) -> str:
    return re.sub(_GAP, " ", text).strip().casefold().replace("’", "'")


def _opens_number(text: str, position: int) -> bool:
    """Whether a dot is the first sign of a number: `.5`, but neither the end of `1.` nor the second of `0..1`."""
    before = text[position - 1 : position]
    return text[position] == "." and not (before.isalnum() or before == ".")


class Lexer:
    """Cuts text into tokens. `names` are folded names of the document, `verbs` adds verdict words with their effects."""

    def __init__(self, words: Words, names: Iterable[str] = (), verbs: Mapping[str, str] | None = None) -> None:
        self.keywords = words.lexed
        self.verbs = {**words.effect_of, **(verbs or {})}
        self.through = frozenset(words.keywords["THROUGH"])
        self.given = frozenset(words.keywords["GIVEN"])
        self.reference = frozenset(words.keywords["REFERENCE"])
        self._taken = words.taken.union(map(fold, verbs or ()))
        self._names: tuple[Names, ...] = (self._known_names(names),)
        self._phrases = _phrases(frozenset(self.keywords.keys() | self.verbs.keys()))
        self._nameless: dict[tuple[str, int], dict[int, tuple[Token, ...]]] = {}  # shared with the lexers that know more names
        self._lexed: dict[tuple[str, int, int], tuple[Token, ...]] = {}

    def also(self, names: Iterable[str]) -> Lexer:
        """A lexer that knows some names more. Those added of late are merged while they are few."""
        lexer, added, rest = copy(self), self._known_names(names), self._names
        while rest and len(rest[-1]) <= len(added):
            added, rest = Names((*rest[-1].phrases, *added.phrases)), rest[:-1]
        lexer._names, lexer._lexed = (*rest, added), {}  # noqa: SLF001 # its own copy
        return lexer

    def _known_names(self, names: Iterable[str]) -> Names:
        return Names(name for name in names if name and name not in self._taken)

    def lex(self, span: Span) -> tuple[Token, ...]:
        """The tokens of a span, with offsets of the source."""
        place = (span.source.text, span.start, span.end)
        found = self._lexed.get(place)
        if found is None:
            found = self._lexed[place] = tuple(self._tokens(*place))
        return found

    def _tokens(self, text: str, position: int, end: int) -> Iterator[Token]:
        nameless = self._nameless.setdefault((text, end), {})
        while position < end:
            gap = _SKIP.match(text, position, end)
            if gap:
                position = gap.end()
                continue
            piece = nameless.get(position)
            if piece is None:
                piece = nameless[position] = self._atom(text, position, end) or self._phrase(text, position, end)
            if piece[0].type not in _CODED:
                piece = self._name(text, position, end, piece[0]) or piece
            yield from piece
            position = piece[-1].end

    def _atom(self, text: str, position: int, end: int) -> tuple[Token, ...]:
        char = text[position]
        if char == "`" and (match := _ATOM.match(text, position, end)):
            return (Token("ATOM", match["inner"].strip(), position, match.end()),)
        if char in '"“' and (match := _QUOTE.match(text, position, end)):
            return (Token("QUOTE", match.group(), position, match.end()),)
        if (char.isdigit() or char in "+-" or _opens_number(text, position)) and (match := _NUMBER.match(text, position, end)):
            return (Token("NUMBER", match.group(), position, match.end()),)
        return ()

    def _name(self, text: str, position: int, end: int, plain: Token) -> tuple[Token, ...]:
        """The name that begins here, if it is at least as long as what stands here without it."""
        names = [found for known in self._names if (found := known.match(text, position, end)) is not None]
        name = max(names) if names else None
        if name is None or (plain.type not in _UNKNOWN and name[1] < plain.end):
            return ()
        return (Token("NAME", text[position : name[1]], position, name[1]),)

    def _phrase(self, text: str, position: int, end: int) -> tuple[Token, ...]:
        phrase = self._phrases.match(text, position, end)
        if phrase:
            known = self._known(text[position : phrase[1]], position, phrase[1])
            return (self._bound(known, text, end) if known.type == "BIND_ONLY" else known,)
        word = _WORD.match(text, position, end)
        if word:
            return self._word(word.group(), position, word.end())
        return (Token("SYMBOL", text[position], position, position + 1),)

    def _bound(self, token: Token, text: str, end: int) -> Token:
        """`counts` binds before `only when`, and is a plain word elsewhere."""
        gap = _SKIP.match(text, token.end, end)
        after = self._phrases.match(text, gap.end(), end) if gap else None
        binds = after is not None and gap is not None and self.keywords.get(_plain(text[gap.end() : after[1]])) == "ONLYIF"
        return replace(token, type="BIND" if binds else "WORD")

    def _known(self, text: str, start: int, end: int) -> Token:
        plain = _plain(text)
        terminal = self.keywords.get(plain)
        effect = self.verbs.get(plain.removesuffix("s") if terminal == "THIRD" else plain, "")
        return Token(terminal or "VERB", text, start, end, effect)

    def _word(self, text: str, start: int, end: int) -> tuple[Token, ...]:
        parts = _COMPOUND.split(text)
        if len(parts) > 1 and all(part.casefold() in self.verbs for part in parts):
            return self._compound(parts, start)
        return (Token("WORD", text, start, end),)

    def _compound(self, parts: list[str], start: int) -> tuple[Token, ...]:
        found = list[Token]()
        for part in parts:
            if found:
                found.append(Token("AND", "and", start - len("and-"), start - 1))
            found.append(Token("VERB", part, start, start + len(part), self.verbs[part.casefold()]))
            start += len(part) + len("-and-")
        return tuple(found)


_PHRASE = frozenset({"WORD", "HARMLESS", "NAME", "ATOM", "QUOTE", "NUMBER", "SYMBOL"})
_OPENS_ACT = frozenset(
    {
        "COMMA",
        "PLUS",
        "AND",
        "OR",
        "SLASH",
        "THEN",
        "COP",
        "MUST",
        "MAY",
        "NEVER",
        "ALWAYS",
        "DEFAULT",
        "COLON",
        "ARROW",
        "DASH",
        "OTHERWISE",
    }
)
_ENDS_ACT = frozenset({"COMMA", "SEMI", "DASH", "PLUS", "IF", "UNLESS", "ONLYIF", "EXCEPT"})
_NEAR = 1 << 2 << 2  # how far a guard's relation may stand from its preposition
_SUBJECTS = frozenset({"WORD", "NAME", "ATOM", "NUMBER"})
_DETERMINERS = frozenset({"the", "a", "an", "its", "their", "these", "those"})
ARTICLES = frozenset({"a", "an", "the"})
_PLACE_RELATIONS = frozenset({"above", "over", "beyond", "below", "under"})


def in_place(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Give each token the type that its place allows.

    A verdict word is a verb only where an act can begin; `no` and `never` alone are verdicts; `above`, `over`, `below`
    and `under` compare only before an amount or where they close a guard; `at`, `for`, `on` stay only before `every` or a guard.
    """
    placed = list[Token]()
    for index, token in enumerate(tokens):
        before = placed[-1] if placed else None
        if before is not None and before.text.casefold() in ARTICLES and len(placed) > 1 and placed[-2].type == "COP":
            before = placed[-2]
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        placed.append(_placed(token, before, after, tokens[index + 1 : index + 1 + _NEAR]))
    return tuple(placed)


def _placed(token: Token, before: Token | None, after: Token | None, rest: tuple[Token, ...]) -> Token:
    opens = before is None or before.type in _OPENS_ACT
    if token.type == "VERB":
        return token if opens else replace(token, type="WORD")
    if token.type in _FORCE_AND_VERDICT and token.effect and opens and (after is None or after.type in _ENDS_ACT):
        return replace(token, type="VERB")
    if token.type in {"GT", "LT"} and token.text.casefold() in _PLACE_RELATIONS and not _compares(before, after):
        return replace(token, type="WORD")
    if token.type == "AT" and not _guards(after, rest):
        return replace(token, type="HARMLESS")
    if token.type == "THIRD" and (before is None or before.type not in _SUBJECTS or before.text.casefold() in _DETERMINERS):
        return replace(token, type="WORD")
    if token.type == "DEFAULT" and before is not None:
        return replace(token, type="WORD")
    return token


def _compares(before: Token | None, after: Token | None) -> bool:
    if after is not None:
        return after.type in {"NUMBER", "ATOM", "NAME"}
    return before is not None and before.type in {"ATOM", "NAME"}


def _guards(after: Token | None, rest: tuple[Token, ...]) -> bool:
    if after is None:
        return False
    relations = {"LE", "GE", "GT", "LT", "NE", "EQ", "UPWARD", "DOWNWARD"}
    upto = next((index for index, token in enumerate(rest) if token.type in {"COMMA", "SEMI", "DASH", "COLON"}), len(rest))
    return after.type in {"EVERY", "NAME"} or any(token.type in relations for token in rest[:upto])


def glue(tokens: Iterable[Token]) -> tuple[Token, ...]:
    """Join runs of words, names, atoms and numbers into noun phrases (NP); articles alone are dropped."""
    glued, run = list[Token](), list[Token]()

    def close() -> None:
        if run and not all(part.text.casefold() in ARTICLES and part.type != "ATOM" for part in run):
            text = " ".join(part.text for part in run)
            glued.append(Token("NP", text, run[0].start, run[-1].end, parts=tuple(run)))
        run.clear()

    for token in tokens:
        if token.type in _PHRASE:
            run.append(token)
        else:
            close()
            glued.append(token)
    close()
    return tuple(glued)
