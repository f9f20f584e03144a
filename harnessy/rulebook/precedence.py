"""Family precedence: `when two rules disagree, the stricter wins`. It settles what would else be a conflict, never to a go."""

from __future__ import annotations

import re
from collections.abc import Mapping

from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import fold

_MARKS = re.compile(r"[,;:.()—–]")


def compile_precedence(draft: Draft) -> None:
    """Find the sentence that says that the stricter of two rules counts, and nothing else."""
    words = draft.grammar.words.keywords
    for section, span in sentences(draft):
        said = fold(_MARKS.sub(" ", span.text))
        if any(phrase in said for phrase in words["STRICTER"]) and _pattern(words).fullmatch(said):
            draft.stricter = draft.stricter or span
            draft.note(span, "rule", trail=section.words)


def _pattern(words: Mapping[str, tuple[str, ...]]) -> re.Pattern[str]:
    """A front clause about rules that disagree, then `the stricter one wins` or `take the stricter one`."""
    front, strict, wins, take, thing = (_one(words[name]) for name in ("DISAGREE", "STRICTER", "WINS", "TAKES", "RULE_WORDS"))
    the = rf"(?:the )?{strict}(?: {thing})*"
    return re.compile(rf"(?:(?:{front}) )*(?:{the}(?: always)? {wins}|{take} {the})(?: (?:{front}))*")


def _one(phrases: tuple[str, ...]) -> str:
    return "(?:" + "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True)) + ")"
