"""Judge the documents and a copy of them in other words, and print both figures side by side.

    python -m tests.acceptance.side_by_side --doctrine PATH… --key KEY [--names FILE] [--verbs FILE] [--grammar DIR]
        [--seed N] [--within POINTS] [--folder DIR] [--verbose]

Right counts as `compare.py` counts it: reproduced and cited. A question that is right on the documents and not on the
copy is listed with both decisions: a rule fits sentences, or the renaming went wrong. Exits 1 when a document's share
of right answers falls by more than --within points, or on a wrong go that the copy alone has.

A grammar that learned the documents' own words keeps them in the copy. `--grammar` of an older checkout swaps these
too, and `--verbose` lists the words of content that the grammar kept.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from harnessy.rulebook.words import terminals
from tests.acceptance import compare, judge, rename

Json = Mapping[str, Any]
CLOSED_CLASS = frozenset({
    "IF", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "AFTER", "WITHOUT", "NEVER", "NOONE", "NO", "NOT", "MUST", "MAY",
    "ALWAYS", "ONLY", "OTHERWISE", "THEN", "EVERY", "COP", "PAST", "HAVE", "AND", "OR", "BUT", "AT", "THROUGH", "HAZARD",
    "HARMLESS", "IN", "LE", "GE", "GT", "LT", "NE", "EQ", "NUMBERS", "TOPIC", "ONWARD", "POINTERS", "EVERYTHING",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """What became of one question."""

    case: compare.Case
    source: str
    line: Json
    verdict: str


def scores(key: Sequence[Json], names: Path, verbs: Path, documents: Sequence[Path]) -> dict[tuple[str, str], Score]:
    """The score of each question of a key, by entry and variant."""
    lines = {(line["id"], line["variant"]): line for line in judge.judge(key, judge.Names(names), judge.Library(documents))}
    loaded = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in (names, verbs))
    comparator = compare.Comparator(*loaded)
    found = {}
    for entry in key:
        for case in compare.cases(entry):
            line = lines.get((case.entry, case.variant))
            if line is not None:
                source = entry.get("source") or "both"
                found[case.entry, case.variant] = Score(case, source, line, comparator.verdict(case, line))
    return found


def share(right: int, asked: int) -> str:
    """A count and its share of what was asked."""
    return f"{right:>4}/{asked:<4} {100 * right / max(asked, 1):5.1f}%"


def table(before: Mapping[Any, Score], after: Mapping[Any, Score]) -> Iterator[str]:
    """Right answers by document and kind, on the documents and on the copy."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for side, found in (("seed", before), ("copy", after)):
        for score in found.values():
            for row in ((score.source, score.case.kind), (score.source, "all"), ("all", "all")):
                counts[(*row, "asked")] += side == "seed"
                counts[(*row, side)] += score.verdict == "right"
    yield f"{'document':<14}{'kind':<16}{'documents':>16}{'renamed':>18}{'points':>8}"
    for source, kind in sorted({row[:2] for row in counts}, key=lambda row: (row[0] == "all", row[0], row[1] == "all", row[1])):
        asked, seed, copy = (counts[source, kind, part] for part in ("asked", "seed", "copy"))
        gap = 100 * (copy - seed) / max(asked, 1)
        yield f"{source:<14}{kind:<16}{share(seed, asked):>16}{share(copy, asked):>18}{gap:>+8.1f}"


def gaps(before: Mapping[Any, Score], after: Mapping[Any, Score]) -> dict[str, float]:
    """By how many points the copy falls behind, by document."""
    found = {}
    for source in sorted({score.source for score in before.values()}):
        keys = [key for key, score in before.items() if score.source == source]
        right = [sum(side[key].verdict == "right" for key in keys) for side in (before, after)]
        found[source] = 100 * (right[0] - right[1]) / len(keys)
    return found


def kept_content(documents: Sequence[Path], grammar: Path) -> dict[str, str]:
    """The words of content of the documents that stay because the grammar lists them, with the terminal that does."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in documents)
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(grammar.glob("*.lark"))}
    listed = [(name, phrase) for file in files.values() for name, strings in terminals(file).items() for phrase in strings]
    closed = {word for name, phrase in listed if name in CLOSED_CLASS for word in phrase.split()}
    kept = rename.kept_words(files, text) - closed
    used = {word.casefold() for word in re.findall(rename.WORD, text)}
    homes = {word: name for name, phrase in listed for word in re.findall(rename.WORD, phrase)}
    return {word: homes[word] for word in sorted(kept & used) if len(word) > 1}


def main(argv: Sequence[str] | None = None) -> int:
    """Measure from the command line."""
    parser = rename.parser("Right answers on documents and on a copy in other words.")
    parser.add_argument("--within", type=float, default=100.0, help="the largest fall allowed, in points")
    parser.add_argument("--folder", type=Path, help="where the copy goes and stays; no folder of the project")
    parser.add_argument("--verbose", action="store_true", help="both decisions of each question lost, and the words kept")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        return measure(options, options.folder or Path(folder))


def measure(options: argparse.Namespace, folder: Path) -> int:
    """Make the copy, ask both, print."""
    copy = rename.make(rename.originals(options), folder, options.seed)
    keys = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (options.key, copy.key)]
    before = scores(keys[0], options.names, options.verbs, options.doctrine)
    after = scores(keys[1], copy.names, copy.verbs, copy.documents)
    print(*table(before, after), sep="\n")
    lost = [key for key, score in before.items() if score.verdict == "right" and after[key].verdict != "right"]
    won = [key for key, score in before.items() if score.verdict != "right" and after[key].verdict == "right"]
    print(f"\nright on the documents only: {len(lost)}; right on the copy only: {len(won)} (seed {options.seed})")
    for key in lost:
        print(f"  {key[0]} {key[1]}: {after[key].verdict}")
        if options.verbose:
            print(*(compare.detail(it.case, it.line, it.verdict) for it in (before[key], after[key])), sep="\n")
    if options.verbose:
        content = [f"{word} ({name})" for word, name in kept_content(options.doctrine, options.grammar).items()]
        print(f"\n{len(content)} words of content kept by the grammar:", ", ".join(content))
    falls = gaps(before, after)
    wrong = [key for key, it in after.items() if it.verdict == "wrong-go" and before[key].verdict != "wrong-go"]
    told = ", ".join(f"{source} {fall:.1f}" for source, fall in falls.items())
    print(f"falls, in points: {told}; allowed {options.within:g}")
    print(f"wrong go on the copy only: {wrong or 'none'}")
    return 1 if wrong or max(falls.values()) > options.within else 0


if __name__ == "__main__":
    sys.exit(main())
