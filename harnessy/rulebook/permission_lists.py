"""Lists that stand under a word for their verdict: `{"allow": […], "deny": […]}` in a fence, `**Forbidden:** a, b` in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Fence, Paragraph, Section, walk
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.forces import spoken_force
from harnessy.rulebook.lists import Force, compile_named, verdict_force
from harnessy.rulebook.model import EVERYTHING
from harnessy.rulebook.names import fold
from harnessy.rulebook.permission_maps import Listed, permissions
from harnessy.rulebook.place import Place
from harnessy.rulebook.surroundings import of_examples, surroundings
from harnessy.rulebook.tokens import Lexer
from harnessy.source import Span

_LABELLED = re.compile(r"(?:\*\*|__)(?P<label>[^*_:]+)(?::(?:\*\*|__)|(?:\*\*|__):)\s+(?P<rest>\S.*?)[.!]?\s*\Z", re.DOTALL)
_ITEM = re.compile(r"[^,;\s][^,;]*")
_COLON = ":"


def compile_permission_lists(draft: Draft) -> None:
    """The rules of each fence whose keys are all words for verdicts."""
    lexer = draft.lexer()
    for section in draft.document.sections:
        for block in walk(section.blocks):
            if not isinstance(block, Fence) or of_examples(draft, section, block.span):
                continue
            listed = permissions(draft, block)
            if listed and (block.span.start, block.span.end) not in draft.readings:
                _compile(draft, (section, block), listed, lexer)


def compile_labelled(draft: Draft, span: Span, place: Place, lexer: Lexer) -> bool:
    """The rules of a line that lists what waits or is forbidden behind a bold word for it; whether it is such a line."""
    match = _LABELLED.match(span.text)
    if match is None:
        return False
    label = span.cut(span.start + match.start("label"), span.start + match.end("label"))
    try:
        force = spoken_force(draft, label)
    except NotRead:
        return False
    if force not in {"needs", "never"}:
        return False
    start = span.start + match.start("rest")
    for item in _ITEM.finditer(match["rest"]):
        part = span.cut(start + item.start(), start + item.end())
        compile_named(draft, part, verdict_force(draft, force, label), place, lexer)
    draft.note(span, "rule", trail=place.section.words)
    return True


def _compile(draft: Draft, at: tuple[Section, Fence], listed: Listed, lexer: Lexer) -> None:
    section, fence = at
    lent = surroundings(draft, section, lexer)
    lead = tuple(span for span in _lead(section, fence) if not _is_topic(draft, span))
    place = Place(section, lent.place.scope, unread=(*lent.place.unread, *lead))
    for before in _lead(section, fence) if not lead else ():
        draft.note(before, "definition", "announces the lists below", section.words)
    for name, key, items in listed:
        force: Force = verdict_force(draft, name, key)
        for item in items:
            compile_named(draft, item, force, place, lexer)
            if draft.readings[item.start, item.end].kind != "rule":  # `*`: how far it reaches is open
                draft.doubt(EVERYTHING, item)
    draft.note(fence.span, "rule", trail=section.words)


def _lead(section: Section, fence: Fence) -> Iterator[Span]:
    """The sentence right above a fence that announces it."""
    for before, block in zip(section.blocks, section.blocks[1:], strict=False):
        if block is fence and isinstance(before, Paragraph):
            yield from (span for span in before.sentences[-1:] if span.text.rstrip("*_ ").endswith(_COLON))


def _is_topic(draft: Draft, span: Span) -> bool:
    topics = draft.grammar.words.topics
    return all(word in topics for word in fold(span.text.strip("*_: ")).split(" "))
