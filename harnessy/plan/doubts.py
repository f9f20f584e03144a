"""What may be a link and is not understood: unclear words beside a name, labels in other words, what was so once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harnessy.plan.charter import UNCLEAR, Phrase
from harnessy.plan.passage import Passage, Small
from harnessy.plan.phrases import WORD, Found, together
from harnessy.plan.references import Named
from harnessy.plan.said import Said
from harnessy.plan.speech import Range

_LABEL = re.compile(
    r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?[*_]*(?P<label>[^\W\d_][\w /-]{0,40})[*_]*[ \t]*:[*_]*[ \t]*(?P<value>\S[^\n]*)$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Doubts:
    """Finds it. `signs` are unclear marks that are no words (`->`), `marks` what the doctrine says of each, `label` of labels."""

    small: Small
    signs: re.Pattern[str] | None
    marks: dict[str, Phrase]
    label: Phrase | None

    @classmethod
    def of(cls, phrases: Iterable[Phrase], small: Small, other_label: tuple[str, ...]) -> Doubts:
        """The finder for the phrases of a doctrine."""
        unclear = [phrase for phrase in phrases if phrase.direction == UNCLEAR]
        marks = {phrase.text: phrase for phrase in unclear if not WORD.search(phrase.text)}
        label = next((phrase for phrase in unclear if phrase.text.casefold() in other_label), None)
        longest = sorted(marks, key=lambda mark: -len(mark))
        return cls(small, re.compile("|".join(map(re.escape, longest))) if marks else None, marks, label)

    def near(self, text: Passage, place: Range, phrase: Phrase) -> Iterator[Said]:
        """The names in the sentence of unclear words, but for those that are only pointed at: `see #3`."""
        small, where = self.small, text.source.span(*place)
        for match in text.names(text.sentence_start(place[0]), text.sentence_end(place[1])):
            word = next(text.before(match.start()), None)
            between = {each.group().casefold() for each in WORD.finditer(text.speech, place[1], match.start())}
            inside = word is not None and place[0] <= word.start() < place[1]
            if word is not None and (inside or not together(text.speech, word.end(), match.start())):
                word = None
            pointed = between & small.denies or (word is not None and word.group().casefold() in small.pointing)
            if not pointed:
                span = text.source.span(match.start(), match.end())
                yield Said(phrase, Named.of(match), (where, span), read=False)

    def others(self, text: Passage) -> Iterator[Said]:
        """The names beside unclear signs, and those that are all that stands behind a label in other words."""
        for sign in self.signs.finditer(text.speech) if self.signs is not None else ():
            if not text.quotes(sign.start()):
                yield from self.near(text, sign.span(), self.marks[sign.group()])
        for line in _LABEL.finditer(text.speech) if self.label is not None else ():
            yield from self._labelled(text, line, self.label) if self.label is not None else ()

    def _labelled(self, text: Passage, line: re.Match[str], phrase: Phrase) -> Iterator[Said]:
        said = {word.group().casefold() for word in WORD.finditer(line["label"])}
        names = list(text.names(*line.span("value"))) if not said & self.small.mentions else []
        at, rest = line.start("value"), list[str]()
        for name in names:
            rest.append(text.seen[at : name.start()])
            at = name.end()
        loose = (word.casefold() for word in WORD.findall("".join((*rest, text.seen[at : line.end("value")]))))
        if names and set(loose) <= self.small.together:
            where = text.source.span(*line.span("label"))
            for name in names:
                yield Said(phrase, Named.of(name), (where, text.source.span(name.start(), name.end())), read=False)

    def over(self, text: Passage, found: Found[Phrase]) -> bool:
        """Whether something is said to be over, and nothing of today: `formerly blocked by`, `was blocked by … until May`."""
        before = self._earlier(text, found)
        rest = {word.group().casefold() for word in WORD.finditer(text.speech, found.end, text.sentence_end(found.end))}
        ended = bool(before & self.small.over) or bool(before & self.small.former and rest & self.small.until)
        return ended and not rest & self.small.still

    def before(self, text: Passage, found: Found[Phrase]) -> bool:
        """Whether something was so, and may still be: `was blocked by`."""
        return bool(self._earlier(text, found) & (self.small.former | self.small.over))

    def _earlier(self, text: Passage, found: Found[Phrase]) -> frozenset[str]:
        """The words of the past right before a phrase, with nothing but small words between."""
        end, past, seen = found.start, self.small.former | self.small.over, set[str]()
        for word in text.before(found.start):
            form = word.group().casefold()
            if not together(text.speech, word.end(), end) or form not in past | self.small.inside:
                break
            seen.add(form)
            end = word.start()
        return frozenset(seen & past)
