"""Explicit links: what an issue says in so many words of what it waits for, and what waits for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from harnessy.plan.charter import UNCLEAR, Charter, Phrase
from harnessy.plan.chosen import chosen, met_in
from harnessy.plan.doubts import Doubts
from harnessy.plan.grids import Column, columns
from harnessy.plan.model import Issue, Stated
from harnessy.plan.passage import Passage, Small
from harnessy.plan.phrases import ADVERB, SINGULARS, WORD, Found, Phrases, together
from harnessy.plan.references import REFERENCE, Named
from harnessy.plan.said import Said
from harnessy.plan.speech import Range
from harnessy.source import Source, Span

_OPENING = re.compile(r"(?:\[[^\]\n]{0,200}\]\((?=\S)|\|(?![ \t]*\n)|[\s*_:,(\"'“‘`\[<\\—–-])*")
_CLOSING = re.compile(r"[\])*_`>\"'”’]*(?:\([^)\s]*\))?[\])*_`\"'”’]*")
_ASIDE = re.compile(r"[ \t]*\([^()\n]*\)")
_APPOSED = re.compile(r"(?:[ \t\n]+[\w'’`-]+){1,8}[ \t\n]+\(")
_PLAIN = re.compile(r"(?:[ \t*_'’`./-]|\n(?![ \t]*\n))*")
_APART = re.compile(r"\s*(?:[,;/&+(]|\n[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[ \][ \t]+)?)?\s*")
_ITEM = re.compile(r"[ \t:*_#]*\n(?:[ \t]*\n)*[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[ \][ \t]+)?")
_BELOW = re.compile(r"[ \t:*_#]*\n(?:[ \t]*\n)*")
_ITEMS = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+")
_SPAN = re.compile(r"(?:[-–—]|\.{2,3}|…|[ \t]+(?:to|through|thru)[ \t]+)#?(?P<last>\d+)\b(?!\.?\w)")
_UNCHECKED = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[ \][ \t]+", re.MULTILINE)
_NAME = re.compile(r"[^\W\d_]+")
_BLANK = re.compile(r"\n[ \t]*\n")
_NAMES = re.compile(r"\d|\.(?:md|markdown)\b|:[*_]*[ \t]+\S")
_PART = re.compile(r"[\w/-]*[\w-](?:\.\w+)*")
_PARTS = re.compile(r"[\s\[`*]*[\w./-]*\w(?:[\]\s`*]*[,;&][\s`*]*[\w./-]*\w)*[\]\s`*.]*")
_LISTING = " \t,;/&+*_"
_CAMEL = re.compile(r"[a-z](?=[A-Z])")
_MANY = 1 << 2 << 2 << 2
_BOX, _REMARK, _REACH = "[ ]", "#", 1 << 2 << 1
BUILDING, NO_LINK = frozenset({"GOES_AFTER", "GOES_BEFORE"}), "NO_LINK"
_BEFORE, _NT, _APOSTROPHES = "GOES_BEFORE", "t", frozenset("'’")
_PLURAL = "s"


@dataclass
class _Known:
    """Where the names stand that links name, that pointers name, that are denied; and what is not understood so far."""

    named: set[int] = field(default_factory=set)
    cleared: set[int] = field(default_factory=set)
    denied: set[int] = field(default_factory=set)
    doubts: list[Said] = field(default_factory=list)

    def kept(self, links: list[Said]) -> list[Said]:
        """Links that were found, once their names are kept; `needs the work tracked in #3` makes no part of it."""
        links = [said for said in links if said.phrase.direction in BUILDING or said.spans[-1].start not in self.named]
        for said in links:
            (self.cleared if said.phrase.direction == NO_LINK else self.named).add(said.spans[-1].start)
        return links

    def left(self, more: Iterable[Said]) -> Iterator[Said]:
        """What is said beside that of names that no link has: not of those that were denied, or pointed at further on."""
        for said in (*self.doubts, *more):
            place = said.spans[-1].start
            passed = place in self.denied and said.phrase.direction == UNCLEAR
            if place not in self.named and not passed and not (place in self.cleared and said.spans[0].start < place):
                self.named.add(place)
                yield said


@dataclass(frozen=True)
class Reader:
    """Reads the links of texts. `unchecked` is what the doctrine says of an open box in front of an issue."""

    phrases: Phrases[Phrase]
    small: Small
    unchecked: Phrase | None
    doubts: Doubts

    @classmethod
    def of(cls, charter: Charter, planning: Mapping[str, tuple[str, ...]]) -> Reader:
        """A reader with the phrases of a doctrine."""
        box = planning["UNCHECKED"]
        unchecked = next((phrase for phrase in charter.phrases if phrase.text.casefold() in box), None)
        small = Small.of(planning)
        return cls(charter.links, small, unchecked, Doubts.of(charter.phrases, small, planning["OTHER_LABEL"]))

    def fields(self, issue: Issue) -> Iterator[tuple[Stated, Phrase | None]]:
        """What the tracker's fields say, each with the phrase of the doctrine that its name is; None where there is none."""
        for stated in issue.fields:
            found = next(iter(self.phrases.find(stated.words)), None)
            yield stated, next(iter(chosen(found, stated.words)), None) if found else None

    def said(self, source: Source, speech: str, seen: str) -> Iterator[Said]:
        """The links in a text, in order: `speech` is the text without code, `seen` has inline code."""
        if not _NAMES.search(seen):
            return
        text, known = Passage(source, speech, seen, self.small.standards), _Known()
        for found in self.phrases.find(speech, fits=lambda found: bool(met_in(text, found))):
            if not text.quotes(found.start):
                yield from self._met(text, found, met_in(text, found), known)
        known.doubts.extend(self.doubts.others(text))
        yield from known.left(self._in_tables(text) if "|" in speech else ())
        if self.unchecked is not None and _BOX in speech:
            yield from self._boxed(text, self.unchecked, known.named)

    def _met(self, text: Passage, found: Found[Phrase], met: tuple[Phrase, ...], known: _Known) -> Iterator[Said]:
        """The links that a phrase makes; what else is known of the names around it is kept."""
        plain = next((phrase for phrase in met if phrase.plain), None)
        if self._denied(text, found) or self.doubts.over(text, found):
            order = list(self._denied_order(text, found, plain))
            known.doubts.extend(order)
            known.denied.update(said.spans[-1].start for said in (self._after(text, found, plain) if plain and not order else ()))
            return
        links = list(self._slots(text, found, met))
        if links or plain is None:
            yield from known.kept(links)
        elif plain.direction == UNCLEAR:
            known.doubts.extend(self.doubts.near(text, (found.start, found.end), plain))
        elif not self._noun(text, found):
            links = list(self._after(text, found, plain))
            if self.doubts.before(text, found):
                links = [replace(said, read=False) for said in links]
            known.doubts.extend(self._more(text, found, plain) if not links else ())
            if not links and self._of_itself(text, found):
                known.doubts.extend(self.doubts.near(text, (found.start, found.end), plain))
            yield from known.kept(links)

    def _boxed(self, text: Passage, phrase: Phrase, named: set[int]) -> Iterator[Said]:
        """The issues behind open boxes, but for those that a phrase has named."""
        for box in _UNCHECKED.finditer(text.speech):
            match = self._named(text, box.end())
            if match is not None and match.start() not in named:
                span = text.source.span(match.start(), match.end())
                yield Said(phrase, Named.of(match), (text.source.span(box.start(), match.end()), span))

    def _in_tables(self, text: Passage) -> Iterator[Said]:
        """The names in the columns of tables whose heads are phrases: said of the issue that the row names first."""
        for column in columns(text.speech):
            phrase = self._head(text.speech, column)
            if phrase is None:
                continue
            for row in column.rows:
                subject = next(text.names(row.first, row.first_end), None) if row.first != row.start else None
                for match in text.names(row.start, row.end):
                    places = (text.source.span(column.start, column.end), text.source.span(match.start(), match.end()))
                    known = subject is not None or row.first == row.start
                    whose = Named.of(subject) if subject else None
                    yield Said(phrase, Named.of(match), places, whose, read=known)

    def _head(self, speech: str, column: Column) -> Phrase | None:
        head = speech[column.start : column.end]
        for found in self.phrases.find(head):
            if found.start == 0 and not WORD.search(head, found.end):
                return next((phrase for phrase in chosen(found, head) if phrase.plain), None)
        return None

    def _noun(self, text: Passage, found: Found[Phrase]) -> bool:
        """One word alone behind an article or a piece of code names a thing, and links nothing: `the block #4 adds`.

        So does one that is a part of a longer word: `needs-work`. A word of a verb's form behind an article for one thing
        is a verb: `this blocks #4`.
        """
        word = next(text.before(found.start), None)
        if found.words == 1 and text.compound(found.start, found.end):
            return True
        if found.words > 1 or word is None or text.label(found.start, found.end):
            return False
        between, form = text.seen[word.end() : found.start], word.group().casefold()
        if "\n" in between:
            return False
        verb = form in self.small.single and text.speech[found.start : found.end].casefold().endswith(_PLURAL)
        return "`" in between or (not between.strip(" *_") and form in self.small.articles and not verb)

    def _denied(self, text: Passage, found: Found[Phrase]) -> bool:
        """`not blocked by`, `no longer depends on`: a denial in front, and nothing but small words and adverbs between."""
        end = found.start
        for word in text.before(found.start):
            form = word.group().casefold()
            if not together(text.speech, word.end(), end) and text.speech[word.end() : end] not in {"'", "’"}:
                return False
            if form in self.small.denies or (form == _NT and text.speech[word.start() - 1 : word.start()] in _APOSTROPHES):
                return True
            if form in self.small.more:
                return False
            if form not in self.small.inside and not form.endswith(ADVERB):
                return False
            end = word.start()
        return False

    def _denied_order(self, text: Passage, found: Found[Phrase], phrase: Phrase | None) -> Iterator[Said]:
        """What may not come before another may have to come after it: `cannot start before #3`."""
        words = {word.group().casefold() for word in WORD.finditer(text.speech, found.start, found.end)}
        if phrase is not None and phrase.direction == _BEFORE and words & self.small.turns:
            yield from (replace(said, read=False) for said in self._after(text, found, phrase))

    def _slots(self, text: Passage, found: Found[Phrase], chosen: Iterable[Phrase]) -> Iterator[Said]:
        """The names that stand in the place that a phrase has for them: `once #3 is dry`, `#3 must be dug first`."""
        place = text.source.span(found.start, found.end)
        for phrase in chosen:
            if phrase.follows:
                targets = self._in_front(text, found.start)
            else:
                targets = list(self._list(text, self._named(text, found.end))) if not phrase.plain else []
                targets = targets if targets and self._tailed(text, targets[-1].end(), phrase.tail) else []
            if targets:
                yield from (Said(phrase, Named.of(one), (place, text.source.span(one.start(), one.end()))) for one in targets)
                return

    def _in_front(self, text: Passage, end: int, apart: str = "") -> list[re.Match[str]]:
        """The names of a list that ends right before a place, in its line; marks may stand `apart` from it."""
        found, at = list[re.Match[str]](), end
        for match in reversed(list(text.names(text.reach(end), end))):
            between = self._beyond(text, match.end(), at).strip(_LISTING if found else f" \t{apart}")
            if between and not (found and between.casefold() in self.small.together):
                break
            found.append(match)
            at = match.start()
        return found[::-1]

    def _beyond(self, text: Passage, at: int, end: int) -> str:
        """What stands between a name and a place, without the marks and an aside in brackets right behind the name."""
        closed = _CLOSING.match(text.seen, at, end)
        at = closed.end() if closed else at
        aside = _ASIDE.match(text.seen, at, end)
        return text.seen[aside.end() if aside else at : end]

    def _tailed(self, text: Passage, at: int, tail: tuple[str, ...]) -> bool:
        """Whether words stand right behind a name, adverbs apart."""
        rest = self._beyond(text, at, text.sentence_end(at))
        words = (word.group() for word in WORD.finditer(rest) if not word.group().endswith(ADVERB))
        said = tuple(SINGULARS[word] for word in islice(words, len(tail)))
        return said == tuple(SINGULARS[word] for word in tail)

    def _list(self, text: Passage, match: re.Match[str] | None) -> Iterator[re.Match[str]]:
        while match is not None:
            yield match
            match = self._another(text, match.end())

    def _after(self, text: Passage, found: Found[Phrase], phrase: Phrase) -> Iterator[Said]:
        subjects: list[Named | None] = [*self._subjects(text, found)]
        place = text.source.span(found.start, found.end)
        match = self._next(text, found)
        if match is not None and match["key"] and found.words == 1 and text.label(found.start, found.end) is None:
            return
        read = not self._turned(text, found, match)
        for one in self._list(text, match):
            span = text.source.span(one.start(), one.end())
            for named in self._through_to(text, one):
                yield from (Said(phrase, named, (place, span), subject, read=read) for subject in subjects or [None])
        word = self._of_itself(text, found) if match is None else None
        if word:
            whole = text.source.span(found.start, word.end())
            yield from (Said(phrase, subject, (whole,), itself=True) for subject in subjects)

    def _of_itself(self, text: Passage, found: Found[Phrase]) -> re.Match[str] | None:
        """The word for the issue itself, right behind a phrase: `blocks this`."""
        word = WORD.search(text.speech, found.end)
        own = word is not None and word.group().casefold() in self.small.itself
        return word if word is not None and own and together(text.speech, found.end, word.start()) else None

    def _turned(self, text: Passage, found: Found[Phrase], match: re.Match[str] | None) -> bool:
        """`the successor of #3`, `blocks this: #3`: the words alone say the opposite of these."""
        own = self._of_itself(text, found)
        if match is not None and own is not None and own.group().casefold() in self.small.own:
            return ":" in text.speech[own.end() : match.start()]
        word = WORD.search(text.speech, found.end) if match is not None and found.words == 1 else None
        return word is not None and word.group().casefold() in self.small.turning and together(text.speech, found.end, word.start())

    def _through_to(self, text: Passage, match: re.Match[str]) -> Iterator[Named]:
        """What a name means: one issue, or all from it to another, as in `#3-#5`."""
        named, to = Named.of(match), _SPAN.match(text.speech, match.end())
        last = int(to["last"]) if to and named.number else 0
        if 0 < last - named.number <= _MANY:
            for number in range(named.number + 1, last + 1):
                yield Named(f"{named.repository}#{number}", number, named.repository)
        yield named

    def _more(self, text: Passage, found: Found[Phrase], phrase: Phrase) -> Iterator[Said]:
        """What a phrase says that no name follows: of a name later in its sentence, or of words behind its colon.

        After words that can mean nothing else (more than one) such a name is a link; after one word alone it may be.
        """
        place, label = text.source.span(found.start, found.end), text.label(found.start, found.end)
        end = label[1] if label else text.sentence_end(found.end)
        first = WORD.search(text.speech, *label) if label else None
        many = found.words > 1 or bool(_CAMEL.search(text.speech, found.start, found.end))
        sure = many and (first is None or first.group().casefold() not in self.small.denies | self.small.nothing)
        for match in text.names(found.end, end):
            between = {word.group().casefold() for word in WORD.finditer(text.speech, found.end, match.start())}
            if not between & (self.small.pointing | self.small.denies):
                span = text.source.span(match.start(), match.end())
                yield Said(phrase, Named.of(match), (place, span), read=sure and not match["key"])
            return
        if label is not None and many:
            yield from self._labelled(text, phrase, place, label)

    def _labelled(self, text: Passage, phrase: Phrase, place: Span, value: Range) -> Iterator[Said]:
        """The words behind a colon that hold no other name: bare numbers, names of tasks without an ending, or unread."""
        words = text.seen[slice(*value)].partition(_REMARK)[0].rstrip()
        whole, first = text.source.span(value[0], value[0] + len(words)), WORD.search(words)
        if first is None or first.group().casefold() in self.small.denies | self.small.nothing:
            return
        parts = list(_PART.finditer(words)) if _PARTS.fullmatch(words) else []
        for part in parts:
            name, start = part.group(), value[0] + part.start()
            named = Named(f"#{name}", int(name)) if name.isdigit() else Named(name, file=f"{name}.md")
            yield Said(phrase, named, (place, text.source.span(start, start + len(name))))
        if not parts:
            yield Said(phrase, None, (place, whole), read=False)

    def _subjects(self, text: Passage, found: Found[Phrase]) -> Iterator[Named]:
        """The issues right before a phrase, of which it is said: `#3 and #4 are blocked by #5`."""
        end, apart = found.start, ""
        for word in text.before(found.start):
            form = word.group().casefold()
            if form not in self.small.linking | self.small.single or not together(text.speech, word.end(), end):
                break
            end, apart = word.start(), "," if form in self.small.relative else ""
        return map(Named.of, self._in_front(text, end, apart))

    def _next(self, text: Passage, found: Found[Phrase]) -> re.Match[str] | None:
        """The issue that is named right after a phrase: on the line, or as the first item of a list below it.

        Brackets may stand in front of it after more words than one; what one word alone brings in brackets, the words
        before it may mean as well.
        """
        at, single = found.end, found.words == 1
        item = _ITEM.match(text.seen, at)
        if item is not None:
            return self._named(text, item.end())
        if text.heads(found.start, at) and (below := _BELOW.match(text.seen, at)):
            return self._named(text, below.end())
        named = self._named(text, at) or self._through(text, at)
        if named is None and not single and (apposed := _APPOSED.match(text.speech, at)):
            words = {word.group().casefold() for word in WORD.finditer(apposed.group())}
            return None if words & self.small.denies else REFERENCE.match(text.speech, apposed.end())
        inside = named is not None and single and "(" in text.speech[at : named.start()].replace("](", "")
        return None if inside and text.speech[text.reach(found.start) : found.start].strip(" \t-*_#") else named

    def _through(self, text: Passage, at: int) -> re.Match[str] | None:
        """The issue from which something comes that a phrase asks for: `needs the parser from #3`."""
        end = at
        for word in islice(WORD.finditer(text.speech, at), _REACH):
            form = word.group().casefold()
            if not _PLAIN.fullmatch(text.speech, end, word.start()) or form in self.small.denies | self.small.pointing:
                return None
            end = word.end()
            if form in self.small.through and (found := self._named(text, end)):
                return found
        return None

    def _another(self, text: Passage, at: int) -> re.Match[str] | None:
        closing = _CLOSING.match(text.seen, at)
        at = closing.end() if closing else at
        if (to := _SPAN.match(text.speech, at)) or (to := _ASIDE.match(text.seen, at)):
            at = to.end()
        apart = _APART.match(text.seen, at)
        end = apart.end() if apart else at
        joined = self._skip(text, end, self.small.together)
        if _BLANK.search(text.speech, at, joined):
            return self._item_below(text, at)
        if not text.speech[at:joined].strip():
            bare = REFERENCE.match(text.seen, joined) if joined > at else None
            return bare if bare and text.counts(bare) else self._item_below(text, at)
        return self._named(text, joined) or self._item_below(text, at)

    def _item_below(self, text: Passage, at: int) -> re.Match[str] | None:
        """The first name of the next item, where this one stood in an item as well."""
        start = text.line_start(at)
        marker = _ITEMS.match(text.speech, start, at)
        if marker is None:
            return None
        end = text.speech.find("\n", at)
        below = _ITEM.match(text.speech, end) if end >= 0 else None
        return self._named(text, below.end()) if below else None

    def _named(self, text: Passage, at: int) -> re.Match[str] | None:
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

    def _skip(self, text: Passage, at: int, small: frozenset[str]) -> int:
        while (word := _NAME.match(text.speech, at)) and word.group().casefold() in small:
            gap = re.compile(r"[ \t\n]*").match(text.speech, word.end())
            at = gap.end() if gap else word.end()
        return at
