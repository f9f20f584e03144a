"""Two doctrines compared over every case: which decisions an edit changes, in the fewest sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from harnessy.decision import Citation, Decision, Given
from harnessy.decision.boxes import Box, apart, cover, merge
from harnessy.decision.model import Missing
from harnessy.decision.question import is_exact, spelled
from harnessy.decision.regions import Region, Signature, Space, signature
from harnessy.decision.strictness import freedom, freer, word
from harnessy.decision.view import Names, View
from harnessy.review.behind import Sentence, sentences, shared
from harnessy.review.changes import Change, Comparison, Mark
from harnessy.review.formulas import remade
from harnessy.review.narrow import alike, own_rules, untouched
from harnessy.review.phrases import named, told
from harnessy.review.renames import Renamed, renames, respelled
from harnessy.review.rewordings import rewordings
from harnessy.review.stating import restated
from harnessy.rulebook.model import RuleBook, Thing
from harnessy.rulebook.names import bare, fold
from harnessy.source import Source

_ONE = 1


def compare(before: RuleBook, after: RuleBook) -> Comparison:
    """Everything that an edit changes: decisions by subject, values of quantities, names, and words without effect."""
    if sorted(book.digest for book in before.books) == sorted(book.digest for book in after.books):
        return Comparison(identical=True)
    renamed = renames(before, after)
    names = _shared(before, renamed)
    words = respelled(renamed)
    pairs = _subjects(before, after, renamed)
    subjects = [_Subject(View(before, old, names), View(after, new), words) for old, new in pairs]
    found = [change for subject in subjects for change in subject.changes()]
    made = tuple(change for one in subjects for change in remade(one.before, one.after))
    decisions = (*(change for change in found if change.mark is not None), *restated(before, after, renamed))
    behind = _behind(before, after, names)
    values = tuple(change for change in found if change.mark is None and bare(change.subject) in behind)
    left = tuple((one.after.subject, tuple(sorted(one.hidden))) for one in subjects if one.hidden or one.space.bounded)
    cases = sum(subject.space.count for subject in subjects)
    silent = rewordings(before, after, [*found, *made, *decisions], renamed)
    return Comparison(decisions, (*values, *made), renamed, silent, left, len(subjects), cases)


def values(before: RuleBook, after: RuleBook, quantity: str) -> tuple[Change, ...]:
    """How the value of one quantity changes, whatever makes it change; `quantity` is its key before the edit."""
    renamed = renames(before, after)
    known = next((book.quantities[quantity].name for book in before.books if quantity in book.quantities), None)
    if known is None:
        return ()
    now = next((one.after.text for one in renamed if one.kind == "quantity" and one.before.key == quantity), known.text)
    subject = _Subject(View(before, known.text, _shared(before, renamed)), View(after, now), respelled(renamed))
    return tuple(subject.changes())


def _shared(before: RuleBook, renamed: tuple[Renamed, ...]) -> Names:
    """The new names of the old doctrine's facts, quantities and values."""
    keys = {one.before.key: one.after.key for one in renamed if one.kind in {"fact", "quantity"}}
    scales = {one.before.key: one.after.key for one in renamed if one.kind == "scale"}
    values = dict[tuple[str, str], str]()
    for book in before.books:
        things: dict[str, Thing] = {**book.facts, **book.quantities}
        for key, thing in things.items():
            parent = scales.get(thing.scale, thing.scale) if thing.scale else keys.get(key, key)
            kind = "member" if thing.scale else "value"
            values.update({(key, one.before.key): one.after.key for one in renamed if one.kind == kind and one.of == parent})
    return Names(keys, values)


def _behind(before: RuleBook, after: RuleBook, names: Names) -> set[str]:
    """The quantities whose own rules or definitions changed, and not just what they rest on."""
    old, new = (
        {key: own_rules(book, key) for book in rulebook.books for key in book.quantities} for rulebook in (before, after)
    )
    shared = {names.keys.get(key, key): rules for key, rules in old.items()}
    return {key for key in {**shared, **new} if shared.get(key) != new.get(key)}


def _subjects(before: RuleBook, after: RuleBook, renamed: Iterable[Renamed]) -> list[tuple[str, str]]:
    """What can be asked, as the old and the new doctrine call it; what only one of them knows goes by its one name."""
    again = {one.before.key: one.after.key for one in renamed if one.kind in {"subject", "quantity"}}
    old, new = _askable(before), _askable(after)
    was = {again.get(key, key): text for key, text in old.items()}
    pairs = [(was.get(key, text), text) for key, text in new.items()]
    return [*pairs, *((text, text) for key, text in was.items() if key not in new)]


def _askable(rulebook: RuleBook) -> dict[str, str]:
    return {key: spelled(book, key) for book in rulebook.books for key in (*book.subjects, *book.quantities)}


class _Subject:
    """One subject in two doctrines: its cases, and the sentences that tell where they are decided in another way."""

    def __init__(self, before: View, after: View, words: Callable[[str], str]) -> None:
        self.before, self.after, self.words = before, after, words
        self.space = Space(self.before, self.after)
        self.regions = () if alike(self.before, self.after) else self.space.regions
        self.hidden = frozenset[str]()
        if self.space.bounded:
            self.hidden = untouched(self.space)
            self.space = Space(self.before, self.after, hidden=self.hidden)
            self.regions = self.space.regions
            self.hidden = frozenset() if self.space.bounded else self.hidden

    def changes(self) -> Iterator[Change]:
        """The fewest sentences that tell every case whose decision changed."""
        if all(self._same(region) for region in self.regions):
            return
        folded, rest = self._folded()
        for regions in folded:
            yield from self._told(regions, self.gated)
        groups: dict[object, list[Region]] = {}
        for region in rest:
            if not self._same(region):
                groups.setdefault(self._signs(region), []).append(region)
        for regions in groups.values():
            found = list(self._told(regions, frozenset()))
            yield from [self._wherever(regions, found)] if len(found) > 1 and self._is_all(regions) else found

    @cached_property
    def gated(self) -> frozenset[str]:
        """The variables that are looked at only once everything but a gate lets it go."""
        ungated = {name for view in self.space.views for page in view.pages for name in page.ungated}
        return frozenset(self.space.variables.keys() - ungated)

    # -- what a region decides

    def _signs(self, region: Region) -> tuple[object, object]:
        before, after = region.decisions
        return _respelled(signature(before), self.words), _respelled(signature(after), fold)

    def _same(self, region: Region) -> bool:
        before, after = self._signs(region)
        return before == after

    # -- sentences

    def _folded(self) -> tuple[list[list[Region]], Sequence[Region]]:
        """Regions that differ in what a gate reads only, where just one of the doctrines lets that decide; and the others."""
        boxes: dict[frozenset[tuple[str, frozenset[Given]]], list[Region]] = {}
        for region in self.regions:
            boxes.setdefault(frozenset(_outside(region.box, self.gated).items()), []).append(region)
        outer = [dict(items) for items in boxes]
        if not self.gated or any(not apart(one, other) for at, one in enumerate(outer) for other in outer[:at]):
            return [], self.regions
        groups, rest = dict[object, list[Region]](), list[Region]()
        for regions in boxes.values():
            before, after = ({sign[side] for sign in map(self._signs, regions)} for side in (0, 1))
            if min(len(before), len(after)) == _ONE < max(len(before), len(after)):
                profile = frozenset((frozenset(_inside(one.box, self.gated).items()), *self._signs(one)) for one in regions)
                groups.setdefault(profile, []).extend(regions)
            else:
                rest.extend(regions)
        return list(groups.values()), rest

    def _told(self, regions: list[Region], gated: frozenset[str]) -> Iterator[Change]:
        """A sentence for each box that covers some regions; what a gate reads is left unknown in them."""
        if gated:
            told_of = tuple(Sentence(box) for box in cover([_outside(region.box, gated) for region in regions], self.space.values))
        else:
            told_of = sentences(self.space, regions)
        for sentence in told_of:
            inside = [region for region in regions if not apart(region.box, sentence.box)]
            both = [one for region in inside if (one := shared([region.box, sentence.box])) is not None]
            boxes = merge(both, self.space.values)
            decisions = [self._decision(inside, side, gated) for side in (0, 1)]
            yield Change(
                subject=self.after.subject,
                mark=self._mark(inside),
                when=(*told(self.space, sentence.box), *sentence.valued),
                boxes=(sentence.box,) if gated else tuple(boxes),
                cases=self.space.size(sentence.box, gated) if gated else sum(map(self.space.size, boxes)),
                total=self.space.size({}, gated),
                before=decisions[0],
                after=decisions[1],
                loosens=any(_freer(region) > 0 for region in inside),
                tightens=any(_freer(region) < 0 for region in inside),
                comes_to=self._comes_to(inside, gated),
                cited=(_cited(decisions[0], self.after.rulebook), _cited(decisions[1], self.before.rulebook)),
            )

    def _is_all(self, regions: list[Region]) -> bool:
        """Whether some regions are all those that were decided in their way."""
        was = word(regions[0].decisions[0])
        alike = [region for region in self.regions if word(region.decisions[0]) == was]
        return {self._signs(region) for region in alike} == {self._signs(regions[0])}

    def _wherever(self, regions: list[Region], found: list[Change]) -> Change:
        """One sentence for all of these, where many boxes would say no more than that."""
        boxes = merge([region.box for region in regions], self.space.values)
        when = (f"wherever it was {word(regions[0].decisions[0])}",)
        return replace(found[0], when=when, boxes=tuple(boxes), cases=sum(map(self.space.size, boxes)))

    def _decision(self, regions: list[Region], side: int, gated: frozenset[str]) -> Decision | None:
        """What is decided in some regions; where a gate decides further: that it waits, and for what."""
        freest = max(regions, key=lambda region: freedom(region.decisions[side]))
        found = freest.decisions[side]
        if found is None or len({self._signs(region)[side] for region in regions}) == 1:
            return found
        names = dict.fromkeys(name for region in regions for name in self.space.variables if name in gated & region.box.keys())
        missing = tuple(Missing(named(self.space, name)) for name in names)
        return replace(found, outcome="missing", effect=None, missing=missing)

    def _comes_to(self, regions: list[Region], gated: frozenset[str]) -> Counter[str]:
        """What the cases that a gate decides come to, on the side that lets it decide."""
        found = Counter[str]()
        side = 1 if len({self._signs(region)[1] for region in regions}) > 1 else 0
        first, ungated = _outside(regions[0].box, gated), frozenset(self.space.variables.keys() - gated)
        for region in regions if gated else ():
            if _outside(region.box, gated) == first:
                found[word(region.decisions[side])] += self.space.size(_inside(region.box, gated), ungated)
        return found

    def _mark(self, regions: list[Region]) -> Mark | None:
        if not self._asked():
            return None
        known = [any(is_exact(book, view.subject) for book in view.rulebook.books) for view in self.space.views]
        if not all(known):
            return "gone" if known[0] else "new"
        if any(_freer(region) > 0 for region in regions):
            return "loosened"
        return "tightened" if any(_freer(region) < 0 for region in regions) else "reworded"

    def _asked(self) -> bool:
        """Whether it is a subject in one of the doctrines; a quantity only has a value."""
        return any(page.key in page.book.subjects for view in self.space.views for page in view.pages)


def _cited(decision: Decision | None, other: RuleBook) -> tuple[Citation, ...]:
    """What decided in words that another doctrine does not have, and the words that say what is to be done."""
    if decision is None:
        return ()
    said = [citation for citation in decision.because if citation.kind == "acts"] or decision.because[-1:]
    theirs = [" ".join(source.text.split()) for source in _sources(other)]
    own = [citation for citation in decision.because if not any(citation.quote in text for text in theirs)]
    return tuple(dict.fromkeys([*own, *said[:1]]))


def _sources(rulebook: RuleBook) -> list[Source]:
    spans = (one.span for book in rulebook.books for one in book.readings)
    return list({span.source.path: span.source for span in spans}.values())


def _respelled(sign: Signature, words: Callable[[str], str]) -> Signature:
    """What a decision comes to, in words that both doctrines share."""
    outcome, effect, acts, value = sign
    spelled_acts = frozenset((words(verb), words(thing)) for verb, thing in acts)
    return (outcome, effect, spelled_acts, None if value is None else words(value))


def _freer(region: Region) -> int:
    before, after = region.decisions
    return freer(before, after)


def _outside(box: Box, gated: frozenset[str]) -> Box:
    return {name: allowed for name, allowed in box.items() if name not in gated}


def _inside(box: Box, gated: frozenset[str]) -> Box:
    return {name: allowed for name, allowed in box.items() if name in gated}
