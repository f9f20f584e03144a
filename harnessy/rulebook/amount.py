"""Numbers as people write them: digits with separators, a percentage as a fraction, `3+` as three."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

_PERCENT = Decimal(100)
_AMOUNT = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:_\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,2})?", re.IGNORECASE)


def number(text: str) -> Decimal | None:
    """The number that a text is; None when it is none. `70%` is 0.7, `5,000` is 5000; `1,2` is two numbers, so none."""
    plain = text.strip().rstrip("+")
    digits = plain.removesuffix("%")
    if not _AMOUNT.fullmatch(digits):
        return None
    try:
        found = Decimal(digits.replace(",", "").replace("_", ""))
    except InvalidOperation:
        return None
    return found / _PERCENT if plain.endswith("%") else found
