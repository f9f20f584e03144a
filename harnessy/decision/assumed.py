"""What an answer rests on that nobody wrote or stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from harnessy.decision.model import Assumed, Citation, Given
from harnessy.decision.spelling import text
from harnessy.rulebook.memo import per_book, per_key, per_part
from harnessy.rulebook.model import Book, Compare, atoms
from harnessy.source import Span


class Searched(Protocol):
    """What was looked at on the way to an answer: facts touched, flags that counted as not set, quantities stated."""

    book: Book
    facts: Mapping[str, Given]
    touched: set[str]
    defaulted: set[str]
    stated: Sequence[str]


def assumptions(search: Searched, because: Sequence[Citation]) -> tuple[Assumed, ...]:
    """Flags and rows not given, quantities stated, and what the document left to infer about what was touched and cited."""
    book, touched = search.book, search.touched
    made = [_unset(book, key) for key in sorted(search.defaulted)]
    made.extend(Assumed(f"`{book.quantities[key].name.text}` is taken as stated, not derived") for key in search.stated)
    made.extend(_unlowered(book, search.facts, because))
    inferred = _inferred(book)
    if not inferred:
        return tuple(made)
    used = {citation.span.line for citation in because}
    for about in inferred:
        concerned = about.ordered & touched if about.order else about.lines & used
        if concerned:
            made.append(about.assumed)
    return tuple(made)


def _unlowered(book: Book, facts: Mapping[str, Given], because: Iterable[Citation]) -> tuple[Assumed, ...]:
    """What an answer rests on that rows of a log would lower, while nobody says whether there are any."""
    rules = _lowering(book)
    cited = [(citation.rule, citation.span.line) for citation in because if citation.rule in rules] if rules else []
    if not cited:
        return ()
    found = [at for at in map(_liable(book).get, cited) if at is not None and at[0] not in facts]
    return tuple(_not_lowered(book, lowered) for lowered in (found if len(found) == 1 else dict.fromkeys(found)))


@per_part
def _not_lowered(book: Book, lowered: tuple[str, str, Span]) -> Assumed:
    fact, target, span = lowered
    return Assumed(f"`{text(book, fact)}` is not given, so nothing lowers `{text(book, target)}`", (span,))


@per_book
def _lowering(book: Book) -> frozenset[str]:
    """The rules whose values rows of a log may lower, by their ids."""
    return frozenset(rule for rule, _ in _liable(book))


@per_book
def _liable(book: Book) -> Mapping[tuple[str, int], tuple[str, str, Span]]:
    """By rule and line: the rows that would lower its value, what it gives a value, and the sentence that says so."""
    lowered = [rule for rule in book.rules if rule.family == "lowered"]
    stated = {
        (rule.id, rule.target, rule.span.line): (atom.fact, rule.target, rule.why[-1])
        for rule in lowered
        for atom in atoms(rule.when)
        if isinstance(atom, Compare) and atom.stated
    }
    rest = [rule for rule in book.rules if rule.family != "lowered"]
    return {(rule.id, rule.span.line): found for rule in rest if (found := stated.get((rule.id, rule.target, rule.span.line)))}


@per_key
def _unset(book: Book, key: str) -> Assumed:
    return Assumed(f"`{book.facts[key].name.text}` is not given, so it counts as not set")


@dataclass(frozen=True, slots=True)
class _Inferred:
    """An assumption of a book: about the order of a scale, with what is measured on it, or about names on some lines."""

    assumed: Assumed
    order: bool
    ordered: frozenset[str]
    lines: frozenset[int]


@per_book
def _inferred(book: Book) -> tuple[_Inferred, ...]:
    found = list[_Inferred]()
    for assumption in book.assumptions:
        scales = {key for key, scale in book.scales.items() if scale.inferred == assumption}
        things = {**book.quantities, **book.facts}.keys()
        measured = frozenset(key for key in things if (book.quantities.get(key) or book.facts[key]).scale in scales)
        lines = frozenset(span.line for span in assumption.spans)
        found.append(_Inferred(Assumed(assumption.text, assumption.spans), bool(scales), measured, lines))
    return tuple(found)
