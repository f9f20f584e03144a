"""Compare what the judge wrote down with what a key expects: right, wrong, wrong go or refused, and rightly cited.

    python tests/acceptance/compare.py OUT KEY [--kinds cell,cap] [--source AUTONOMY.md] [--verbose] [--min N]

right     every key of `expect`, or of one `accept`, is reproduced and cited, and no contrary act stands beside it
uncited   the same, but the citations miss the place that the key names
wrong-go  the decision says go where nothing that is expected permits anything
refused   missing, silent, conflict or a usage error where an answer was expected
wrong     anything else
Exits 1 on any wrong go, any `must_not`, or fewer than --min right answers with their citations.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

import yaml

Json = Mapping[str, Any]

# Which way a canonical verb of the key points; every other verb is neutral (log, post, report, append, continue …).
PERMITTING = frozenset({
    "proceed", "run-ship-gate", "allow", "keep", "auto-accept", "process", "start-issue", "release", "resume",
    "evaluate", "trigger-improvement",
})  # fmt: skip
HOLDING = frozenset({
    "park", "park-blocked", "present-and-wait", "wait", "ask", "confirm", "pause", "human-review", "escalate",
    "downgrade-to-human-checkpoint",
})  # fmt: skip
HALTING = frozenset({"stop", "human", "deny", "reject", "revert", "skip"})
# What forbids without a verb, and what a decision that is clear lets its subject do.
FORBIDDING: Json = {"gate": "closed", "leg_result": "fail", "valid": False, "granted": False, "auto_accept": False}
CLEARED = frozenset({"allow", "proceed", "process", "keep"})
# Keys whose value an act may carry in its words, where the decision has no value of that name.
IN_WORDS = frozenset({
    "status", "ends_at", "path", "next", "version", "kill_switch", "adds", "act", "log_outcome", "shared_state",
    "reads", "from", "write_up", "issue_status", "pr_body_must_list", "tool", "file", "where", "outcome",
})  # fmt: skip
ORDERED = frozenset({"order", "steps", "legs"})
# Keys that hold the value of what is asked itself: the document has no word for it but the name of the leg.
OF_SUBJECT = frozenset({"leg_result"})
ANSWERED, UNANSWERED = frozenset({"answered", "clear"}), frozenset({"missing", "silent", "conflict"})
TOLERANCE = 0.0005
GAP = re.compile(r"\bgaps?\b|\bno rule\b|\buncovered\b|\bnot covered\b|\bwithout (?:a|any) rule\b")
VERDICTS = ("right", "uncited", "refused", "wrong", "wrong-go")


def folded(value: object) -> str:
    """Words without what they do not differ in: letter case, spaces, `-`, `_`, `/` and emphasis."""
    return re.sub(r"[\s\-_/`*]+", " ", str(value).casefold()).strip()


def same(expected: object, actual: object, *, ordered: bool = False) -> bool:
    """Whether a value is the expected one; a list must hold every expected item."""
    if isinstance(expected, list):
        items = actual if isinstance(actual, list) else [actual]
        spots = [next((spot for spot, item in enumerate(items) if same(want, item)), -1) for want in expected]
        return -1 not in spots and (not ordered or spots == sorted(spots)) and bool(expected or not actual)
    if isinstance(actual, list):
        return len(actual) == 1 and same(expected, actual[0])
    if isinstance(expected, Mapping):
        return isinstance(actual, Mapping) and all(same(want, actual.get(key)) for key, want in expected.items())
    if isinstance(expected, bool):
        return folded(actual) in (("true", "yes") if expected else ("false", "no"))
    if isinstance(expected, int | float) and re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", str(actual)):
        return abs(expected - float(str(actual))) <= TOLERANCE
    return folded(expected) == folded(actual)


@dataclass(frozen=True, slots=True)
class Place:
    """Some lines of a document."""

    file: str
    first: int
    last: int

    def met_by(self, others: Sequence[Place]) -> bool:
        """Whether one of these places shares a line with this one."""
        return any(self.file == it.file and self.first <= it.last and it.first <= self.last for it in others)


def places(parts: Sequence[Json], source: str | None) -> list[Place]:
    """The places that parts of an entry name with `lines`."""
    return [Place(part.get("source") or source or "", *part["lines"]) for part in parts if part.get("lines")]


def spots(items: Sequence[Json] | None) -> list[Place]:
    """The places of citations, or of findings and their labels."""
    return [
        Place(PurePath(str(spot.get("file"))).name, spot.get("line") or 0, spot.get("end_line") or 0)
        for item in items or ()
        for spot in (item, *item.get("labels", ()))
    ]


@dataclass(frozen=True, slots=True)
class Case:
    """What is expected of one variant of an entry."""

    entry: str
    kind: str
    variant: str
    alternatives: tuple[Json, ...]
    must_not: Json | None
    cites: tuple[Place, ...]
    edited: tuple[Place, ...]
    every: bool  # whether all of `cites` must be cited, or one of them
    look_up: bool


def cases(entry: Json) -> Iterator[Case]:
    """Each variant of an entry that is a question."""
    undecided = entry.get("expect", {}).get("action") == ["undecided"]
    if not (entry.get("executable", True) or undecided or "must_not" in entry):
        return
    source = entry.get("source")
    parts = [("base", entry)]
    parts += [(f"near_miss:{index}", near) for index, near in enumerate(entry.get("near_miss", ()))]
    parts += [("mutation", entry["mutation"])] if "mutation" in entry else []
    of_entry = places(entry.get("cites", ()), source) or places([entry], source)
    for variant, part in parts:
        edited = places([{**entry, **part}], source) if variant == "mutation" else []
        alternatives = (part.get("expect") or {}, *part.get("accept", ()))
        cites = [*edited, *of_entry] if edited else places(part.get("cites", ()), source) or of_entry
        every, look_up = variant == "base" and "cites" in entry, "ask" in (entry.get("facts") or {})
        about = (entry["id"], entry["kind"], variant, alternatives, part.get("must_not"))
        yield Case(*about, tuple(cites), tuple(edited), every, look_up)


def permits(alternative: Json) -> bool:
    """Whether an expectation lets the run go on."""
    if "action" in alternative:
        return not PERMITTING.isdisjoint(alternative["action"])
    refuses = (key in alternative and same(value, alternative[key]) for key, value in FORBIDDING.items())
    return "lint" not in alternative and not any(refuses)


@dataclass(frozen=True, slots=True)
class Comparator:
    """Knows what the key's names and verbs are called in the documents."""

    names: Mapping[str, str]
    verbs: Json

    def verdict(self, case: Case, line: Json) -> str:
        """The verdict on what the judge wrote down for a case."""
        decision = line.get("decision") or {}
        outcome = decision.get("outcome")
        if "error" not in line and any(self.matches(want, case, line) for want in case.alternatives):
            return "right" if cited(case, decision) else "uncited"
        if outcome == "answered" and decision.get("effect") == "go" and not any(map(permits, case.alternatives)):
            return "wrong-go"
        return "refused" if "usage" in line or outcome in UNANSWERED else "wrong"

    def matches(self, want: Json, case: Case, line: Json) -> bool:
        """Whether one expectation is reproduced, every key of it."""
        decision = line.get("decision") or {}
        if "lint" in want:
            return found(want, case, line)
        if "action" not in want and decision.get("outcome") not in ANSWERED:
            return False
        return all(
            self.acts(value, decision) if key == "action" else self.value(key, value, decision, look_up=case.look_up)
            for key, value in want.items()
        )

    def value(self, key: str, want: object, decision: Json, *, look_up: bool) -> bool:
        """Whether the decision gives this value under the key's name, or its acts carry it."""
        called = {folded(key), folded(self.names.get(key, key))}
        values: Json = decision.get("values") or {}
        if key in OF_SUBJECT:
            called.add(folded(decision.get("subject")))
        for name, actual in values.items():
            if folded(name) in called or (look_up and len(values) == 1):
                return same(want, actual, ordered=key in ORDERED)
        acts = [act for act in decision.get("acts") or () if key != "ends_at" or folded(act["verb"]) == "end"]
        return key in IN_WORDS and isinstance(want, str) and any(folded(want) in folded(act["words"]) for act in acts)

    def acts(self, wanted: Sequence[str], decision: Json) -> bool:
        """Whether the acts hold every wanted verb and nothing contrary."""
        outcome, acts = decision.get("outcome"), list(decision.get("acts") or ())
        if wanted in (["undecided"], ["none"]):
            return outcome in (UNANSWERED if wanted == ["undecided"] else {"clear"})
        if outcome == "clear":
            return CLEARED.issuperset(wanted) and decision.get("subject") is not None
        covers = [self.covered(verb, acts) for verb in wanted]
        gate_waits = outcome == "missing" and "run-ship-gate" in wanted
        if not all(covers) or not (outcome == "answered" or gate_waits):
            return False
        rest = {act.get("effect") for index, act in enumerate(acts) if not any(index in cover for cover in covers)}
        return not contrary(set(wanted), rest | {decision.get("effect")})

    def covered(self, verb: str, acts: Sequence[Json]) -> set[int]:
        """Which acts make up a verb of the key; none if it is not there whole."""
        spec = self.verbs.get(verb, [[verb, ""]])
        for pairs in spec["any"] if isinstance(spec, Mapping) else [spec]:
            hits = [{index for index, act in enumerate(acts) if reads(act, *pair)} for pair in pairs]
            if all(hits):
                return set().union(*hits)
        return set()


def reads(act: Json, verb: str, thing: str) -> bool:
    """Whether an act has this verb, and this thing in its object or its words."""
    text = folded(f"{act.get('object')} | {act.get('words')}")
    return folded(act["verb"]) == folded(verb) and folded(thing) in text


def contrary(wanted: set[str], effects: set[Any]) -> bool:
    """Whether the effect of the decision, or of an act that was not wanted, goes against what was."""
    stops = {"hold", "halt"}
    ways = ((HALTING, {"go"}), (HOLDING, {"go", "halt"}), ({"n/a"}, {"go"} | stops), (PERMITTING, stops))
    return not effects.isdisjoint(next((against for verbs, against in ways if wanted & verbs), {"go"}))


def found(want: Json, case: Case, line: Json) -> bool:
    """Whether the edited documents were found to be what the edit makes them."""
    decision = line.get("decision") or {}
    outcome, findings = decision.get("outcome"), line.get("diagnostics", ())
    if want["lint"] == "contradiction":
        sides = [spots([item]) for item in findings] + [spots(decision.get("because"))] * (outcome == "conflict")
        ranges = [Place(case.edited[0].file, *lines) for lines in want.get("conflicts_with", ())] or case.edited
        return any(all(place.met_by(side) for place in ranges) for side in sides)
    if want["lint"] == "unsupported":
        return "usage" in line or outcome in UNANSWERED
    near = [item["message"] for item in findings if any(edit.met_by(spots([item])) for edit in case.edited)]
    return outcome in {"missing", "silent"} or any(map(GAP.search, near))


def cited(case: Case, decision: Json) -> bool:
    """Whether the citations meet what has to be cited; what is not decided, or was found in the text, needs none."""
    pending = decision.get("outcome") == "missing" and decision.get("acts")
    if any("lint" in want for want in case.alternatives) or not (decision.get("outcome") in ANSWERED or pending):
        return True
    because = spots(decision.get("because"))
    return (all if case.every else any)(place.met_by(because) for place in case.cites)


def table(scores: Sequence[tuple[Case, Json, str]]) -> Iterator[str]:
    """The counts by kind and variant."""
    counts = Counter((case.kind, case.variant.split(":")[0], verdict) for case, _, verdict in scores)
    counts.update(("all", str(len(scores)), verdict) for _, _, verdict in scores)
    yield f"{'kind':<16}{'variant':<12}" + "".join(f"{verdict:>10}" for verdict in VERDICTS)
    for kind, variant in sorted({key[:2] for key in counts}, key=lambda row: (row[0] == "all", row)):
        row = "".join(f"{counts[kind, variant, verdict]:>10}" for verdict in VERDICTS)
        yield f"{kind:<16}{variant:<12}{row}"


def detail(case: Case, line: Json, verdict: str) -> str:
    """What was expected and what was said."""
    decision = line.get("decision") or {}
    acts = [f"{act['verb']} {act['object']}".strip() + f" [{act['effect']}]" for act in decision.get("acts") or ()]
    said = {key: decision.get(key) for key in ("outcome", "effect", "values", "missing")}
    notes = {key: line[key] for key in ("usage", "error") if key in line}
    cites = [f"{spot.file}:{spot.first}" for spot in spots(decision.get("because"))]
    return f"""{verdict.upper()} {case.entry} {case.variant}: {line.get("subject")} {line.get("facts")}
    expected {list(case.alternatives)}
    said     {said | notes} acts {acts}
    cites    {cites}, expected {"all" if case.every else "one"} of {[f"{it.file}:{it.first}" for it in case.cites]}"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the comparison from the command line."""
    parser = argparse.ArgumentParser(description="Compare decisions with a key.")
    parser.add_argument("out", type=Path, help="the lines that the judge wrote")
    parser.add_argument("key", type=Path, help="the key, in YAML")
    for name in ("names", "verbs"):
        parser.add_argument(f"--{name}", type=Path, default=Path(__file__).parent / f"{name}.yaml")
    parser.add_argument("--kinds", default="", help="only entries of these kinds, by commas")
    parser.add_argument("--source", default="", help="only entries of this document")
    parser.add_argument("--verbose", action="store_true", help="show each variant that is not right")
    parser.add_argument("--min", type=int, default=0, help="fail below so many right answers with their citations")
    options = parser.parse_args(argv)
    texts = (path.read_text(encoding="utf-8") for path in (options.key, options.names, options.verbs))
    key, names, verbs = map(yaml.safe_load, texts)
    rows = map(json.loads, options.out.read_text(encoding="utf-8").split("\n")[:-1])
    lines = {(row["id"], row["variant"]): row for row in rows}
    kept = [entry for entry in key if not options.kinds or entry["kind"] in options.kinds.split(",")]
    asked = [case for entry in kept if options.source in ("", entry.get("source")) for case in cases(entry)]
    comparator = Comparator(names, verbs)
    heard = [(case, lines[case.entry, case.variant]) for case in asked if (case.entry, case.variant) in lines]
    scores = [(*pair, comparator.verdict(*pair)) for pair in heard]
    print(*table(scores), sep="\n")
    print(*(detail(*score) for score in scores if options.verbose and score[2] != "right"), sep="\n")
    wrong = [f"{case.entry} {case.variant}" for case, _, verdict in scores if verdict == "wrong-go"]
    must_not = [(case.must_not, case, line) for case, line in heard if case.must_not]
    barred = [f"{case[1].entry} {case[1].variant}" for case in must_not if comparator.matches(*case)]
    print(f"not asked: {len(asked) - len(heard)}\nwrong go: {wrong or 'none'}\nmust not: {barred or 'none'}")
    right = sum(verdict == "right" for _, _, verdict in scores)
    return 1 if wrong or barred or right < options.min else 0


if __name__ == "__main__":
    sys.exit(main())
