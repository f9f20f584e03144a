"""The grammars: token types in, the name of a production and its parts out. The only importer of lark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from lark import Lark, LarkError, Tree
from lark import Token as LarkToken
from lark.lexer import Lexer as LarkLexer

from harnessy.rulebook.tokens import Token
from harnessy.rulebook.words import Words, terminals


class _Given(LarkLexer):
    """Hands over tokens that were lexed elsewhere."""

    def __init__(self, lexer_conf: object) -> None:
        del lexer_conf

    def lex(self, data: tuple[Token, ...]) -> Iterator[LarkToken]:  # type: ignore[override] # Lark calls it so
        for token in data:
            yield LarkToken(token.type, token)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A production and the tokens under it, in order; `groups` are those under each named part."""

    name: str
    tokens: tuple[Token, ...]

    def of(self, *types: str) -> tuple[Token, ...]:
        """The tokens of some types, in order."""
        return tuple(token for token in self.tokens if token.type in types)


class Grammar:
    """The word lists and the two small LALR grammars, loaded strictly."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.words = Words.of(files)
        self._files = files

    def _lark(self, name: str) -> Lark:
        declared = sorted({*terminals(self._files["words.lark"]), "NP", "VERB"})
        text = f"%declare {' '.join(declared)}\n{self._files[name + '.lark']}"
        return Lark(text, parser="lalr", lexer=_Given, start=name, strict=True, keep_all_tokens=True)

    @cached_property
    def _statement(self) -> Lark:
        return self._lark("statement")

    @cached_property
    def _condition(self) -> Lark:
        return self._lark("condition")

    @cached_property
    def _lead(self) -> Lark:
        return self._lark("lead")

    def lead(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The force that a lead-in or heading lends, or None."""
        return _parse(self._lead, tokens)

    def statement(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The family of a main part, or None when the grammar does not consume all of it."""
        return _parse(self._statement, tokens)

    def condition(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The form of a condition, or None."""
        return _parse(self._condition, tokens)


def _parse(parser: Lark, tokens: tuple[Token, ...]) -> Parsed | None:
    try:
        tree = parser.parse(tokens)
    except LarkError:
        return None
    return Parsed(str(tree.data), tuple(_leaves(tree)))


def _leaves(tree: Tree[LarkToken]) -> Iterator[Token]:
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _leaves(child)
        else:
            yield child.value


@lru_cache(maxsize=4)
def _cached(items: tuple[tuple[str, str], ...]) -> Grammar:
    return Grammar(dict(items))


def load(files: Mapping[str, str]) -> Grammar:
    """The grammar of these files (name -> text), loaded once per text."""
    return _cached(tuple(sorted(files.items())))
