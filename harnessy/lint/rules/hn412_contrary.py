"""Two rules that cannot both hold (HN412).

## What it does

Finds a plain prohibition (`never open the oven`) beside a plain order or permission to do the same (`open the oven …`,
`may open the oven`), and what one list lets go and another one forbids, with nothing that says to whom or when
the one or the other applies.

## Why it is bad

Whatever is done, one of the two is broken. Mostly they are meant for different people, and neither says so.

## Example

```markdown
Stir this pot with a wooden spoon.

- Never stir this pot
```

Underlined: `Never stir this pot`

## Instead

```markdown
Stir this pot with a wooden spoon.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy.decision.answer import strictest
from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.model import ALWAYS, DEFAULT_RANK, INVARIANT_RANK, Rule
from harnessy.rulebook.names import in_order
from harnessy.source import Diagnostic, Label

_STOP = re.compile(
    r"\s[—–-]{1,2}\s|[(,;:]"
    r"|\.(?=\s|\Z)|\bto\s+(?!(?:the|an?|this|that|these|its|your|our)\s)(?=[a-z]+\s)|\bwith\b|\bvia\b", re.IGNORECASE,
)
_FIRST = re.compile(r"[\s>*_`\"“]*(?P<verb>[A-Za-z]+)")
_CODE = re.compile(r"`([^`\n]+)`")
_LABEL = re.compile(r"\A[*_]*[A-Z][\w ]{1,30}[*_]*:[*_]*\s+(?=[a-z])")
_ENOUGH = 2
_EARLY = 40
_TO = len(" to")
_SAID = {"halt": "forbids it", "hold": "wants it asked", "go": "lets it go"}
_MEND = "say whom or which case each of them is for"


@dataclass(frozen=True, slots=True)
class _Act:
    """An act and the end it is done to, as stems."""

    stems: frozenset[str]
    end: frozenset[str] = frozenset()


def check(look: Look) -> Iterator[Diagnostic]:
    """Each prohibition with the first order or permission of the same act, and what is both let go and held or halted."""
    ruled = list(_ruled(look))
    yield from ruled
    conditional = look.lexicon.pattern("IF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "WITHOUT", "ONLY", "ONLYIF", "AFTER")
    said = (unit for unit in look.parts("sentence", "item") if not conditional.search(unit.text))
    plain = [unit for unit in said if not unit.text.rstrip("*_ ").endswith(":")]
    halted = {rule.span.start for rule in look.book.rules if rule.family == "inherited" and strictest(rule.acts) != "go"}
    orders = [(unit, acts) for unit in plain if unit.span.start not in halted and (acts := _ordered(look, unit))]
    for unit in plain:
        forbidden = _forbidden(look, unit)
        told = (order for order, acts in orders if order is not unit and any(_same(one, acts) for one in forbidden))
        same = next(told, None)
        if same is not None and not any(unit.span.covers(one.span) for one in ruled):
            label = Label(same.span, "this tells to do it")
            yield Diagnostic("HN412", "warning", "this forbids what another sentence tells to do", unit.span, (label,), _MEND)


def _ruled(look: Look) -> Iterator[Diagnostic]:
    """A subject that one rule always halts and another one lets go or holds, be it in more words: the second never counts."""
    for key, subject in look.book.subjects.items():
        rules = [rule for rule in look.book.by_target.get(key, ()) if rule.acts and rule.rank > DEFAULT_RANK]
        wider = (rule for other in look.book.wider.get(key, ()) for rule in look.book.by_target.get(other, ()))
        strict = [rule for rule in (*rules, *wider) if _forbids(rule)]
        free = [rule for rule in rules if strictest(rule.acts) == "go" or (strictest(rule.acts) == "hold" and rule.when == ALWAYS)]
        if strict and free and not any(look.told(rule.span, "HN401") for rule in (*strict, *free)):
            first, second = sorted((strict[0], free[0]), key=lambda rule: rule.span.start)
            one, other = (_SAID[strictest(rule.acts) or ""] for rule in (first, second))
            label = Label(first.span, f"this {one}")
            message = f"`{subject.name.text}`: this {other}, and another place {one}"
            yield Diagnostic("HN412", "warning", message, second.span, (label,), _MEND)


def _forbids(rule: Rule) -> bool:
    return rule.when == ALWAYS and strictest(rule.acts) == "halt" and rule.rank >= INVARIANT_RANK


def _same(forbidden: _Act, ordered: _Act) -> bool:
    """Whether what is forbidden is in what is ordered; an end that the prohibition names has to be named there."""
    return forbidden.stems <= ordered.stems and forbidden.end <= ordered.stems | ordered.end


def _forbidden(look: Look, unit: Unit) -> tuple[_Act, ...]:
    """The acts that a sentence begins by forbidding, one for each thing in code; none where it forbids only something of it."""
    text = unit.text.lstrip("*_ ")
    match = look.lexicon.pattern("NEVER").match(text)
    act = _act(look, text[match.end() :]) if match else None
    named = _CODE.findall(_STOP.split(text[match.end() :].lstrip(), maxsplit=1)[0]) if match else []
    verb = _FIRST.match(text[match.end() :]) if match else None
    if act is None or verb is None or len(named) < _ENOUGH:
        return (act,) if act else ()
    return tuple(_Act(frozenset(look.lexicon.content(f"{verb['verb']} {name}")), act.end) for name in named)


def _ordered(look: Look, unit: Unit) -> _Act | None:
    """The act that a sentence begins by telling or allowing to do."""
    if look.lexicon.pattern("NEVER", "NOT", "NO", "NOONE").search(unit.text):
        return None
    known = {stem for word in look.lexicon.lists["TOUCH"] for stem in in_order(word)} | set(look.lexicon.effect_of)
    may = re.search(rf"\b(?:{look.lexicon.pattern('MAY').pattern}|must|shall|always)\s+", unit.text[:_EARLY], re.IGNORECASE)
    if may:
        return _act(look, unit.text[may.end() :])
    text = _LABEL.sub("", unit.text)
    first = _FIRST.match(text)
    bare = first["verb"].casefold() if first else ""
    followed = first is not None and not bare.endswith("s") and _followed_by_object(text[first.end() :])
    return _act(look, text) if "".join(in_order(bare)) in known or followed else None


def _followed_by_object(rest: str) -> bool:
    return bool(re.match(r"\s+(?:this|the|these|that|those|all|your|its|a|an|to\s+the)\s", rest))


def _act(look: Look, text: str) -> _Act | None:
    """The stems of an act, and those of the end it is done to."""
    end = _STOP.search(text)
    stems = frozenset(look.lexicon.content(text[: end.start()] if end else text))
    purpose = text[end.start() :] if end and end.group().lstrip().casefold().startswith("to ") else ""
    aim = frozenset(look.lexicon.content(_STOP.split(purpose[_TO:], maxsplit=1)[0]))
    return _Act(stems, aim) if len(stems) >= _ENOUGH else None
