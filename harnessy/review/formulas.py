"""Formulas that changed: the number that they give is another one, whatever is measured."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision import Citation, Decision
from harnessy.decision.view import Names, View
from harnessy.review.changes import Change
from harnessy.rulebook.expression import Ref, renamed
from harnessy.rulebook.model import Book, Formula, Quantity, RuleBook


def remade(before: View, after: View) -> Iterator[Change]:
    """A change where both doctrines know a number and make it by different formulas."""
    old, new = _quantity(before), _quantity(after)
    if old is None or new is None:
        return
    (first, one), (second, other) = old, new
    was, now = _said(first, one, before.names), _said(second, other, Names())
    if was == now:
        return
    beside = [{said[1:] for said in side} for side in (was, now)]
    full = beside[0] != beside[1]  # what they give over nothing, or their bounds
    told = _told(one, [said not in now for said in was], before.rulebook, full=full)
    retold = _told(other, [said not in was for said in now], after.rulebook, full=full)
    yield Change(after.subject, None, (), (), 1, 1, told, retold, cited=(told.because, retold.because))


def _quantity(view: View) -> tuple[Book, Quantity] | None:
    found = ((page.book, page.book.quantities.get(page.key)) for page in view.pages)
    return next(((book, one) for book, one in found if one is not None and one.formulas), None)


def _said(book: Book, quantity: Quantity, names: Names) -> list[tuple[object, ...]]:
    """What the formulas come to, under the names that both doctrines share; when each applies is a question of its own.

    What is measured is what it is, whatever it is called: another filter is no other name.
    """

    def shared(name: str) -> Ref:
        one = book.measures.get(name)
        return Ref(names.keys.get(name, name) if one is None else repr((one.over, one.of, one.where, one.by, one.unit)))

    return [(renamed(one.expression, shared), one.empty, one.within) for one in quantity.formulas]


def _told(quantity: Quantity, differs: list[bool], rulebook: RuleBook, *, full: bool) -> Decision:
    """The formulas of a number that the other doctrine does not have, as its value; in full with what stands beside them."""
    name = quantity.name.text
    own = [one for one, different in zip(quantity.formulas, differs, strict=True) if different] or quantity.formulas
    texts = [_in_full(one) if full else one.text for one in own]
    pairs = zip(own, texts, strict=True)
    cites = tuple(Citation(quantity.name.key, one.span, one.trail, f"{name} = {said}", "function") for one, said in pairs)
    return Decision(name, "answered", values={name: "; ".join(texts)}, because=cites, digest=rulebook.digest)


def _in_full(formula: Formula) -> str:
    within = f" from {formula.within[0]} to {formula.within[1]}" if formula.within is not None else ""
    empty = f", over nothing {formula.empty}" if formula.empty is not None else ""
    return f"{formula.text}{within}{empty}"
