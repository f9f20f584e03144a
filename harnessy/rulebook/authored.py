"""Facts whose names say who did it and when: `the set the human acknowledged at launch`, `the list was signed by the chief`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.rulebook.collect import sentences
from harnessy.rulebook.derivation import Authored
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Opaque, rule_atoms
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
    return (*(_authored(draft, key, parts) for key, parts in taken.items()), *_launched(draft))


def _launched(draft: Draft) -> Iterator[Authored]:
    """The flags with which somebody starts a run: `the WHO VERBs with an explicit --x`."""
    flags = {fact.name.text.strip("`"): key for key, fact in draft.facts.items() if fact.kind == "flag"}
    places = [(section, span, flag) for section, span in sentences(draft) for flag in flags if flag in span.text]
    for section, span, flag in places:
        said = _STARTED.search(span.text[: span.text.find(flag)].casefold())
        found = _authored(draft, flags[flag], _Name(said["who"], said["verb"], "", "")) if said is not None else None
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


def _authored(draft: Draft, key: str, name: _Name) -> Authored:
    headers, keywords = draft.grammar.words.headers, draft.grammar.words.keywords
    classes = [(*headers[_PEOPLE], *keywords["HUMANS"]), headers[_TOOLS], (*headers[_AGENTS], *keywords["ACTOR"])]
    listed = [{bare(word) for word in words} for words in classes]
    by = next((words for words in listed if name.who in words), {name.who})
    others = {word for words in listed for word in words} - by
    verb, moment = in_order(name.verb)[0], in_order(name.moment)
    doers = [stems(word) for word in (name.who, *by, *others, *keywords["UNATTENDED"])]
    spoken = list(_speaking(draft, key, verb))
    who = tuple(place for place, told in spoken if any(doer <= told for doer in doers))
    when = tuple(place for place, told in spoken if moment and told >= set(moment))
    return Authored(key, verb, tuple(sorted(by)), tuple(sorted(others)), moment, name.at, who, when)


def _speaking(draft: Draft, key: str, verb: str) -> Iterator[tuple[tuple[Span, tuple[str, ...]], frozenset[str]]]:
    """The rules and the sentences nobody reads that have the verb in them, with their stems; not where the name itself stands."""
    for reading in draft.readings.values():
        told = stems(reading.span.text)
        own = key in bare(reading.span.text)
        if verb in told and not own and reading.kind in {"rule", "not understood"}:
            yield (reading.span, reading.trail), told
