"""An example of a record that cannot be (HN312).

## What it does

Finds examples of one record that differ in shape: a value that is none of the alternatives of another example of the same
fields, a value of another type, a field that is missing or called otherwise. And figures within one that cannot be: a part that
is more than its total, or where a first-pass loaf is `a loaf with 0 faults`, six loaves, four of them first-pass, and one fault.

## Why it is bad

Whoever writes records writes them like the example.

## Example

````markdown
```json
{"loaf": "<name>", "end": "eaten|sold", "price": 2}
```

```json
{"loaf": "rye", "end": "lost", "price": 3}
```
````

Underlined: `"end": "lost"`

## Instead

````markdown
```json
{"loaf": "<name>", "end": "eaten|sold", "price": 2}
```

```json
{"loaf": "rye", "end": "sold", "price": 3}
```
````
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from harnessy.lint.model import Look
from harnessy.lint.recorded import Record, records
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Label

_ALTERNATIVES = re.compile(r"[^|<>]+(?:\|[^|<>]+)+\Z")
_BLANK = re.compile(r"<[^<>]+>|\A\.\.\.\Z|\A…\Z")
_WITHOUT = re.compile(r"(?P<items>[a-z]+s)\s+with(?:out|\s+(?:0|no|zero))\s+(?P<faults>[a-z]+(?: [a-z]+)?)", re.IGNORECASE)


def check(look: Look) -> Iterator[Diagnostic]:
    """Examples that differ from one another, and examples that contradict a definition."""
    found = list(records(look))
    for at, one in enumerate(found):
        yield from _beyond(look, one)
        for before in found[:at]:
            shape, record = (one, before) if _shapes(one) and not _shapes(before) else (before, one)
            if record.values.keys() == shape.values.keys() and record.values:
                yield from _differing(shape, record)
            elif _shapes(shape) and not _shapes(record):
                yield from _lacking(shape, record)
    for unit in look.parts("item", "sentence"):
        for match in _WITHOUT.finditer(unit.text):
            for record in found:
                yield from _too_few(look, unit, match, record)


def _shapes(record: Record) -> bool:
    """Whether a record shows what may stand in a field, and so is no record itself."""
    return any(isinstance(value, str) and (_ALTERNATIVES.match(value) or _BLANK.search(value)) for value in record.values.values())


def _lacking(shape: Record, record: Record) -> Iterator[Diagnostic]:
    """A record of which one or two fields are not those of its shape: a field is missing, or is called otherwise."""
    asked = {name for name in shape.values if not name.endswith("?")}
    known = {name.removesuffix("?") for name in shape.values}
    missing, more = asked - record.values.keys(), record.values.keys() - known
    if record.values and len(missing) + len(more) and 2 * len(asked & record.values.keys()) > len(shape.values):
        label = Label(shape.span, "the record that it is an example of")
        for name in sorted(more):
            message = f"`{name}` is no field of the record above or below"
            words = record.fields.get(name, record.span)
            yield Diagnostic("HN312", "warning", message, words, (label,), "call it as the record does, or add it there")
        if missing:
            names = ", ".join(f"`{name}`" for name in shape.values if name in missing)
            message = f"{names} is missing here"
            yield Diagnostic("HN312", "warning", message, record.span, (label,), "write it in both, or in neither")


def _beyond(look: Look, record: Record) -> Iterator[Diagnostic]:
    """A part that is more than its whole: `tests_passed` beside `tests_total`."""
    counts = {key: value for key, value in record.values.items() if isinstance(value, int) and not isinstance(value, bool)}
    stems = {key: frozenset(look.lexicon.content(key.replace("_", " "))) for key in counts}
    whole = frozenset(look.lexicon.content("total"))
    bounds = (*look.lexicon.lists["MOST"], *look.lexicon.lists["LEAST"], "total")
    other = frozenset(stem for word in bounds for stem in look.lexicon.content(word))
    for total in (key for key in counts if whole <= stems[key]):
        things = stems[total] - whole
        for part in (key for key in counts if key != total and things and things < stems[key] and not stems[key] & other):
            if counts[part] > counts[total]:
                message = f"`{part}` is more than `{total}`"
                label = Label(record.fields[total], "all there are")
                yield Diagnostic("HN312", "warning", message, record.fields[part], (label,), "count the example again")


def _differing(shape: Record, record: Record) -> Iterator[Diagnostic]:
    for name, value in record.values.items():
        model = shape.values[name]
        listed = model.split("|") if isinstance(model, str) and _ALTERNATIVES.match(model) else []
        label = Label(shape.fields[name], "the example above")
        if isinstance(value, str) and listed and value not in {*listed, model} and "|" not in value:
            message = f"`{value}` is none of {', '.join(f'`{one}`' for one in listed)}"
            yield Diagnostic("HN312", "warning", message, record.fields[name], (label,), "use one of them, or list it")
        elif type(value) is not type(model) and not {type(value), type(model)} <= {int, Decimal} and None not in {value, model}:
            message = f"`{name}` is of another type than in the example above"
            yield Diagnostic("HN312", "warning", message, record.fields[name], (label,), "write both alike")


def _too_few(look: Look, unit: Unit, match: re.Match[str], record: Record) -> Iterator[Diagnostic]:
    """Items that are not all free of faults, with fewer faults than items that have some."""
    items, faults = frozenset(look.lexicon.content(match["items"])), frozenset(look.lexicon.content(match["faults"]))
    name = frozenset(look.lexicon.content(unit.text[: match.start()]))
    counts = {key: value for key, value in record.values.items() if isinstance(value, int) and not isinstance(value, bool)}
    stems = {key: frozenset(look.lexicon.content(key.replace("_", " "))) for key in counts}
    plain = frozenset(stem for word in look.lexicon.lists["PLAIN_PARTS"] for stem in look.lexicon.content(word))
    of_all = [key for key in counts if stems[key] - plain == items and stems[key] & plain]
    free = [key for key in counts if items < stems[key] and stems[key] - items <= name | plain and key not in of_all]
    faulty = [key for key in counts if stems[key] - plain == faults]
    if len(of_all) == len(free) == len(faulty) == 1:
        whole, good, bad = of_all[0], free[0], faulty[0]
        least = counts[whole] - counts[good]
        if counts[bad] < least:
            message = f"{least} {match['items']} are not free of {match['faults']}, and there are only {counts[bad]}"
            labels = (*(Label(record.fields[key], "from this") for key in (good, whole)), Label(unit.span, "by this definition"))
            yield Diagnostic("HN312", "warning", message, record.fields[bad], labels, "count the example again")
