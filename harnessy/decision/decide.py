"""The verb: a rulebook and a question in, a decision out.

Each book answers its case; a fact that is unknown is tried with every value that makes a difference, and is missing only
when the answers differ. Between books the strictest counts, and go needs all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from harnessy.decision.answer import Answer, answer, owes
from harnessy.decision.assumed import assumptions
from harnessy.decision.beside import beside
from harnessy.decision.case import Case
from harnessy.decision.clear import is_policy
from harnessy.decision.domain import domain
from harnessy.decision.formulas import numbers_tried
from harnessy.decision.halting import halted
from harnessy.decision.meet import meet
from harnessy.decision.memory import Memory, Reads
from harnessy.decision.model import ABSENT, OTHER, Assumed, Citation, Decision, Given, Missing, Question
from harnessy.decision.qualified import weighed
from harnessy.decision.question import spelled, subject_key
from harnessy.decision.records import asked_record, fits
from harnessy.decision.restrained import taken_back
from harnessy.decision.slots import decides, due, happened, intended, is_of_more, is_partial, opposes, routed
from harnessy.decision.sound import permits, sound
from harnessy.decision.spelling import shown
from harnessy.decision.together import about, is_named, told_apart
from harnessy.rulebook.memo import per_book, per_key
from harnessy.rulebook.model import EVERYTHING, Book, RuleBook, opaque_facts
from harnessy.rulebook.place import TIGHT

_MOST_BRANCHES = 1 << 2 << 2 << 2 << 2 << 2


def decide(rulebook: RuleBook, question: Question) -> Decision:
    """Answer a question. Without a subject, every subject whose derivation reads all the given facts is answered."""
    if question.qualified:
        return weighed(decide, rulebook, question)
    if is_of_more(rulebook, question):  # the event that happened is asked with facts of others: they are asked as well
        question = replace(question, subject=None)
    if question.subject is None:
        record = asked_record(rulebook, question.stated)
        return _every(rulebook, question) if record is None else _signed(fits(record[1], question.stated), rulebook, question)
    known, unheard = _knowing(rulebook, question.subject)
    found = [_in_book(rulebook.books[at], question.facts[at], key, question) for at, key in known]
    if question.intent is not None:
        found.extend(intended(_in_book, rulebook, question))
    if unheard is not None:
        if unheard:
            found.extend(_elsewhere(rulebook, question, unheard))
        found.extend(taken_back(_in_book, rulebook, question))
    if question.event is not None:
        found.extend(decision for decision in happened(_in_book, rulebook, question) if decides(decision))
    if question.route is not None and found and meet(found).effect == "go":
        found.extend(routed(_in_book, rulebook, question))
    if found:
        met = meet(found)
        named = met if met.subject == found[0].subject else replace(met, subject=found[0].subject)
        decision = _heard(named, question)
    else:
        decision = Decision(question.subject, "silent", reason="no document knows the subject")
    return _signed(due(rulebook, question, sound(rulebook, question, decision)), rulebook, question)


def _signed(found: Decision, rulebook: RuleBook, question: Question) -> Decision:
    """The decision with the facts as they were stated and the digest of what decided."""
    return Decision(
        found.subject,
        found.outcome,
        found.effect,
        found.acts,
        found.values,
        question.stated,
        found.because,
        found.missing,
        found.assumptions,
        found.instead,
        question.ignored,
        found.reason,
        rulebook.digest,
        found.also,
    )


@per_key
def _knowing(rulebook: RuleBook, subject: str) -> tuple[tuple[tuple[int, str], ...], tuple[int, ...] | None]:
    """The documents that know a subject, by number, with its key; then those of the others that speak of everything.

    None for the latter where every document knows it.
    """
    keys = [(at, subject_key(book, subject)) for at, book in enumerate(rulebook.books)]
    known = tuple((at, key) for at, key in keys if key is not None)
    others = tuple(at for at, key in keys if key is None and EVERYTHING in rulebook.books[at].by_target)
    return known, others if len(known) < len(keys) else None


def _elsewhere(rulebook: RuleBook, question: Question, books: tuple[int, ...]) -> Iterator[Decision]:
    """What documents that do not know the subject say of everything."""
    for at in books:
        decision = _in_book(rulebook.books[at], question.facts[at], EVERYTHING, question)
        if opposes(decision):
            yield decision


def _heard(decision: Decision, question: Question) -> Decision:
    """A fact that a sentence nobody understood speaks of keeps the answer from going, although no rule reads it.

    Beside a hold or halt that sentence is shown: it may be what the asker has in mind.
    """
    if decision.effect in TIGHT and decision.outcome == "answered" and question.spoken:
        says = ((span, f"speaks of {word} and is not understood") for word, span in question.spoken)
        shown = [Citation("unread", span, (), gives, "unread") for span, gives in says]
        return replace(decision, because=(*decision.because, *shown))
    if not permits(decision) or not question.unheard:
        return decision
    name, span = question.unheard[0]
    cited = Citation("unread", span, (), f"speaks of {name} and is not understood", "unread")
    reason = f"`{name}` is spoken of in a sentence that is not understood"
    return replace(decision, outcome="missing", effect=None, because=(*decision.because, cited), reason=reason)


def _every(rulebook: RuleBook, question: Question) -> Decision:
    answered = list(intended(_in_book, rulebook, question))
    if not answered:
        answered = [due(rulebook, question, found) for found in _heard_of(rulebook, question)]
        others = list(_reading(rulebook, question)) if not answered or is_partial(rulebook, question) else []
        answered = [*(found for found in answered if not others or found.outcome != "clear"), *others]
    distinct = told_apart({decision.subject: decision for decision in answered}.values(), rulebook)
    if not distinct:
        reason = "no subject's derivation reads all the given facts"
        return _signed(Decision(None, "silent", reason=reason), rulebook, question)
    if len(distinct) == 1:
        return _signed(distinct[0], rulebook, question)
    return _signed(replace(meet(list(distinct)), subject=None, also=distinct), rulebook, question)


def _heard_of(rulebook: RuleBook, question: Question) -> tuple[Decision, ...]:
    """What the documents say of the event and the path; what an event only owes is owed whatever the path waits for."""
    events, routes = happened(_in_book, rulebook, question), routed(_in_book, rulebook, question)
    known = tuple(events)
    owed = bool(known) and all(owes(found) for found in known)
    return (*known, *(found for found in routes if not owed or found.outcome != "missing"))


def _all_known(decision: Decision, question: Question) -> Decision:
    """Nobody named the subject: what no document knows may tell that something else was meant, so nothing goes."""
    if decision.effect != "go" or not question.ignored:
        return decision
    reason = f"no document knows `{question.ignored[0]}`: name the subject that is asked"
    return replace(decision, outcome="missing", effect=None, reason=reason)


def _reading(rulebook: RuleBook, question: Question) -> Iterator[Decision]:
    """The answers of every subject and quantity that the given facts are about."""
    for book, facts in zip(rulebook.books, question.facts, strict=True):
        meant = (key for key in about(book, facts) if not question.ignored or is_policy(book, key) or is_named(book, facts, key))
        for key in meant:
            decision = decide(rulebook, replace(question, subject=spelled(book, key), event=None, route=None))
            yield _all_known(decision, question)


class _Search:
    """Tries the values of unknown facts; counts branches and remembers what was looked at."""

    def __init__(self, book: Book, facts: Mapping[str, Given], stated: Sequence[str] = ()) -> None:
        self.book = book
        self.facts = facts
        self.stated = stated
        self.branches = 0
        self.touched: set[str] = set()
        self.defaulted: set[str] = set()
        self.matters: dict[str, list[str]] = {}
        self.domains: dict[str, tuple[Given, ...]] = {}

    def explore(self, case: Case, subject: str) -> Answer:
        """The answer of a case, the same for every value of what it waits for, or missing what makes a difference."""
        self.branches += 1
        found = answer(case, subject)
        if case.touched is not self.touched:
            self.touched |= case.touched
            self.defaulted |= case.defaulted
        if found.outcome != "missing" or not found.waits:
            return found
        key = found.waits[0]
        if key in case.tried or self.branches > _MOST_BRANCHES:
            self._matter(found.waits, ())
            return replace(found, waits=numbers_tried(case) or found.waits) if key in case.tried else found
        return self._compared(case, subject, found, key)

    def _compared(self, case: Case, subject: str, waiting: Answer, key: str) -> Answer:
        tries = self.domains.setdefault(key, ()) or domain(self.book, key)
        self.domains[key] = tries
        answers = [self.explore(case.retried(key, value), subject) for value in tries]
        branches = tuple([found.signature for found in answers])
        if len(set(branches)) == 1 and answers[0].outcome != "missing":
            return _merged(answers)
        differing = list[str]()
        if len(set(branches)) > 1:
            differing = list(_told_values(case, key, tries))
            self._matter((key,), tuple(differing))
        waits = dict.fromkeys([*((key,) if differing else ()), *(wait for found in answers for wait in found.waits)])
        rest = [found for found in answers if found.outcome != "silent"]
        one = rest[0] if rest and len({found.signature[2] for found in rest}) == 1 else None
        acts = waiting.acts or (one.acts if one else ())
        reason = next((found.reason for found in answers if found.reason), "") if not waits else ""
        told = branches if differing else branches[:1]
        return Answer("missing", acts=acts, because=waiting.because, waits=tuple(waits), reason=reason, branches=told)

    def _matter(self, keys: tuple[str, ...], values: tuple[str, ...]) -> None:
        for key in keys:
            known = self.matters.setdefault(key, [])
            known.extend(value for value in values if value not in known)


def _told_values(case: Case, key: str, tries: Iterable[Given]) -> Iterator[str]:
    """The values that make a difference, for people; of sets the elements."""
    seen = dict.fromkeys(item for value in tries for item in (sorted(value) if isinstance(value, frozenset) else [value]))
    yield from (case.shown(key, value) for value in seen if value != OTHER)


def _merged(answers: list[Answer]) -> Answer:
    """Answers that agree: what every branch cites, and each rule that gave the acts, or the function that gave the value."""
    shared = [citation for citation in answers[0].because if all(citation in found.because for found in answers[1:])]
    every = [citation for found in answers for citation in found.because]
    deciding = [citation for citation in every if citation.kind in {"acts", "reach"}]
    functions = {citation.rule: citation for citation in reversed(every) if citation.kind == "function"}
    because = tuple(dict.fromkeys([*shared, *(deciding or functions.values())]))
    states = tuple(state for state in answers[0].states if all(state in found.states for found in answers[1:]))
    return replace(answers[0], because=because, states=states)


@per_key
def _memory(book: Book, key: str) -> Memory[Decision]:
    """What was answered before of a subject or quantity of a book."""
    del book, key
    return Memory[Decision]()


def _in_book(book: Book, facts: Mapping[str, Given], key: str, question: Question) -> Decision:
    """The answer of one book: the one that was given before where all facts agree that it looked at."""
    stated = [name for name in facts if name in book.quantities]
    if key in stated and (rest := {name: given for name, given in facts.items() if name != key}):
        derived = _in_book(book, rest, key, question)
        if derived.values.get(book.quantities[key].name.text) == _plain(Case(book, facts), key, facts[key]):
            return derived  # what is stated is what follows, and that can be cited
    memory = _memory(book, key)
    decision = None if stated else memory.find(facts)
    if decision is None:
        reads = Reads(facts)
        decision = _worked_out(_Search(book, reads, stated), key)
        if not stated:
            memory.keep(reads, book.quantities, decision)
    if not question.notes:
        return decision
    return replace(decision, assumptions=(*decision.assumptions, *(Assumed(note) for note in question.notes)))


def _worked_out(search: _Search, key: str) -> Decision:
    book, facts = search.book, search.facts
    case = Case(book, facts, touched=search.touched, defaulted=search.defaulted)
    found = search.explore(case, key)
    if found.outcome == "missing" and key in book.subjects:
        found = halted(case, key, found)
    values, disputed = _values(book, facts, search, case)
    values |= {name: _told(value) for name, value in found.states}
    if disputed is not None:
        found = disputed
    outcome, reason = found.outcome, found.reason
    missing: tuple[Missing, ...] = ()
    if outcome == "missing":
        unmet = [part for wait in found.waits for part in _parts_of(wait, case)]
        inputs = [wait for wait in dict.fromkeys(unmet) if wait not in book.quantities]
        waits = inputs or list(found.waits)
        if waits and not inputs:
            outcome, reason = "silent", f"no rule gives `{case.text(waits[0])}` a value here"
        else:
            missing = tuple(dict.fromkeys(_missed(case, search, wait) for wait in waits))
    if isinstance(found.value, str | bool | Decimal | frozenset):
        values[case.text(key)] = _plain(case, key, found.value)
    decision = Decision(
        spelled(book, key),
        outcome,
        found.effect if outcome == "answered" else None,
        found.acts,
        values,
        {},
        found.because,
        missing,
        assumptions(search, found.because),
        reason=reason,
    )
    return beside(book, facts, key, decision)


def _missed(case: Case, search: _Search, wait: str) -> Missing:
    """A missing fact by its name, or by the words of the condition that nobody declared."""
    known = case.book.facts.get(wait)
    if known is not None and known.test is not None:
        return Missing(known.test.fact)
    opaque = opaque_facts(case.book).get(wait)
    return Missing(opaque.words if opaque else case.text(wait), tuple(search.matters.get(wait, ())))


def _parts_of(key: str, case: Case) -> Iterator[str]:
    """The facts behind what is waited for: of two sets, those that are not known; an empty inner one shows nothing."""
    inner, _, outer = key.partition(" ⊆ ")
    if not outer:
        yield key
        return
    given = case.facts.get(inner)
    if given == ABSENT or not given:
        yield inner
    if case.facts.get(outer) is None:
        yield outer


def _plain(case: Case, key: str, value: Given) -> object:
    if isinstance(value, bool):
        quantity = case.book.quantities.get(key)
        return case.shown(key, value) if quantity and quantity.truths else value
    if isinstance(value, str):
        return _word(case.book, (key, value))
    return _told(value) if isinstance(value, Decimal) else case.shown(key, value)


def _told(value: str | bool | Decimal | tuple[str, ...]) -> object:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return list(value) if isinstance(value, tuple) else value


@per_key
def _word(book: Book, value: tuple[str, str]) -> str:
    """A word of a fact or quantity as the document writes it."""
    return shown(book, *value)


def _values(book: Book, facts: Mapping[str, Given], search: _Search, case: Case) -> tuple[dict[str, object], Answer | None]:
    """The derived quantities that the answer looked at and that are the same in every branch; a stated one must agree."""
    values: dict[str, object] = {}
    disputed = None
    for key in _quantities_of(book, search.touched):
        quantity = book.quantities[key]
        stated = facts.get(key)
        if stated is not None:
            values[quantity.name.text] = _plain(case, key, stated)
            disputed = disputed or _disputed(book, facts, key)
            continue
        known = case.known.get(key)
        if isinstance(known, str | bool | Decimal):
            values[quantity.name.text] = _plain(case, key, known)
            continue
        found = _Search(book, facts).explore(Case(book, facts), key)
        if found.outcome == "answered" and isinstance(found.value, str | bool | Decimal):
            values[quantity.name.text] = _plain(case, key, found.value)
    return values, disputed


def _quantities_of(book: Book, touched: Iterable[str]) -> list[str]:
    """The quantities that were looked at, in the order of the document."""
    places = _places(book)
    found = [key for key in touched if key in places]
    found.sort(key=places.__getitem__)
    return found


@per_book
def _places(book: Book) -> dict[str, int]:
    return {key: place for place, key in enumerate(book.quantities)}


def _disputed(book: Book, facts: Mapping[str, Given], key: str) -> Answer | None:
    """A conflict when no value of what is unknown makes the derived quantity what it was stated to be."""
    rest = {name: value for name, value in facts.items() if name != key}
    case = Case(book, rest)
    possible = list(_possible(case, key))
    if (
        not possible
        or facts[key] in [found.value for found in possible]
        or not all(found.outcome == "answered" for found in possible)
    ):
        return None
    stated, derived = case.shown(key, facts[key]), case.shown(key, possible[0].value)
    reason = f"`{case.text(key)}` is stated as {stated}, but the facts beside it make it {derived}"
    return Answer("conflict", because=possible[0].because, reason=reason)


def _possible(case: Case, key: str) -> Iterator[Answer]:
    found = answer(case, key)
    if found.outcome == "missing" and found.waits and found.waits[0] not in case.tried:
        for value in domain(case.book, found.waits[0]):
            yield from _possible(case.retried(found.waits[0], value), key)
    else:
        yield found
