"""Ask the seed and our own doctrine the same questions of a key, and hold every difference against a list of reasons.

    python -m tests.acceptance.doctrines KEY --seed PATH… --ours PATH…

Both are asked through the judge, each in its own words (names.yaml, names-ours.yaml). Where both answer, the effects must be
the same, or the entry stands in differences.yaml with the ambiguity of the key's head that our doctrine settles there.
Exits 1 on a difference without a reason, and on a reason for which there is no difference any more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.acceptance.judge import Library, Names, answer, is_asked, sources, variants

Json = Mapping[str, Any]
HERE = Path(__file__).parent


def answers(key: Sequence[Json], names: Path, paths: Sequence[Path]) -> dict[tuple[str, str], Json]:
    """The decision on each question that edits nothing, by entry and variant."""
    library, words = Library(paths), Names(names)
    return {
        (entry["id"], variant.name): answer(entry, variant, words, library).get("decision") or {}
        for entry in key
        if is_asked(entry) and library.holds(sources(entry))
        for variant in variants(entry)
        if not variant.edits
    }


def told(decision: Json) -> str | None:
    """The effect of an answer, or its value where it has none; None where it is no answer that can be compared."""
    if decision.get("outcome") != "answered":
        return None
    values = decision.get("values") or {}
    value = values.get(decision.get("subject"))
    return decision.get("effect") or (str(value) if value is not None else None)


def differences(seed: Mapping[tuple[str, str], Json], ours: Mapping[tuple[str, str], Json]) -> Iterator[tuple[str, str, str]]:
    """Where both answer, and not alike: the entry with its variant, the seed's answer, ours."""
    for place, decision in seed.items():
        left, right = told(decision), told(ours.get(place, {}))
        if left is not None and right is not None and left != right:
            yield " ".join(place), left, right


def main(argv: Sequence[str] | None = None) -> int:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(description="Compare two doctrines over the questions of a key.")
    parser.add_argument("key", type=Path, help="the key, in YAML")
    parser.add_argument("--seed", type=Path, nargs="+", required=True, help="the documents that the key is about")
    parser.add_argument("--ours", type=Path, nargs="+", required=True, help="our doctrine, under the same file names")
    options = parser.parse_args(argv)
    key = yaml.safe_load(options.key.read_text(encoding="utf-8"))
    reasons = yaml.safe_load((HERE / "differences.yaml").read_text(encoding="utf-8")) or {}
    seed = answers(key, HERE / "names.yaml", options.seed)
    ours = answers(key, HERE / "names-ours.yaml", options.ours)
    both = [place for place, decision in seed.items() if told(decision) and told(ours.get(place, {}))]
    found = list(differences(seed, ours))
    print(f"{len(seed)} questions, {len(both)} answered by both, {len(found)} of them not alike")
    for entry, left, right in found:
        print(f"{entry}: the seed says {left}, ours {right}: {reasons.get(entry, 'NO REASON')}")
    stale = sorted(set(reasons) - {entry for entry, _, _ in found})
    print(*(f"{entry}: no difference any more" for entry in stale), sep="\n", end="\n" if stale else "")
    return 1 if stale or any(entry not in reasons for entry, _, _ in found) else 0


if __name__ == "__main__":
    sys.exit(main())
