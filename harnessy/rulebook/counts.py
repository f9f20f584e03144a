"""Conditions that count: `3+ traces agree`, `fails 2 consecutive phases`, `across 3 runs`, `no eligible issues remain`."""

from __future__ import annotations

from decimal import Decimal

from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import Compare, Condition, Fact, Relation
from harnessy.rulebook.names import bare, in_order, stems
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_RELATIONS: dict[str, Relation] = {"LE": "≤", "GE": "≥", "GT": ">", "LT": "<"}
_WORDS = frozenset({"WORD", "HARMLESS", "NAME"})


def counted(draft: Draft, tokens: tuple[Token, ...], span: Span) -> Condition | None:
    """The comparison that a condition makes of a count, or None when it counts nothing in a form of this module."""
    kinds = [token.type for token in tokens]
    words = draft.grammar.words.keywords
    if kinds == ["NO", "NP", "COP"] and tokens[-1].text.casefold() in words["REMAIN"]:
        return Compare(count_fact(draft, tokens[1].text, _span(draft, tokens[1:2])), "=", (Decimal(0),), span)
    if kinds == ["NP"]:
        return _in_phrase(draft, tokens[0], span)
    return _amount_of(draft, tokens, span)


def _amount_of(draft: Draft, tokens: tuple[Token, ...], span: Span) -> Condition | None:
    """`confidence is below 3 agreeing traces`: how many there are of what stands behind the number."""
    kinds = [token.type for token in tokens]
    known = draft.fact_key(tokens[0].text) if tokens and tokens[0].type == "NP" else None
    if kinds[:2] != ["NP", "COP"] or kinds[2:] not in [["LE", "NP"], ["GE", "NP"], ["GT", "NP"], ["LT", "NP"]] or known:
        return None
    parts = tokens[-1].parts
    amount = number(parts[0].text) if len(parts) > 1 and parts[0].type == "NUMBER" else None
    if amount is None or not all(part.type in _WORDS for part in parts[1:]):
        return None
    key = count_fact(draft, " ".join(part.text for part in parts[1:]), _span(draft, parts[1:]))
    return Compare(key, _RELATIONS[kinds[2]], (amount,), span)


def _in_phrase(draft: Draft, phrase: Token, span: Span) -> Condition | None:
    """A number in front of what is counted and what it does, before `consecutive`, or behind `across`."""
    at = [index for index, part in enumerate(phrase.parts) if part.type == "NUMBER"]
    rest = [part for part in phrase.parts if part.type != "NUMBER"]
    if len(at) != 1 or len(rest) < 2 or not all(part.type in _WORDS for part in rest):
        return None
    amount, index = number(phrase.parts[at[0]].text), at[0]
    if amount is None or not (index == 0 or _streak(draft, phrase.parts, index) or _across(draft, phrase.parts, index)):
        return None
    return Compare(count_fact(draft, " ".join(part.text for part in rest), _span(draft, phrase.parts)), "≥", (amount,), span)


def _streak(draft: Draft, parts: tuple[Token, ...], index: int) -> bool:
    words = draft.grammar.words.keywords["STREAK"]
    after = f" {' '.join(part.text for part in parts[index + 1 :]).casefold()} "
    return any(f" {word} " in after for word in words)


def _across(draft: Draft, parts: tuple[Token, ...], index: int) -> bool:
    return parts[index - 1].text.casefold() in draft.grammar.words.keywords["ACROSS"] and index < len(parts) - 1


def count_fact(draft: Draft, text: str, span: Span) -> str:
    """The number fact of that name, by the same stems, or as what is done (`agreeing traces` are `traces that agree …`)."""
    key, wanted = bare(text), stems(text)
    numbers = [name for name, fact in draft.facts.items() if fact.kind == "number"]
    same = [name for name in numbers if stems(name) == wanted]
    turned = [name for name in numbers if _turned(in_order(name), in_order(text)) or _turned(in_order(text), in_order(name))]
    found = next((names[0] for names in (same, turned) if len(names) == 1), None)
    if key in numbers or found is None:
        return draft.add_fact(Fact(named(text, span), "number")).name.key
    if found not in same:
        draft.assume(f"`{' '.join(text.split())}` is `{draft.facts[found].name.text}`: no other count holds its words", span)
    return found


def _turned(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether one name is the beginning of another with its words the other way round: a participle and its noun."""
    return 1 < len(short) < len(long) and set(short) == set(long[: len(short)]) and short != long[: len(short)]


def _span(draft: Draft, tokens: tuple[Token, ...]) -> Span:
    return draft.document.source.span(tokens[0].start, tokens[-1].end)
