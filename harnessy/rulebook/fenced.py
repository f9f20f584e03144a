"""Plain words in a fence or in HTML: no rule comes from them, and they may say anything of what goes on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Fence, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import EVERYTHING
from harnessy.rulebook.place import strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC
from harnessy.rulebook.topics import Topics
from harnessy.source import Span

_TAGS = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)|<[^<>]*>|&#?\w+;", re.DOTALL | re.IGNORECASE)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_CODE = re.compile(r"[=;$\\|{}<>]|\w\(|\w[/.]\w|^\s*(?:#|//|--|/)|\s--?\w")  # what code and paths have, and words do not
_ARROW = re.compile(r"[-=]+>|→|⇒")
_ASKS = re.compile(r"\{[^{}]*\}|\?")  # a decision, or a question, in a drawing
_WORD = re.compile(r"[^\W\d_]{2,}")
_READ = frozenset({"rule", "definition", "example"})
_SAYS = LOGIC | {"COP", "PAST", "HAVE", "BEFORE", "AFTER", "EVERY", "THIRD", "HAZARD"}


def mind_fenced(draft: Draft) -> None:
    """Keep everything from going while a fence or a tag holds words that nobody reads and that may be about it."""
    if not any(strictest(rule.acts) == "go" for rule in draft.rules):
        return
    topics = Topics(draft)
    for span, seen in _seen_in_html(draft):
        words = _WORD.findall(_TAGS.sub(" ", seen))
        shown = draft.grammar.words.headers["SUMMARIES"]
        if any(word.casefold() not in shown and not topics.knows(word, kinds=True) for word in words):
            draft.doubt(EVERYTHING, span)
    for section in draft.document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Fence):
                _fence(draft, block)


def _seen_in_html(draft: Draft) -> Iterator[tuple[Span, str]]:
    """The first lines of the blocks of HTML with words that people see, and all of each block: it ends at a blank line."""
    source = draft.document.source
    for finding in draft.document.diagnostics:
        if finding.code == "HN107":
            start = finding.span.start
            end = source.text.find("\n\n", start)
            yield finding.span, source.text[start : end if end > 0 else None]


def _fence(draft: Draft, fence: Fence) -> None:
    """Doubt what a fence of plain words, or a drawing, says in a line that nobody read."""
    words = draft.grammar.words.headers
    info = fence.info.split(" ")[0].casefold()
    drawn = info in words["DRAWINGS"]
    if not drawn and info not in words["PLAIN_FENCES"] and info:
        return
    read = [reading.span for reading in draft.readings.values() if reading.kind in _READ and fence.span.covers(reading.span)]
    listed = any(listing.span.start == fence.span.start for listing in draft.listings)
    for match in _LINE.finditer(fence.body.text) if not listed else ():
        line = fence.body.cut(fence.body.start + match.start(), fence.body.start + match.end())
        if any(span.covers(line) or line.covers(span) for span in read):
            continue
        if _may_rule(draft, line, drawn=drawn):
            draft.doubt(EVERYTHING, line)
            return


def _may_rule(draft: Draft, line: Span, *, drawn: bool) -> bool:
    """Whether a line of a fence is a sentence in plain words, or a decision that is drawn."""
    if len(_WORD.findall(line.text)) <= 1:
        return False
    says = any(token.type in _SAYS or token.effect for token in draft.nameless().lex(line))
    if drawn:
        return says or bool(_ASKS.search(line.text)) or has_label(draft, line.text, ("DECIDERS", "OTHERS", "TIMES"))
    if _CODE.search(_ARROW.sub(" ", line.text)):
        return False
    return says or line.text.strip()[:1].isupper() or has_label(draft, line.text, ("DECIDERS", "OTHERS", "TIMES"))
