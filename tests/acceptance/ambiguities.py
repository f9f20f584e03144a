"""Measures lint against a list of ambiguities that people found in two documents: `ambiguities.tsv`, entry, code, lines.

An entry is hit when the places of one finding of its code cover all of its lines. `--min` is the least number of entries
hit, `--most` the largest number of findings at warning or above, over all documents.

    python -m tests.acceptance.ambiguities tests/acceptance/ambiguities.tsv AUTONOMY.md program.md --min 22 --most 40
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harnessy import api
from harnessy.source import Diagnostic

PLACE = re.compile(r"(?P<file>[A-Z])(?P<first>\d+)(?:-(?P<last>\d+))?")
Lines = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Entry:
    """An ambiguity: its name, the code that tells of its kind, and its lines, each with the first letter of its file."""

    name: str
    code: str
    lines: Lines


def entries(table: str) -> Iterator[Entry]:
    """The entries of a table, in order."""
    for row in table.splitlines():
        if row and not row.startswith("#"):
            name, code, places = row.split("\t")
            found = [(match["file"], int(match["first"]), int(match["last"] or match["first"])) for match in PLACE.finditer(places)]
            yield Entry(name, code, frozenset((file, line) for file, first, last in found for line in range(first, last + 1)))


def covered(finding: Diagnostic) -> Lines:
    """The lines of all places of a finding."""
    spans = [finding.span, *(label.span for label in finding.labels)]
    return frozenset(
        (Path(span.source.path).name[:1].upper(), line) for span in spans for line in range(span.line, span.end_line + 1)
    )


def report(found: Sequence[Diagnostic], wanted: Sequence[Entry]) -> Iterator[tuple[Entry, Diagnostic | None, Lines]]:
    """For each entry the finding that hits it, or the lines that its best one leaves out."""
    for entry in wanted:
        own = [one for one in found if one.code == entry.code]
        best = max(own, key=lambda one: len(entry.lines & covered(one)), default=None)
        left = entry.lines - (covered(best) if best else frozenset())
        yield entry, None if left else best, left


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("table", type=Path)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--min", type=int, default=0)
    parser.add_argument("--most", type=int, default=sys.maxsize)
    options = parser.parse_args(argv)
    found = api.lint(api.load(options.paths))
    rows = list(report(found, list(entries(options.table.read_text("utf-8")))))
    for entry, hit, left in rows:
        told = f"{hit.severity} at line {hit.span.line}: {hit.message}" if hit else f"no finding covers {sorted(left)}"
        print(f"{entry.name:8} {entry.code} {told}")
    hits = sum(hit is not None for _, hit, _ in rows)
    loud = sum(one.severity != "note" for one in found)
    print(f"{hits} of {len(rows)} entries hit; {loud} findings at warning or above, {len(found) - loud} notes")
    return int(hits < options.min or loud > options.most)


if __name__ == "__main__":
    sys.exit(main())
