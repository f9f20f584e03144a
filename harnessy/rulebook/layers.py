"""Several formulas for one name: the heading of each tells which one it is, and from when on it applies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from harnessy.document import Section
from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.formula import tokens
from harnessy.rulebook.model import ALWAYS, Compare, Condition, Fact, Named, Not, Quantity, Rule, atoms, conjoined
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.resolve import Resolver
from harnessy.rulebook.symbols import Symbol
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

LAYER = "one of several"
_NUMBERED = re.compile(r"(?P<word>[^\W\d_]+)\s+(?P<number>\d+)\b")


def layered(draft: Draft, resolver: Resolver, made: Sequence[Symbol]) -> Iterator[tuple[Symbol, Condition]]:
    """Each formula of a name with the condition under which it is the one."""
    if len(made) < 1 + 1:
        yield from ((one, ALWAYS) for one in made)
        return
    marks = [_marks(one.section) for one in made]
    word = next((word for word in marks[0] if _tells_apart(word, marks)), None)
    conditions = [_activation(draft, resolver, one.section, word) for one in made]
    chosen = _chosen(conditions)
    if word is None:
        yield from zip(made, chosen, strict=True)
        return
    spans = [mark[word] for mark in marks]
    name = named(spans[0].text.rpartition(" ")[0].strip(), spans[0])
    draft.quantities[name.key] = Quantity(name, "number", span=spans[0], trail=made[0].section.words)
    for one, span, when in zip(made, spans, chosen, strict=True):
        value = Decimal(span.text.rpartition(" ")[2])
        heading = one.section.heading.span if one.section.heading else span
        identity = f"{name.key}/{fold(span.text).replace(' ', '-')}"
        why = tuple(dict.fromkeys(atom.span for atom in atoms(when) if atom.span != heading))
        rule = Rule(identity, LAYER, name.key, when, heading, one.section.words, value=value, why=why)
        draft.rules.append(rule)
        yield one, Compare(name.key, "=", (value,), heading)


def layer_of(section: Section) -> frozenset[tuple[str, str]]:
    """The numbered words of a heading."""
    return frozenset((word, span.text.rpartition(" ")[2]) for word, span in _marks(section).items())


def _marks(section: Section) -> dict[str, Span]:
    """The words of a heading that a number follows: `Tier 2`."""
    heading = section.heading
    if heading is None:
        return {}
    found = _NUMBERED.finditer(heading.text)
    return {
        fold(match["word"]): heading.span.cut(heading.span.start + match.start(), heading.span.start + match.end())
        for match in found
    }


def _tells_apart(word: str, marks: Sequence[dict[str, Span]]) -> bool:
    numbers = [mark[word].text.rpartition(" ")[2] for mark in marks if word in mark]
    return len(set(numbers)) == len(marks)


def _chosen(conditions: Sequence[Condition | None]) -> list[Condition]:
    """The last whose condition holds; one without a condition stands where no other holds."""
    found = list[Condition]()
    for index, condition in enumerate(conditions):
        later = conditions[index + 1 :] if condition is not None else conditions
        others = [Not(other) for other in later if other is not None]
        found.append(conjoined(*([condition] if condition is not None else []), *others))
    return found


def _activation(draft: Draft, resolver: Resolver, section: Section, word: str | None) -> Condition | None:
    """`(activate after 10+ runs with human gate data)`: from that many on."""
    if section.heading is None:
        return None
    for part in _parts(section.heading.span, word):
        found = tokens(draft.grammar, part) or ()
        at = next((index for index, token in enumerate(found) if token.type == "NUMBER"), None)
        if at is None or not all(_opens(draft, token) for token in found[:at]):
            continue
        rest = [token for token in found[at + 1 :] if token.type != "PLUS"]
        while rest and fold(rest[-1].text) in {"on", "up"}:
            rest.pop()
        amount = number(found[at].text)
        if rest and amount is not None:
            span = part.cut(rest[0].start, rest[-1].end)
            return Compare(_counted(draft, resolver, span), "≥", (amount,), section.heading.span)
    return None


def _parts(span: Span, word: str | None) -> Iterator[Span]:
    """The parts of a heading between brackets, dashes and colons, without the one that numbers it."""
    for match in re.finditer(r"[^()—–:;]+", span.text):
        text = match.group()
        start = span.start + match.start()
        numbered = _NUMBERED.search(text)
        if numbered and word and fold(numbered["word"]) == word:
            start += numbered.end()
        yield span.cut(start, span.start + match.end())


def _opens(draft: Draft, token: Token) -> bool:
    return token.type == "GE" or fold(token.text) in draft.grammar.words.formula["ACTIVATE"] or token.type == "COMMA"


def _counted(draft: Draft, resolver: Resolver, span: Span) -> str:
    text = " ".join(span.text.split())
    if bare(text) in resolver.symbols:
        return bare(text)
    expression = resolver.named(text, span)
    names = [getattr(expression, "name", "")]
    return names[0] or _own(draft, Named(bare(text), text, span))


def _own(draft: Draft, name: Named) -> str:
    draft.add_fact(Fact(name, "number"))
    return name.key
