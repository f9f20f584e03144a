"""What checks know of English: small words, stems of the others, and the word lists of `grammar/lint.lark`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from harnessy.rulebook.names import in_order
from harnessy.rulebook.words import terminals
from harnessy.source import Span

_WORD = re.compile(r"[^\W_][\w'’]*(?:-\w+)*")
_MARKS = re.compile(r"[`*_~]+")
# Lists of words that mean something only in their place; elsewhere they are words like any other.
_CONTENT = frozenset(
    {
        "ACTOR", "ARMED", "AUTHORISED", "CLOSED", "DISAGREE", "DONE", "DOUBT", "FAILS", "GATED", "GIVEN", "GRANT", "KILLS", "LEG",
        "MARKS", "MISSING", "NEW", "NEXT", "NUMBERS", "OPEN", "PASSES", "PATH", "RULE_WORDS", "STRICTER", "SWITCHED", "TABLE",
        "TAKES", "THIRD", "UNATTENDED", "UNCHANGED", "VERDICT_OF", "WINS",
        "ANYFILE", "APPROVES", "BEYOND", "CARRYON", "CONCURRENT", "EDIT", "EDITEDHERE", "HELD_NOUNS", "HUMANS", "INSTRUCTS",
        "LABELLED", "LEAST", "MODE", "MOST", "NEEDED", "ORDINALS", "OVERRIDE", "PICK", "PREVENTS", "REMAIN", "SERIAL", "SKIP",
        "SOUGHT", "STATES", "STREAK", "THISFILE", "UNLIMITED",
    },
)


@dataclass(frozen=True)
class Lexicon:
    """Word lists by name: those of `lint.lark`, and the small words, verdict words and words for numbers of the grammar."""

    lists: Mapping[str, tuple[str, ...]]
    keywords: Mapping[str, tuple[str, ...]]
    verdicts: Mapping[str, tuple[str, ...]]
    formula: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, files: Mapping[str, str]) -> Lexicon:
        """Read the lists from grammar files, keyed by file name."""
        return cls(*(terminals(files[f"{name}.lark"]) for name in ("lint", "words", "verdicts", "formula")))

    @cached_property
    def small(self) -> frozenset[str]:
        """The single words that carry no content of their own."""
        phrases = (phrase for name, listed in self.keywords.items() if name not in _CONTENT for phrase in listed)
        return frozenset(word for phrase in phrases for word in phrase.split()) - {*self.lists["CONTENT"]}

    @cached_property
    def effect_of(self) -> dict[str, str]:
        """The effect of each plain verdict word, by its stems; `end` for the acts that only lint knows."""
        found: dict[str, str] = {}
        for effect, phrases in self.verdicts.items():
            for phrase in phrases:
                found.setdefault(" ".join(in_order(phrase)), effect.casefold())
        for phrase in self.lists["GOES_ON"]:
            found[" ".join(in_order(phrase))] = "go"
        for phrase in self.lists["ENDS_IN"]:
            found.setdefault(" ".join(in_order(phrase)), "end")
        return found

    @cached_property
    def ends(self) -> frozenset[str]:
        """The stems of acts that end something each in its own way, so that two of them are never the same."""
        return frozenset(" ".join(in_order(phrase)) for phrase in self.lists["ENDS_IN"])

    def content(self, text: str) -> tuple[str, ...]:
        """The stems of the words that carry content, in order; digits left out."""
        words = (match.group().strip("'’") for match in _WORD.finditer(_MARKS.sub(" ", text)))
        parts = [word for word in words if word.casefold() not in self.small and not word[:1].isdigit()]
        return tuple(stem for word in parts for stem in in_order(word) if stem)

    def pattern(self, *names: str) -> re.Pattern[str]:
        """Finds any phrase of some lists as whole words, in any letters."""
        return _pattern(tuple(phrase for name in names for phrase in (self.lists.get(name) or self.keywords[name])))

    def finds(self, words: Span, *names: str) -> Iterator[Span]:
        """The places in some words where a phrase of some lists stands."""
        for match in self.pattern(*names).finditer(words.text):
            yield words.cut(words.start + match.start(), words.start + match.end())


_PATTERNS: dict[tuple[str, ...], re.Pattern[str]] = {}


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    if phrases not in _PATTERNS:
        ways = (r"[\s-]+".join(re.escape(part) for part in phrase.split()) for phrase in sorted(phrases, key=len, reverse=True))
        _PATTERNS[phrases] = re.compile(rf"(?<![\w-])(?:{'|'.join(ways)})(?![\w-])", re.IGNORECASE)
    return _PATTERNS[phrases]
