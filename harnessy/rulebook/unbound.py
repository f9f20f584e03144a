"""What nobody reads and names nothing of its page may be about everything on it: `Ratification is pending`, `Check with Ana`.

A sentence that names something that the page declares is about that, and is minded there. One that names nothing reaches as
far as nobody knows, so it keeps all from going, unless it plainly restricts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.rulebook.allowing import lead_ins
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import explains, is_of_others, is_told, tells_of_page
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import POLICY, THRESHOLD, UNBOUND
from harnessy.rulebook.names import in_order
from harnessy.rulebook.place import strictest
from harnessy.rulebook.surroundings import labelled
from harnessy.rulebook.things import things
from harnessy.rulebook.tokens import LOGIC, Lexer, in_place

_LOOSE = frozenset({"rationale", "not understood"})


def mind_unbound(draft: Draft) -> None:
    """Keep everything from going for sentences that are not read and name nothing, by themselves or by their heading."""
    kinds = {key: subject.kind for key, subject in draft.subjects.items()}
    apart = {POLICY, THRESHOLD}  # what may be about these is found with them
    if not any(strictest(rule.acts) == "go" and kinds.get(rule.target) not in apart for rule in draft.rules):
        return
    named, passed, lexer = _named(draft), _passed(draft), draft.lexer()
    told, lent = _headed(draft, lexer)
    for place, reading in draft.readings.items():
        if reading.kind not in _LOOSE or place in passed or (reading.trail in told and is_told(draft, reading.span)):
            continue
        said = things(draft, reading.span).words
        above = frozenset(stem for heading in reading.trail[1:] for stem in in_order(heading))
        tokens = lexer.lex(reading.span)
        known = named & (said | above) or any(token.type == "NAME" for token in tokens)
        own = reading.trail in lent and not any(token.type in LOGIC for token in in_place(tokens))
        if not said or known or own or any(plain(draft, reading.span) for plain in (explains, tells_of_page, is_of_others)):
            continue
        draft.doubt(UNBOUND, reading.span)


def _headed(draft: Draft, lexer: Lexer) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The sections of a history, and those whose heading permits what stands below it (`Agents may`), under a condition or not."""
    told, lent = set[tuple[str, ...]](), set[tuple[str, ...]]()
    for section in draft.document.sections:
        for heading in (heading for heading in section.trail if heading.level > 1):
            if labelled(draft, heading, "BACKGROUND"):
                told.add(section.words)
            if any(token.type == "MAY" for token in lexer.lex(heading.span)):
                lent.add(section.words)
    return told, lent


def _passed(draft: Draft) -> set[tuple[int, int]]:
    """The places that are minded with what stands beside or below them."""
    beside = {rule.unread for rule in draft.rules if rule.unread}
    leads = (lead for section in draft.document.sections for lead in lead_ins(section))
    return reason_cells(draft) | {(span.start, span.end) for span in (*leads, *(part for spans in beside for part in spans))}


def _named(draft: Draft) -> frozenset[str]:
    """The stems of what the document declares, without those of people, who may have a say in anything."""
    words = draft.grammar.words
    people = (*words.headers["OTHERS"], *words.keywords["HUMANS"], *words.keywords["ACTOR"])
    nobody = frozenset(stem for name in people for stem in in_order(name))
    return frozenset(stem for name in _declared(draft) for stem in in_order(name)) - nobody - words.structure


def _declared(draft: Draft) -> Iterator[str]:
    for subject in (*draft.subjects.values(), *draft.operations.values()):
        if subject.kind != POLICY:
            yield from (name.key for name in (subject.name, *subject.aliases))
    for fact in draft.facts.values():
        yield from (fact.name.key, *(value.key for value in fact.values))
    for scale in draft.scales.values():
        yield from (scale.name.key, *(member.key for member in scale.members))
    yield from draft.quantities
