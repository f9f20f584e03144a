"""The words that a page may use above its rules without saying whose, which or when: topics, and names of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import bare, fold, in_order
from harnessy.rulebook.tokens import Token

TOLD = frozenset({"WORD", "VERB", "NAME", "ATOM"})
OWNED = ("'s", "’s")
NAMED = frozenset({"MATRIX", "VERDICTS", "VERDICT MAP", "ONE-HOT", "REGISTER"})
LONGEST = 1 << 2 << 2 << 2  # letters of a word or name
_PLURAL, _SINGULAR = "s", ("ss", "us", "is", "as", "os")


class Topics:
    """The words that a page may use above its rules without bounding them."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._headers = draft.grammar.words.headers

    @cached_property
    def _own(self) -> frozenset[str]:
        """The words, folded, of what the page declares and is called."""
        above = (heading for section in self._draft.document.sections for heading in section.trail[:1])
        titles = dict.fromkeys(heading.text for heading in above if heading.level == 1)
        owned = (" ".join(word for word in title.split() if not word.endswith(OWNED)) for title in titles)
        return frozenset(word for name in (*owned, *self._named()) for word in fold(name).split(" "))

    @cached_property
    def _plain(self) -> frozenset[str]:
        """The stems of topic words, of those whom a doctrine binds, and of what the page declares and is called."""
        return self._draft.grammar.words.topic_stems.union(*map(in_order, self._own))

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The stems of the heads below which names stand: known above them, and not in them."""
        heads = {grid.table.header.cells[grid.key].text for grid in self._draft.grids if grid.role in NAMED}
        return frozenset(stem for head in heads for stem in in_order(head))

    def _named(self) -> Iterator[str]:
        draft = self._draft
        heads = {bare(grid.table.header.cells[grid.key].text) for grid in draft.grids if grid.role in NAMED}
        yield from (key for key in draft.name_keys() if key not in heads)
        yield from (value.key for fact in draft.facts.values() for value in fact.values)
        yield from (member.key for scale in draft.scales.values() for member in scale.members)
        yield from draft.operations

    def strange(self, tokens: Iterable[Token], *, kinds: bool = False) -> list[Token]:
        """Those of some words that are known neither as topics nor from the page; `kinds`: nor from the heads of its names."""
        told = [token for token in tokens if token.type in TOLD]
        unknown = [token for token in told if not self.knows(token.text, kinds=kinds)]
        return [token for token in unknown if not (kinds and token is told[-1] and self.are_things(token.text))]

    def knows(self, text: str, *, kinds: bool = False) -> bool:
        """Whether the words of a text are known to name a topic; none that is longer than any word is."""
        if len(text) > LONGEST:
            return False
        known = self._plain | self._kinds if kinds else self._plain
        word = fold(text)
        if word.endswith((*self._headers["ENDINGS_OF_PEOPLE"], *self._headers["ENDINGS_OF_A_PERSON"])) and not self._spells(word):
            return False  # a gardener is not known from a garden
        return all(stem in known or stem.isdecimal() for stem in in_order(text)) or self._is_made(word)

    def _spells(self, word: str) -> bool:
        return word in self._draft.grammar.words.topics or word in self._own

    def are_things(self, text: str) -> bool:
        """Whether a word is in the plural, and none for people: `Sales`, `Glazes`."""
        word = fold(text)
        people = word.endswith(self._headers["ENDINGS_OF_PEOPLE"]) or word in self._headers["PEOPLE"]
        return word.endswith(_PLURAL) and not word.endswith(_SINGULAR) and not people

    def is_topic(self, text: str) -> bool:
        """Whether a word is one for topics by itself, whatever else the page says."""
        return fold(text) in self._headers["TOPIC_WORDS"]

    def _is_made(self, word: str) -> bool:
        """Whether a word is made of a verb: `Pruning`, `Maintenance`."""
        ends = word.endswith(self._headers["TOPIC_ENDINGS"])
        return ends and word not in self._headers["NO_TOPICS"] and " " not in word
