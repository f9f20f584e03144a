"""Numbers as people write them: digits with separators, a percentage as a fraction, `3+` as three, times in seconds."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

_PERCENT, _THOUSAND, _MINUTE = Decimal(100), Decimal(1000), Decimal(60)
_HOUR = _MINUTE * _MINUTE
_DAY = Decimal(24) * _HOUR
SECONDS: dict[str, Decimal] = {
    "ms": 1 / _THOUSAND,
    "s": Decimal(1),
    "sec": Decimal(1),
    "second": Decimal(1),
    "m": _MINUTE,
    "min": _MINUTE,
    "minute": _MINUTE,
    "h": _HOUR,
    "hr": _HOUR,
    "hour": _HOUR,
    "d": _DAY,
    "day": _DAY,
    "week": Decimal(7) * _DAY,
}
_TIME = re.compile(r"(?P<amount>.*?\d)\s*(?P<unit>[A-Za-z]+)\Z")
_AMOUNT = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:_\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,2})?", re.IGNORECASE)
_DEGREES = re.compile(r"(?<=\d)\s?°C?$")
_OPEN = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")  # three digits behind a dot are thousands in half of the world


def number(text: str) -> Decimal | None:
    """The number that a text is; None when it is none. `70%` is 0.7, `5,000` is 5000; `1,2` is two numbers, so none."""
    plain = _DEGREES.sub("", text.strip()).rstrip("+")
    digits = plain.removesuffix("%")
    if not _AMOUNT.fullmatch(digits):
        return None
    try:
        found = Decimal(digits.replace(",", "").replace("_", ""))
    except InvalidOperation:
        return None
    return found / _PERCENT if plain.endswith("%") else found


def is_open(text: str) -> bool:
    """Whether a number may be read in two ways: `1.000` is a thousand to some and one to others."""
    return bool(_OPEN.fullmatch(text.strip().removesuffix("%")))


def measured(text: str) -> Decimal | None:
    """A number, or a span of time in seconds (`2 min` is 120); None when it is neither."""
    plain = number(text)
    match = _TIME.match(text.strip()) if plain is None else None
    factor = SECONDS.get(match["unit"].casefold()) or SECONDS.get(match["unit"].casefold().removesuffix("s")) if match else None
    amount = number(match["amount"]) if match and factor else None
    return plain if amount is None or factor is None else amount * factor
