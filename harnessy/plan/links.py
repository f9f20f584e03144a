"""Explicit links: what an issue says in so many words of what it waits for, and what waits for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from harnessy.plan.charter import Charter, Phrase
from harnessy.plan.model import Issue, Stated
from harnessy.plan.phrases import ENDING, WORD, Found, Phrases, common, together
from harnessy.plan.references import REFERENCE, Named
from harnessy.source import Source, Span

_OPENING = re.compile(r"(?:\[[^\]\n]{0,200}\]\((?=\S)|[\s*_:,(\"'“‘`\[—–-])*")
_CLOSING = re.compile(r"[\])*_`\"'”’]*(?:\([^)\s]*\))?[\])*_`\"'”’]*")
_APPOSED = re.compile(r"(?:[ \t\n]+[\w'’`-]+){1,8}[ \t\n]+\(")
_APART = re.compile(r"\s*(?:[,;/&+(]|\n[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[ \][ \t]+)?)?\s*")
_ITEM = re.compile(r"[ \t:*_#]*\n(?:[ \t]*\n)*[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[ \][ \t]+)?")
_UNCHECKED = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[ \][ \t]+", re.MULTILINE)
_NAME = re.compile(r"[^\W\d_]+")
_BLANK = re.compile(r"\n[ \t]*\n")
_NAMES = re.compile(r"#\d|://|GH-\d|\.(?:md|markdown)\b")
_BOX, _BACK = "[ ]", 160
_ADVERB, _PARTICIPLE = "ly", "ed"


@dataclass(frozen=True, slots=True)
class Said:
    """One issue names another after a phrase: whose subject is `subject` (None: the issue itself), and where."""

    phrase: Phrase
    target: Named
    spans: tuple[Span, ...]
    subject: Named | None = None
    itself: bool = False


@dataclass(frozen=True, slots=True)
class Small:
    """The small words around a link, from the grammar."""

    between: frozenset[str]
    together: frozenset[str]
    denies: frozenset[str]
    inside: frozenset[str]
    linking: frozenset[str]
    itself: frozenset[str]
    articles: frozenset[str]
    relative: frozenset[str]

    @classmethod
    def of(cls, planning: Mapping[str, tuple[str, ...]]) -> Small:
        """The small words of the grammar's lists."""
        roles = ("BETWEEN", "TOGETHER", "DENIES", "BETWEEN_DENIAL", "LINKING", "SELF", "ARTICLES", "RELATIVE")
        return cls(*(frozenset(word for phrase in planning[role] for word in phrase.split()) for role in roles))


@dataclass(frozen=True)
class Reader:
    """Reads the links of texts. `unchecked` is what the doctrine says of an open box in front of an issue."""

    phrases: Phrases[Phrase]
    small: Small
    unchecked: Phrase | None

    @classmethod
    def of(cls, charter: Charter, planning: Mapping[str, tuple[str, ...]]) -> Reader:
        """A reader with the phrases of a doctrine."""
        box = planning["UNCHECKED"]
        unchecked = next((phrase for phrase in charter.phrases if phrase.text.casefold() in box), None)
        return cls(charter.links, Small.of(planning), unchecked)

    def fields(self, issue: Issue) -> Iterator[tuple[Stated, Phrase | None]]:
        """What the tracker's fields say, each with the phrase of the doctrine that its name is; None where there is none."""
        for stated in issue.fields:
            found = next(iter(self.phrases.find(stated.words)), None)
            yield stated, _chosen(found, stated.words) if found else None

    def said(self, source: Source, speech: str, seen: str) -> Iterator[Said]:
        """The links in a text, in order: `speech` is the text without code, `seen` has inline code."""
        if not _NAMES.search(seen):
            return
        text, named = _Text(source, speech, seen), set[int]()
        for found in self.phrases.find(speech):
            phrase = _chosen(found, speech)
            if phrase and not text.quotes(found.start) and not self._noun(text, found) and not self._denied(text, found):
                for said in self._after(text, found, phrase):
                    named.add(said.spans[-1].start)
                    yield said
        if self.unchecked is not None and _BOX in speech:
            yield from self._boxed(text, self.unchecked, named)

    def _boxed(self, text: _Text, phrase: Phrase, named: set[int]) -> Iterator[Said]:
        """The issues behind open boxes, but for those that a phrase has named."""
        for box in _UNCHECKED.finditer(text.speech):
            match = self._named(text, box.end())
            if match is not None and match.start() not in named:
                span = text.source.span(match.start(), match.end())
                yield Said(phrase, Named.of(match), (text.source.span(box.start(), match.end()), span))

    def _noun(self, text: _Text, found: Found[Phrase]) -> bool:
        """One word alone behind an article or a piece of code names a thing, and links nothing: `the block #4 adds`."""
        word = next(text.before(found.start), None)
        if found.words > 1 or word is None:
            return False
        between, form = text.seen[word.end() : found.start], word.group().casefold()
        if "\n" in between:
            return False
        return "`" in between or (not between.strip(" *_") and form in self.small.articles)

    def _denied(self, text: _Text, found: Found[Phrase]) -> bool:
        """`not blocked by`, `no longer depends on`: a denial in front, and nothing but small words and adverbs between."""
        end = found.start
        for word in text.before(found.start):
            form = word.group().casefold()
            if not together(text.speech, word.end(), end) and text.speech[word.end() : end] not in {"'", "’"}:
                return False
            if form in self.small.denies:
                return True
            if form not in self.small.inside and not form.endswith(_ADVERB):
                return False
            end = word.start()
        return False

    def _after(self, text: _Text, found: Found[Phrase], phrase: Phrase) -> Iterator[Said]:
        subject = self._subject(text, found)
        place = text.source.span(found.start, found.end)
        match = self._next(text, found)
        if match is None:
            word = WORD.search(text.speech, found.end)
            if subject and word and word.group().casefold() in self.small.itself and together(text.speech, found.end, word.start()):
                whole = text.source.span(subject.start(), word.end())
                yield Said(phrase, Named.of(subject), (whole,), itself=True)
            return
        while match is not None:
            span = text.source.span(match.start(), match.end())
            yield Said(phrase, Named.of(match), (place, span), Named.of(subject) if subject else None)
            match = self._another(text, match.end())

    def _subject(self, text: _Text, found: Found[Phrase]) -> re.Match[str] | None:
        """The issue right before a phrase, of which it is said: `#3 is blocked by #4`."""
        end, apart = found.start, " \t"
        for word in text.before(found.start):
            form = word.group().casefold()
            if form not in self.small.linking or not together(text.speech, word.end(), end):
                break
            end, apart = word.start(), " \t," if form in self.small.relative else " \t"
        for match in REFERENCE.finditer(text.seen, text.line_start(end), end):
            if text.counts(match) and not _CLOSING.sub("", text.seen[match.end() : end], count=1).strip(apart):
                return match
        return None

    def _next(self, text: _Text, found: Found[Phrase]) -> re.Match[str] | None:
        """The issue that is named right after a phrase: on the line, or as the first item of a list below it.

        Brackets may stand in front of it after more words than one; what one word alone brings in brackets, the words
        before it may mean as well.
        """
        at, single = found.end, found.words == 1
        item = _ITEM.match(text.seen, at)
        if item is not None:
            return self._named(text, item.end())
        named = self._named(text, at)
        if named is None and not single and (apposed := _APPOSED.match(text.speech, at)):
            return REFERENCE.match(text.speech, apposed.end())
        inside = named is not None and single and "(" in text.speech[at : named.start()].replace("](", "")
        return None if inside and text.speech[text.line_start(found.start) : found.start].strip(" \t-*_#") else named

    def _another(self, text: _Text, at: int) -> re.Match[str] | None:
        closing = _CLOSING.match(text.seen, at)
        at = closing.end() if closing else at
        apart = _APART.match(text.seen, at)
        end = apart.end() if apart else at
        joined = self._skip(text, end, self.small.together)
        if _BLANK.search(text.speech, at, joined):
            return self._item_below(text, at)
        if not text.speech[at:joined].strip():
            bare = REFERENCE.match(text.seen, joined) if joined > at else None
            return bare if bare and text.counts(bare) else self._item_below(text, at)
        return self._named(text, joined) or self._item_below(text, at)

    def _item_below(self, text: _Text, at: int) -> re.Match[str] | None:
        """The first name of the next item, where this one stood in an item as well."""
        start = text.line_start(at)
        marker = re.match(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+", text.speech[start:at])
        if marker is None:
            return None
        end = text.speech.find("\n", at)
        below = _ITEM.match(text.seen, end) if end >= 0 else None
        return self._named(text, below.end()) if below else None

    def _named(self, text: _Text, at: int) -> re.Match[str] | None:
        """The issue that is named at a place, behind opening marks and small words; never across an empty line."""
        start = at
        while True:
            opening = _OPENING.match(text.seen, at)
            at = opening.end() if opening else at
            match = REFERENCE.match(text.seen, at)
            if match is not None:
                return match if text.counts(match) and not _BLANK.search(text.speech, start, at) else None
            after = self._skip(text, at, self.small.between)
            if after == at:
                return None
            at = after

    def _skip(self, text: _Text, at: int, small: frozenset[str]) -> int:
        while (word := _NAME.match(text.speech, at)) and word.group().casefold() in small:
            gap = re.compile(r"[ \t\n]*").match(text.speech, word.end())
            at = gap.end() if gap else word.end()
        return at


@dataclass(frozen=True)
class _Text:
    """A text while its links are read."""

    source: Source
    speech: str
    seen: str

    def before(self, at: int) -> Iterator[re.Match[str]]:
        """The words before a place, nearest first, as far back as matters."""
        return reversed(list(WORD.finditer(self.speech, max(0, at - _BACK), at)))

    def line_start(self, at: int) -> int:
        return self.speech.rfind("\n", 0, at) + 1

    def quotes(self, at: int) -> bool:
        """Whether a place stands inside quotation marks that open and close on its line."""
        start, end = self.line_start(at), self.speech.find("\n", at)
        before, after = self.speech[start:at], self.speech[at : end if end >= 0 else len(self.speech)]
        straight = before.count('"') % 2 == 1 and '"' in after
        return straight or (before.rfind("“") > before.rfind("”") and "”" in after)

    def counts(self, match: re.Match[str]) -> bool:
        """Whether a name is said: a number in code is none, the name of a file may stand in code."""
        return match["file"] is not None or self.speech[match.start() : match.end()] == match.group()


def _chosen(found: Found[Phrase], text: str) -> Phrase | None:
    """The phrase that was met: the one spelled so, else the only direction among those of which it is an inflection.

    One word alone is no participle of another: what `blocks` is not what is `blocked`.
    """
    written = _NAME.findall(text[found.start : found.end].casefold())
    likely = list[Phrase]()
    for words, phrase in found.things:
        own = _NAME.findall(words.casefold())
        if own == written:
            return phrase
        passive = len(own) == 1 and own[0].endswith(_PARTICIPLE) != written[0].endswith(_PARTICIPLE)
        if not passive and all(_inflected(one, other) for one, other in zip(own, written, strict=True)):
            likely.append(phrase)
    return likely[0] if len({phrase.direction for phrase in likely}) == 1 else None


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ in their inflection only: `need` and `needs`, not `require` and `requirement`."""
    same = len(common(one, other))
    return all(ENDING.fullmatch(word[same:]) for word in (one, other))
