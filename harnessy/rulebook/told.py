"""What can be looked up and decides nothing: the columns of a row in a block of code, what an item lists of a name in code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from harnessy.document import ListBlock, Section, walk
from harnessy.rulebook.collect import code_lines
from harnessy.rulebook.derivation import TOLD
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import Entry, Listing, Named
from harnessy.rulebook.names import bare, unarticled
from harnessy.rulebook.tokens import LOGIC
from harnessy.source import Span

_ROW = re.compile(r"\|(?:[^|\n]+\|){2,}")
_CELL = re.compile(r"[^|\n]+")
_PARTED = re.compile(r"(?P<name>[^()]+?)\s*\((?P<parts>[^()]+[/,][^()]+)\)")
_ITEM = re.compile(r"(?P<names>`[^`]+`(?:\s*(?:/|,|and)\s*`[^`]+`)*)\s+[—–]\s+(?P<rest>[^:;]+?)\.?", re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_FORCE = frozenset({*LOGIC, "HAZARD"}) - {"VERB"}
_NOTE = re.compile(r"\s*\([^()]*\)")


def collect_told(draft: Draft) -> None:
    """Read such blocks and items into listings."""
    for section, fence in code_lines(draft):
        row = fence.body.text.strip()
        if section.heading is not None and _ROW.fullmatch(row):
            columns = dict(_column(cell.strip(), fence.body) for cell in _CELL.findall(row) if cell.strip())
            _add(draft, section, fence.span, ((section.heading.text,), columns))
            things = {*draft.facts, *draft.quantities, *draft.scales}
            known = [name for name in columns if bare(name) in things]
            force = any(token.type in _FORCE for token in draft.lexer().lex(fence.body))
            if len(known) > 1 and not force:  # a row of heads of things that the page knows; else it may say anything
                draft.note(fence.span, "definition", trail=section.words)
    for section in draft.document.sections:
        lists = [block for block in walk(section.blocks) if isinstance(block, ListBlock)]
        for sentence in (item.sentences[0] for block in lists for item in block.items if item.sentences):
            item = _ITEM.fullmatch(sentence.text)
            listed = [unarticled(" ".join(part.split())) for part in _NOTE.sub("", item["rest"]).split(",")] if item else []
            if item is not None and section.heading is not None and len(listed) > 1:
                told = {section.heading.text: tuple(named(part, sentence) for part in listed)}
                _add(draft, section, sentence, (tuple(_CODE.findall(item["names"])), told))


def _add(draft: Draft, section: Section, span: Span, told: tuple[tuple[str, ...], Mapping[str, tuple[Named, ...]]]) -> None:
    names, columns = told
    entry = Entry(tuple(named(name, span) for name in names), columns, span)
    draft.listings.append(Listing(TOLD, (entry,), span, section.words))


def _column(text: str, span: Span) -> tuple[str, tuple[Named, ...]]:
    """`shifts (early/late)`: the name of a column and its parts."""
    parted = _PARTED.fullmatch(text)
    if parted is None:
        return text, ()
    return parted["name"], tuple(_parts(parted["parts"], span))


def _parts(text: str, span: Span) -> Iterator[Named]:
    yield from (named(part.strip(), span) for part in re.split("[/,]", text) if part.strip())
