"""A worked example that the formula does not give (HN324).

## What it does

On a page with a formula and an example of a record that holds a value for each of its symbols, works the formula out and
compares it with the result that the example states beside them, and the difference of two such results with a `delta`.
What rounding explains is left alone.

## Why it is bad

Either the formula is not what its author worked with, or the example is old. Whoever checks his own sums against it is misled.

## Example

````markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a loaf | a * b |

```json
{"loaf": "rye", "marks": {"grade": 0.9, "a": 0.5, "b": 0.8}}
```
````

Underlined: `"grade": 0.9`

## Instead

````markdown
| Symbol | Meaning | Formula |
|---|---|---|
| G | grade of a loaf | a * b |

```json
{"loaf": "rye", "marks": {"grade": 0.4, "a": 0.5, "b": 0.8}}
```
````
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from harnessy.lint.model import Look
from harnessy.lint.recorded import Record, numbers, records
from harnessy.rulebook.expression import Undefined, evaluate, names
from harnessy.rulebook.model import Formula
from harnessy.rulebook.names import bare
from harnessy.source import Diagnostic, Label, Span

_DIFFERENCE = re.compile(r"(?:^|_)(?:delta|diff|difference|change|gain)(?:_|$)")
_GIVEN = re.compile(
    r"(?<![\w.])[`*_|]{0,3}(?P<symbol>[A-Za-zΔ]\w{0,24})[`*_|]{0,3}\s*=\s*[`*]*(?P<number>-?\d+(?:\.\d+)?)(?![\w%])",
)
_RESULT = re.compile(
    r"(?:=|→|\b(?:is|are|be|gives?|makes?|equals?|yields?|to|of))\s*[`*]*(?P<number>-?\d+(?:\.\d+)?)(?![\w%])",
)
_FEWEST = 2
_MEND = "work the example out again"


@dataclass(frozen=True, slots=True)
class _Worked:
    """A result as stated, with its place, and what the formula gives; `of` is the field that holds both."""

    formula: Formula
    of: str
    stated: Decimal
    given: Decimal
    span: Span


def check(look: Look) -> Iterator[Diagnostic]:
    """Each record whose results are not those of a formula, told once."""
    every = [formula for quantity in look.book.quantities.values() for formula in quantity.formulas]
    formulas = [one for one in every if not set(names(one.expression)) & look.book.measures.keys()]  # not over many records
    for record in records(look):
        worked = [one for formula in formulas for one in _worked(record, formula)]
        wrong = [one for one in worked if not _agrees(one.stated, one.given)]
        if wrong:
            first, *others = wrong
            labels = (
                *(Label(one.span, f"`{one.given:.4f}`, by the same formula") for one in others),
                *_differences(record, worked), Label(first.formula.span, "this formula"),
            )
            message = f"`{first.stated}` is not what the formula gives: `{first.given:.4f}`"
            yield Diagnostic("HN324", "warning", message, first.span, labels, _MEND)
        for label in () if wrong else _differences(record, worked):
            yield Diagnostic("HN324", "warning", f"this is not the difference of the two: {label.message}", label.span, help=_MEND)
    yield from _told(look)


def _told(look: Look) -> Iterator[Diagnostic]:
    """`With a = 1 and b = 0.5 the score is 0.9`: by the formula that reads most of what is given."""
    every = ((key, one) for key, quantity in look.book.quantities.items() for one in quantity.formulas)
    formulas = [(key, one, {bare(name) for name in names(one.expression)}) for key, one in every]
    for unit in look.parts("sentence", "item", "cell") if formulas else ():
        given = {bare(match["symbol"]): match for match in _GIVEN.finditer(unit.text)}
        fit = [one for one in formulas if len(one[2]) >= _FEWEST and one[2] <= given.keys()]
        if fit:
            key, formula, _ = max(fit, key=lambda one: len(one[2]))
            result = given.get(key) or _RESULT.search(unit.text, max(match.end() for match in given.values()))
            worked = _evaluated(formula, {name: Decimal(match["number"]) for name, match in given.items()})
            if result and worked is not None and not _agrees(Decimal(result["number"]), worked):
                message = f"`{result['number']}` is not what the formula gives: `{worked:.4f}`"
                place = unit.span.cut(unit.span.start + result.start("number"), unit.span.start + result.end("number"))
                yield Diagnostic("HN324", "warning", message, place, (Label(formula.span, "this formula"),), _MEND)


def _evaluated(formula: Formula, values: dict[str, Decimal]) -> Decimal | None:
    try:
        return evaluate(formula.expression, values)
    except (Undefined, KeyError):
        return None


def _worked(record: Record, formula: Formula) -> Iterator[_Worked]:
    read = set(names(formula.expression))
    for of, fields in numbers(record):
        keys = {bare(name): value for name, (value, _) in fields.items()}
        rest = [name for name in fields if bare(name) not in read]
        if len(read) >= _FEWEST and read <= keys.keys() and len(rest) == 1:
            stated, span = fields[rest[0]]
            given = _evaluated(formula, keys)
            if given is not None:
                yield _Worked(formula, of, stated, given, span)


def _agrees(stated: Decimal, given: Decimal) -> bool:
    exponent = stated.as_tuple().exponent
    return abs(stated - given) <= Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) / 2


def _differences(record: Record, worked: list[_Worked]) -> Iterator[Label]:
    """A difference that the record states and that is not that of its two results."""
    sides = {one.of: one for one in worked}
    if len(sides) == _FEWEST:
        before, after = sides.values()
        for name, value in record.values.items():
            if _DIFFERENCE.search(name) and isinstance(value, Decimal) and not _agrees(value, after.given - before.given):
                yield Label(record.fields[name], f"`{after.given - before.given:.4f}`, by the same formula")
