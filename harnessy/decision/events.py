"""Events: what a document says of something that happens, and what follows from the acts of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from harnessy.decision.answer import cited
from harnessy.decision.case import Case
from harnessy.decision.model import Citation, Given
from harnessy.rulebook.memo import per_book, per_part
from harnessy.rulebook.model import EVENT, ORDER, Act, Book, Rule, RuleBook
from harnessy.rulebook.names import bare, only_superset, stems

OF_PATH = "notice"
_DUTIES = frozenset({"duty", "order", OF_PATH})
_GRANTS = frozenset({"grant", "reserved"})
_PATH = "path"


def event_key(book: Book, text: str) -> str | None:
    """The key of an event: by its words in any inflection, or part of exactly one."""
    return _one(text, (key for key, subject in book.subjects.items() if subject.kind == EVENT))


def told_of(book: Book, event: str, name: str) -> bool:
    """Whether a name is what an event's own name has beside the words in which it is told: `ambiguous` of `ambiguous order`."""
    key = event_key(book, event)
    return key is not None and bool(stems(name)) and stems(event) < stems(key) and stems(name) == stems(key) - stems(event)


def route_key(book: Book, name: str, text: str) -> str | None:
    """The key of a path on which something is done (`path=manual`): by its words in any inflection, or part of exactly one.

    `name` is how the asker calls it: `path`, or as the document calls its paths.
    """
    routes = _routes(book)
    if not routes:
        return None
    named = [key for key, noun in routes if bare(name) == _PATH or stems(name) == stems(noun)]
    return _one(text, named)


@per_book
def _routes(book: Book) -> tuple[tuple[str, str], ...]:
    """The paths of which a grant speaks, with what the document calls them in general."""
    keys = dict.fromkeys(rule.target for rule in book.rules if rule.family in _GRANTS)
    return tuple((key, book.subjects[key].kind) for key in keys if key in book.subjects)


def _one(text: str, candidates: Iterable[str]) -> str | None:
    keys = list(candidates)
    same = [key for key in keys if stems(key) == stems(text)]
    return same[0] if len(same) == 1 else only_superset(text, keys)


def owed(
    book: Book, facts: Mapping[str, Given], acts: tuple[Act, ...], *, on_path: bool
) -> tuple[tuple[Act, ...], tuple[Citation, ...]]:
    """What follows from acts: the duties at the events that they are, and the first alternative of an order called by their verb.

    Only what is known to be due: a duty whose condition is not known is left out, since it decides nothing. What is owed on
    some path alone is left out where no path is stated.
    """
    case = Case(book, facts)
    due = [rule for rule in _following(book, acts) if (on_path or rule.family != OF_PATH) and case.truth(rule.when) is True]
    known = {(act.verb, act.object) for act in acts}
    fresh = {(act.verb, act.object): act for rule in due for act in rule.acts if (act.verb, act.object) not in known}
    return tuple(fresh.values()), tuple(dict.fromkeys(cited(book, rule) for rule in due))


@per_part
def concerned(rulebook: RuleBook, acts: tuple[Act, ...]) -> tuple[int, ...]:
    """The numbers of the books in which acts bring something about."""
    return tuple(index for index, book in enumerate(rulebook.books) if _following(book, acts))


@per_part
def _following(book: Book, acts: tuple[Act, ...]) -> tuple[Rule, ...]:
    """The duties and orders that acts bring about."""
    called = [act for act in acts if act.effect == "neutral"]
    return tuple(
        rule
        for key, name, rules in _owing(book)
        if any(stems(key) <= stems(act.words) for act in acts if not name) or any(_called(act, name) for act in called if name)
        for rule in rules
    )


@per_book
def _owing(book: Book) -> tuple[tuple[str, str, tuple[Rule, ...]], ...]:
    """The events and orders of a book with what they owe: the key, the name of an order (empty for an event), the rules."""
    return tuple(
        (key, subject.name.text if subject.kind == ORDER else "", rules)
        for key, subject in book.subjects.items()
        if subject.kind in {EVENT, ORDER}
        and (rules := tuple(rule for rule in book.by_target.get(key, ()) if rule.family in _DUTIES))
    )


def _called(act: Act, name: str) -> bool:
    """Whether an order is called by the verb of an act: `continue elsewhere`, `Continue policy`."""
    return bool(stems(act.verb)) and stems(act.verb) == stems(name.partition(" ")[0])
