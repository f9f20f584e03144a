"""What other pages say of a verdict without being heard: a sentence nobody understands, a bound whose value is not known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harnessy.decision import bind
from harnessy.decision.case import Case
from harnessy.ledger.model import Facts
from harnessy.rulebook import Book, Rule, RuleBook
from harnessy.rulebook.built import alone
from harnessy.rulebook.model import THRESHOLD
from harnessy.rulebook.names import in_order, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.source import Span

_UNREAD = "not understood"


def against(book: Book, rulebook: RuleBook, facts: Facts, said: Mapping[str, Sequence[str]]) -> str:
    """Why a verdict may not be kept, from the words of the other pages; empty where nothing there speaks of it.

    A sentence that names what is decided, or what is decided about, and that nobody understands; and a bound on the candidate
    or the metric whose consequence is the word of the verdict, unless it is known to hold. `said` are the words for all that.
    """
    acts = [act for rule in book.rules if rule.family == THRESHOLD for act in rule.acts]
    verbs = {act.verb for act in acts}
    objects = [stems(word) for role in ("CANDIDATE", "JUDGED") for word in said[role]]
    verdicts = [stems(word) for role in ("KEEP", "KEPT", "UNDO") for word in (*said[role], *verbs)]
    others = [other for other in rulebook.books if other.path != book.path]
    unread = next((span for other in others for span in _unread(other, [*objects, *verdicts])), None)
    if unread is not None:
        return f"{unread.place}: “{' '.join(unread.text.split())}” may be about this, and is not understood"
    undo = {in_order(act.verb) for act in acts if act.effect in TIGHT}
    bound = next((rule for other in others for rule in _unknown(other, undo, objects, facts)), None)
    return f"{bound.span.place}: “{' '.join(bound.span.text.split())}” is a bound whose value is not known" if bound else ""


def _unread(book: Book, names: list[frozenset[str]]) -> Iterator[Span]:
    for reading in book.readings:
        told = stems(reading.span.text) if reading.kind == _UNREAD else frozenset[str]()
        if any(name <= told for name in names if name):
            yield reading.span


def _unknown(book: Book, undo: set[tuple[str, ...]], objects: list[frozenset[str]], facts: Facts) -> Iterator[Rule]:
    """Rules about what is decided about, with the verdict's own word behind them, of which nobody knows whether they strike."""
    about = [rule for rule in book.rules if strictest(rule.acts) in TIGHT and any(in_order(act.verb) in undo for act in rule.acts)]
    case = Case(book, bind(alone(book), None, facts, strict=False).facts[0]) if about else None
    for rule in about:
        told = stems(f"{rule.label} {rule.target}")
        if case is not None and any(name <= told for name in objects if name) and case.truth(rule.when) is not False:
            yield rule
