"""Between what a number lies: the column `Range` of a table of symbols, and a sentence `Range: 0–100` below a formula."""

from __future__ import annotations

import re
from decimal import Decimal

from harnessy.document import Section
from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import fold
from harnessy.rulebook.symbols import Bounds
from harnessy.source import Span

_NUMBER = r"[-−+]?\d[\d.,_]*%?"


def bounds(draft: Draft, text: str) -> Bounds | None:
    """`0 to 100`, `0–1`, `between 0 and 1`: the lowest and the highest of a number; None for anything else."""
    words = draft.grammar.words.formula
    joins, opens = ("|".join(map(re.escape, words[name])) for name in ("REACHES", "RANGE"))
    plain = " ".join(text.split()).strip("`*_ ").rstrip(".")
    match = re.fullmatch(rf"(?:(?:{opens})\s+)?({_NUMBER})\s*(?:{joins})\s*({_NUMBER})", plain, re.IGNORECASE)
    ends = [_plain(part) for part in match.groups()] if match else []
    low, high = ends if len(ends) == 1 + 1 else (None, None)
    return (low, high) if low is not None and high is not None and low <= high else None


def _plain(text: str) -> Decimal | None:
    return number(text.replace("−", "-"))


def claim_range(draft: Draft, section: Section, sentence: Span) -> bool:
    """`Range: 0–100` in a section with formulas says between what the numbers lie that they make."""
    label, colon, rest = sentence.text.partition(":")
    made = {one.name.key for one in draft.pending.formulas if one.section.words == section.words}
    if not made or not colon or fold(label.strip("*_` ")) not in draft.grammar.words.formula["RANGE"]:
        return False
    found = bounds(draft, rest)
    if found is None:
        return False
    draft.pending.ranges.update(dict.fromkeys(made, found))
    draft.note(sentence, "definition", trail=section.words)
    return True
