"""One case, two consequences (HN413).

## What it does

Finds conditions that are said in nearly the same words and lead to acts of different effect, a value (`RED`) that one
sentence stops and another one parks, and a lowest number that has one consequence as a limit and another one as a condition.

## Why it is bad

Which of the two is done depends on which of them is read.

## Example

```markdown
- If no clean plates remain: **pause** the kitchen
- Serve clean plates until no clean plate remains; stop when all remaining plates are broken
```

Underlined: `Serve clean plates until no clean plate remains; stop when all remaining plates are broken`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |

Clean plates stand by the door.
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from harnessy.lint.consequences import Case, bounds, cases
from harnessy.lint.model import Look
from harnessy.rulebook.names import in_order
from harnessy.source import Diagnostic, Label, Span

_ENOUGH = 2
_MEND = "say which of the two counts, or tell the cases apart"


def check(look: Look) -> Iterator[Diagnostic]:
    """Pairs of like conditions, values with two verbs, and lowest numbers with two consequences."""
    yield from _alike(list(cases(look)))
    yield from _values(look)
    yield from _lowest(look)


def _alike(found: list[Case]) -> Iterator[Diagnostic]:
    """Each case with all that are like it and lead elsewhere, told at the last of them."""
    others = defaultdict[int, list[Case]](list)
    for one, two in combinations(found, 2):
        shared = one.stems & two.stems
        like = len(shared) >= _ENOUGH and 2 * len(shared) >= min(len(one.stems), len(two.stems))
        if like and one.exact == two.exact and one.negated == two.negated and one.effect != two.effect:
            others[id(one)].append(two)
    for one in found:
        rest = others[id(one)]
        if rest:
            *labelled, last = [one, *rest]
            labels = tuple(Label(case.span, f"`{case.act}` here") for case in labelled)
            message = f"`{last.act}` here, `{one.act}` there, in the same case"
            yield Diagnostic("HN413", "warning", message, last.span, labels, _MEND)


def _values(look: Look) -> Iterator[Diagnostic]:
    """Values that are the subject of verbs of two effects."""
    verbs = defaultdict[str, list[tuple[str, str, Span]]](list)
    named_so = (name.text.strip("`*") for fact in look.book.facts.values() for name in fact.values)
    values = {text for text in named_so if text.isupper()}
    if not values:
        return
    pattern = re.compile(rf"(?<![\w`])(?P<value>{'|'.join(map(re.escape, sorted(values)))}),?\s+(?P<verb>[a-z]+s)\b")
    for unit in look.parts("sentence", "item"):
        for match in pattern.finditer(unit.text):
            effect = look.lexicon.effect_of.get(" ".join(in_order(match["verb"])))
            if effect:
                verbs[match["value"]].append((match["verb"], effect, unit.span))
    for rule in look.book.rules:
        named = set(re.findall(r"\w+", rule.target)) & {value.casefold() for value in values}
        acts = [act for act in rule.acts if act.effect in {"halt", "hold", "go"}]
        for value in values:
            if acts and rule.family == "matrix" and named == {value.casefold()}:
                verbs[value].append((acts[0].words, acts[0].effect, rule.span))
    for value, found in verbs.items():
        effects = {effect for _, effect, _ in found if effect in {"halt", "hold", "go"}}
        if len(effects) > 1:
            places = {span: verb for verb, effect, span in _first_of_each_line(found) if effect in effects}
            (first, verb), *others = places.items()
            labels = tuple(Label(span, f"`{other}` here") for span, other in others)
            yield Diagnostic("HN413", "warning", f"`{value}` has two consequences: `{verb}` here", first, labels, _MEND)


def _first_of_each_line(found: list[tuple[str, str, Span]]) -> Iterator[tuple[str, str, Span]]:
    seen = set[tuple[str, int]]()
    for verb, effect, span in found:
        if (effect, span.line) not in seen:
            seen.add((effect, span.line))
            yield verb, effect, span


def _lowest(look: Look) -> Iterator[Diagnostic]:
    """A limit `at least N` whose breach is told once beside it and once, otherwise, as a condition `below N`."""
    for unit, match in bounds(look):
        if not match["then"] or not look.lexicon.pattern("LEAST").search(match["name"]):
            continue
        things = frozenset(look.lexicon.content(match["name"]))
        lower = look.lexicon.pattern("LT").pattern
        below = re.compile(rf"{lower}\s+{re.escape(match['number'])}\s+(?P<what>[\w -]+)", re.IGNORECASE)
        for other in look.parts("item", "sentence"):
            said = below.search(other.text)
            if said and other is not unit and things & frozenset(look.lexicon.content(said["what"])):
                label = Label(unit.span, f"`{match['then']}` here")
                message = f"below `{match['number']}` this comes to something else than the limit says"
                yield Diagnostic("HN413", "warning", message, other.whole, (label,), _MEND)
