"""What nobody reads may be about what it names in part: `Plans over a page wait for Ana` beside a stop *Plan approval*."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import reports
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import EVENT, OPERATION, POLICY, THRESHOLD, Rule
from harnessy.rulebook.names import fold, in_order, joined, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.tokens import ARTICLES, Token, in_place
from harnessy.rulebook.unbound import plainly_restricts_nothing
from harnessy.source import Span

_OPENS = 2  # words of what a rule is about: `shipping on Fridays`
_NEAR = 2 + 1  # words, articles left out, in which a sentence says what it is about
_CHAINED = 2
_BEHIND = frozenset({"BEFORE", "UNTIL", "UNLESS", "EXCEPT", "ONLYIF", "WITHOUT"})
_FORCE = frozenset({"NO", "NEVER", "NOT", "EVERY", "MUST", "ONLY", "ALWAYS"})
_NOUNS = frozenset({"WORD", "NAME"})
_REPORTS = "ed"
_CODE = re.compile(r"`[^`]*`|\([^)]*\)")
_MARKS = re.compile(r"[^\w\s-]")
_PLURAL = re.compile(r"(ch|sh|x|ss)es$|(?<=\w\w)s$")
_NOBODY = frozenset[str]()
_PLAIN = 2  # words of what is done to what


def mind_parts(draft: Draft) -> None:
    """Keep from going what a sentence that nobody reads begins with, or is told to wait before, in some of its words.

    What stands below a heading that names a level or a value is about that, and a report of what was done restricts nothing.
    A rule that holds something else, which begins with such words, keeps it from going as well: `Shipping on Fridays is forbidden`.
    """
    parts = _Parts(draft)
    if not parts.own and not parts.shared:
        return
    cells, lexer, valued = reason_cells(draft), draft.nameless(), _valued(draft)
    for place, reading in draft.unread():
        span = reading.span
        if place in cells or _is_within(draft, span) or valued & _above(reading.trail):
            continue
        tokens = tuple(token for token in in_place(lexer.lex(span)) if token.text.casefold() not in ARTICLES)
        named = parts.begun_with(tokens)
        if not named or reports(tokens) or plainly_restricts_nothing(draft, span):
            continue
        for key in sorted(named):
            draft.mention(key, span, reading.trail)
    declared = draft.subjects.keys() | draft.quantities.keys()
    for rule in [rule for rule in draft.rules if rule.target not in declared and strictest(rule.acts) in TIGHT]:
        for key in sorted(parts.targeted(rule, in_place(lexer.lex(rule.span))) & draft.subjects.keys()):
            draft.mention(key, rule.span, rule.trail)
        for key in sorted(_gated(draft, stems(rule.target))):
            draft.mention(key, rule.span, rule.trail)


def _gated(draft: Draft, said: frozenset[str]) -> set[str]:
    """What goes through a gate that has a heading of its own, where words name it: `The ship gate also needs …`."""
    headed = (stems(section.heading.text) for section in draft.document.sections if section.heading is not None)
    named = [heading for heading in headed if len(heading) > 1 and heading <= said]
    through = ((rule.target, stems(act.words)) for rule in draft.rules for act in rule.acts if named and act.gate is not None)
    return {target for target, words in through if any(heading <= words for heading in named)}


class _Parts:
    """What goes, by the stems of its names: by those that only subjects have, and those that facts and levels have in longer names.

    Of an operation that is the stem of its verb. `names` are the stems of the names of all subjects, by their key.
    """

    def __init__(self, draft: Draft) -> None:
        self._words = draft.grammar.words
        going = {rule.target for rule in draft.rules if strictest(rule.acts) == "go"}
        known = {key: thing for key, thing in (*draft.operations.items(), *draft.subjects.items()) if key in going}
        found = dict[str, set[str]]()
        for key in [key for key, thing in known.items() if thing.kind not in {POLICY, THRESHOLD}]:
            most = 1 if key in draft.operations else None
            for stem in (stem for name in (known[key].name, *known[key].aliases) for stem in in_order(name.key)[:most]):
                found.setdefault(stem, set()).add(key)
        facts = (name.key for fact in draft.facts.values() for name in (fact.name, *fact.values))
        scales = (name.key for scale in draft.scales.values() for name in (scale.name, *scale.members))
        facts_and_scales = [*facts, *scales]
        others = [in_order(name) for name in facts_and_scales]
        held, alone = {stem for name in others for stem in name}, {name[0] for name in others if len(name) == 1}
        plain = {stem: frozenset(keys) for stem, keys in found.items() if stem not in self._words.structure}
        self.own = {stem: keys for stem, keys in plain.items() if stem not in held}
        self.shared = {stem: keys for stem, keys in plain.items() if stem in held - alone}
        self._alone = {stem: keys for stem, keys in plain.items() if stem in alone} | self._verbs(plain)
        self._spelled = frozenset(word for name in facts_and_scales for word in _singular(name))
        self.told = self._described(draft, going, held)
        self._names = {
            key: [stems(name.key) for name in (thing.name, *thing.aliases)]
            for key, thing in draft.subjects.items()
            if thing.kind != EVENT
        }

    def _verbs(self, plain: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """The verbs of names that are written as one word with their particle: `clean` of a cleanup."""
        ends = self._words.headers["PARTICLES"]
        parted = ((stem.removesuffix(end), stem) for end in ends for stem in plain if stem.endswith(end))
        return {first: plain[stem] for verb, stem in parted if len(verb) > _NEAR for first in in_order(verb)[:1]}

    def _described(self, draft: Draft, going: set[str], held: set[str]) -> dict[str, frozenset[str]]:
        """What goes, by the words, in the singular, that a register says of it alone: `worktrees and branches` of a cleanup."""
        owners = dict[str, set[str]]()
        for key, texts in draft.described.items():
            for word in (word for text in texts for word in _singular(_MARKS.sub(" ", _CODE.sub(" ", text)))):
                owners.setdefault(word, set()).add(key)
        self.topics = {word for texts in draft.described.values() for text in texts for word in _singular(self._ahead(text))}
        declared = (thing for thing in draft.subjects.values() if thing.kind != OPERATION)
        names = (name.key for thing in declared for name in (thing.name, *thing.aliases))
        apart = held.union(self._words.structure, *map(in_order, names))
        alone = ((word, frozenset(keys)) for word, keys in owners.items() if len(keys) == 1 and keys <= going)
        return {word: keys for word, keys in alone if word not in self._words.structure and not apart.intersection(in_order(word))}

    def _ahead(self, text: str) -> str:
        """What a description is about: its words ahead of any that places them, `crates` in `crates on the third shelf`."""
        ends = (*self._words.headers["WHERE_FOR"], *self._words.headers["BEHIND_A_THING"])
        told = takewhile(lambda word: word not in ends, fold(_CODE.sub(" ", text)).split())
        return _MARKS.sub(" ", " ".join(told))

    def begun_with(self, tokens: tuple[Token, ...]) -> set[str]:
        """What the first words name, or those behind what has to come first.

        A word of what is named in whole is about that: in `Merge / issue close is for people` the first is no other merge.
        """
        runs = [tokens[:_NEAR], *(tokens[at + 1 : at + _NEAR] for at, token in enumerate(tokens) if token.type in _BEHIND)]
        said = {stem: self.own.get(stem, _NOBODY) for run in runs for stem in self._stems(map(_word, run))}
        opening = takewhile(lambda token: token.type != "COMMA", tokens)
        placed = [token for token in opening if token.type not in _FORCE][:_NEAR]
        front, nouns = [_word(token) for token in placed], [_word(token) for token in placed if token.type in _NOUNS]
        said |= {stem: self.shared[stem] for stem in self._letters(front) | joined(" ".join(front[:1])) if stem in self.shared}
        said |= {stem: keys for word in front[:1] for stem, keys in self._inflected(word)}
        said |= {word: self.told[word] for word in _singular(" ".join(nouns)) if word in self.told}
        whole = self._stems(map(_word, tokens))
        told = [(stem, key) for key, names in self._names.items() for name in names if name <= whole for stem in name]
        elsewhere = {stem: {key for one, key in told if one == stem} for stem in said}
        return {key for stem, keys in said.items() for key in keys if elsewhere[stem] <= {key}}

    def _inflected(self, word: str) -> Iterator[tuple[str, frozenset[str]]]:
        """What a word is a part of, where a fact or level has its stem and is never spelled so: `cleaning`, beside `clean`."""
        if not set(_singular(word)) & self._spelled:
            yield from ((stem, self._alone[stem]) for stem in in_order(word) if stem in self._alone)

    def targeted(self, rule: Rule, tokens: tuple[Token, ...]) -> set[str]:
        """What the first words name of that which a rule is about; an actor, and words for how it is done, say nothing of it.

        Nor does a verb with an object of its own: who never flies a bar over people makes fly moves.
        """
        manner = {word for token in tokens if not _word(token) for word in fold(token.text).split(" ")}
        target = rule.target.split(" ")
        front = target[self._words.acting(target, 1) :]
        words = [word for word in front[:_OPENS] if word not in manner]
        placed = len(front) <= 1 or front[1] in (*self._words.headers["WHERE_FOR"], *self._words.headers["NOWADAYS"])
        as_one = joined(" ".join(words)) - stems(" ".join(words))
        said = self._stems(words if placed else words[1:]) | self._letters(words) | as_one
        own = {key for stem in said for key in self.own.get(stem, _NOBODY)}
        things = [word for word in self._ahead(" ".join(front)).split() if word not in manner]
        plain = [word for word in things if word not in ARTICLES]  # `delete branches`; curated branches are others
        for word in _singular(" ".join(plain)) if len(plain) <= _PLAIN else ():
            own |= self.told.get(word, _NOBODY) if word in self.topics else _NOBODY
        own |= {key for letters in self._letters(things) for key in self.own.get(letters, _NOBODY)}
        found = own | {key for letters in self._letters(things) for key in self.shared.get(letters, _NOBODY)}
        return {key for key in found if not self._of_another(key, self._stems(map(_word, tokens)))}

    def _of_another(self, key: str, said: frozenset[str]) -> bool:
        """Whether words name another subject in whole."""
        return any(name <= said for other, names in self._names.items() if other != key for name in names if name)

    def _stems(self, words: Iterable[str]) -> frozenset[str]:
        """The stems of words and of two as one, with the letters that a phrase among them is written as."""
        listed = list(words)
        return joined(" ".join(listed)) | self._letters(listed)

    def _letters(self, words: list[str]) -> frozenset[str]:
        """The letters that a phrase among the words is written as: `pr` for a pull request."""
        said = f" {fold(' '.join(words))}"
        entries = (entry.partition("=") for entry in self._words.headers["SHORT_FOR"])
        return frozenset(stem for letters, _, phrase in entries if f" {phrase}" in said for stem in in_order(letters))


def _singular(text: str) -> tuple[str, ...]:
    """The words of a text without the endings of the plural; a stem would make `blockers` of `blocks`."""
    return tuple(_PLURAL.sub(r"\1", word) for word in fold(text).split(" "))


def _word(token: Token) -> str:
    """A word; of a chain with hyphens (`shipped-parts-only`) the last part; code is one thing, unless it is a phrase.

    `Force-shipped` says how, so it is a thing of its own.
    """
    text = token.text.casefold()
    if (token.type == "ATOM" and " " not in text) or ("-" in text and text.endswith(_REPORTS)):
        return ""
    return token.text if token.text.count("-") < _CHAINED else token.text.rpartition("-")[-1]


def _is_within(draft: Draft, span: Span) -> bool:
    """Whether a piece begins in the middle of a sentence: right behind a word, or behind a comma with `with`, `by`, `in`."""
    text = span.source.text
    before = text[text.rfind("\n", 0, span.start) + 1 : span.start].rstrip()
    first = " ".join(span.text.split(maxsplit=1)[:1]).casefold()
    joins = first in draft.grammar.words.headers["WHERE_FOR"]
    return before[-1:].isalnum() or (before.endswith(",") and joins)


def _above(trail: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem for heading in trail[1:] for stem in in_order(heading))


def _valued(draft: Draft) -> frozenset[str]:
    """The stems of levels and values of one word, by which a heading says which case it is about."""
    members = [member.key for scale in draft.scales.values() for member in scale.members]
    values = [value.key for fact in draft.facts.values() for value in fact.values]
    return frozenset(stem for name in (*members, *values) for stem in in_order(name)[:1] if len(in_order(name)) == 1)
