"""What a call comes to: nothing to say, ask a person, or deny; and the words that the agent reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from harnessy.guard.model import Operation, Recognition
from harnessy.guard.record import Record
from harnessy.hooks.places import Json

QUIET, ASK, DENY = "quiet", "ask", "deny"
_LONGEST = 200
_VERBS = {"halt": "halts", "hold": "waits for a person", "go": "goes"}
NEXT = {
    "halt": "Nobody here may lift this: do something else, or stop and report.",
    "unknown": "Do not work around it. Leave it, say what is missing, and go on with other work.",
    "hold": "Do not work around it. Post the question, leave this for a person, and go on with other work.",
    "opaque": "Write it as plain commands, one by one, with their words spelled out.",
}


class Verdict(Record):
    """What to tell the host, and why. `subjects` are those whose grants would be spent by letting the call through."""

    kind: str
    reason: str = ""


def of(found: Recognition, answers: dict[str, Json], *, attended: bool, granted: Callable[[tuple[str, ...]], bool]) -> Verdict:
    """The verdict on a call: go needs every operation, and nothing in it that cannot be analysed."""
    halted = [one for one in found.operations if _effect(answers[one.subject]) == "halt"]
    if halted:
        return Verdict(DENY, _reason(halted, answers, "halt"))
    if found.unanalysed:
        more = len(found.unanalysed) - 1
        rest = f" (and {more} more)" if more else ""
        return Verdict(DENY, f"HG05 this cannot be analysed, so it is not allowed: {found.unanalysed[0]}{rest}. {NEXT['opaque']}")
    held = [one for one in found.operations if _effect(answers[one.subject]) != "go"]
    if not held:
        return Verdict(QUIET)
    if not any(one.repeats for one in held) and granted(tuple(one.subject for one in held)):
        return Verdict(QUIET)
    if attended:
        return Verdict(ASK, _reason(held, answers, ""))
    missing = any(answers[one.subject]["missing"] for one in held)
    return Verdict(DENY, _reason(held, answers, "unknown" if missing else "hold"))


def _effect(answer: Json) -> str:
    """`go` and `halt` as answered; all else holds."""
    effect: str = answer["effect"]
    return effect if answer["outcome"] == "answered" and effect in {"go", "halt"} else "hold"


def _reason(operations: Iterable[Operation], answers: dict[str, Json], then: str) -> str:
    """The deciding place and words first: hosts cut long texts."""
    lines = list(dict.fromkeys(_line(one, answers[one.subject]) for one in operations))
    return "\n".join([*lines, *([NEXT[then]] if then else [])])


def _line(operation: Operation, answer: Json) -> str:
    place, quote = answer["cited"][0] if answer["cited"] else (operation.place, "")
    said = f' "{_short(quote)}"' if quote else ""
    what = f"{operation.name} (`{_short(operation.words)}`)"
    return f"{place} [{operation.subject}]{said}: {what} {_because(answer)}"


def _because(answer: Json) -> str:
    if answer["missing"]:
        return f"waits until this is known: {', '.join(answer['missing'])}"
    if answer["outcome"] == "answered":
        return f"{_VERBS[_effect(answer)]}: {', '.join(answer['acts'])}"
    told = {"silent": "is answered by no rule", "conflict": "is answered by rules in conflict"}
    return f"{told.get(answer['outcome'], 'is not permitted')}{': ' + answer['reason'] if answer['reason'] else ''}"


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST else f"{plain[:_LONGEST]}…"
