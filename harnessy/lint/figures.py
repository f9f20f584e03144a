"""Limits with a number, wherever a page says them: as a line, a row of a table, a sentence, or a key of its settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.document import Fence, Table, walk
from harnessy.lint.model import Look
from harnessy.lint.units import Unit, lines
from harnessy.rulebook.amount import SECONDS
from harnessy.source import Span

_FIGURE = r"[`*]*(?:[≤≥<>=]\s*)?(?P<figure>[$€£]?\d[\d,_]*(?:\.\d+)?\s?(?:%|[A-Za-z]{1,8})?)[`*]*"
_BOUND = re.compile(rf"^(?P<name>[^:\n]{{3,80}}):\s*{_FIGURE}(?:\s*(?:\(.*\))?\s*\.?)$", re.DOTALL)
_CELL = re.compile(rf"^{_FIGURE}$")
_AMOUNT = r"[`*]*(?P<figure>[$€£]?\d[\d,_]*(?:\.\d+)?\s?(?P<unit>%|[A-Za-z]{1,8}\b)?)[`*]*"
_NUMBER = re.compile(r"(?<![\w.])\d")
_SETTING = re.compile(r"^(?P<key>[A-Za-z][\w.-]*)\s*[:=]\s*(?P<figure>\d[\d_]*(?:\.\d+)?)\s*(?:#.*)?$")
_RUNS_SO = re.compile(r"\bruns?\s+(?=\w+ly\b|in parallel|at once|at a time)", re.IGNORECASE)
_PARTS = re.compile(r"[A-Za-z]+")
_SIDES = ("MOST", "LEAST")
_LONGEST = 24


@dataclass(frozen=True, slots=True)
class Figure:
    """A name as stems, with its side (MOST or LEAST; none for a setting), an amount as written, and its place."""

    name: frozenset[str]
    side: str
    words: str
    span: Span


def figures(look: Look) -> Iterator[Figure]:
    """The limits of a page: lines, rows, then sentences."""
    conditional = look.lexicon.pattern("IF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "ONLY", "ONLYIF", "AFTER")
    for unit in look.parts("item", "sentence"):
        match = _BOUND.match(unit.text)
        if match and look.lexicon.pattern(*_SIDES, "TIMED").search(match["name"]):
            yield from _figure(look, match["name"], unit.span, match)
        elif len(unit.text.split()) <= _LONGEST and not conditional.search(unit.text):
            yield from _said(look, unit)
    for section, table in look.document.tables():
        heading = section.heading.text if section.heading else ""
        limits = bool(_limiting(look) & {*look.lexicon.content(f"{table.header.cells[0].text} {heading}")})
        yield from _rows(look, table, limits=limits)


def settings(look: Look) -> Iterator[Figure]:
    """The numbers of the settings of a page, with the unit that a key carries."""
    blocks = (block for section in look.document.sections for block in walk(section.blocks) if isinstance(block, Fence))
    for block in blocks:
        if block.info.split(" ")[0].casefold() in {"yaml", "yml", "toml", "ini"}:
            yield from (one for line in lines(block) for one in _setting(look, line))


def _setting(look: Look, line: Span) -> Iterator[Figure]:
    match = _SETTING.match(line.text)
    if match:
        parts = [part for part in _PARTS.findall(match["key"].casefold()) if part]
        units = [part for part in parts if len(part) > 1 and (part in SECONDS or part.removesuffix("s") in SECONDS)]
        name = frozenset(look.lexicon.content(" ".join(part for part in parts if part not in units))) - _measures(look)
        if name:
            place = line.cut(line.start + match.start("figure"), line.start + match.end("figure"))
            yield Figure(name, "", f"{match['figure']} {units[0]}" if units else match["figure"], place)


def _limiting(look: Look) -> frozenset[str]:
    return frozenset(stem for word in (*look.lexicon.lists["MOST"], "budget") for stem in look.lexicon.content(word))


def _measures(look: Look) -> frozenset[str]:
    """The stems that only say that something is measured, or which side a limit is."""
    words = (*look.lexicon.lists["MOST"], *look.lexicon.lists["LEAST"], *look.lexicon.lists["MEASURES"])
    return frozenset(stem for word in words for stem in look.lexicon.content(word))


def _rows(look: Look, table: Table, *, limits: bool) -> Iterator[Figure]:
    for row in table.rows:
        first, *rest = row.cells
        for cell in rest:
            match = _CELL.match(cell.text)
            if match and (limits or look.lexicon.pattern(*_SIDES).search(first.text)):
                yield from _figure(look, first.text, cell.span, match)
                break


def _figure(look: Look, name: str, words: Span, match: re.Match[str], side: str = "") -> Iterator[Figure]:
    found = side or next((side for side in reversed(_SIDES) if look.lexicon.pattern(side).search(name)), "MOST")
    key = frozenset(look.lexicon.content(_RUNS_SO.sub("", name))) - _measures(look)
    if key:
        place = words.cut(words.start + match.start("figure"), words.start + match.end("figure"))
        yield Figure(key, found, match["figure"].strip(), place)


def _said(look: Look, unit: Unit) -> Iterator[Figure]:
    """`A shift lasts at most 60 min`, `no run may touch more than 50 files`; the one number of its sentence."""
    if len(_NUMBER.findall(unit.text)) != 1:
        return
    denied = look.lexicon.pattern("NO", "NEVER", "NOONE").search(unit.text)
    for relation, side in (("LE", "MOST"), ("GE", "LEAST"), ("GT", "MOST")):
        match = re.search(rf"(?:{look.lexicon.pattern(relation).pattern})\s*{_AMOUNT}", unit.text, re.IGNORECASE)
        if match and (relation != "GT" or denied):
            unit_word = match["unit"] or ""
            timed = unit_word.casefold() in SECONDS or unit_word.casefold().removesuffix("s") in SECONDS or unit_word == "%"
            after = unit.text[match.end() :] if timed or not unit_word else f"{unit_word} {unit.text[match.end() :]}"
            amount = match if timed or not unit_word else _without_unit(match)
            name = f"{unit.text[: match.start()]} {after}"
            if amount and look.lexicon.content(name):
                yield from _figure(look, name, unit.span, amount, side)
            return


def _without_unit(match: re.Match[str]) -> re.Match[str] | None:
    """The same match in a text in which the figure is a number alone."""
    found = re.compile(r"(?P<figure>[$€£]?\d[\d,_]*(?:\.\d+)?)").search(match.string, match.start("figure"))
    return found if found and found.start() == match.start("figure") else None
