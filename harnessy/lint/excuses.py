"""Comments that leave findings alone: `<!-- harnessy: ignore HN313 2031-05-01 the ladder is being written -->`.

Such a comment holds for the line on which it stands beside other words; alone on its lines, for the block right below it.
It names its codes, a day and a reason, and never touches an error: what is broken is broken for whoever reads the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from harnessy.document import Document, Fence, ListBlock, walk
from harnessy.document.model import Block
from harnessy.source import Diagnostic, Span

_COMMENT = re.compile(r"<!--\s*harnessy\b\s*:?\s*(?P<body>(?:(?!-->).)*?)\s*-->", re.DOTALL)
_BODY = re.compile(
    r"ignore\s+(?P<codes>HN\d{3}(?:\s*,?\s*HN\d{3})*)\s*,?\s+(?P<day>\d{4}-\d{2}-\d{2})\s*[:,;]?\s+(?P<reason>\S.*)",
    re.DOTALL | re.IGNORECASE,
)
_CODE = re.compile(r"HN\d{3}", re.IGNORECASE)
_MEND = "write `<!-- harnessy: ignore HN000 YYYY-MM-DD and why -->`"


@dataclass(frozen=True, slots=True)
class Excuse:
    """A comment, the codes it leaves alone, and the words it holds for; no codes where it is not whole."""

    codes: frozenset[str]
    span: Span
    over: Span

    def leaves(self, finding: Diagnostic) -> bool:
        """Whether a finding is left alone."""
        return finding.severity != "error" and self.holds(finding.code, finding.span)

    def holds(self, code: str, words: Span) -> bool:
        """Whether findings of a code on some words are meant."""
        same = words.source.path == self.over.source.path
        return same and code in self.codes and self.over.start <= words.start < max(self.over.end, self.over.start + 1)


def excuses(document: Document) -> tuple[Excuse, ...]:
    """The comments of a document that are about findings, in order; what stands in code is none."""
    blocks = [block for section in document.sections for block in walk(section.blocks)]
    fences = [block.span for block in blocks if isinstance(block, Fence)]
    found = list[Excuse]()
    for match in _COMMENT.finditer(document.source.text):
        span = document.source.span(match.start(), match.end())
        if not any(fence.covers(span) for fence in fences):
            body = _BODY.fullmatch(match["body"])
            codes = frozenset(code.upper() for code in _CODE.findall(body["codes"])) if body else frozenset()
            found.append(Excuse(codes, span, _over(document, span, blocks)))
    return tuple(found)


def _over(document: Document, span: Span, blocks: list[Block]) -> Span:
    """The line of a comment, or what stands right below it."""
    text = document.source.text
    start, end = document.source.line_start(span.line), text.find("\n", span.end)
    end = len(text) if end < 0 else end
    if (text[start : span.start] + text[span.end : end]).strip(" \t>"):
        return span.cut(start, end)
    places = [block.span for block in blocks] + [heading.span for one in document.sections if (heading := one.heading)]
    places += [item.span for block in blocks if isinstance(block, ListBlock) for item in block.items]
    below = sorted((one for one in places if one.start >= span.end), key=lambda one: (one.start, -one.end))
    near = next(iter(below), None)
    if near is None or text[span.end : near.start].strip(" \t\n>#*-+|0123456789.)"):
        return span
    return near


def judged(
    known: Iterable[Excuse], findings: Iterable[Diagnostic], codes: Iterable[str], past: Callable[[str], bool]
) -> Iterator[Diagnostic]:
    """What is wrong with the comments themselves: not whole, of a code there is none of, or not needed.

    A comment on a code of the `past` stays as the record of an edit: nobody can tell any more whether it was needed.
    """
    found, registered = list(findings), set(codes)
    for excuse in known:
        if not excuse.codes:
            yield _told("HN502", "this comment leaves nothing alone", excuse, _MEND)
        for code in sorted(excuse.codes):
            if code not in registered:
                yield _told("HN502", f"there is no finding `{code}`", excuse, "`harnessy rule` lists them")
            elif not past(code) and not any(one.code == code and excuse.leaves(one) for one in found):
                yield _told("HN501", f"there is no `{code}` here to leave alone", excuse, "take the comment out")


def _told(code: str, message: str, excuse: Excuse, mend: str) -> Diagnostic:
    return Diagnostic(code, "warning", message, excuse.span, help=mend)
