"""Compare what a reader takes the sentences of some documents for with what the engine does, as a confusion table.

    python -m tests.acceptance.classes CLASSES DOCUMENT… [--verbose]

CLASSES has a line for each sentence, cell or block: the place of its first word (`FILE:LINE:COLUMN`), a tab and its class,
or the classes that readers may differ on, the likeliest first, parted by ` / `. So no text of the documents stands in it.
The worst cell is the one where a reader sees a rule and the engine rationale: there nothing keeps a go from going.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from harnessy import api
from harnessy.rulebook.model import Class

CLASSES: tuple[str, ...] = get_args(Class)
NOWHERE = "no unit"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sentence begins."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence: what readers take it for, what the engine does, and its words."""

    place: Place
    classes: tuple[str, ...]
    found: str
    words: str

    @property
    def agrees(self) -> bool:
        """Whether the engine's class is one of the readers'."""
        return self.found in self.classes


def read(text: str) -> dict[Place, tuple[str, ...]]:
    """The classes by place. Raises ValueError on a class that there is not."""
    classes = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            place, _, named = line.partition("\t")
            file, row, column = place.rsplit(":", 2)
            classes[Place(file, int(row), int(column))] = tuple(named.split(" / "))
    unknown = {name for names in classes.values() for name in names} - set(CLASSES)
    if unknown:
        msg = f"no such class: {', '.join(sorted(unknown))}"
        raise ValueError(msg)
    return classes


def compared(classes: Mapping[Place, tuple[str, ...]], loaded: api.Loaded) -> Iterator[Compared]:
    """Each place with the class of the unit that begins there, or else of the smallest one that holds it."""
    units = {Path(part.path).name: part.units for part in api.coverage(loaded)}
    for place, wanted in classes.items():
        spans = [(unit.span.end - unit.span.start, -unit.span.start, unit) for unit in units.get(place.file, ())]
        begins = [spot for spot in spans if (spot[2].span.line, spot[2].span.column) == (place.line, place.column)]
        ahead = (place.line, place.column)
        holds = [
            spot
            for spot in spans
            if (spot[2].span.line, spot[2].span.column) <= ahead and place.line <= spot[2].span.end_line
        ]
        unit = max(begins, default=None, key=lambda spot: spot[0]) or min(holds, default=None, key=lambda spot: spot[:2])
        found, words = (unit[2].kind, " ".join(unit[2].span.text.split())) if unit else (NOWHERE, "")
        yield Compared(place, wanted, found, words)


def table(rows: Sequence[Compared]) -> Iterator[str]:
    """Readers' classes down, the engine's across; the engine's choice among several of theirs counts as theirs."""
    counts = Counter((row.found if row.agrees else row.classes[0], row.found) for row in rows)
    columns = [*CLASSES, *([NOWHERE] if any(row.found == NOWHERE for row in rows) else [])]
    yield f"{'reader, engine':<16}" + "".join(f"{name:>16}" for name in [*columns, "in all"])
    for name in CLASSES:
        cells = [counts[name, column] for column in columns]
        yield f"{name:<16}" + "".join(f"{cell:>16}" for cell in [*cells, sum(cells)])
    agreed = sum(row.agrees for row in rows)
    yield f"agreed: {agreed} of {len(rows)}, {100 * agreed / max(1, len(rows)):.1f}%"


def overlooked(rows: Sequence[Compared]) -> list[Compared]:
    """The sentences that any reader takes for a rule, and the engine for what has no force."""
    forceless = {"rationale", "example", NOWHERE}
    return [row for row in rows if set(row.classes) <= {"rule", "not understood"} and row.found in forceless]


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table, and the rules that were overlooked; exits 1 when a place is in no document."""
    parser = argparse.ArgumentParser(description="Readers' classes of sentences against the engine's.")
    parser.add_argument("classes", type=Path)
    parser.add_argument("documents", type=Path, nargs="+")
    parser.add_argument("--verbose", action="store_true", help="every sentence on which they differ, with its words")
    options = parser.parse_args(argv)
    rows: list[Compared] = []
    classes = read(options.classes.read_text(encoding="utf-8"))
    for path in options.documents:  # each by itself: documents of one history are no doctrine together
        own = {place: names for place, names in classes.items() if place.file == path.name}
        rows.extend(compared(own, api.load([path])))
    print(*table(rows), sep="\n")
    shown = [row for row in rows if not row.agrees] if options.verbose else overlooked(rows)
    print(*(f"{row.place}: {' / '.join(row.classes)}, not {row.found}: {row.words[:100]}" for row in shown), sep="\n")
    return 1 if len(rows) < len(classes) or any(row.found == NOWHERE for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
