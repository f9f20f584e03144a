"""One hook: reads what the host sends, finds what is guarded in it, and answers from the pinned doctrine.

Whatever goes wrong in here is a denial with a code, never silence: a host runs the call when its hook fails.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence

from harnessy.guard.model import Recognition, Surroundings
from harnessy.guard.record import Record
from harnessy.hooks import claude, codex, pinned, places, sheets, verdict
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import Json, NotKept
from harnessy.hooks.surroundings import around
from harnessy.hooks.verdict import Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.hooks.session import Stated

HOSTS = {host.NAME: host for host in (claude, codex)}
_LARGEST = 1 << 26
_MEND = "A person can mend this outside of the agent"


class Refused(Exception):
    """Why there can be no answer but a denial, with its code."""

    def __init__(self, code: str, why: str, mend: str = "") -> None:
        super().__init__(f"{code} {why}. {_MEND}{': ' + mend if mend else ''}.")


class Ran(Record):
    """One guarded call on its way: the host, its payload, the pin, and the commit of the doctrine."""

    payload: Json
    pin: Pin
    commit: str
    attended: bool


def hook(argv: Sequence[str]) -> int:
    """Answer one call of a host; what the host sends is on standard input."""
    host, event = HOSTS.get(argv[0] if argv else ""), "PreToolUse"
    if host is None:
        sys.stderr.write(f"harnessy: `{argv[0] if argv else ''}` is no host; name one of {', '.join(HOSTS)}\n")
        return 2
    try:
        payload = _payload()
        event = payload["hook_event_name"] if isinstance(payload.get("hook_event_name"), str) else event
        found = _verdict(host, payload, argv[1:]) if event in host.EVENTS else Verdict(verdict.QUIET)
    except Refused as refused:
        found = Verdict(verdict.DENY, str(refused))
    except NotKept as error:
        found = Verdict(verdict.DENY, str(Refused("HG03", str(error), error.help)))
    except Exception as error:  # noqa: BLE001 # a host runs the call when its hook fails
        found = Verdict(verdict.DENY, str(Refused("HG09", f"a bug of ours, {type(error).__name__}: {error}")))
    said = host.answer(event, found)
    if said is not None:
        sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
    return 0


def _payload() -> Json:
    raw = sys.stdin.buffer.read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise Refused("HG02", "the call is too large to be read")
    try:
        payload = json.loads(raw, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise Refused("HG01", "what the host sent is no JSON") from None
    if not isinstance(payload, dict):
        raise Refused("HG01", "what the host sent is no JSON object")
    return payload


def _once(pairs: list[tuple[str, Json]]) -> Json:
    """An object in which no name stands twice: of two, a host may take the other one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("HG01", "what the host sent has a name twice in one object")
    return found


def _verdict(host: Json, payload: Json, options: Sequence[str]) -> Verdict:
    if not isinstance(payload.get("tool_name"), str):
        raise Refused("HG01", "what the host sent names no tool")
    call = host.call(payload)
    if call.tool in host.READING:
        return Verdict(verdict.QUIET)
    if call.tool in host.SHELLS and call.command is None and not call.texts:
        raise Refused("HG01", "what the host sent names no command that can be read")
    if call.tool in host.WRITING and not (call.paths or call.texts or call.command or call.lines):
        raise Refused("HG01", "what the host sent names no file that can be read")
    pin = _pin(options, payload)
    commit = pinned.commit(pin)
    sheet = sheets.sheet(pin, commit)
    if sheet.empty:
        return Verdict(verdict.QUIET)
    sheet.also(pinned.stating(pin))
    folder = payload.get("cwd") if isinstance(payload.get("cwd"), str) else pin.repository
    found = _recognised(sheet, call._replace(paths=_followed(str(folder), call.paths)), around(str(folder), pin.ref))
    if found.kind == "none":
        return Verdict(verdict.QUIET)
    return _answered(found, Ran(payload, pin, commit, host.attended(payload)))


def _recognised(sheet: Json, call: Json, standing: Surroundings) -> Recognition:
    from harnessy.guard.calls import recognise
    from harnessy.guard.parser import NoParser

    try:
        return recognise(sheet, call, standing)
    except NoParser as error:
        raise Refused("HG04", str(error), error.help) from None


def _pin(options: Sequence[str], payload: Json) -> Pin:
    """The pin that the command names, else the one of the repository that the host works in."""
    if len(options) == 2 and options[0] == "--pin":
        return pinned.load(options[1])
    if options:
        raise Refused("HG03", f"`{options[0]}` is no option of a hook", "run `harnessy hooks install` again")
    folder = str(payload.get("cwd") or os.getcwd())  # noqa: PTH109
    for pin in pins():
        if f"{os.path.realpath(folder)}/".startswith(f"{pin.repository}/"):
            return pin
    raise Refused("HG03", "no doctrine is pinned for this folder", "run `harnessy hooks install` in the repository")


def pins() -> list[Pin]:
    """All pins, the deepest repository first."""
    try:
        names = sorted(name for name in os.listdir(places.pins()) if name.endswith(".json"))  # noqa: PTH208
    except OSError:
        return []
    found = [pinned.load(os.path.join(places.pins(), name)) for name in names]  # noqa: PTH118
    return sorted(found, key=lambda pin: -len(pin.repository))


def _followed(folder: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Paths, and where they lead by links: the file that is written counts, whatever it is called."""
    found = list(paths)
    for path in (path for path in paths if "\0" not in path):
        real = os.path.realpath(os.path.join(folder, os.path.expanduser(path)))  # noqa: PTH111, PTH118
        if not real.endswith(path):
            found.append(real)
    return tuple(found)


def _answered(found: Recognition, ran: Ran) -> Verdict:
    """The doctrine's answer under the facts of this run."""
    from harnessy.hooks import session

    try:
        own = session.of_run(ran.pin.name, str(ran.payload.get("session_id") or ""))
    except (NotKept, OSError) as error:
        raise Refused("HG06", f"the facts of this session cannot be read: {error}") from None
    if own:
        session.used(own)
    facts = own.facts if own else ()
    answers = {one.subject: _asked(ran, one.subject, facts) for one in found.operations}
    granted = (lambda subjects: session.spend(own, subjects)) if own and own.grants else (lambda subjects: not subjects)
    attended = ran.attended and not (own and own.alone)
    return verdict.of(found, answers, attended=attended, granted=granted)


def _asked(ran: Ran, subject: str, facts: tuple[Stated, ...]) -> Json:
    """The answer as it was worked out before for this doctrine and these facts, or anew."""
    stamp = places.compiler_stamp()
    key = json.dumps([ran.pin.repository, ran.commit, list(ran.pin.doctrine), stamp, subject, facts], sort_keys=True)
    kept = places.recall("answer", key)
    if isinstance(kept, dict):
        return kept
    from harnessy.hooks.asking import answer

    made = answer(ran.pin, ran.commit, subject, facts)
    places.remember("answer", key, made)
    return made
