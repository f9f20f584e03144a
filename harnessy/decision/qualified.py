"""Who did what a fact's name says, and when: stated beside the fact, `acknowledged=agent` or `at launch=earlier-session`.

A fact whose name says who did it holds for that author and that moment alone. What somebody else did, or at another time, is
none: that may hold or halt what is asked, and never lets it go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from harnessy.decision.binder import as_truth
from harnessy.decision.domain import cone
from harnessy.decision.model import ABSENT, Assumed, Citation, Decision, Given, Qualified, Question
from harnessy.decision.question import spelled, subject_key
from harnessy.rulebook.derivation import Authored
from harnessy.rulebook.model import Book, RuleBook, opaque_facts
from harnessy.rulebook.names import bare, in_order, stems
from harnessy.source import Span

_BY, _FLAG = "by", "flag"
_OPEN = frozenset({"missing", "conflict", "silent"})


def qualifiers(rulebook: RuleBook, facts: Mapping[str, object]) -> dict[str, tuple[Qualified, ...]]:
    """The stated names that say who did a fact of the books, or when, each with what it says."""
    if not any(book.authored for book in rulebook.books):
        return {}
    found = {name: tuple(_of(rulebook, name, value)) for name, value in facts.items() if isinstance(value, (str, bool))}
    return {name: each for name, each in found.items() if each}


def _of(rulebook: RuleBook, name: str, value: str | bool) -> Iterator[Qualified]:
    for index, book in enumerate(rulebook.books):
        for authored in book.authored:
            fits = _fits(book, authored, name, value)
            if fits is not None:
                said = f"{name}: {value}" if isinstance(value, str) else f"{name}: {'yes' if value else 'no'}"
                spoken = authored.when if set(in_order(name)) in _moments(authored) else authored.who
                own = book.facts.get(authored.fact)
                places = ((own.name.span, ()),) if own is not None else ()
                yield Qualified(index, authored.fact, said, fits, (*places, *spoken))


def _fits(book: Book, authored: Authored, name: str, value: str | bool) -> bool | None:
    """Whether a value is the author or the moment that a fact's name means; None when the name is for neither."""
    if bare(name) in book.fact_names or bare(name) in opaque_facts(book):
        return None
    own, said, so = set(in_order(name)), bare(str(value)), as_truth(value)
    people = {*authored.by, *authored.others}
    if authored.moment and own in _moments(authored) and said not in people:
        return so if so is not None else in_order(said) in {authored.moment, in_order(name)}
    if authored.verb not in own:
        return None
    rest = own - {authored.verb, _BY}
    if rest and so is not None:  # `acknowledged by agent`, `human acknowledged`
        named = next((word for word in sorted(people) if stems(word) == rest), None)
        return None if named is None or (named in authored.others and not so) else so and named in authored.by
    if rest or (so is None and said not in people):
        return None
    return so if so is not None else said in authored.by


def flags_stated(book: Book, name: str, value: object) -> dict[str, bool]:
    """The flags of a start, given as a list of all (`launch flags: [--x]`): those that are listed are set, no others are."""
    own = set(in_order(name))
    started = {each.verb: each.fact for each in book.authored if each.fact in book.facts and book.facts[each.fact].kind == "flag"}
    if not started or _FLAG not in own or not own - {_FLAG} <= started.keys():
        return {}
    listed = value if isinstance(value, (list, tuple)) else str(value).split(",") if value else []
    if not all(str(item).strip().startswith("--") for item in listed):
        return {}
    given = {bare(str(item)) for item in listed}
    flags = (key for key, fact in book.facts.items() if fact.kind == "flag" and fact.name.text.strip("`").startswith("--"))
    return {key: key in given for key in flags}


def _moments(authored: Authored) -> tuple[set[str], ...]:
    """The ways to name the moment of a fact: `launch`, `at launch`, `acknowledged at`, as stems."""
    at = stems(authored.at)
    return {*authored.moment}, {*authored.moment, *at}, {authored.verb, *at}


def weighed(decide: Callable[[RuleBook, Question], Decision], rulebook: RuleBook, question: Question) -> Decision:
    """The answer with each fact of another author or moment as none. It lets nothing go that would not go without knowing it."""
    plain = replace(question, qualified=())
    wrong = [each for each in question.qualified if not each.fits]
    answers = decide(rulebook, replace(plain, facts=_with(rulebook, question, wrong, ABSENT)) if wrong else plain)
    read = [each for each in question.qualified if _reads(rulebook, answers, each)]
    said = dict[tuple[Span, tuple[str, ...]], list[str]]()
    for place, stated in ((place, each.stated) for each in read for place in each.spoken):
        said.setdefault(place, []).append(stated)
    told = [Citation("author", *place, f"is about who, or when: {', '.join(of)}", "author") for place, of in said.items()]
    noted = tuple(Assumed(_told(rulebook, each)) for each in read if not each.fits)
    answers = replace(
        answers,
        because=tuple(dict.fromkeys([*answers.because, *told])),
        assumptions=(*answers.assumptions, *noted),
    )
    if answers.effect in {"hold", "halt"} or not any(each in wrong for each in read) or answers.outcome in _OPEN:
        return answers
    open_ = decide(rulebook, replace(plain, facts=_with(rulebook, question, wrong, None)))
    if (open_.outcome, open_.effect, open_.acts) == (answers.outcome, answers.effect, answers.acts):
        return answers
    return replace(answers, outcome="missing", effect=None, reason=noted[0].text)


def _with(rulebook: RuleBook, question: Question, wrong: list[Qualified], value: Given | None) -> tuple[Mapping[str, Given], ...]:
    """The facts of each book, with those of another author or moment as this value; a condition is not so; None: unknown."""
    found = list[Mapping[str, Given]]()
    for index, (book, facts) in enumerate(zip(rulebook.books, question.facts, strict=True)):
        keys = {each.key for each in wrong if each.book == index and each.key in facts}
        truths = {key for key in keys if key not in book.facts or book.facts[key].kind in {"flag", "truth"}}
        kept = {key: given for key, given in facts.items() if key not in keys}
        others = {key: False if key in truths else value for key in keys if value is not None}
        found.append({**kept, **others})
    return tuple(found)


def _reads(rulebook: RuleBook, decision: Decision, each: Qualified) -> bool:
    """Whether the derivation of what was answered may read the fact."""
    book = rulebook.books[each.book]
    subjects = [found.subject for found in (decision, *decision.also)]
    keys = [subject_key(book, subject) for subject in subjects if subject]
    return any(each.key in cone(book, key) for key in keys if key is not None)


def _told(rulebook: RuleBook, each: Qualified) -> str:
    name = _spelled(rulebook.books[each.book], each.key)
    return f"`{name}` is none here: {each.stated}"


def _spelled(book: Book, key: str) -> str:
    opaque = opaque_facts(book).get(key)
    return opaque.words if opaque else spelled(book, key)
