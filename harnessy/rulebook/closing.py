"""What says that a field has two values and no third: `No "pending" state — decision is always binary`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.schema import Field
from harnessy.rulebook.symbols import Closed
from harnessy.rulebook.tokens import Token
from harnessy.source import Label, Span

_TWO = 1 + 1


def claim_closed(draft: Draft) -> None:
    """Find the sentences, each part of which says that a value is none, or that a field has two."""
    fields = list(_worded(draft))
    for section, sentence in sentences(draft):
        if not fields or (sentence.start, sentence.end) in draft.readings:
            continue
        found = [_closed(draft, fields, part) for part in _parts(draft.lexer().lex(sentence))]
        if found and all(found):
            draft.pending.closed.append(Closed(sentence, tuple(pair for one in found if one for pair in one)))
            draft.note(sentence, "definition", trail=section.words)


def _worded(draft: Draft) -> Iterator[Field]:
    yield from (field for schema in draft.schemas for field in schema.fields if field.values)


def _parts(tokens: Sequence[Token]) -> list[list[Token]]:
    """The parts of a sentence between dashes, semicolons and commas."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.type in {"DASH", "SEMI", "COMMA"}:
            parts.append([])
        elif token.text != ".":
            parts[-1].append(token)
    return parts


def _closed(draft: Draft, fields: Sequence[Field], part: list[Token]) -> tuple[tuple[str, str], ...]:
    """What a part says: that a value is none of any field, that a field has two; nothing where it says anything else."""
    return _without(draft, part) or _binary(draft, fields, part)


def _without(draft: Draft, part: list[Token]) -> tuple[tuple[str, str], ...]:
    """`no "pending" state`, `there is no pending state`."""
    start = next((index for index, token in enumerate(part) if token.type == "NO"), None)
    if start is None or any(token.type not in {"HARMLESS", "COP"} for token in part[:start]):
        return ()
    rest = part[start + 1 :]
    nouns = {fold(word) for word in draft.grammar.words.formula["VALUE_NOUN"]}
    if len(rest) != _TWO or rest[0].type not in {"QUOTE", "ATOM"} or fold(rest[1].text) not in nouns:
        return ()
    return (("", bare(rest[0].text.strip("\"“”'`"))),)


def _binary(draft: Draft, fields: Sequence[Field], part: list[Token]) -> tuple[tuple[str, str], ...]:
    """`decision is always binary`, `the decision is one of two`."""
    at = next((index for index, token in enumerate(part) if token.type == "COP"), 0)
    name = bare(" ".join(token.text for token in part[:at]))
    rest = fold(" ".join(token.text for token in part[at + 1 :] if token.type not in {"ALWAYS", "ONLY"}))
    binary = {fold(word) for word in draft.grammar.words.formula["BINARY"]}
    known = any(bare(field.name) == name for field in fields)
    return ((name, ""),) if at and known and rest in binary else ()


def check_closed(draft: Draft) -> None:
    """A record that shows what a sentence says there is none of contradicts it."""
    said = ((one.span, name, value) for one in draft.pending.closed for name, value in one.said)
    for (span, name, value), field in product(said, list(_worded(draft))):
        values = {bare(word) for word in field.values}
        if (name == bare(field.name) and len(values) != _TWO) or (value and value in values):
            _complain(draft, field, span)


def _complain(draft: Draft, field: Field, said: Span) -> None:
    place, words = field.span or said, ", ".join(f"`{word}`" for word in field.values)
    message = f"`{field.name}` may be {words}, and that is denied elsewhere"
    label = Label(said, "here")
    draft.complain("HN306", "error", message, place, label, mend="make the two agree")
