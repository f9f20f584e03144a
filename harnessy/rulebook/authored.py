"""Facts whose names say who did it and when: `the set the human acknowledged at launch`, `the list was signed by the chief`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from harnessy.rulebook.collect import sentences
from harnessy.rulebook.derivation import Authored
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Opaque, Reading, rule_atoms
from harnessy.rulebook.names import bare, fold, in_order, stems
from harnessy.rulebook.tokens import ARTICLES
from harnessy.source import Span

_STARTED = re.compile(r"\b(?:the|an?) (?P<who>[\w-]+(?: [\w-]+)?) (?P<verb>\w+s)(?: [\w-]+){0,3}? with(?: [\w-]+){0,3}[ `*]*\Z")
_DONE = ("ed", "en")
_PEOPLE, _TOOLS, _AGENTS = "AUTHOR_HUMAN", "AUTHOR_TOOL", "AUTHOR_AGENT"


@dataclass(frozen=True, slots=True)
class _Name:
    """A name taken apart, in folded words: who, what was done, and when."""

    who: str
    verb: str
    at: str
    moment: str


def authored(draft: Draft) -> tuple[Authored, ...]:
    """The facts and conditions of a document whose names say who did it, with the sentences that speak of that."""
    names = {key: fact.name.text for key, fact in draft.facts.items() if fact.test is None}
    opaque = (atom for rule in draft.rules for atom in rule_atoms(rule) if isinstance(atom, Opaque))
    names |= {atom.fact: atom.words for atom in opaque}
    taken = {key: parts for key, text in names.items() if (parts := _apart(draft, text)) is not None}
    find = _Authors(draft)
    return (*(find(key, parts) for key, parts in taken.items()), *_launched(draft, find))


class _Authors:
    """Who states what a name says, found once for each name; the sentences that may speak of it are looked up by their stems."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._found: dict[tuple[str, _Name], Authored] = {}

    def __call__(self, key: str, name: _Name) -> Authored:
        if (key, name) not in self._found:
            self._found[key, name] = _authored(self._draft, key, name, list(self._speaking(key, in_order(name.verb)[0])))
        return self._found[key, name]

    @cached_property
    def _told(self) -> dict[str, list[tuple[Reading, frozenset[str]]]]:
        """The rules and the sentences nobody reads, with their stems, by each of these."""
        said = dict[str, list[tuple[Reading, frozenset[str]]]]()
        for reading in self._draft.readings.values():
            told = stems(reading.span.text) if reading.kind in {"rule", "not understood"} else frozenset[str]()
            for stem in told:
                said.setdefault(stem, []).append((reading, told))
        return said

    def _speaking(self, key: str, verb: str) -> Iterator[tuple[tuple[Span, tuple[str, ...]], frozenset[str]]]:
        """Those that have the verb in them, with their stems; not where the name itself stands."""
        for reading, told in self._told.get(verb, ()):
            if key not in bare(reading.span.text):
                yield (reading.span, reading.trail), told


def _launched(draft: Draft, find: _Authors) -> Iterator[Authored]:
    """The flags with which somebody starts a run: `the WHO VERBs with an explicit --x`."""
    flags = {fact.name.text.strip("`"): key for key, fact in draft.facts.items() if fact.kind == "flag"}
    places = [(section, span, flag) for section, span in sentences(draft) for flag in flags if flag in span.text]
    for section, span, flag in places:
        said = _STARTED.search(span.text[: span.text.find(flag)].casefold())
        found = find(flags[flag], _Name(said["who"], said["verb"], "", "")) if said is not None else None
        if said is not None and found is not None and said["who"] in found.by:
            yield replace(found, who=((span, section.words),))


def _apart(draft: Draft, text: str) -> _Name | None:
    """`the X the WHO VERBed [at WHEN]`, `X was VERBed by WHO [at WHEN]`; None for any other name."""
    words = draft.grammar.words.keywords
    texts = fold(text).split(" ")
    done = next((index for index, word in enumerate(texts) if index > 1 and word.endswith(_DONE)), 0)
    rest = texts[done + 1 :]
    if not done:
        return None
    if rest[:1] and rest[0] in words["BY"]:
        rest = rest[1:]
        at = next((index for index, word in enumerate(rest) if word in words["EVENT_AT"]), len(rest))
        who, rest = rest[:at], rest[at:]
    else:
        start = max((index for index, word in enumerate(texts[:done]) if word in ARTICLES), default=0)
        if not start or texts[start - 1] in {*words["COP"], *words["PAST"]}:
            return None
        who = texts[start:done]
    if not who or (rest and (rest[0] not in words["EVENT_AT"] or len(rest) == 1)):
        return None
    return _Name(bare(" ".join(who)), texts[done], "".join(rest[:1]), bare(" ".join(rest[1:])))


def _authored(draft: Draft, key: str, name: _Name, spoken: list[tuple[tuple[Span, tuple[str, ...]], frozenset[str]]]) -> Authored:
    headers, keywords = draft.grammar.words.headers, draft.grammar.words.keywords
    classes = [(*headers[_PEOPLE], *keywords["HUMANS"]), headers[_TOOLS], (*headers[_AGENTS], *keywords["ACTOR"])]
    listed = [{bare(word) for word in words} for words in classes]
    by = next((words for words in listed if name.who in words), {name.who})
    others = {word for words in listed for word in words} - by
    verb, moment = in_order(name.verb)[0], in_order(name.moment)
    doers = [stems(word) for word in (name.who, *by, *others, *keywords["UNATTENDED"])]
    who = tuple(place for place, told in spoken if any(doer <= told for doer in doers))
    when = tuple(place for place, told in spoken if moment and told >= set(moment))
    return Authored(key, verb, tuple(sorted(by)), tuple(sorted(others)), moment, name.at, who, when)
