"""Sentences among the formulas, figures and verdicts of a metric that only describe: whatever else stands there may change it."""

from __future__ import annotations

import re

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import stems
from harnessy.source import Span

_WORDS = re.compile(r"[\w'’-]+")
_ARTICLES = frozenset({"a", "an", "the"})
_LINKS = frozenset({"to", "of", "for"})
_ENDS = frozenset({"first", "last"})
_BETTER, _STOP = "er", "."
_SHORT = 2 + 2  # words of what is no whole sentence


def only_describes(draft: Draft, span: Span) -> bool:
    """`The score is a product of …`, `Higher is better.`, `Numbers to look at.`; and not `Costs are in cents`."""
    text = " ".join(span.text.split())
    words = [word.casefold() for word in _WORDS.findall(text)]
    if not text.endswith(_STOP) or not words:
        return True  # a title or an item that states nothing
    tokens = draft.nameless().lex(span)
    verb = next((token for token in tokens if token.type == "COP"), None)
    if verb is None:
        return len(words) <= _SHORT and not _LINKS.isdisjoint(words[1:][:1])
    subject = span.cut(span.start, verb.start).text
    said = [word.casefold() for word in _WORDS.findall(span.cut(verb.end, span.end).text)]
    if all(part.endswith(_BETTER) for part in (words[0], words[-1])) and len(words) < _SHORT:
        return True
    parts = (*draft.grammar.words.headers["PARTS_OF_PAGE"], *draft.grammar.words.formula["PARTS_OF_TABLE"])
    page = any(stems(part) <= stems(subject) for part in parts)
    chosen = not page and bool(_ENDS & set(words))
    plain = not any(token.type == "EVERY" for token in tokens)
    return words[0] in _ARTICLES and not _ARTICLES.isdisjoint(said[:1]) and plain and not chosen
