"""What the examples leave untouched: rules that none of them cites, and comparisons of which they see one side only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from harnessy.decision import bind
from harnessy.decision.answer import answer
from harnessy.decision.case import Case
from harnessy.decision.question import subject_key
from harnessy.review.examples import Result, stated
from harnessy.rulebook import Book, Rule, RuleBook
from harnessy.rulebook.model import All, Compare, Condition, atoms
from harnessy.source import Diagnostic

_MENTION = "unread mention"


@dataclass
class _Seen:
    """What the examples of one book touched: rules by place, and the sides of comparisons by place."""

    rules: set[tuple[str, int]] = field(default_factory=set)
    sides: dict[tuple[int, int], set[bool]] = field(default_factory=dict)


def untouched(rulebook: RuleBook, results: Iterable[Result]) -> tuple[Diagnostic, ...]:
    """A note for each rule and each side of a comparison that no example touches, by place."""
    known = tuple(results)
    notes = [note for index, book in enumerate(rulebook.books) for note in _of_book(rulebook, index, book, known)]
    return tuple(sorted(notes, key=lambda note: note.order))


def _of_book(rulebook: RuleBook, index: int, book: Book, results: tuple[Result, ...]) -> Iterator[Diagnostic]:
    seen = _Seen()
    for result in results:
        if result.decision is not None:
            seen.rules |= {(step.rule, step.span.end) for step in result.decision.because}
            _look(rulebook, index, result, seen)
    named = (rule for rule in reversed(book.rules) if rule.family != _MENTION)
    places = {(rule.span.start, rule.span.end): rule for rule in named}
    for rule in places.values():
        if (rule.id, rule.span.end) not in seen.rules:
            mend = "add an example that it decides"
            yield Diagnostic("HN407", "note", f"no example cites the rule `{rule.id}`", rule.span, help=mend)
    yield from _one_sided(book, seen)


def _look(rulebook: RuleBook, index: int, result: Result, seen: _Seen) -> None:
    """Which side of each comparison an example sees, where that side decides whether its rule holds."""
    book = rulebook.books[index]
    subject = subject_key(book, result.example.subject)
    if subject is None:
        return
    case = Case(book, bind(rulebook, result.example.subject, stated(result.example)).facts[index])
    answer(case, subject)
    for rule in book.rules:
        if rule.target == subject or rule.target in case.touched:
            for compare in _limits(rule.when):
                _side(case, rule, compare, seen)


def _side(case: Case, rule: Rule, compare: Compare, seen: _Seen) -> None:
    truth = case.truth(compare)
    others = [part for part in _parts(rule.when) if compare not in list(atoms(part))]
    if isinstance(truth, bool) and all(case.truth(part) is True for part in others):
        seen.sides.setdefault((compare.span.start, compare.span.end), set()).add(truth)


def _one_sided(book: Book, seen: _Seen) -> Iterator[Diagnostic]:
    limits = {(one.span.start, one.span.end): one for rule in book.rules for one in _limits(rule.when)}
    for place, compare in limits.items():
        for side in sorted({True, False} - seen.sides.get(place, set()), reverse=True):
            message = f"no example lies where `{' '.join(compare.span.text.split())}` is {'true' if side else 'false'}"
            yield Diagnostic("HN407", "note", message, compare.span, help="add an example on that side of it")


def _limits(condition: Condition) -> Iterator[Compare]:
    """The comparisons of a condition that have two sides."""
    for atom in atoms(condition):
        if isinstance(atom, Compare) and atom.relation not in {"=", "≠"}:
            yield atom


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)
