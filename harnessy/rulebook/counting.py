"""What an outcome counts as: a cell (`clean where the remark says x; otherwise nothing`) or a definition of a class of rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.marked import marked
from harnessy.rulebook.mechanics import Counting
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span


def countings(draft: Draft, lexer: Lexer, cell: Span) -> tuple[Counting, ...]:
    """What a cell says that an outcome counts as; nothing, and a note, where a part of it is not understood."""
    words = draft.grammar.words
    found = list[Counting]()
    for part in _parts(lexer.lex(cell), "SEMI"):
        read = _part(marked(part, words.mechanics, words.keywords["NUMBERS"]), cell)
        if read is None:
            draft.note(cell, "not understood", "it does not say in whole what the outcome counts as")
            return ()
        found.append(read)
    return tuple(found)


def _part(tokens: tuple[Token, ...], cell: Span) -> Counting | None:
    """`CLASS`, `otherwise CLASS`, or `CLASS where … says A or B`."""
    otherwise = bool(tokens) and tokens[0].type == "OTHERWISE"
    tokens = tokens[1:] if otherwise else tokens
    at = next((index for index, token in enumerate(tokens) if token.type == "IF"), len(tokens))
    word, clause = tokens[:at], tokens[at + 1 :]
    if not word or any(token.type not in {"W", "NOONE"} for token in word):
        return None
    name = named(" ".join(token.text for token in word), cell.cut(word[0].start, word[-1].end))
    if at == len(tokens):
        return Counting(name, otherwise=otherwise)
    said = next((index for index, token in enumerate(clause) if token.type == "SAYS"), None)
    if otherwise or said is None or any(token.type != "W" for token in clause[:said]):
        return None
    listed = clause[said + 1 :]
    if not listed or any(token.type not in {"W", "OR", "COMMA"} for token in listed):
        return None
    return Counting(name, tuple(fold(token.text) for token in listed if token.type == "W"))


def defined(draft: Draft, tokens: tuple[Token, ...], sentence: Span) -> Iterator[tuple[str, Counting]]:
    """The outcomes that a definition puts in a class: `CLASS means outcome A, or B where the amendment was a P rather than a Q`."""
    types = [token.type for token in tokens]
    if "MEANS" not in types:
        return
    at = types.index("MEANS")
    word = tokens[:at]
    if not word or any(token.type != "W" for token in word):
        return
    name = named(" ".join(token.text for token in word), sentence.cut(word[0].start, word[-1].end))
    read = [_outcome(draft, part) for part in _parts(tokens[at + 1 :], "OR")]
    if all(read):
        yield from ((key, replace(counted, word=name)) for key, counted in (one for one in read if one))


def _outcome(draft: Draft, tokens: tuple[Token, ...]) -> tuple[str, Counting] | None:
    """An outcome, and the words of a remark that put it in the class, if it depends on them; the class is not known yet."""
    while tokens and tokens[-1].type == "COMMA":
        tokens = tokens[:-1]
    at = next((index for index, token in enumerate(tokens) if token.type == "IF"), len(tokens))
    head, clause = tokens[:at], tokens[at + 1 :]
    if not head or any(token.type != "W" for token in head) or not draft.member_scales(bare(head[-1].text)):
        return None
    key = bare(head[-1].text)
    plain = Counting(draft.member_scales(key)[0].name)
    if at == len(tokens):
        return key, plain
    types = [token.type for token in clause]
    copula = next((index for index, kind in enumerate(types) if kind in {"COP", "PAST"}), None)
    if copula is None:
        return None
    end = types.index("RATHER") if "RATHER" in types else len(types)
    said = clause[copula + 1 : end]
    if not said or any(token.type != "W" for token in said):
        return None
    about = clause[:copula] if all(token.type == "W" for token in clause[:copula]) else ()
    return key, replace(plain, says=(_text(said),), about=_text(about), rather=_text(clause[end + 1 :]))


def _text(tokens: tuple[Token, ...]) -> str:
    return fold(" ".join(token.text for token in tokens))


def _parts(tokens: tuple[Token, ...], kind: str) -> list[tuple[Token, ...]]:
    found, current = list[tuple[Token, ...]](), list[Token]()
    for token in tokens:
        if token.type == kind:
            found.append(tuple(current))
            current = []
        else:
            current.append(token)
    return [*found, tuple(current)]
