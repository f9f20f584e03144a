"""Conditions with what they lead to, as far as words tell: `if C: V`, `V when C`, `C → V`, `Min N: 3 (V below this)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.document import Paragraph
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.names import in_order
from harnessy.source import Span

_ARROW = re.compile(r"→|->|=>|⇒")
_EXACT = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?[%+]?|`[^`]+`|[<>≤≥=]")
_OPENS = re.compile(r"(?:^|[:;,(→]|\band\b|\bor\b|[—–]|->)\s*[*_`\"“]*(?P<one>[A-Za-z]+(?:-[A-Za-z]+)*)(?P<two>\s+[A-Za-z]+)?")
_BOUND = re.compile(r"^(?P<name>[^:\n]+):\s*[`*]*(?P<number>\d[\d.]*%?)[`*]*\s*(?:\((?P<then>[^)]+)\))?")
_BRACKET = re.compile(r"\((?P<inner>[^()]*)\)\s*\Z")
_DECIDES = frozenset({"go", "hold", "halt", "end"})
_RELATIONS = ("LT", "GT", "LE", "GE")


@dataclass(frozen=True, slots=True)
class Case:
    """What some words say of a case: the stems of its condition, its figures and names in code, and the act it leads to.

    `effect` is that of the act, or the act itself where it ends something in its own way.
    """

    unit: Unit
    stems: frozenset[str]
    exact: frozenset[str]
    negated: bool
    act: str
    effect: str
    span: Span


def cases(look: Look) -> Iterator[Case]:
    """The conditions of a page with the first deciding act of each, clause by clause."""
    for unit in look.parts("heading", "sentence", "item"):
        clauses = unit.text.split(";")
        for at, clause in enumerate(clauses):
            parts = _split(look, unit, clause)
            act = _act(look, parts[1]) if parts else None
            if parts and act:
                before = clauses[at - 1] if at and look.lexicon.pattern("UNTIL").search(clauses[at - 1]) else ""
                yield _case(look, unit, f"{before} {parts[0]}", act)


def _case(look: Look, unit: Unit, condition: str, act: tuple[str, str]) -> Case:
    relations = {name for name in _RELATIONS if look.lexicon.pattern(name).search(condition)}
    exact = frozenset(_EXACT.findall(condition)) | relations
    negated = bool(look.lexicon.pattern("NO", "NOT", "NOONE", "NEVER").search(condition))
    stems = frozenset(look.lexicon.content(condition)) - frozenset(in_order(act[0]))
    return Case(unit, stems, exact, negated, act[0], act[1], _place(unit))


def _place(unit: Unit) -> Span:
    """The words with their lead-in; a heading with the paragraph right below it."""
    first = next(iter(unit.section.blocks), None)
    if unit.part == "heading" and isinstance(first, Paragraph):
        return unit.span.cut(unit.span.start, first.span.end)
    return unit.whole


def _split(look: Look, unit: Unit, clause: str) -> tuple[str, str] | None:
    """The words of the condition and those of what follows from it."""
    arrow, bracket = _ARROW.search(clause), _BRACKET.search(clause)
    if arrow:
        return clause[: arrow.start()], clause[arrow.end() :]
    opens = look.lexicon.pattern("IF").match(clause.lstrip("*_ "))
    mark = next((mark for mark in ":," if mark in clause), "") if opens else ""
    if mark:
        before, _, after = clause.partition(mark)
        return before, after
    if unit.part == "heading":
        inner = bracket["inner"] if bracket else ""
        return (clause, inner.split("—")[-1]) if look.lexicon.pattern("IF").search(inner) else None
    if unit.leads and re.search(rf"(?:{look.lexicon.pattern('IF').pattern})\s*:[*_\s]*\Z", unit.leads[-1].text, re.IGNORECASE):
        return clause, unit.leads[-1].text
    return (clause, clause) if not opens and look.lexicon.pattern("IF", "ONLYIF").search(clause) else None


def _act(look: Look, text: str) -> tuple[str, str] | None:
    """The first act of some words that decides something, where an act may stand, and its effect."""
    for match in _OPENS.finditer(text):
        second = (match["two"] or "").strip()
        two = f"{match['one']} {second}" if second else ""
        both = two if len(in_order(two)) > 1 else ""
        for phrase in filter(None, (both, match["one"], second)):
            stem = " ".join(in_order(phrase))
            effect = look.lexicon.effect_of.get(stem)
            if effect in _DECIDES and (phrase is both or phrase.casefold() not in look.lexicon.small):
                return phrase.casefold(), stem if stem in look.lexicon.ends else effect
    return None


def bounds(look: Look) -> Iterator[tuple[Unit, re.Match[str]]]:
    """The limits of a page: `Max tries: 3 (ask above this)`."""
    for unit in look.parts("item", "sentence"):
        match = _BOUND.match(unit.text)
        if match and look.lexicon.pattern("MOST", "LEAST").search(match["name"]):
            yield unit, match
