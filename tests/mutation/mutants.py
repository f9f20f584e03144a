"""Small edits of a doctrine, each with the words it changes: numbers, names of ordered things, comparisons, whole lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COMPARISONS = {"≤": ("<", ">", "≥"), "≥": (">", "<", "≤"), "<": ("≤", ">"), ">": ("≥", "<")}
PAIRS = (("above", "below"), ("all", "any"), ("only when", "unless"), ("never", "always"))
TURNS = {**dict(PAIRS), **{right: left for left, right in PAIRS}}


@dataclass(frozen=True)
class Mutant:
    """A text with one edit: where it is (line from 1), what stood there and what stands there now."""

    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.line}: {self.before} -> {self.after}"


def edited(text: str, match: re.Match[str], words: str) -> Mutant:
    """A text with other words in place of a match."""
    line = text.count("\n", 0, match.start()) + 1
    return Mutant(line, match.group(), words, text[: match.start()] + words + text[match.end() :])


def numbers(text: str) -> Iterator[Mutant]:
    """Every number, in digits or in words, one more and one less."""
    for match in re.finditer(r"(?<![\w.-])\d+(?![\w-])", text):
        yield from (edited(text, match, str(int(match.group()) + step)) for step in (1, -1))
    for match in re.finditer(rf"\b(?:{'|'.join(NUMBERS)})\b", text):
        at = NUMBERS.index(match.group())
        yield from (edited(text, match, NUMBERS[(at + step) % len(NUMBERS)]) for step in (1, -1))


def swapped(text: str, scales: Sequence[Sequence[str]]) -> Iterator[Mutant]:
    """Every mention of a member of a scale in code, with each other member in its place."""
    for scale in scales:
        for match in re.finditer("|".join(f"`{re.escape(member)}`" for member in scale), text):
            yield from (edited(text, match, f"`{other}`") for other in scale if f"`{other}`" != match.group())


def compared(text: str) -> Iterator[Mutant]:
    """Every comparison turned: strict, not strict, the other way round."""
    for match in re.finditer(r"[≤≥]|(?<= )[<>](?= )", text):
        yield from (edited(text, match, sign) for sign in COMPARISONS[match.group()])


def turned(text: str) -> Iterator[Mutant]:
    """Every word that turns a condition, turned."""
    for match in re.finditer(rf"\b(?:{'|'.join(TURNS)})\b", text, re.IGNORECASE):
        yield edited(text, match, TURNS[match.group().lower()])


def shortened(text: str) -> Iterator[Mutant]:
    """Every row of a table, every item of a list and every line of prose taken away."""
    for match in re.finditer(r"^(?!\s*$|#|\|[\s|:-]+\|$).+\n", text, re.MULTILINE):
        if not _is_header(text, match.end()):
            yield edited(text, match, "")


def reordered(text: str) -> Iterator[Mutant]:
    """Every chain of an order with two neighbours exchanged."""
    for match in re.finditer(r"(`[^`]+`) < (`[^`]+`)", text):
        yield edited(text, match, f"{match[2]} < {match[1]}")


def _is_header(text: str, at: int) -> bool:
    return re.match(r"\|[\s|:-]+\|\n", text[at:]) is not None


def mutants(text: str, scales: Mapping[str, Sequence[str]]) -> Iterator[Mutant]:
    """Every edit of every kind, above the examples: those are tests of the doctrine, and say nothing by themselves."""
    end = text.index("\n## Examples")
    top, rest = text[:end], text[end:]
    for kind in (numbers, compared, turned, shortened, reordered):
        yield from (with_rest(mutant, rest) for mutant in kind(top))
    yield from (with_rest(mutant, rest) for mutant in swapped(top, list(scales.values())))


def with_rest(mutant: Mutant, rest: str) -> Mutant:
    """The whole text with an edit of its top."""
    return replace(mutant, text=mutant.text + rest)
