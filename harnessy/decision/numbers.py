"""How a number is said."""

from __future__ import annotations

from decimal import Decimal

_SHOWN = Decimal("0.0001")


def spoken_number(value: Decimal) -> str:
    """A number for people: as it is where it is short, else with four places."""
    if value == value.to_integral_value():
        return str(int(value))
    rounded = value.quantize(_SHOWN) if abs(value) >= _SHOWN else value
    return format((rounded if rounded != value else value).normalize(), "f")
