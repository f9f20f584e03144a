"""What a table cell names: a lead-in, a list of atoms, a chain of ordered members."""

from __future__ import annotations

import re

from harnessy.document import Cell
from harnessy.rulebook.draft import named
from harnessy.rulebook.model import Named
from harnessy.rulebook.names import fold
from harnessy.source import Span

_ATOM = re.compile(r"`+\s*(?P<name>[^`]+?)\s*`+")
_BOLD = re.compile(r"(?P<mark>\*\*|__)(?P<name>.+?)(?P=mark)")
_MARKS = re.compile(r"(?<!`)`+\s*(?P<name>[^`]+?)\s*`+|[`*]")
_LIST = re.compile(r"[^,;]+")
_QUOTED = re.compile(r"[ \-*+0-9.)]*>")
_NOTE = re.compile(r"\([^()]*\)|\"[^\"]*\"")
_BETWEEN = re.compile(r"(?:[\s,;/&|<>≤=]|\band\b|\bor\b|\bto\b)*")


def lead_name(cell: Cell) -> Named:
    """The name that a row goes by: the bold lead-in, or the whole cell without a note in brackets."""
    bold = _BOLD.match(cell.text)
    if bold:
        start = cell.span.start + bold.start("name")
        return named(_stripped(bold["name"]), cell.span.cut(start, start + len(bold["name"])))
    text = _NOTE.sub("", cell.text).strip()
    return named(_stripped(text), cell.span)


def is_quoted(span: Span) -> bool:
    """Whether a place stands in a block quote: somebody else's words."""
    return _QUOTED.match(span.source.text, span.source.line_start(span.line)) is not None


def says_more(cell: Cell) -> bool:
    """Whether a row's name stands beside a note, a quotation or a gloss."""
    return bool(_NOTE.search(cell.text)) or gloss_span(cell) is not None


def gloss_span(cell: Cell) -> Span | None:
    """What follows the bold lead-in of a cell, if anything does."""
    bold = _BOLD.match(cell.text)
    if not bold or not cell.text[bold.end() :].strip(" —–-:"):
        return None
    return cell.span.cut(cell.span.start + bold.end(), cell.span.end)


def atoms(span: Span) -> list[Named]:
    """The code spans of a span, as names."""
    found = []
    for match in _ATOM.finditer(span.text):
        start = span.start + match.start("name")
        found.append(named(match["name"], span.cut(start, start + len(match["name"]))))
    return found


def lists_atoms(span: Span) -> bool:
    """Whether a cell holds code spans and nothing else but what separates them."""
    return bool(atoms(span)) and bool(_BETWEEN.fullmatch(_ATOM.sub("", span.text)))


def items(span: Span) -> list[Named]:
    """The names that a cell lists: its code spans where it holds nothing else, else what commas separate."""
    if lists_atoms(span):
        return atoms(span)
    found = []
    for match in _LIST.finditer(span.text):
        text = match.group().strip()
        start = span.start + match.start() + (len(match.group()) - len(match.group().lstrip()))
        if text:
            found.append(named(_stripped(text), span.cut(start, start + len(text))))
    return found


def chain(span: Span) -> list[Named] | None:
    """Members in the order that `<` or `>` between them tells, lowest first; None when neither stands there."""
    for mark in "<>":
        parts = [part for part in re.finditer(rf"[^{mark}]+", span.text) if part.group().strip()]
        if len(parts) < 2 or span.text.count(mark) != len(parts) - 1:
            continue
        members = [_trimmed(span, part) for part in parts]
        return members if mark == "<" else members[::-1]
    return None


def _trimmed(span: Span, part: re.Match[str]) -> Named:
    text = part.group()
    start = span.start + part.start() + len(text) - len(text.lstrip(" `*"))
    name = text.strip(" `*")
    return named(name, span.cut(start, start + len(name)))


def listed(span: Span) -> tuple[str, ...]:
    """What a register's cell says, as a list of words without markup and notes."""
    rest = _NOTE.sub("", span.text)
    found = [match["name"] for match in _ATOM.finditer(rest)]
    if found and _BETWEEN.fullmatch(_ATOM.sub("", rest)):
        return tuple(found)
    return (_stripped(rest.strip()),)


def _stripped(text: str) -> str:
    """The words without marks of emphasis and code; what stands in code stays as it is."""
    return _MARKS.sub(lambda match: match["name"] or "", text).strip()


def column_word(cell: Cell) -> str:
    """The folded words of a header cell."""
    return fold(cell.text)
