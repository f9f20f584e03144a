"""A symbol that nothing defines (HN322).

## What it does

Finds letters such as `ΔS` or `X` that are compared with a number and that no formula, list or sentence of the page defines.
A difference `ΔS` is not defined by a formula for `S`: that does not say of which two values it is the difference. Where the
program takes it for one all the same, it is a note.

## Why it is bad

The limit stands fast, and what it limits is for whoever works it out to choose.

## Example

```markdown
- ΔQ > 0.5 → serve the bread
```

Underlined: `ΔQ`

## Instead

```markdown
| Stop | Verdict |
|---|---|
| Tasting | ask |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.recorded import records
from harnessy.rulebook.names import bare
from harnessy.source import Diagnostic, Label, Severity, Span

_COMPARED = re.compile(r"(?<![\w`])\|?(?P<symbol>Δ[A-Za-z]\w{0,2}|[A-Z])\|?\s*[<>≤≥]=?\s*-?\d")
_DIFFERENCE = "Δ"
_BEFORE_AFTER = re.compile(r"(?:^|_)(?:before|after|delta|diff|change|gain)(?:_|$)")


def check(look: Look) -> Iterator[Diagnostic]:
    """Each symbol once, with the places where it is used and the fields that may be meant."""
    places = dict[str, list[Span]]()
    for unit in look.units:
        for match in _COMPARED.finditer(unit.text):
            words = unit.cut(match, "symbol")
            places.setdefault(match["symbol"], []).append(words)
    for symbol, found in places.items():
        if not _defined(look, symbol):
            first, *others = found
            near = [span for record in records(look) for name, span in record.fields.items() if _BEFORE_AFTER.search(name)]
            labels = (*(Label(one, "used here") for one in others), *(Label(one, "a field that may be meant") for one in near))
            severity: Severity = "note" if bare(symbol) in look.book.quantities else "warning"
            yield Diagnostic("HN322", severity, f"nothing defines `{symbol}`", first, labels, f"say what it is: `{symbol} = …`")


def _defined(look: Look, symbol: str) -> bool:
    defined = re.compile(rf"(?<![\w|Δ]){re.escape(symbol)}[`*_]*\s*(?:=|:=|is\b|means\b|stands\b|\()")
    firsts = (cell for _, table in look.document.tables() for row in table.rows for cell in row.cells[:1])
    return any(cell.text.strip("`* ") == symbol for cell in firsts) or any(defined.search(unit.text) for unit in look.units)
