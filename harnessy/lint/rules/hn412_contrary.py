"""Two rules that cannot both hold (HN412).

## What it does

Finds a plain prohibition (`never open the oven`) beside a plain order or permission to do the same (`open the oven …`,
`may open the oven`), with nothing that says to whom or when the one or the other applies.

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

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.rulebook.names import in_order
from harnessy.source import Diagnostic, Label

_STOP = re.compile(r"\s[—–-]{1,2}\s|[(,;:.]|\bto\s+(?=[a-z]+\s)|\bwith\b|\bvia\b", re.IGNORECASE)
_FIRST = re.compile(r"[\s>*_`\"“]*(?P<verb>[A-Za-z]+)")
_ENOUGH = 2


def check(look: Look) -> Iterator[Diagnostic]:
    """Each prohibition with the first order or permission of the same act."""
    conditional = look.lexicon.pattern("IF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "WITHOUT", "ONLY", "ONLYIF", "AFTER")
    said = (unit for unit in look.parts("sentence", "item") if not conditional.search(unit.text))
    plain = [unit for unit in said if not unit.text.rstrip("*_ ").endswith(":")]
    orders = [(unit, acts) for unit in plain if (acts := _ordered(look, unit))]
    for unit in plain:
        forbidden = _forbidden(look, unit)
        same = next((order for order, acts in orders if forbidden and order is not unit and forbidden <= acts), None)
        if same is not None:
            label = Label(same.span, "this tells to do it")
            mend = "say whom or which case each of them is for"
            yield Diagnostic("HN412", "warning", "this forbids what another sentence tells to do", unit.span, (label,), mend)


def _forbidden(look: Look, unit: Unit) -> frozenset[str]:
    """The act that a sentence begins by forbidding, as stems; empty where it forbids nothing or only something of it."""
    match = look.lexicon.pattern("NEVER").match(unit.text.lstrip("*_ "))
    return _act(look, unit.text.lstrip("*_ ")[match.end() :]) if match else frozenset()


def _ordered(look: Look, unit: Unit) -> frozenset[str]:
    """The act that a sentence begins by telling to do."""
    first = _FIRST.match(unit.text)
    if not first or look.lexicon.pattern("NEVER", "NOT", "NO", "NOONE").search(unit.text):
        return frozenset()
    known = {stem for word in look.lexicon.lists["TOUCH"] for stem in in_order(word)} | set(look.lexicon.effect_of)
    stem = "".join(in_order(first["verb"]))
    bare = first["verb"].casefold()
    imperative = stem in known or (not bare.endswith("s") and _followed_by_object(unit.text[first.end() :]))
    return _act(look, unit.text) if imperative else frozenset()


def _followed_by_object(rest: str) -> bool:
    return bool(re.match(r"\s+(?:this|the|these|that|those|all|your|its|a|an)\s", rest))


def _act(look: Look, text: str) -> frozenset[str]:
    end = _STOP.search(text)
    stems = frozenset(look.lexicon.content(text[: end.start()] if end else text))
    return stems if len(stems) >= _ENOUGH else frozenset()
