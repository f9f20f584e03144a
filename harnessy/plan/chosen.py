"""Which phrases of the doctrine some words are: as they are spelled, or in another inflection."""

from __future__ import annotations

import re

from harnessy.plan.charter import UNCLEAR, Phrase
from harnessy.plan.passage import Passage
from harnessy.plan.phrases import ADVERB, ENDING, Found, common

_WORD = re.compile(r"[^\W\d_]+")
_PARTICIPLE = "d"


def chosen(found: Found[Phrase], text: str, *, label: bool = True) -> tuple[Phrase, ...]:
    """The phrases that were met: those spelled so, else those of which it is an inflection, if they say one direction.

    One word alone is no participle of another: what `blocks` is not what is `blocked`. What the doctrine calls unclear counts
    where nothing else does. `label` tells whether the words begin a line, with a colon behind them.
    """
    written = _WORD.findall(text[found.start : found.end].casefold())
    exact, likely = list[Phrase](), list[Phrase]()
    for words, phrase in found.things:
        if phrase.label and not label:
            continue
        own = _WORD.findall(words.casefold())
        said = written if len(written) == len(own) else [word for word in written if not word.endswith(ADVERB)]
        if own == said:
            exact.append(phrase)
        pairs = list(zip(own, said, strict=False)) if len(own) == len(said) else []
        if pairs and all(_inflected(*pair) for pair in pairs) and not (len(pairs) == 1 and _passive(*pairs[0])):
            likely.append(phrase)
    known = [phrase for phrase in exact if phrase.plain and phrase.direction != UNCLEAR]
    clear = [phrase for phrase in likely if phrase.plain and phrase.direction != UNCLEAR]
    slots = [phrase for phrase in exact or likely if not phrase.plain]
    plain = known or clear or [phrase for phrase in (*exact, *likely) if phrase.plain]
    return (*slots, *plain) if exact or len({phrase.direction for phrase in (*slots, *plain)}) == 1 else ()


def met_in(text: Passage, found: Found[Phrase]) -> tuple[Phrase, ...]:
    """The phrases that were met at a place of a text."""
    label = any(phrase.label for _, phrase in found.things) and text.label(found.start, found.end) is not None
    return chosen(found, text.speech, label=label)


def _passive(one: str, other: str) -> bool:
    """Whether one of two forms of a word is a participle and the other is none: `blocks`, `blocked`; `need` is none."""
    same = len(common(one, other))
    return one[same:].endswith(_PARTICIPLE) != other[same:].endswith(_PARTICIPLE)


def _inflected(one: str, other: str) -> bool:
    """Whether two words differ in their inflection only: `need` and `needs`, not `require` and `requirement`."""
    same = len(common(one, other))
    return all(ENDING.fullmatch(word[same:]) for word in (one, other))
