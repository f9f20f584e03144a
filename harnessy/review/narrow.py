"""What need not be tried: subjects whose derivations are word for word the same, and facts that no changed rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.decision.domain import cone, domain
from harnessy.decision.regions import Space
from harnessy.decision.sound import opposed
from harnessy.decision.view import Page, View
from harnessy.rulebook.model import ELSE, EVERYTHING, UNBOUND, Book, Rule, names_of, rule_atoms


def alike(before: View, after: View) -> bool:
    """Whether two doctrines derive what they decide from the same rules over the same names, so that no case can differ."""
    if any(book.broken for view in (before, after) for book in view.rulebook.books):
        return False
    first, second = ([_derivation(page) for page in view.pages] for view in (before, after))
    apart = [bool(opposed(view.rulebook, view.subject)) for view in (before, after)]  # on pages that rule nothing of it
    return first == second and apart[0] is apart[1] and all(one.names.keys == {} == one.names.values for one in (before, after))


def _derivation(page: Page) -> tuple[object, ...]:
    """All that a page's answer depends on; of sentences that nobody understood only what they are about."""
    book, names = page.book, cone(page.book, page.key)
    targets = {*names, EVERYTHING, *book.wider.get(page.key, ())}
    rules = [(_words(rule), rule.id, [span.text for span in rule.unread]) for rule in book.rules if rule.target in targets]
    things = [(key, book.facts.get(key), book.quantities.get(key)) for key in sorted(names)]
    scales = [scale for key, scale in sorted(book.scales.items())]
    values = {value for key in names for value in domain(book, key) if isinstance(value, str)}
    about = {*targets, *values, ELSE, UNBOUND} if page.key not in book.quantities else set[str]()
    doubts = sorted(book.doubts.keys() & about)  # they keep from going
    return (page.key, rules, things, scales, doubts)


def own_rules(book: Book, key: str) -> tuple[object, ...]:
    """A quantity's definition and the rules that give its values."""
    quantity = book.quantities[key]
    return (quantity.function, quantity.reads, [_words(rule) for rule in book.by_target.get(key, ())])


def untouched(space: Space) -> frozenset[str]:
    """The variables that no rule reads which only one of two doctrines has, nor a quantity behind such a rule."""
    first, second = ({_words(rule): (page, rule) for page in view.pages for rule in page.book.rules} for view in space.views)
    changed = [first[words] for words in first.keys() - second.keys()] + [second[words] for words in second.keys() - first.keys()]
    read = {name for page, rule in changed for name in _read(page, rule)}
    return frozenset(space.variables.keys() - read)


def _words(rule: Rule) -> tuple[object, ...]:
    return (rule.target, rule.when, rule.acts, rule.value, rule.rank, rule.family)


def _read(page: Page, rule: Rule) -> Iterator[str]:
    for atom in rule_atoms(rule):
        for name in names_of(atom):
            yield from (page.shared(key) for key in (name, *cone(page.book, name)))
