"""Binding: the asker's words in, a question over the keys of each book out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from harnessy.decision.binder import Binder, as_truth
from harnessy.decision.derived import derived, is_path, reads_intent, slot_of, sources
from harnessy.decision.events import event_key, route_key, told_of
from harnessy.decision.model import Given, Qualified, Question, QuestionError
from harnessy.decision.qualified import flags_stated, qualifiers
from harnessy.decision.question import mistaken, spelled, subject_key, subjects, touches, whole_intent
from harnessy.decision.ran import as_run
from harnessy.rulebook.memo import MOST_KEPT, per_book, per_key
from harnessy.rulebook.model import Book, RuleBook, Thing
from harnessy.rulebook.names import bare, fold, stems
from harnessy.source import Span, nearest

_SLOTS = frozenset({"intent", "event", "actor", "path"})
_INTENT, _EVENT, _LACKS = "intent", "event", "lacks"

_Meaning = tuple[tuple[int, str, Given], ...]  # number of the book, key and value there
_Meanings = dict[tuple[str, object], _Meaning]


def bind(rulebook: RuleBook, subject: str | None, facts: Mapping[str, object], *, strict: bool = True) -> Question:
    """A question over the books. Strict: unknown names and values raise QuestionError with the nearest; else they are listed."""
    if subject is not None and not _is_known(rulebook, subject):
        raise _nobody_knows(rulebook, subject)
    bound = _at_once(rulebook, facts)
    if bound is not None:
        return Question(subject, bound, dict(facts), (), _taken(rulebook, subject or ""))
    return _bound(rulebook, subject, facts, strict=strict)


def _at_once(rulebook: RuleBook, facts: Mapping[str, object]) -> tuple[dict[str, Given], ...] | None:
    """The facts by the keys of each book where every statement was understood before and says nothing of others; else None."""
    meanings = _plainly(rulebook)
    bound: tuple[dict[str, Given], ...] = tuple([{} for _ in rulebook.books])
    for name, value in facts.items():
        known = meanings.get((name, value)) if value.__class__ is str or value.__class__ is bool else None
        if known is None:
            return None
        for index, key, given in known:
            if bound[index].setdefault(key, given) is not given:
                return None
    return bound


def _bound(rulebook: RuleBook, subject: str | None, facts: Mapping[str, object], *, strict: bool) -> Question:
    binders = [Binder(book, strict=strict) for book in rulebook.books]
    ignored: list[str] = []
    route = None
    notes, slots = list[str](), dict[str, str]()
    tested = _tested(rulebook, binders, facts)
    meanings = _meanings(rulebook)
    qualified = qualifiers(rulebook, facts)
    for name, value in facts.items():
        if name in qualified or _recalled(meanings, binders, name, value):
            _add(_others(binders, qualified.get(name)), name, value, tested)
            continue
        heard = _add_run(binders, facts, name) or _add(binders, name, value, tested) or _add_flags(binders, name, value)
        if isinstance(value, str) and any(route_key(book, name, value) is not None for book in rulebook.books):
            route = (name, value)
            continue
        if heard:
            _remember(rulebook, binders, heard, (name, value))
            continue
        slot = _slot_stated(rulebook, binders, facts, (name, value))
        if slot is not None:
            slots = {slot: name if slot == _LACKS else str(value), **slots}
            continue
        whole = _whole_intent(rulebook, facts, name)
        if whole is not None:
            slots |= {_INTENT: whole}
            continue
        if strict and bare(name) not in _SLOTS:
            raise QuestionError(f"no document knows the fact `{name}`", _nearest_fact(rulebook, name))
        meant = _slot(binders, value, facts) if not strict else ""
        slots |= {_INTENT: str(value)} if meant == _INTENT else {}
        (notes if meant else ignored).append(f"`{name}` is taken as the {meant}" if meant else name)
    taken = _taken(rulebook, subject or "")
    noted = [*notes, *(note for binder in binders for note in (*taken, *binder.notes))]
    unheard = [(name, span) for name in ignored for book in rulebook.books for span in _spoken_of(book, name)]
    stated = [text for name in ignored for text in (name, facts[name]) if isinstance(text, str) and not text.isdigit()]
    places = {span: (text, span) for text in stated for book in rulebook.books for span in _spoken_of(book, text)}
    spoken = tuple(places.values())
    bound = tuple([binder.bound for binder in binders])
    told = tuple(dict.fromkeys(noted))
    said = tuple(each for found in qualified.values() for each in found)
    happens = (slots.get(_INTENT), slots.get(_EVENT), route)
    return Question(
        subject, bound, dict(facts), tuple(ignored), told, tuple(unheard), *happens, spoken, said, slots.get(_LACKS, "")
    )


@per_book
def _meanings(rulebook: RuleBook) -> _Meanings:
    """What words and truths mean for a fact by some name, in each book that knows it."""
    del rulebook
    return {}


def _recalled(meanings: _Meanings, binders: list[Binder], name: str, value: object) -> bool:
    """Bind what a statement meant before; says whether it is known."""
    known = meanings.get((name, value)) if value.__class__ is str or value.__class__ is bool else None
    for index, key, given in known or ():
        binders[index].put(key, given, name)
    return known is not None


@per_book
def _plainly(rulebook: RuleBook) -> _Meanings:
    """Those of the meanings from which nothing else follows."""
    del rulebook
    return {}


def _remember(rulebook: RuleBook, binders: list[Binder], heard: int, stated: tuple[str, object]) -> None:
    """Keep what a statement means, when all the books that heard it have understood it without a note."""
    meanings = _meanings(rulebook)
    if stated[1].__class__ is not str and stated[1].__class__ is not bool:
        return
    found = [(index, *binder.known[stated]) for index, binder in enumerate(binders) if stated in binder.known]
    if found and len(found) == heard and len(meanings) < MOST_KEPT:
        meanings[stated] = tuple(found)
        if bare(stated[0]) not in _derivable(rulebook)[0]:
            _plainly(rulebook)[stated] = meanings[stated]


@per_book
def _derivable(rulebook: RuleBook) -> tuple[frozenset[str], frozenset[str]]:
    """The names from which something follows in a book, and those of them that are no facts themselves."""
    names = frozenset[str]().union(*(sources(book) for book in rulebook.books))
    return names, frozenset(name for name in names if not any(name in book.fact_names for book in rulebook.books))


def _tested(rulebook: RuleBook, binders: list[Binder], facts: Mapping[str, object]) -> frozenset[str]:
    """Bind what follows from what is stated; gives the names from which something does and that are no facts themselves."""
    names, tested = _derivable(rulebook)
    if names and not names.isdisjoint(map(bare, facts)):
        for binder in binders:
            binder.bound |= derived(binder.book, facts)
    return tested


def _add(binders: list[Binder], name: str, value: object, tested: frozenset[str]) -> int:
    """Bind a fact in each book that knows it; gives how many do. What others follow from counts for all."""
    if tested and bare(name) in tested:
        return len(binders)
    books = [binder.book for binder in binders]
    return sum(binder.add(name, value) for binder in binders if not mistaken(books, binder.book, name))


def _slot_stated(rulebook: RuleBook, binders: list[Binder], facts: Mapping[str, object], stated: tuple[str, object]) -> str | None:
    """The slot that a statement fills: an intent or event that is known, what an event lacks; empty where it is heard otherwise."""
    name, value = stated
    if bare(name) == _INTENT and any(touches(book, str(value)) for book in rulebook.books):
        return _INTENT
    if bare(name) == _INTENT and any(reads_intent(binder.book, binder.bound) for binder in binders):
        return ""
    if bare(name) == _EVENT and any(event_key(book, str(value)) is not None for book in rulebook.books):
        return _EVENT
    so = as_truth(value)
    if so is not None and _is_of_event(rulebook, facts, name):
        return "" if so else _LACKS
    return None


def _add_run(binders: list[Binder], facts: Mapping[str, object], name: str) -> int:
    """Bind what a name says of how a leg came out; gives in how many books it says so."""
    found = [(binder, ran[name]) for binder in binders if name in (ran := as_run(binder.book, facts))]
    for binder, (key, outcome) in found:
        if outcome:
            binder.put(key, bare(outcome), name)
    return len(found)


def _add_flags(binders: list[Binder], name: str, value: object) -> int:
    """Bind the flags of a start that are given as a list; gives in how many books."""
    found = [(binder, flags) for binder in binders if (flags := flags_stated(binder.book, name, value))]
    for binder, flags in found:
        for key, given in flags.items():
            binder.put(key, given, name)
    return len(found)


def _others(binders: list[Binder], said: tuple[Qualified, ...] | None) -> list[Binder]:
    """The books in which a name that says who did something, or when, elsewhere, is something else."""
    return [binder for index, binder in enumerate(binders) if index not in {each.book for each in said}] if said else []


def _whole_intent(rulebook: RuleBook, facts: Mapping[str, object], name: str) -> str | None:
    """The operation that is meant where a name nobody knows says what the intent is for."""
    intents = [value for slot, value in facts.items() if bare(slot) == _INTENT and isinstance(value, str) and slot != name]
    purpose = facts[name]
    if not intents or not isinstance(purpose, str):
        return None
    found = (whole_intent(book, (intents[0], purpose)) for book in rulebook.books)
    return next((key for key in found if key is not None), None)


def _is_of_event(rulebook: RuleBook, facts: Mapping[str, object], name: str) -> bool:
    """Whether a name tells more of the event that is stated."""
    events = [str(value) for slot, value in facts.items() if bare(slot) == _EVENT]
    return any(told_of(book, event, name) for event in events for book in rulebook.books)


def _slot(binders: list[Binder], value: object, facts: Mapping[str, object]) -> str:
    """The slot that a value of a name nobody knows is for, bound where the books read it; or nothing."""
    beside_path = any(map(is_path, facts.values()))
    meant = next((slot for binder in binders if (slot := slot_of(binder.book, value, beside_path=beside_path))), "")
    for binder in binders:
        binder.bound |= derived(binder.book, {meant: value})
    return meant


def _nobody_knows(rulebook: RuleBook, subject: str) -> QuestionError:
    known = [name for book in rulebook.books for name in subjects(book)]
    near = nearest(fold(subject), [fold(name) for name in known])
    listed = next((name for name in known if fold(name) == near), None)
    mend = f"did you mean `{listed}`?" if listed else "`harnessy words` lists the subjects"
    return QuestionError(f"no document knows the subject `{subject}`", mend)


@per_key
def _is_known(rulebook: RuleBook, subject: str) -> bool:
    """Whether any document knows a subject."""
    return any(subject_key(book, subject) is not None for book in rulebook.books)


@per_key
def _taken(rulebook: RuleBook, subject: str) -> tuple[str, ...]:
    """What a subject is taken as, in the books that spell it otherwise."""
    names = (name for book in rulebook.books for name in _inexact(book, subject))
    return tuple(dict.fromkeys(f"`{subject}` is taken as `{name}`" for name in names))


@per_key
def _inexact(book: Book, subject: str) -> tuple[str, ...]:
    """The name that a subject is taken as, where it is not spelled so."""
    key = subject_key(book, subject) if subject else None
    return (spelled(book, key),) if key is not None and bare(subject) not in book.subject_names else ()


def _spoken_of(book: Book, name: str) -> Iterator[Span]:
    """The first sentence outside the rules that uses all words of a name: what it says of the fact is not known."""
    wanted = stems(name)
    loose = (reading for reading in book.readings if reading.kind in {"not understood", "rationale"})
    yield from islice((reading.span for reading in loose if wanted and wanted <= stems(reading.span.text)), 1)


def _nearest_fact(rulebook: RuleBook, name: str) -> str:
    things = list[Thing]()
    for book in rulebook.books:
        things.extend(book.facts.values())
        things.extend(book.quantities.values())
    known = {fold(thing.name.text): thing.name.text for thing in things}
    near = nearest(fold(name), known)
    return f"did you mean `{known[near]}`?" if near else "`harnessy words` lists the facts"
