"""Quantities that formulas give."""

from __future__ import annotations

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.expression import names
from harnessy.rulebook.model import Formula, Named, Quantity, atoms

FORMULA = "formula"


def quantity_of(draft: Draft, name: Named, formulas: tuple[Formula, ...], aliases: tuple[Named, ...] = ()) -> None:
    """Declare a number that formulas give."""
    read = [key for formula in formulas for key in (*names(formula.expression), *_compared(formula))]
    span, trail = formulas[0].span, formulas[0].trail
    made = Quantity(name, "number", None, FORMULA, tuple(dict.fromkeys(read)), span, trail, aliases=aliases, formulas=formulas)
    draft.facts.pop(name.key, None)
    draft.quantities[name.key] = made


def _compared(formula: Formula) -> list[str]:
    return [atom.fact for atom in atoms(formula.when)]
