"""What is held of a doctrine in every case, and the case in which it is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from harnessy.decision import Citation, Decision, Given
from harnessy.decision.question import subjects
from harnessy.decision.regions import Space
from harnessy.decision.view import View
from harnessy.review.phrases import stated
from harnessy.rulebook.model import Rule, RuleBook, names_of, rule_atoms
from harnessy.source import Span


@dataclass(frozen=True, slots=True)
class Refutation:
    """A case in which a claim does not hold: what is decided there, and what says otherwise.

    `facts` are the case as arguments of the command line; `places` the words on either side. `verb` is the command that
    shows it: where no case is wrong but a fact or the text, its words.
    """

    claim: str
    subject: str
    message: str
    facts: tuple[str, ...]
    places: tuple[Span, ...] = field(compare=False)
    verb: Literal["explain", "words", "lint"] = "explain"


@dataclass(frozen=True, slots=True)
class Covered:
    """A subject and how many cases of it were decided. There were more where some facts stayed `unknown` in all of them."""

    subject: str
    cases: int
    unknown: tuple[str, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether these are all cases."""
        return self.cases > 0 and not self.unknown


@dataclass(frozen=True, slots=True)
class Proof:
    """The claims that were tried, the smallest counterexample of each subject, and what was covered."""

    claims: tuple[str, ...]
    refutations: tuple[Refutation, ...]
    covered: tuple[Covered, ...]

    @property
    def holds(self) -> bool:
        """Whether every claim holds in every case of every subject."""
        return not self.refutations and all(one.settled for one in self.covered)


_MOST_KNOWN = 256


class Ground:
    """A doctrine with the cases of all its subjects."""

    def __init__(self, rulebook: RuleBook) -> None:
        self.rulebook = rulebook
        names = dict.fromkeys(name for book in rulebook.books for name in subjects(book))
        self.spaces = {name: _space(View(rulebook, name)) for name in names}

    @cached_property
    def asked(self) -> Mapping[str, Space]:
        """The spaces of what can be let go, quantities left out."""
        return {
            name: space
            for name, space in self.spaces.items()
            if any(page.key in page.book.subjects for page in space.views[0].pages)
        }

    def refuted(self, claim: str, subject: str, message: str, found: tuple[Mapping[str, Given], tuple[Span, ...]]) -> Refutation:
        """A refutation by a case."""
        case, places = found
        facts = stated(self.spaces[subject].views[0], case)
        return Refutation(claim, subject, message, facts, tuple(dict.fromkeys(places)))


def _space(view: View) -> Space:
    """The cases of a subject; where they are too many, those of the facts that most rules read, all others unknown."""
    space = Space(view)
    if space.regions or not space.bounded:
        return space
    read = Counter(page.shared(name) for page in view.pages for rule in page.book.rules for name in _names(rule))
    kept, size = set[str](), 1
    for name in sorted(space.variables, key=lambda name: (-read[name], name)):
        size *= len(space.variables[name].classes[0])
        if size > _MOST_KNOWN:
            break
        kept.add(name)
    return Space(view, hidden=frozenset(space.variables.keys() - kept))


def _names(rule: Rule) -> set[str]:
    return {name for atom in rule_atoms(rule) for name in names_of(atom)}


def deciding(decision: Decision) -> tuple[Span, ...]:
    """The words that say what is to be done, else the last that decided."""
    acts = [citation for citation in decision.because if citation.kind == "acts"]
    found: list[Citation] = acts or list(decision.because[-1:])
    return tuple(citation.span for citation in found[:1])


def size(refutation: Refutation) -> tuple[int, int]:
    """How much a counterexample states: the smaller one is told."""
    return len(refutation.facts), sum(map(len, refutation.facts))
