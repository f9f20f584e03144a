"""HTML: it makes no blocks, so words in it that people see are reported, and so is a comment that swallows the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document.blocks import Node
from harnessy.document.cells import trimmed
from harnessy.source import Diagnostic, Source

_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)|<[^<>]*>|&#?\w+;", re.DOTALL | re.IGNORECASE
)


def unread(source: Source, node: Node) -> Iterator[Diagnostic]:
    """What is lost in a block of HTML."""
    start, end = trimmed(source.text, node.start, node.end)
    words = source.text[start:end]
    first_line = source.span(start, start + len(words.partition("\n")[0]))
    if words.startswith("<!--") and "-->" not in words:
        yield Diagnostic(
            "HN108", "error", "this comment never ends: what follows it is not read", first_line,
            help="close it with `-->`",
        )
    elif re.search(r"\w", _UNSEEN.sub("", words)):
        yield Diagnostic(
            "HN107", "warning", "words inside HTML are not read", first_line,
            help="write them as Markdown, with a blank line between them and the tags",
        )
