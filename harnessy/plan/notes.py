"""Strategy notes: what a person says, beside the issues, of the rank of some or of the criteria that they meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from harnessy.plan.charter import Charter
from harnessy.plan.model import Issue, Touch
from harnessy.plan.phrases import SINGULARS, WORD, Phrases
from harnessy.plan.references import REFERENCE, Named, Register
from harnessy.plan.speech import heard
from harnessy.source import Source

_BY_HAND = "strategy notes"


@dataclass(frozen=True)
class Notes:
    """By issue: the ranks and the criteria that a person's words give it."""

    ranks: Mapping[str, tuple[Touch, ...]]
    criteria: Mapping[str, tuple[Touch, ...]]


def read_notes(source: Source | None, law: Charter, register: Register, denies: frozenset[str]) -> Notes:
    """The lines of a text that name issues and, on the same line, a rank or a criterion; none that denies something."""
    ranks, criteria = dict[str, tuple[Touch, ...]](), dict[str, tuple[Touch, ...]]()
    if source is None:
        return Notes(ranks, criteria)
    names = Phrases[tuple[str, bool]](SINGULARS)
    for signed, is_rank in [*((rank, True) for rank in law.ranks), *((criterion, False) for criterion in law.criteria)]:
        names.add(signed.name, (signed.name, is_rank))
    here = Issue(source.path, "", (source,))
    speech, seen = heard(source.text)
    start = 0
    for line in seen.splitlines(keepends=True):
        end = start + len(line)
        said = speech[start:end]
        named = [key for match in REFERENCE.finditer(line) if (key := register.find(Named.of(match), here))]
        denied = any(word.casefold() in denies for word in WORD.findall(said))
        for hit in names.find(said) if named and not denied else ():
            span = source.span(start, start + len(line.rstrip()))
            for _, (thing, is_rank) in hit.things:
                kept = ranks if is_rank else criteria
                kept.update({key: (*kept.get(key, ()), Touch(thing, _BY_HAND, span)) for key in named})
        start = end
    return Notes(ranks, criteria)
