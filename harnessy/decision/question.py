"""Binding: the asker's words in, a question over the keys of each book out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import islice

from harnessy.decision.columns import column
from harnessy.decision.derived import derived, is_path, slot_of, sources
from harnessy.decision.events import event_key, route_key
from harnessy.decision.model import ABSENT, Given, Question, QuestionError
from harnessy.rulebook.amount import measured, number
from harnessy.rulebook.memo import MOST_KEPT, per_book, per_key
from harnessy.rulebook.model import OPERATION, Book, Fact, Quantity, RuleBook, Scale, Thing, opaque_facts
from harnessy.rulebook.names import bare, fold, in_order, only_superset, stems
from harnessy.source import Span, nearest

_SLOTS = frozenset({"intent", "event", "actor", "path"})
_YES, _NO = frozenset({"yes", "true", "on"}), frozenset({"no", "false", "off"})
_INTENT, _EVENT, _NONE = "intent", "event", "none"
_TYPO = 2


def subjects(book: Book) -> Iterator[str]:
    """The names that can be asked: subjects, then derived quantities, as the document writes them."""
    yield from (subject.name.text for subject in book.subjects.values())
    yield from (quantity.name.text for quantity in book.quantities.values())


def spelled(book: Book, key: str) -> str:
    """A subject, quantity or fact as the document writes it."""
    thing = book.subjects.get(key) or book.quantities.get(key) or book.facts.get(key)
    return thing.name.text if thing else key


@per_key
def subject_key(book: Book, text: str) -> str | None:
    """The key of what is asked: by any spelling or inflection, or part of exactly one subject that is no operation.

    An operation answers only to all its words: a permission covers nothing wider. What is asked in more words than those
    of an operation that is held or halted is covered by it.
    """
    exact = book.subject_names.get(bare(text))
    if exact is not None:
        return exact
    same = [key for key in (*book.subjects, *book.quantities) if stems(key) == stems(text) and in_order(key) == in_order(text)]
    if len(same) == 1:
        return same[0]
    declared = [key for key, subject in book.subjects.items() if subject.kind != OPERATION]
    turned = [key for key in (*declared, *book.quantities) if stems(key) == stems(text)]
    if len(turned) == 1:
        return turned[0]
    return only_superset(bare(text), [*declared, *book.quantities]) or _covering(book, text)


def _covering(book: Book, text: str) -> str | None:
    """The operation, held or halted, that has the most words in common with what is asked and no others."""
    held = {"hold", "halt"}
    tight = [key for key, subject in book.subjects.items() if subject.kind == OPERATION and _effects(book, key) & held]
    covering = sorted((key for key in tight if stems(key) and stems(key) < stems(text)), key=lambda key: (-len(stems(key)), key))
    return covering[0] if covering else None


def _effects(book: Book, key: str) -> set[str]:
    return {act.effect for rule in book.by_target.get(key, ()) for act in rule.acts}


@per_key
def is_exact(book: Book, text: str) -> bool:
    """Whether a text is the name of a subject or quantity, inflection apart."""
    key = subject_key(book, text)
    return bare(text) in book.subject_names or (key is not None and in_order(key) == in_order(text))


@per_key
def operation_key(book: Book, text: str) -> str | None:
    """The key of the operation that has exactly these words, inflection apart."""
    exact = book.subject_names.get(bare(text))
    if exact is not None:
        return exact
    wanted = in_order(text)
    return next((key for key, subject in book.subjects.items() if subject.kind == OPERATION and in_order(key) == wanted), None)


@per_key
def _touches(book: Book, text: str) -> bool:
    """Whether a document speaks of an operation in these words, or in these and more."""
    wanted = stems(text)
    more = (key for key, subject in book.subjects.items() if subject.kind == OPERATION and wanted < stems(key))
    return operation_key(book, text) is not None or (bool(wanted) and any(more))


@per_key
def fact_key(book: Book, text: str) -> str | None:
    """The key of a fact, quantity or opaque condition in a book; a scale's name stands for its one input."""
    known = book.fact_names.get(bare(text))
    if known is not None:
        return known
    if bare(text) in opaque_facts(book):
        return bare(text)
    same = [key for key in (*book.facts, *book.quantities) if stems(key) == stems(text)]
    found = same[0] if len(same) == 1 else only_superset(bare(text), [*book.facts, *book.quantities])
    return found or _sought(book, text)


def _sought(book: Book, text: str) -> str | None:
    """The one fact of these words in another inflection, or without `requested` and the like."""
    rest = " ".join(word for word in bare(text).split(" ") if word not in book.sought)
    same = [key for key in book.facts if stems(key) == stems(rest)]
    return same[0] if len(same) == 1 else None


@per_book
def _known(book: Book) -> dict[tuple[str, object], tuple[str, Given]]:
    """What words and truths mean for a fact by some name: its key and value. What they mean without a note, they mean for ever."""
    del book
    return {}


class _Binder:
    """Binds facts for one book: `bound` by key, `spoken` the name that was used, `notes` on what counts as unknown."""

    def __init__(self, book: Book, *, strict: bool) -> None:
        self.book = book
        self.strict = strict
        self.bound: dict[str, Given] = {}
        self.notes: list[str] = []
        self.spoken: dict[str, str] = {}
        self.known = _known(book)

    def add(self, name: str, value: object) -> bool:
        """Bind one fact; says whether the book knows it. Raises QuestionError."""
        listed = column(self.book, name, value)
        if listed:
            self.bound.update(listed)
            self.spoken.update(dict.fromkeys(listed, name))
            return True
        lasting = value.__class__ is str or value.__class__ is bool
        read = self.known.get((name, value)) if lasting else None
        if read is None:
            key = fact_key(self.book, name)
            if key is None:
                return False
            try:
                given = self._given(key, name, value)
            except QuestionError as error:
                if self.strict:
                    raise
                self.notes.append(f"{error}, so it counts as unknown")
                return True
            if given is None:
                return True
            read = key, given
            if lasting and len(self.known) < MOST_KEPT:
                self.known[name, value] = read
        key, given = read
        if key in self.bound and self.bound[key] != given:
            raise QuestionError(f"`{name}` and `{self.spoken[key]}` are the same fact, stated in two ways", "state it once")
        self.bound[key] = given
        self.spoken[key] = name
        return True

    def _given(self, key: str, name: str, value: object) -> Given | None:
        fact = self.book.facts.get(key)
        if value is None or (isinstance(value, str) and value.strip().casefold() == _NONE and not self._names(key, _NONE)):
            return ABSENT
        truth = (fact is None and key not in self.book.quantities) or (fact is not None and fact.kind in {"flag", "truth"})
        quantity = self.book.quantities.get(key)
        if quantity is not None and quantity.parts and (broken := _broken(quantity, value)) is not None:
            return broken
        if truth or (quantity is not None and quantity.kind == "truth"):
            return self._truth(name, value)
        if fact is not None and fact.kind == "count":
            counted = number(str(value)) if not isinstance(value, bool) else None
            return counted > 0 if counted is not None else self._truth(name, value)
        if any(thing is not None and thing.kind == "number" for thing in (fact, quantity)):
            return self._number(name, value)
        if fact is not None and fact.kind == "set":
            return self._set(name, value)
        return self._word(key, name, str(value))

    def _set(self, name: str, value: object) -> frozenset[str]:
        """Elements compare by their exact words; an empty one, or what is no list of words, is a mistake."""
        if isinstance(value, (bool, Mapping)):
            raise QuestionError(f"`{name}` is a set, not `{value}`", f"write {name}=a,b, or {name}= for none")
        listed = value if isinstance(value, (list, tuple, set, frozenset)) else str(value).split(",") if str(value) else []
        items = [str(item).strip() for item in listed]
        if not all(items):
            raise QuestionError(f"`{name}` holds an empty element", f"write {name}=a,b, or {name}= for none")
        return frozenset(items)

    def _names(self, key: str, word: str) -> bool:
        return any(value == word for value in self._values(key))

    def _values(self, key: str) -> list[str]:
        fact = self.book.facts.get(key)
        thing = fact or self.book.quantities.get(key)
        scale = self._scale(key)
        named = [member.key for member in scale.members] if scale else []
        return [*named, *(value.key for value in fact.values)] if isinstance(thing, Fact) and fact else named

    def _scale(self, key: str) -> Scale | None:
        thing = self.book.facts.get(key) or self.book.quantities.get(key)
        return self.book.scales.get(thing.scale or "") if thing else None

    def _truth(self, name: str, value: object) -> bool:
        text = str(value).strip().casefold()
        if isinstance(value, bool):
            return value
        if text in _YES:
            return True
        if text in _NO:
            return False
        raise QuestionError(f"`{name}` is true or false, not `{value}`", f"write {name}=yes or {name}=no")

    def _number(self, name: str, value: object) -> Decimal:
        found = measured(str(value))
        if found is None:
            raise QuestionError(f"`{name}` is a number, not `{value}`", f"write {name}=3, or {name}=none")
        return found

    def _word(self, key: str, name: str, text: str) -> str | None:
        word, known = self._same_stems(key, bare(text)), self._values(key)
        if word in known or (not known and self._scale(key) is None):
            return word
        near = nearest(word, known, _TYPO)
        scale, fact = self._scale(key), self.book.facts.get(key)
        declared = (scale is not None and scale.declared) or (fact is not None and fact.closed)
        listed = ", ".join(f"`{value}`" for value in self._spelled(key))
        if self.strict and (declared or near):
            mend = f"did you mean `{self._spell(key, near)}`?" if near else f"the values are {listed}"
            raise QuestionError(f"`{text}` is no value of `{name}`", mend)
        self.notes.append(
            f"`{text}` is no value of `{spelled(self.book, key)}` that {self.book.path} names, so it counts as unknown"
        )
        return None

    def _same_stems(self, key: str, word: str) -> str:
        """The one value of a fact that is the word in another inflection (`removal` for `removes`), else the word."""
        fact = self.book.facts.get(key)
        values = [value.key for value in fact.values] if fact is not None and not fact.closed else []
        same = [value for value in values if stems(value) == stems(word)]
        return same[0] if word not in values and len(same) == 1 else word

    def _spelled(self, key: str) -> list[str]:
        return [self._spell(key, value) for value in dict.fromkeys(self._values(key))]

    def _spell(self, key: str, value: str) -> str:
        fact, scale = self.book.facts.get(key), self._scale(key)
        names = [*(scale.members if scale else ()), *(fact.values if fact else ())]
        return next((name.text for name in names if name.key == value), value)


def _broken(quantity: Quantity, value: object) -> bool | None:
    """A truth stated by the names of what makes it true: some of them, or none; None when it is stated as yes or no."""
    listed = value if isinstance(value, list | tuple | set | frozenset) else [value]
    known = {part.key for part in quantity.parts}
    named = [bare(str(item)) in known for item in listed]
    return bool(named) if all(named) and not isinstance(value, bool) else None


def bind(rulebook: RuleBook, subject: str | None, facts: Mapping[str, object], *, strict: bool = True) -> Question:
    """A question over the books. Strict: unknown names and values raise QuestionError with the nearest; else they are listed."""
    binders = [_Binder(book, strict=strict) for book in rulebook.books]
    known = [book for book in rulebook.books if subject is not None and subject_key(book, subject) is not None]
    if subject is not None and not known:
        raise _nobody_knows(rulebook, subject)
    ignored: list[str] = []
    intent, event, route = None, None, None
    notes: list[str] = []
    tested = _tested(binders, facts)
    for name, value in facts.items():
        heard = _add(binders, name, value, tested)
        if isinstance(value, str) and any(route_key(book, name, value) is not None for book in rulebook.books):
            route = (name, value)
            continue
        if heard:
            continue
        if bare(name) == _INTENT and any(_touches(book, str(value)) for book in rulebook.books):
            intent = str(value)
            continue
        if bare(name) == _EVENT and any(event_key(book, str(value)) is not None for book in rulebook.books):
            event = str(value)
            continue
        if strict and bare(name) not in _SLOTS:
            raise QuestionError(f"no document knows the fact `{name}`", _nearest_fact(rulebook, name))
        meant = _slot(binders, value, facts) if not strict else ""
        intent = str(value) if meant == _INTENT else intent
        (notes if meant else ignored).append(f"`{name}` is taken as the {meant}" if meant else name)
    taken = [f"`{subject}` is taken as `{name}`" for book in rulebook.books for name in _inexact(book, subject or "")]
    noted = [*notes, *(note for binder in binders for note in (*taken, *binder.notes))]
    unheard = [(name, span) for name in ignored for book in rulebook.books for span in _spoken_of(book, name)]
    stated = [text for name in ignored for text in (name, facts[name]) if isinstance(text, str) and not text.isdigit()]
    places = {span: (text, span) for text in stated for book in rulebook.books for span in _spoken_of(book, text)}
    spoken = tuple(places.values())
    bound = tuple([binder.bound for binder in binders])
    told = tuple(dict.fromkeys(noted))
    return Question(subject, bound, dict(facts), tuple(ignored), told, tuple(unheard), intent, event, route, spoken)


def _tested(binders: list[_Binder], facts: Mapping[str, object]) -> frozenset[str]:
    """Bind what follows from what is stated; gives the names from which something does and that are no facts themselves."""
    names = frozenset().union(*(sources(binder.book) for binder in binders))
    for binder in binders if names else ():
        binder.bound |= derived(binder.book, facts)
    return frozenset(name for name in names if not any(name in binder.book.fact_names for binder in binders))


def _add(binders: list[_Binder], name: str, value: object, tested: frozenset[str]) -> bool:
    """Bind a fact in each book that knows it; says whether any does."""
    if tested and bare(name) in tested:
        return True
    heard = False
    for binder in binders:
        heard = binder.add(name, value) or heard
    return heard


def _slot(binders: list[_Binder], value: object, facts: Mapping[str, object]) -> str:
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
