"""Numbers as people write them: digits with separators, a percentage as a fraction, `3+` as three."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

_PERCENT = Decimal(100)


def number(text: str) -> Decimal | None:
    """The number that a text is; None when it is none. `70%` is 0.7, `5,000` is 5000."""
    plain = text.strip().rstrip("+")
    percent = plain.endswith("%")
    try:
        found = Decimal(plain.rstrip("%").replace(",", "").replace("_", ""))
    except InvalidOperation:
        return None
    if not found.is_finite():
        return None
    return found / _PERCENT if percent else found
