"""Whether a decision is what an example expects, in the words of its author."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from harnessy.decision import Decision
from harnessy.decision.answer import strictest
from harnessy.rulebook.model import Act
from harnessy.rulebook.names import bare, fold

_BETWEEN = re.compile(r"\s*[,;+]\s*|\s+and\s+")
_PERCENT = Decimal(100)


def fits(expected: str, decision: Decision) -> bool:
    """Whether an effect, an outcome, a value or acts that are expected are those of the decision."""
    words = fold(expected)
    if words in {fold(decision.outcome), fold(decision.effect or "")} - {"", "answered"}:
        return True
    if decision.outcome != "answered":
        return False
    return _is_value(expected, decision) or _are_acts(expected, decision)


def _is_value(expected: str, decision: Decision) -> bool:
    """Whether the quantity asked has the expected value."""
    known = [value for name, value in decision.values.items() if decision.effect is None and name == decision.subject]
    if not known:
        return False
    if isinstance(known[0], bool):
        return bare(expected) in ({"yes", "true"} if known[0] else {"no", "false"})
    number = _number(expected)
    if number is not None and isinstance(known[0], int | float):
        return number == Decimal(str(known[0]))
    return bare(expected) == bare(str(known[0]))


def _number(text: str) -> Decimal | None:
    try:
        number = Decimal(text.strip().rstrip("%"))
    except InvalidOperation:
        return None
    return number / _PERCENT if text.strip().endswith("%") else number


def _are_acts(expected: str, decision: Decision) -> bool:
    """Whether every act named is one of the decision's, and the named ones alone have the decision's effect."""
    named = list[Act]()
    for part in _BETWEEN.split(expected.strip()):
        found = [act for act in decision.acts if fold(part) in _spellings(act)]
        if not found:
            return False
        named.extend(found)
    return strictest(tuple(named)) == decision.effect


def _spellings(act: Act) -> set[str]:
    return {fold(act.verb), fold(act.words), fold(f"{act.verb} {act.object}")}


def cited(wanted: str, decision: Decision) -> bool:
    """Whether each thing named (parted by `;`) is the id of a rule that decided, or stands in its words."""
    parts = (part for part in wanted.split(";") if fold(part))
    return all(any(_names(part, step.rule, step.quote) for step in decision.because) for part in parts)


def _names(part: str, rule: str, quote: str) -> bool:
    return fold(part) == fold(rule) or fold(part) in fold(quote)
