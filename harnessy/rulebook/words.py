"""The word lists of `grammar/*.lark`: which plain English words the tool reads, by terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from harnessy.rulebook.names import bare, fold, in_order

_TERMINAL = re.compile(r"^([A-Z_]+)\s*:(.*)$", re.MULTILINE)
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_BY_PLACE = frozenset(
    {
        "GIVEN",
        "THROUGH",
        "REFERENCE",
        "ACTOR",
        "ORALL",
        "VERDICT_OF",
        "PASSES",
        "FAILS",
        "OPEN",
        "CLOSED",
        "ONWARD",
        "TOPIC",
        "NEXT",
        "NEW",
        "IN_ORDER",
        "TAKE",
        "EVENT_AT",
        "UNATTENDED",
        "MARKS",
        "MARKED_AS",
        "MARKED_FOR",
        "NEGATED",
        "ANYOF",
        "APPENDING",
        "TABLE",
        "LEG",
        "BEFOREHAND",
        "STRICTER",
        "WINS",
        "TAKES",
        "DISAGREE",
        "RULE_WORDS",
        "PATH",
        "GRANT",
        "AUTHORISED",
        "GATED",
        "SWITCHED",
        "ARMED",
        "KILLS",
        "UNCHANGED",
        "DONE",
        "BY",
        "NUMBERS",
        "DOUBT",
        "INSTRUCTS",
        "STATES",
        "APPROVES",
        "HELD_NOUNS",
        "MOST",
        "LEAST",
        "PER",
        "PURPOSE",
        "NEEDED",
        "BEYOND",
        "CONCURRENT",
        "SERIAL",
        "PICK",
        "SKIP",
        "LABELLED",
        "EDIT",
        "UNDER",
        "OUTSIDE",
        "ANYFILE",
        "BETWEEN",
        "THISFILE",
        "UNLIMITED",
        "STREAK",
        "ACROSS",
        "REMAIN",
        "CARRYON",
        "OVERLAPON",
        "INTO",
        "MODE",
        "SOUGHT",
        "PREVENTS",
        "EDITEDHERE",
        "OVERRIDE",
        "HUMANS",
        "ORDINALS",
    },
)
_OF_POLICIES = (
    "MOST", "LEAST", "PER", "NEEDED", "CONCURRENT", "SERIAL", "PICK", "SKIP", "LABELLED", "EDIT", "UNLIMITED", "STREAK",
    "REMAIN", "CARRYON", "SOUGHT", "INSTRUCTS", "ORDINALS", "ACTOR",
)  # fmt: skip
_EFFECTS = ("GO", "HOLD", "HALT", "NEUTRAL", "NONE")


def terminals(text: str) -> dict[str, tuple[str, ...]]:
    """The terminals of a word file and the strings each stands for, in order."""
    return {name: tuple(_STRING.findall(body)) for name, body in _TERMINAL.findall(text)}


@dataclass(frozen=True)
class Words:
    """All word lists: keywords by terminal, verdict words by effect, header labels by role, words of formulas."""

    keywords: Mapping[str, tuple[str, ...]]
    verdicts: Mapping[str, tuple[str, ...]]
    headers: Mapping[str, tuple[str, ...]]
    planning: Mapping[str, tuple[str, ...]]
    mechanics: Mapping[str, tuple[str, ...]]
    formula: Mapping[str, tuple[str, ...]]
    telling: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, files: Mapping[str, str]) -> Words:
        """Read the word lists from grammar files, keyed by file name."""
        names = ("words", "verdicts", "headers", "planning", "mechanics", "formula", "telling")
        return cls(*(terminals(files[f"{name}.lark"]) for name in names))

    @cached_property
    def effect_of(self) -> dict[str, str]:
        """The effect of each verdict word, in lower case."""
        return {word: effect.lower() for effect in _EFFECTS for word in self.verdicts[effect]}

    @cached_property
    def role_of(self) -> dict[str, frozenset[str]]:
        """The roles a header label can have."""
        roles: dict[str, set[str]] = {}
        for role, labels in self.headers.items():
            for label in labels:
                roles.setdefault(label, set()).add(role)
        return {label: frozenset(found) for label, found in roles.items()}

    @cached_property
    def polar(self) -> frozenset[str]:
        """The words that only say yes or no."""
        return frozenset((*self.verdicts["POLAR_YES"], *self.verdicts["POLAR_NO"]))

    @cached_property
    def structure(self) -> frozenset[str]:
        """The single words that say how a policy is built and not what it is about: `maximum`, `process`, `consecutive`."""
        return frozenset(word for name in _OF_POLICIES for phrase in self.keywords[name] for word in phrase.split(" "))

    @cached_property
    def pages(self) -> frozenset[str]:
        """The words for a page and its parts."""
        parts = self.headers["PARTS_OF_PAGE"]
        return frozenset((*self.headers["PAGES"], *parts, *(f"{part}s" for part in parts)))

    @cached_property
    def actors(self) -> frozenset[str]:
        """The stems of those whom a doctrine binds."""
        names = (*self.keywords["ACTOR"], *self.headers["AGENTS_BY_NAME"])
        return frozenset(stem for name in names for stem in in_order(name))

    def acting(self, texts: Sequence[str], most: int) -> int:
        """How many of some words in front, `most` at the most, name those whom a doctrine binds; 0 for none."""
        return next((count for count in range(most, 0, -1) if bare(" ".join(texts[:count])) in self.keywords["ACTOR"]), 0)

    @cached_property
    def topics(self) -> frozenset[str]:
        """The single words, folded, that name topics, pages and those whom a doctrine binds, and those of policies."""
        roles = ("TOPIC_WORDS", "PAGES", "IDLE_PLACES", "AGENTS_BY_NAME", "SORTS_OF_ACTOR")
        names = (*(label for role in roles for label in self.headers[role]), *self.keywords["ACTOR"], *self.structure)
        return frozenset(word for name in names for word in fold(name).split(" "))

    @cached_property
    def topic_stems(self) -> frozenset[str]:
        """The stems of the words that name topics."""
        return frozenset(stem for word in self.topics for stem in in_order(word))

    def first(self, effect: str) -> str:
        """The word that names the act which a family answers by itself."""
        return self.verdicts[effect][0]

    @cached_property
    def lexed(self) -> Mapping[str, str]:
        """Each keyword with its terminal, hazards and harmless words included, without those known by place only."""
        return {phrase: terminal for terminal, phrases in self.keywords.items() if terminal not in _BY_PLACE for phrase in phrases}

    @cached_property
    def taken(self) -> frozenset[str]:
        """The folded keywords and verdict words: a name of a document is none of them."""
        return frozenset(fold(phrase) for phrase in (*self.lexed, *self.effect_of))
