"""Families that only list: `Use x: a first, b second`, `Separate xs into a, b and c`, `x and y are the zs`. They decide nothing."""

from __future__ import annotations

from collections.abc import Sequence

from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Attribute, Rule
from harnessy.rulebook.policy import Sentence, declare
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

Parts = Sequence[tuple[Token, ...]]
_COUPLE = 1 + 1
_LOOSE = {"HAZARD", "QUOTE", "DASH", "SEMI", "COLON", "ARROW"}
_ORDER, _GROUPS = "order", "groups"


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """Declare what an order or a grouping lists, to be looked up; None for anything else. It makes no rules."""
    if sentence.notes or sentence.rest or not _instructs(draft, sentence.body[:1]):
        return None
    return [] if _ordered(draft, sentence) or _grouped(draft, sentence) else None


def take_place(draft: Draft, span: Span, part: tuple[Token, ...]) -> None:
    """Declare what `x and y are the zs` lists, where it stands beside a limit that there is not."""
    at = next((index for index, token in enumerate(part) if token.type == "COP"), 0)
    parts, thing = _listed(part[:at]), _bare(part[at + 1 :])
    if at and thing and len(parts) >= _COUPLE and not any(token.type in {"COMMA", "AND"} for token in thing):
        name = span.source.span(thing[0].start, thing[-1].end)
        listed = tuple(_said(span, _bare(each)) for each in parts)
        declare(draft, named(name.text, name), (Attribute(named(name.text, name), listed, span),))


def parted(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """What stands between commas, without the `and` in front of the last."""
    found = list[list[Token]]([[]])
    for token in tokens:
        if token.type == "COMMA":
            found.append([])
        elif token.type != "AND" or found[-1]:
            found[-1].append(token)
    return [tuple(part) for part in found]


def _listed(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """The members of a plain list: `a, b and c`, `a and b`; nothing for an `and` elsewhere."""
    parts = parted(tokens)
    at = next((index for index, token in enumerate(parts[-1]) if token.type == "AND"), None)
    if at is not None:
        parts[-1:] = [parts[-1][:at], parts[-1][at + 1 :]]
    return [] if any(token.type == "AND" for part in parts for token in part) or not all(parts) else parts


def _instructs(draft: Draft, tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[0].text.casefold() in draft.grammar.words.keywords["INSTRUCTS"]


def _plain(draft: Draft, tokens: Sequence[Token]) -> bool:
    """Whether words only name a thing: without logic, and with nobody in them who may have to agree."""
    words = draft.grammar.words.keywords
    people = {*words["HUMANS"], *words["HELD_NOUNS"], *words["ACTOR"]}
    names = (token.text.casefold() for token in tokens)
    return not any(token.type in LOGIC | _LOOSE for token in tokens) and not any(
        name in people or name.removesuffix("s") in people for name in names
    )


def _ordered(draft: Draft, sentence: Sentence) -> bool:
    """`use x: a first, b second`, `sort x: first a, second b`: an order of things, each with its place in it."""
    at = next((index for index, token in enumerate(sentence.body) if token.type == "COLON"), 0)
    label, parts = sentence.body[1:at], _listed(sentence.body[at + 1 :])
    if not label or len(parts) < _COUPLE or not _plain(draft, [*label, *(token for part in parts for token in part)]):
        return False
    ordinals = draft.grammar.words.keywords["ORDINALS"]
    fronts, backs = ([part[end].text.casefold() for part in parts] for end in (0, -1))
    wanted = [*ordinals[: len(parts)]]
    if wanted not in (fronts, backs) or any(len(part) < _COUPLE for part in parts):
        return False
    cut = slice(1, None) if fronts == wanted else slice(None, -1)
    _list(draft, sentence, label, (_ORDER, [_bare(part[cut]) for part in parts]))
    return True


def _grouped(draft: Draft, sentence: Sentence) -> bool:
    """`separate xs into a, b and c`."""
    into = draft.grammar.words.keywords["INTO"]
    at = next((index for index, token in enumerate(sentence.body) if token.text.casefold() in into), 0)
    parts, thing = _listed(sentence.body[at + 1 :]), sentence.body[:at]
    if len(thing) < _COUPLE or len(parts) < _COUPLE or any(token.type in {"COMMA", "AND"} for token in thing):
        return False
    if not _plain(draft, [*thing, *(token for part in parts for token in part)]):
        return False
    _list(draft, sentence, thing, (_GROUPS, [_bare(part) for part in parts]))
    return True


def _list(draft: Draft, sentence: Sentence, label: tuple[Token, ...], told: tuple[str, Parts]) -> None:
    name = sentence.span.source.span(label[0].start, label[-1].end)
    listed = tuple(_said(sentence.span, part) for part in told[1])
    declare(draft, named(name.text.strip("*_"), name), (Attribute(named(told[0], name), listed, sentence.span),))


def _bare(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Without an article in front."""
    return tuple(tokens[1:] if tokens and tokens[0].text.casefold() in {"the", "a", "an"} else tokens)


def _said(span: Span, tokens: Sequence[Token]) -> str:
    return " ".join(span.source.span(tokens[0].start, tokens[-1].end).text.split()) if tokens else ""
