"""The claims that `verify` holds against every case. Each takes the ground and gives its refutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from harnessy.decision import ABSENT, Given
from harnessy.decision.case import Case
from harnessy.decision.decide import decide
from harnessy.decision.levels import (
    crossings,
    decided,
    either_end,
    free,
    levels,
    lower_is_strict,
    meeting,
    member_text,
    reversed_levels,
)
from harnessy.decision.model import OTHER
from harnessy.decision.regions import Region, Space
from harnessy.decision.strictness import word
from harnessy.decision.view import Page, View
from harnessy.review.phrases import argument, named
from harnessy.review.proof import Ground, Refutation, deciding
from harnessy.rulebook.model import (
    EVERYTHING,
    INVARIANT_RANK,
    JOINED,
    Book,
    Fact,
    Quantity,
    Rule,
    RuleBook,
    Scale,
    names_of,
    rule_atoms,
)
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.values import DEFAULT_VALUE
from harnessy.source import Span

Claim = Callable[[Ground, str], Iterator[Refutation]]


def sound(ground: Ground, claim: str) -> Iterator[Refutation]:
    """No error of a document keeps everything in it from going."""
    for book in ground.rulebook.books:
        for error in book.broken[:1]:
            yield Refutation(claim, book.path, error.message, (), (error.span,), verb="lint")


def consistent(ground: Ground, claim: str) -> Iterator[Refutation]:
    """No two rules of one rank decide a case in two ways."""
    for subject, space in ground.spaces.items():
        for region in space.regions:
            decision = decided(region)
            if decision.outcome == "conflict":
                places = tuple(citation.span for citation in decision.because[-2:])
                yield ground.refuted(claim, subject, decision.reason, (region.case, places))


def invariant(ground: Ground, claim: str) -> Iterator[Refutation]:
    """No rule lets something go that an invariant, of its own document or of another, never lets go."""
    for subject, space in ground.asked.items():
        pages = space.views[0].pages
        kept = [(page, rule) for page in pages for rule in _over(page) if strictest(rule.acts) in TIGHT]
        for page in pages if kept else ():
            rules = page.book.by_target.get(page.key, ())
            for rule in (rule for rule in rules if rule.rank < INVARIANT_RANK and strictest(rule.acts) == "go"):
                yield from _overruled(ground, claim, (subject, space), (page, rule), kept)


def _pages(ground: Ground) -> Iterator[tuple[str, Space, Page]]:
    """Every subject with each document that has a say in it."""
    for subject, space in ground.asked.items():
        yield from ((subject, space, page) for page in space.views[0].pages)


def _over(page: Page) -> list[Rule]:
    """The invariants that a subject stands under."""
    own = [rule for rule in page.book.by_target.get(page.key, ()) if rule.rank >= INVARIANT_RANK and rule.family != JOINED]
    wider = [rule for key in page.book.wider.get(page.key, ()) for rule in page.book.by_target.get(key, ())]
    return [*own, *wider, *page.book.by_target.get(EVERYTHING, ())]


def _overruled(
    ground: Ground, claim: str, asked: tuple[str, Space], one: tuple[Page, Rule], kept: list[tuple[Page, Rule]],
) -> Iterator[Refutation]:
    """The first case of a rule that would let it go and is overruled, if it is overruled in each of its cases."""
    (subject, space), (page, rule) = asked, one
    said = [region for region in space.regions if _case(space, page, region).truth(rule.when) is True]
    if not said or any(free(region) for region in said):
        return
    against = [next((own for its, own in kept if _case(space, its, region).truth(own.when) is True), None) for region in said]
    if against[0] is not None and all(against):
        message = f"`{_words(rule.span)}` would let it go, and `{_words(against[0].span)}` never does"
        yield ground.refuted(claim, subject, message, (said[0].case, (rule.span, against[0].span)))


def _case(space: Space, page: Page, region: Region) -> Case:
    """A case of a region as a document sees it."""
    return Case(page.book, space.views[0].question(region.case).facts[page.index])


def everybody(ground: Ground, claim: str) -> Iterator[Refutation]:
    """Nothing goes where one of the documents, asked alone, holds or halts it."""
    for subject, space, page in _pages(ground):
        own = View(RuleBook((page.book,), ground.rulebook.digest), subject)
        several = len(space.views[0].pages) > 1
        for region in (region for region in space.regions if several and free(region)):
            alone = own.decision(region.case)
            if alone is not None and alone.effect in TIGHT:
                message = f"it goes, and {page.book.path} alone says {alone.effect}"
                places = (*deciding(decided(region)), *deciding(alone))
                yield ground.refuted(claim, subject, message, (region.case, places))


def capped(ground: Ground, claim: str) -> Iterator[Refutation]:
    """Nothing that is worked out from a cap is higher than the cap, and what is named as a cap caps something.

    A cap is what `min` takes with something else of its scale, and what its name calls one.
    """
    for book in ground.rulebook.books:
        functions = [one for one in book.quantities.values() if one.function and one.name.text in ground.spaces]
        for quantity in functions:
            yield from (found for cap in _limits(book, quantity) for found in _exceeded(ground, claim, book, (quantity, *cap)))
        yield from _idle(ground, claim, book)


def _limits(book: Book, quantity: Quantity) -> Iterator[tuple[tuple[Span, ...], list[str]]]:
    """What a quantity may not exceed, as keys, with the words that say so."""
    for cap in (one for one in book.quantities.values() if one.function == "min" and one.scale == quantity.scale):
        both = [key for key in quantity.reads if key in cap.reads]
        if len(both) > 1:
            yield (cap.span or cap.name.span,), both
    for key in (key for key in quantity.reads if key in book.ceilings and quantity.function != "min"):
        yield (_thing(book, key).name.span,), [key]


def _thing(book: Book, key: str) -> Fact | Quantity:
    return book.facts.get(key) or book.quantities[key]


def _idle(ground: Ground, claim: str, book: Book) -> Iterator[Refutation]:
    """What is named as a cap of levels, and is read by nothing."""
    decides = {scale.name.key for space in ground.asked.values() for page in space.views[0].pages for _, scale in levels(page)}
    read = {key for quantity in book.quantities.values() for key in quantity.reads}
    read |= {name for rule in book.rules for atom in rule_atoms(rule) for name in names_of(atom)}
    for key in (key for key in book.ceilings if key not in read):
        thing = _thing(book, key)
        if thing.scale in decides:
            told = f"no answer hangs on `{thing.name.text}`, so nothing keeps a level below it"
            yield Refutation(claim, thing.name.text, told, (), (thing.name.span,), verb="words")


def _exceeded(
    ground: Ground, claim: str, book: Book, asked: tuple[Quantity, tuple[Span, ...], list[str]],
) -> Iterator[Refutation]:
    quantity, said, reads = asked
    scale = book.scales.get(quantity.scale or "")
    order = scale.order if scale else ()
    space, index = ground.spaces[quantity.name.text], ground.rulebook.books.index(book)
    views = [View(ground.rulebook, book.quantities[key].name.text) for key in reads if key in book.quantities]
    for region in Space(*space.views, *views).regions:
        for case in _filled(space, region, [key for key in quantity.reads if key in book.facts]):
            now = Case(book, space.views[0].question(case).facts[index])
            value, limits = now.value(quantity.name.key), [now.value(key) for key in reads]
            ranks = [order.index(one) if isinstance(one, str) and one in order else len(order) for one in (value, *limits)]
            if ranks[0] < len(order) and ranks[0] > min(ranks[1:]):
                limit = reads[ranks.index(min(ranks[1:]), 1) - 1]
                told = f"`{quantity.name.text}` is {now.shown(quantity.name.key, order[ranks[0]])}, above `{now.text(limit)}`"
                yield ground.refuted(claim, quantity.name.text, told, (case, (quantity.span or quantity.name.span, *said)))
                return


def _filled(space: Space, region: Region, names: list[str]) -> Iterator[dict[str, Given]]:
    """The cases of a region with every value of some facts."""
    open_names = [name for name in names if name in space.variables and name not in region.case]
    for values in product(*(space.values[name] for name in open_names)):
        yield {**region.case, **dict(zip(open_names, values, strict=True))}


def monotone(ground: Ground, claim: str) -> Iterator[Refutation]:
    """Of two levels the stricter one never lets something go that the other holds."""
    stated = [(subject, space, name, scale) for subject, space, page in _pages(ground) for name, scale in levels(page)]
    scales = {scale.name.key: scale for _, _, _, scale in stated}
    names = {scale.name.key: name for _, _, name, scale in stated}
    ends = {key: lower_is_strict(scale, ground.asked.values()) for key, scale in scales.items()}
    for subject, space, name, scale in stated:
        lower = ends[scale.name.key]
        if lower is not None:
            yield from _reversed(ground, claim, (subject, space), (name, scale), lower=lower)
    for key, scale in scales.items():
        if ends[key] is None:
            yield from _endless(ground, claim, names[key], scale)


def _endless(ground: Ground, claim: str, name: str, scale: Scale) -> Iterator[Refutation]:
    """As many subjects go at the higher levels only as at the lower ones only, so that no end of the scale is the strict one."""
    (first, one), (second, other) = either_end(scale, ground.asked)
    told = f"it goes at a higher {scale.name.text} only, and `{second}` at a lower one only: which end is stricter is open"
    value = next(value for value in one[0].box[name] if value in scale.order)
    places = (*deciding(decided(one[0])), *deciding(decided(other[0])))
    yield ground.refuted(claim, first, told, (meeting(ground.asked[first], one, name, value), places))


def _reversed(
    ground: Ground, claim: str, asked: tuple[str, Space], level: tuple[str, Scale], *, lower: bool,
) -> Iterator[Refutation]:
    (subject, space), (name, scale) = asked, level
    for pair, loose, tight in reversed_levels(space, name, scale, lower_is_strict=lower):
        where = f"{named(space, name)} {member_text(scale, loose)}, which is stricter than {member_text(scale, tight)}"
        told = f"it goes at {where}, where it does not ({word(decided(pair[1]))})"
        places = (*deciding(decided(pair[0])), *deciding(decided(pair[1])))
        yield ground.refuted(claim, subject, told, (meeting(space, pair, name, loose), places))


def closed(ground: Ground, claim: str) -> Iterator[Refutation]:
    """What is absent, or a flag that is not given, never lets something go that some value of it holds.

    Where the doctrine names a default (`Default: x`), that is what is absent, and somebody chose it.
    """
    for subject, space, name, pair in _pairs(ground):
        if _has_default(space, name):
            continue
        flag = _is_flag(space, name)
        gone: Given = False if flag else ABSENT
        present = [value for value in space.values[name] if value in pair[1].box[name] and value not in {gone, OTHER}]
        goes = decided(pair[0]).outcome != "clear"  # that is no permission: a limit may be kept by what an absence stands for
        if goes and gone in pair[0].box[name] and present and decided(pair[1]).effect in TIGHT:
            how = f"`{named(space, name)}` {'is not given' if flag else 'is absent'}"
            told = f"it goes where {how}, and not with {_argument(space, name, present[0])} ({word(decided(pair[1]))})"
            places = (*deciding(decided(pair[0])), *deciding(decided(pair[1])))
            yield ground.refuted(claim, subject, told, (meeting(space, pair, name, gone), places))


def _pairs(ground: Ground) -> Iterator[tuple[str, Space, str, tuple[Region, Region]]]:
    """Every pair of regions of a subject, one that goes and one that does not, that differ in one fact only."""
    for subject, space in ground.asked.items():
        for name in space.variables:
            yield from ((subject, space, name, pair) for pair in crossings(space, name))


def unknown(ground: Ground, claim: str) -> Iterator[Refutation]:
    """A fact that is not known never lets something go that some value of it holds."""
    for subject, space, name, pair in _pairs(ground):
        case = {key: value for key, value in meeting(space, pair, name, OTHER).items() if key != name}
        found = decide(ground.rulebook, space.views[0].question(case)) if not _is_flag(space, name) else None
        if found is not None and found.effect == "go":
            told = f"it goes where `{named(space, name)}` is not known, and not for every value of it"
            places = (*deciding(found), *deciding(decided(pair[1])))
            yield ground.refuted(claim, subject, told, (case, places))


def heard(ground: Ground, claim: str) -> Iterator[Refutation]:
    """What somebody states, as a register says, has a say: some answer hangs on it."""
    for book in ground.rulebook.books:
        for key, fact in book.facts.items():
            if fact.author and not any(_matters(space, key) for space in ground.spaces.values()):
                told = f"no answer hangs on `{fact.name.text}`, which {fact.author} states"
                yield Refutation(claim, fact.name.text, told, (), (fact.name.span,), verb="words")


def _matters(space: Space, key: str) -> bool:
    """Whether regions of a space tell values of a fact apart."""
    return any(
        name == key or key in name.split(" ⊆ ") for region in space.regions for name in region.box
    )


def _has_default(space: Space, name: str) -> bool:
    reads = ((page.book, page.reads[name]) for page in space.views[0].pages if name in page.reads)
    return any(rule.family == DEFAULT_VALUE for book, key in reads for rule in book.by_target.get(key, ()))


def _is_flag(space: Space, name: str) -> bool:
    facts = (page.book.facts.get(page.reads[name]) for page in space.views[0].pages if name in page.reads)
    return any(fact is not None and fact.kind == "flag" for fact in facts)


def _argument(space: Space, name: str, value: Given) -> str:
    page = next(page for page in space.views[0].pages if name in page.reads)
    return f"`{argument(page, page.reads[name], value)}`"


def _words(span: Span) -> str:
    return " ".join(span.text.split())


CLAIMS: dict[str, Claim] = {
    "no error keeps everything from going": sound,
    "no answer contradicts itself": consistent,
    "no rule lets go what an invariant never does": invariant,
    "nothing goes where one of the documents holds it": everybody,
    "no cap is exceeded": capped,
    "a stricter level never lets go what a looser one holds": monotone,
    "what is absent lets nothing go that some value of it holds": closed,
    "what is not known lets nothing go that some value of it holds": unknown,
    "what somebody states has a say": heard,
}
