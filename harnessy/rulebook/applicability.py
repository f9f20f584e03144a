"""When a leg of a gate does not apply: `applies where C`, `Z: n/a, stated in W`."""

from __future__ import annotations

from dataclasses import replace

from harnessy.document import Item
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.failures import pieces
from harnessy.rulebook.model import ALWAYS, Any, Compare, Condition, Fact, Not, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span


def aside_of(draft: Draft, leg: tuple[str, str], item: Item, lexer: Lexer) -> list[Condition]:
    """When the leg does not apply and passes as stated so: one of the reasons for that, and all that has to be stated."""
    found, applies = list[tuple[Condition, Condition | None]](), list[Condition]()
    for sentence in item.sentences:
        tokens = lexer.lex(sentence)
        applied = _applies(draft, tokens, sentence)
        applies.extend(applied)
        strange = not applied and any(token.type in {"BIND", "IF", "UNLESS", "ONLYIF"} for token in tokens)
        none = any(token.type == "VERB" and token.effect == "none" for token in tokens) and not strange
        stated = _stated(draft, leg, tokens, sentence) if none else []
        found.extend(stated)
        if applied or stated:
            draft.note(sentence, "rule")
    away = conjoined(*(Not(applied) for applied in applies)) if applies else None
    reasons = ((stated, [why for why in (case, away) if why is not None]) for stated, case in found)
    return [conjoined(stated, Any(tuple(why)) if len(why) > 1 else why[0] if why else ALWAYS) for stated, why in reasons]


def _applies(draft: Draft, tokens: tuple[Token, ...], sentence: Span) -> list[Condition]:
    """`applies where C`."""
    if [token.type for token in tokens[:2]] != ["BIND", "IF"] or not tokens[2:]:
        return []
    end = next((index for index, token in enumerate(tokens) if token.type in {"SEMI", "COLON"}), len(tokens))
    span = sentence.cut(tokens[2].start, tokens[end - 1].end)
    return [Reader(draft).truth(span)]


def _stated(
    draft: Draft, leg: tuple[str, str], tokens: tuple[Token, ...], sentence: Span
) -> list[tuple[Condition, Condition | None]]:
    """`Z: n/a, stated in W`: the leg is n/a and `stated in W` is true, and Z is the reason, if one is told."""
    fact, noun = leg
    for start, end in pieces(tokens):
        piece = tokens[start:end]
        at = next((index for index, token in enumerate(piece) if token.type == "VERB" and token.effect == "none"), None)
        if at is None:
            continue
        before = [token for token in piece[:at] if token.type not in {"COLON", "COP", "OTHERWISE"}]
        after = [token for token in piece[at + 1 :] if token.type not in {"COMMA", "SYMBOL"}]
        case, noted = (
            _case(draft, part, sentence) if part and [bare(token.text) for token in part] != [noun] else None
            for part in (before, after)
        )
        verdict = piece[at]
        none = named(verdict.text, draft.document.source.span(verdict.start, verdict.end))
        if draft.facts[fact].values and not draft.facts[fact].closed:
            draft.add_fact(replace(draft.facts[fact], values=(none,)))
        state = Compare(fact, "=", (none.key,), none.span)
        return [(conjoined(state, noted) if noted is not None else state, case)]
    return []


def _case(draft: Draft, tokens: list[Token], sentence: Span) -> Condition:
    """What must be so; `docs/test-only changes` are changes of one of two sorts."""
    span = sentence.cut(tokens[0].start, tokens[-1].end)
    if len(tokens) != 1 + 1 or "/" not in tokens[0].text or any(token.type not in {"WORD", "NAME"} for token in tokens):
        return Reader(draft).truth(span)
    sorts, noun = tokens
    found = sentence.cut(sorts.start, sorts.end)
    values = tuple(named(sort, found) for sort in sorts.text.split("/"))
    fact = draft.add_fact(Fact(named(noun.text, sentence.cut(noun.start, noun.end)), "word", values=values))
    return Compare(fact.name.key, "=", tuple(value.key for value in values), span)
