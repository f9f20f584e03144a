"""Faults that a program may mend: each mend is made only where the rulebook before and after says the same, proven each time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from harnessy.document import read
from harnessy.rulebook import Book, RuleBook, build
from harnessy.rulebook.names import bare
from harnessy.source import Diagnostic, Source, Span

_MEANT = re.compile(r"did you mean `(#[^`]+)`\?")
_LEVEL = re.compile(r"write it with (\d) `#`")
_MARKS = re.compile(r"[ \t>]{0,12}(#{1,6})(?=[ \t])")
_CELLS = re.compile(r"this row has (\d+) cells?, its header (\d+)")
Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Mended:
    """A text before and after, the findings that were mended, and those whose mend would change what is read."""

    path: str
    before: str
    after: str
    done: tuple[Diagnostic, ...]
    refused: tuple[Diagnostic, ...]


def mended(source: Source, findings: Iterable[Diagnostic], grammar: Mapping[str, str]) -> Mended:
    """A text with all mends of its findings that leave the rulebook as it is, tried one by one from the end."""
    own = [(one, edits) for one in findings if one.span.source.path == source.path and (edits := list(_edits(one)))]
    text, meant = source.text, meaning(_built(source.path, source.text, grammar))
    done, refused = list[Diagnostic](), list[Diagnostic]()
    for one, edits in sorted(own, key=lambda pair: -max(start for start, _, _ in pair[1])):
        tried = text
        for start, end, words in sorted(edits, reverse=True):
            tried = tried[:start] + words + tried[end:]
        same = meaning(_built(source.path, tried, grammar)) == meant
        text = tried if same else text
        (done if same else refused).append(one)
    return Mended(source.path, source.text, text, tuple(done[::-1]), tuple(refused[::-1]))


def _built(path: str, text: str, grammar: Mapping[str, str]) -> RuleBook:
    return build((read(Source.of(path, text)),), grammar).rulebook


def meaning(rulebook: RuleBook) -> tuple[object, ...]:
    """All that a rulebook says, without places: two that are equal here answer every question alike."""
    return tuple(part for book in rulebook.books for part in _said(book))


def _said(book: Book) -> Iterator[object]:
    yield from (book.scales, book.facts, book.quantities, book.subjects, book.rules, book.listings, book.guards)
    yield from (book.go_verb, book.hold_verb, book.stricter is None, book.wider)
    yield from (book.measures, book.schemas, book.beside, book.sides)
    yield [one.kind for one in book.readings if one.kind != "rationale"], [one.text for one in book.assumptions]
    yield {name: [span.text for span in spans] for name, spans in book.doubts.items()}
    yield [[bare(span.text) for span in rule.unread] for rule in book.rules]
    yield [(one.code, one.message) for one in book.broken]
    yield [([(name, value) for name, value, _ in one.facts], one.answer, one.cites, one.subject) for one in book.examples]


# -- the mends


def _edits(finding: Diagnostic) -> Iterator[Edit]:
    if finding.code in _MENDS:
        yield from _MENDS[finding.code](finding)


def _fewer_marks(finding: Diagnostic) -> Iterator[Edit]:
    """A heading as deep as it should be."""
    level, start = _LEVEL.search(finding.help), finding.span.source.line_start(finding.span.line)
    marks = _MARKS.match(finding.span.source.text, start)
    if level and marks:
        yield marks.start(1), marks.end(1), "#" * int(level[1])


def _more_cells(finding: Diagnostic) -> Iterator[Edit]:
    """The cells that a row lacks, empty, as Markdown reads it."""
    counts = _CELLS.search(finding.message)
    if counts:
        missing = int(counts[2]) - int(counts[1])
        line = finding.span.text.rstrip()
        at = finding.span.start + len(line)
        yield at, at, (" |" if line.endswith("|") else " | ") * missing if missing > 0 else ""


def _meant(finding: Diagnostic) -> Iterator[Edit]:
    """The heading that a link most likely means."""
    match = _MEANT.fullmatch(finding.help)
    if match:
        yield finding.span.start, finding.span.end, match[1]


def _out(finding: Diagnostic) -> Iterator[Edit]:
    """A comment that is not needed, with the line that it has for itself."""
    source, span = finding.span.source, finding.span
    start, end = source.line_start(span.line), source.line_start(span.end_line + 1)
    alone = not (source.text[start : span.start] + source.text[span.end : end]).strip()
    yield (start, end, "") if alone else (span.start - _blank(span), span.end, "")


def _blank(span: Span) -> int:
    """The blanks right before some words."""
    before = span.source.text[span.source.line_start(span.line) : span.start]
    return len(before) - len(before.rstrip(" \t"))


_MENDS: dict[str, Callable[[Diagnostic], Iterator[Edit]]] = {
    "HN102": _more_cells, "HN109": _fewer_marks, "HN210": _meant, "HN501": _out,
}
