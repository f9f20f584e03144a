"""Who may state a fact, where an edit changes that: what a person had to say and a tool now may decides as before, for less."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from harnessy.decision import Citation, Decision
from harnessy.review.changes import Change, Mark
from harnessy.review.renames import Renamed
from harnessy.rulebook.model import Fact, RuleBook


def restated(before: RuleBook, after: RuleBook, renamed: Iterable[Renamed]) -> Iterator[Change]:
    """A change for each fact of both doctrines that others may state than before; where nobody is named, anybody may."""
    names = {one.before.key: one.after.key for one in renamed if one.kind == "fact"}
    now = _facts(after)
    for key, was in _facts(before).items():
        other = now.get(names.get(key, key))
        if other is not None and (was.author.casefold(), was.authors) != (other.author.casefold(), other.authors):
            sides = _told(was, before), _told(other, after)
            mark = _mark(was, other)
            yield Change(
                other.name.text, mark, (), (), 1, 1, *sides, loosens=mark == "loosened", tightens=mark == "tightened",
                cited=(sides[0].because, sides[1].because),
            )


def _facts(rulebook: RuleBook) -> Mapping[str, Fact]:
    return {key: fact for book in reversed(rulebook.books) for key, fact in book.facts.items() if fact.test is None}


def _mark(was: Fact, now: Fact) -> Mark:
    """Loosened when somebody else may state it; an author that is none of a person, a tool and an agent is only another word."""
    if not was.author:
        return "tightened"
    if not now.author:
        return "loosened"
    if set(now.authors) == set(was.authors):
        return "reworded"
    return "tightened" if now.authors and set(now.authors) < set(was.authors) else "loosened"


def _told(fact: Fact, rulebook: RuleBook) -> Decision:
    """What may be read of a fact's author, as a value of it."""
    name, said = fact.name.text, f"stated by {fact.author}" if fact.author else "stated by anybody"
    cite = Citation(fact.name.key, fact.name.span, (), said, "default")
    return Decision(name, "answered", values={name: said}, because=(cite,), digest=rulebook.digest)
