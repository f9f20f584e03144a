"""Pass 2 over policies: sentences and lists that set limits, select, schedule or escalate, before any other family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from harnessy.document import Block, ListBlock, Paragraph, Section
from harnessy.rulebook import (
    alternatives,
    budgets,
    cadence,
    ceilings,
    drains,
    groupings,
    limits,
    obligations,
    paths,
    policy_triggers,
    procedures,
    selection,
)
from harnessy.rulebook.cells import is_quoted
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.criteria import Criteria, compile_criteria, criteria
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Rule
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import Place
from harnessy.rulebook.policy import Sentence, placed, sentence
from harnessy.rulebook.surroundings import Lent, of_examples, surroundings
from harnessy.source import Span

Reader = Callable[[Draft, Sentence, Parsed | None], list[Rule] | None]
_LATER = (
    ceilings.override, budgets.read, paths.read, cadence.read, drains.read, alternatives.read, obligations.read, procedures.read,
    groupings.read, selection.read,
    policy_triggers.read,
)  # fmt: skip
_PASSES: tuple[tuple[Reader, ...], ...] = ((limits.read, ceilings.read), _LATER)


def compile_policies(draft: Draft) -> None:
    """Compile what is a policy; what is read here is read by no other family, and what is not is left to them."""
    found = list(_sentences(draft))
    first, *others = _PASSES
    for span, place in found:
        _read(draft, span, place, first)
    for section in draft.document.sections:
        compile_criteria(draft, list(_criteria(draft, section)))
    for readers in others:
        for span, place in found:
            _read(draft, span, place, readers)


def _criteria(draft: Draft, section: Section) -> Iterator[Criteria]:
    """The lists of a section that are criteria under a lead-in of their own."""
    lent = surroundings(draft, section, draft.lexer())
    if lent.blocked or lent.force is not None:
        return
    for lead, block in _led(section.blocks):
        if is_quoted(lead) or not lead.text.rstrip("*_ ").endswith(":"):
            continue
        try:
            found = criteria(draft, lead, block, lent.place)
        except NotRead:
            continue
        if found is not None:
            yield found


def _led(blocks: tuple[Block, ...]) -> Iterator[tuple[Span, ListBlock]]:
    """Each list with the sentence right above it: a paragraph's last, or that of the item it is nested in."""
    for block in blocks:
        if not isinstance(block, ListBlock):
            continue
        if block.lead is not None and block.lead.sentences:
            yield block.lead.sentences[-1], block
        for item in block.items:
            nested = [inner for inner in item.blocks if isinstance(inner, ListBlock)]
            if len(nested) == len(item.blocks) == 1 and item.sentences:
                yield item.sentences[-1], nested[0]


def _sentences(draft: Draft) -> Iterator[tuple[Span, Place]]:
    """Each sentence that no heading or lead-in lends a force, with its place."""
    for section in draft.document.sections:
        lent = surroundings(draft, section, draft.lexer())
        blocks = tuple(block for block in section.blocks if not of_examples(draft, section, block.span))
        if not lent.blocked:
            for span in _spans(blocks, forced=lent.force is not None):
                forced = (section.heading.span,) if section.heading is not None and _is_force(draft, section, lent) else ()
                unread = (*lent.place.unread, *forced, *((span,) if is_quoted(span) else ()))
                yield span, replace(lent.place, unread=unread)


def _is_force(draft: Draft, section: Section, lent: Lent) -> bool:
    """Whether a heading lends a force; `Approval board` names a thing."""
    first, _, rest = bare(section.heading.text if section.heading else "").partition(" ")
    return lent.force is not None and not (rest and first in draft.grammar.words.keywords["HELD_NOUNS"])


def _spans(blocks: tuple[Block, ...], *, forced: bool) -> Iterator[Span]:
    """Sentences of paragraphs, and of list items where no heading lends them a force."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from block.sentences
        elif isinstance(block, ListBlock) and not forced:
            for item in block.items:
                yield from item.sentences


def _read(draft: Draft, span: Span, place: Place, readers: tuple[Reader, ...]) -> None:
    if (span.start, span.end) in draft.readings:
        return
    try:
        cut = sentence(draft, span, place)
    except NotRead:
        return
    subjects, facts = len(draft.subjects), len(draft.facts)
    try:
        made = _first(draft, cut, readers)
    except NotRead as reason:
        draft.hints[span.start, span.end] = str(reason)
        _forget(draft, subjects, facts)
        return
    if made is not None:
        draft.rules.extend(made)
        draft.note(span, "rule" if made else "definition", trail=place.section.words)


def _forget(draft: Draft, subjects: int, facts: int) -> None:
    """Take back what was declared for a sentence that is not read after all."""
    for key in list(draft.subjects)[subjects:]:
        del draft.subjects[key]
    for key in list(draft.facts)[facts:]:
        del draft.facts[key]


def _first(draft: Draft, cut: Sentence, readers: tuple[Reader, ...]) -> list[Rule] | None:
    """The rules of the first reader that takes a sentence."""
    parsed = draft.grammar.policy(placed(draft, cut.body))
    for reader in readers:
        made = reader(draft, cut, parsed)
        if made is not None:
            return made
    return None
