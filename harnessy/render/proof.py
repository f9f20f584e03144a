"""What `verify` found: what was covered, what holds, and each counterexample with the command that shows it; as text, as JSON."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence

from harnessy.render.look import place, plain
from harnessy.render.snippet import shown
from harnessy.review import Covered, Proof, Refutation

_INDENT = "  "


def text(proof: Proof, asked: Sequence[str] = ()) -> str:
    """Refutations first, each with its words and a command; then what holds, and how many cases of each subject were decided.

    `asked` are the options that name the doctrine in a command.
    """
    lines = list[str]()
    for one in proof.refutations:
        lines += [f"refuted: {one.claim}", f"{_INDENT}{plain(one.subject)}: {plain(one.message)}"]
        lines += [f"{_INDENT * 2}{place(span)}  {plain(span.text)}" for span in one.places]
        lines += [f"{_INDENT}{command(one, asked)}", ""]
    refuted = {one.claim for one in proof.refutations}
    lines += [f"holds: {claim}" for claim in proof.claims if claim not in refuted]
    lines += ["", covered(proof)]
    lines += [f"{_INDENT}{plain(one.subject)}: {one.cases:,}{_left(one)}" for one in proof.covered]
    return "\n".join(shown(line) for line in lines)


def _left(one: Covered) -> str:
    if one.settled:
        return ""
    names = ", ".join(map(plain, one.unknown))
    return f"; too many cases to decide them all, so these stayed unknown: {names}" if names else "; too many cases"


def covered(proof: Proof) -> str:
    """The sum of what was covered."""
    cases = sum(one.cases for one in proof.covered)
    return f"decided: {cases:,} cases, over {len(proof.covered)} subjects and quantities"


def command(one: Refutation, asked: Sequence[str] = ()) -> str:
    """The command that shows a counterexample."""
    if one.verb == "explain":
        return shlex.join(["harnessy", one.verb, "-".join(one.subject.casefold().split()), *one.facts, *asked])
    options = asked if one.verb == "words" else ()
    name = ["--", one.subject] if one.subject.startswith("-") else [one.subject]
    return shlex.join(["harnessy", one.verb, *(options if len(name) > 1 else ()), *name, *(options if len(name) == 1 else ())])


def to_json(proof: Proof, asked: Sequence[str] = ()) -> str:
    """An object with the claims, the refutations and what was covered."""
    shape = {
        "holds": proof.holds, "claims": list(proof.claims),
        "refutations": [
            {
                "claim": one.claim, "subject": shown(one.subject), "message": shown(one.message),
                "facts": [shown(fact) for fact in one.facts], "command": shown(command(one, asked)),
                "places": [
                    {"file": shown(span.source.path), "line": span.line, "quote": shown(" ".join(span.text.split()))}
                    for span in one.places
                ],
            }
            for one in proof.refutations
        ],
        "covered": [
            {"subject": shown(one.subject), "cases": one.cases, "settled": one.settled, "unknown": [*map(shown, one.unknown)]}
            for one in proof.covered
        ],
    }
    return json.dumps(shape, ensure_ascii=False, indent=2)


FORMATS = {"text": text, "json": to_json}
