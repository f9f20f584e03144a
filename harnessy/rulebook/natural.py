"""Between what the numbers lie that a page compares: an amount is not below nothing, and a share is no more than all.

A number that the page itself compares with one below nothing, or whose name is that of a thing that goes both ways (a change, a
temperature), may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal

from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Compare, Rule, rule_atoms
from harnessy.rulebook.names import bare

_PERCENT = re.compile(r"(\d[\d.,]*)(?:\s?(?:–|—|-|to|and)\s?(\d[\d.,]*))?\s?%")
_NOTHING, _ALL = Decimal(0), Decimal(1)


def mind_natural(draft: Draft) -> None:
    """Give each number that a rule compares its least and its most, where it has them."""
    told = dict[str, list[tuple[Decimal, Rule]]]()
    for rule in draft.rules:
        for atom in rule_atoms(rule):
            if isinstance(atom, Compare):
                told.setdefault(atom.fact, []).extend((value, rule) for value in atom.values if isinstance(value, Decimal))
    for key, found in told.items():
        fact = draft.facts.get(key)
        if fact is None or fact.kind != "number" or any(fact.within) or key in draft.measures or _goes_both_ways(draft, key, found):
            continue
        draft.facts[key] = replace(fact, within=(_NOTHING, _ALL if _is_share(draft, key, found) else None))


def _goes_both_ways(draft: Draft, key: str, found: Iterable[tuple[Decimal, Rule]]) -> bool:
    words = draft.grammar.words.formula
    return any(value < 0 for value, _ in found) or _has_word(key, (*words["SIGNED"], *words["DELTA"]))


def _is_share(draft: Draft, key: str, found: Iterable[tuple[Decimal, Rule]]) -> bool:
    """Whether it is called a share, or each amount that it is compared with is written in per cent; none is above all."""
    amounts = list(found)
    if any(value > 1 for value, _ in amounts) or _has_word(key, draft.grammar.words.keywords["PER"]):
        return False
    called = _has_word(key, (*draft.grammar.words.formula["RATE"], *draft.grammar.words.formula["SHARE"]))
    return called or all(value in _percents(rule) for value, rule in amounts)


def _percents(rule: Rule) -> set[Decimal | None]:
    return {number(f"{end}%") for match in _PERCENT.finditer(rule.span.text) for end in match.groups() if end}


def _has_word(key: str, words: Iterable[str]) -> bool:
    padded = f" {bare(key)} "
    return any(f" {word} " in padded for word in words)
