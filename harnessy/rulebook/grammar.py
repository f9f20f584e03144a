"""The grammars: token types in, the name of a production and its parts out. The only importer of lark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from harnessy.rulebook.marked import SENTENCE_LISTS
from harnessy.rulebook.tokens import Token
from harnessy.rulebook.words import Words, terminals

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark import Token as LarkToken


_FORMS = 4096  # forms of sentences that are remembered: a page has some hundreds
_MARKED = frozenset({"evidence"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A production and the tokens under it, in order; `groups` are those under each named part."""

    name: str
    tokens: tuple[Token, ...]

    def of(self, *types: str) -> tuple[Token, ...]:
        """The tokens of some types, in order."""
        return tuple(token for token in self.tokens if token.type in types)


@dataclass(frozen=True, slots=True)
class Node:
    """A production of a grammar of formulas: its name, and the tokens and productions under it, in order."""

    name: str
    parts: tuple[Node | Token, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The productions under it."""
        return tuple(part for part in self.parts if isinstance(part, Node))

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens right under it."""
        return tuple(part for part in self.parts if isinstance(part, Token))


class Grammar:
    """The word lists and the small LALR grammars, loaded strictly."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.words = Words.of(files)
        self._files = files

    def _lark(self, name: str) -> Lark:
        own = {"W", "NUM", *SENTENCE_LISTS} if name in _MARKED else {"NP", "VERB"}
        declared = sorted({*terminals(self._files["words.lark"]), *own})
        text = f"%declare {' '.join(declared)}\n{self._files[name + '.lark']}"
        return _parser(text, name)

    @cached_property
    def _statement(self) -> Lark:
        return self._lark("statement")

    @cached_property
    def _condition(self) -> Lark:
        return self._lark("condition")

    @cached_property
    def _lead(self) -> Lark:
        return self._lark("lead")

    @cached_property
    def _evidence(self) -> Lark:
        return self._lark("evidence")

    def evidence(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """What a sentence of marked tokens says of rows of a log, or None."""
        return _parse(self._evidence, tokens)

    @cached_property
    def _formula(self) -> Lark:
        return _parser(self._files["formula.lark"], "definition", "formula", "comparison")

    def formula(self, tokens: tuple[Token, ...], start: str) -> Node | None:
        """The tree of a `definition`, `formula` or `comparison`, or None when the grammar does not consume all of it."""
        tree = _tree(self._formula, tuple(token.type for token in tokens), start)
        return None if tree is None else _node(tree, tokens)

    @cached_property
    def _telling(self) -> Lark:
        return _parser(self._files["telling.lark"], "telling")

    def telling(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The form of a sentence that tells of a text, its tokens typed by the lists of `telling.lark`, or None."""
        return _parse(self._telling, tokens)

    @cached_property
    def _policy(self) -> Lark:
        return self._lark("policy")

    def policy(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The form of a sentence of a policy, or None."""
        return _parse(self._policy, tokens)

    def lead(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The force that a lead-in or heading lends, or None."""
        return _parse(self._lead, tokens)

    def statement(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The family of a main part, or None when the grammar does not consume all of it."""
        return _parse(self._statement, tokens)

    def condition(self, tokens: tuple[Token, ...]) -> Parsed | None:
        """The form of a condition, or None."""
        return _parse(self._condition, tokens)


def _parser(text: str, *starts: str) -> Lark:
    """A strict LALR parser that is handed tokens lexed elsewhere."""
    from lark import Lark
    from lark import Token as LarkToken
    from lark.lexer import Lexer as LarkLexer

    class Given(LarkLexer):
        def __init__(self, lexer_conf: object) -> None:
            del lexer_conf

        def lex(self, data: tuple[str, ...]) -> Iterator[LarkToken]:  # type: ignore[override] # Lark calls it so
            return (LarkToken(kind, str(index)) for index, kind in enumerate(data))

    return Lark(text, parser="lalr", lexer=Given, start=list(starts), strict=True, keep_all_tokens=True)


def _tree(parser: Lark, types: tuple[str, ...], start: str | None = None) -> Tree[LarkToken] | None:
    """The tree over tokens of these types, by the parser's only start or a named one; its leaves are their indices."""
    from lark import LarkError

    try:
        return parser.parse(types, start)  # what our own lexer is given
    except LarkError:
        return None


@lru_cache(maxsize=_FORMS)
def _form(parser: Lark, types: tuple[str, ...]) -> tuple[str, tuple[int, ...]] | None:
    """The production that takes tokens of these types, and which of them it keeps: their words play no part in it."""
    tree = _tree(parser, types)
    return None if tree is None else (str(tree.data), tuple(_leaves(tree)))


def _parse(parser: Lark, tokens: tuple[Token, ...]) -> Parsed | None:
    form = _form(parser, tuple([token.type for token in tokens]))
    return None if form is None else Parsed(form[0], tuple([tokens[index] for index in form[1]]))


def _node(tree: Tree[LarkToken], tokens: tuple[Token, ...]) -> Node:
    from lark import Tree

    parts = (_node(child, tokens) if isinstance(child, Tree) else tokens[int(child)] for child in tree.children)
    return Node(str(tree.data), tuple(parts))


def _leaves(tree: Tree[LarkToken]) -> Iterator[int]:
    from lark import Tree

    for child in tree.children:
        if isinstance(child, Tree):
            yield from _leaves(child)
        else:
            yield int(child)


@lru_cache(maxsize=4)
def _cached(items: tuple[tuple[str, str], ...]) -> Grammar:
    return Grammar(dict(items))


def load(files: Mapping[str, str]) -> Grammar:
    """The grammar of these files (name -> text), loaded once per text."""
    return _cached(tuple(sorted(files.items())))
