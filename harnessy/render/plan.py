"""A plan for people and as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from harnessy.plan.build import FOUNDATION, PACKET
from harnessy.plan.model import Aside, Ground, Link, Plan, Reason, Step, Touch
from harnessy.render.look import Look, place, plain, safe, under
from harnessy.source import Span

_SECTIONS = {FOUNDATION: "Foundation, one at a time: others build on it", PACKET: "Packets, side by side"}
_ALONE, _BOLD = "One at a time", "**"
_LEAST, _LONGEST, _MOST = 24, 80, 8


def plan_text(plan: Plan, faults: Sequence[str] = (), look: Look | None = None) -> str:
    """A plan as people approve it: what is done in which order, what waits for what, what is held back, and why."""
    style = look or Look()
    parts, waits = ["\n".join(_summary(plan, style))], dict[str, list[str]]()
    for link in plan.links:
        waits.setdefault(link.later, []).append(link.earlier)
    for kind, steps in groupby(plan.steps, key=lambda step: step.kind):
        lines = [line for step in steps for line in _lines(plan, step, waits, style)]
        parts.append("\n".join([style.paint(_SECTIONS.get(kind, _ALONE), "bold"), *lines]))
    if plan.held:
        parts.append("\n".join([style.paint("Held back", "bold"), *_asides(plan, plan.held)]))
    if plan.left:
        parts.append("\n".join([style.paint("Left out", "bold"), *_grouped(plan, plan.left)]))
    if faults:
        parts.append("\n".join([style.paint("Could not be read", "bold"), *(f"  {safe(fault)}" for fault in faults)]))
    if plan.findings:
        title = style.paint("Of the doctrine", "bold")
        parts.append("\n".join([title, *(f"  {finding.text}{cited(finding.ground)}" for finding in plan.findings)]))
    return "\n\n".join(parts)


def _summary(plan: Plan, style: Look) -> Iterator[str]:
    total, steps, held, left = len(plan.issues), len(plan.steps), len(plan.held), len(plan.left)
    done = sum(len(step.issues) for step in plan.steps)
    yield style.paint(f"{_counted(total, 'issue')}: {done} in {_counted(steps, 'step')}, {held} held back, {left} left out", "bold")
    for rule in plan.rules:
        yield f"  {rule.text}{cited(rule.ground)}"
    pairs = [f"{name} {count}" for name, count in plan.pairs.items() if count]
    if pairs:
        yield f"  pairs that share a surface: {', '.join(pairs)}"


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def cited(ground: Ground | None) -> str:
    """A place in the doctrine, behind what it is cited for; nothing for no place."""
    return f"  [{place(ground.span)}  {under(ground.trail)}]" if ground else ""


def _lines(plan: Plan, step: Step, waits: Mapping[str, Sequence[str]], style: Look) -> Iterator[str]:
    for index, key in enumerate(step.issues):
        number = f"{step.number:>4}" if not index else " " * len(f"{step.number:>4}")
        after = f"after {', '.join(waits[key])}" if key in waits else ""
        notes = "; ".join(note for note in (after, _short(step) if step.kind != PACKET else "") if note)
        yield f"{number}  {_titled(plan, key, style, notes)}"
    for reason in step.reasons if step.kind == PACKET else ():
        yield f"        {reason.text}{cited(reason.ground)}"


def _short(step: Step) -> str:
    if step.kind != FOUNDATION:
        return "; ".join(reason.text for reason in step.reasons)
    return "; ".join(f"{reason.text} {quoted(reason.places)}" for reason in step.reasons)


def _titled(plan: Plan, key: str, style: Look, notes: str) -> str:
    title = plain(plan.issues[key].title)
    room = max(_LEAST, style.width - len(key) - len(notes) - len("          ")) if style.width else len(title)
    title = title if len(title) <= room else f"{title[: room - 1]}…"
    return f"{key}  {title}" + (f"  ({notes})" if notes else "")


def _grouped(plan: Plan, asides: Sequence[Aside]) -> Iterator[str]:
    """The issues of each reason that needs no quotation, below it."""
    reasons = dict[str, list[str]]()
    for aside in asides:
        said = "; ".join(f"{reason.text}{cited(reason.ground)}" for reason in aside.reasons)
        reasons.setdefault(said, []).append(aside.issue)
    for said, keys in reasons.items():
        yield f"  {said}"
        yield from (f"      {key}  {plain(plan.issues[key].title)}" for key in keys)


def _asides(plan: Plan, asides: Iterable[Aside]) -> Iterator[str]:
    for aside in asides:
        yield f"  {aside.issue}  {plain(plan.issues[aside.issue].title)}".rstrip()
        for reason in aside.reasons[:_MOST]:
            quote = f": {quoted(reason.places)}" if reason.places else ""
            yield f"      {reason.text}{quote}{cited(reason.ground)}"
        if len(aside.reasons) > _MOST:
            yield f"      and {len(aside.reasons) - _MOST} more: `--explain` and `--format json` have them"


def quoted(places: Sequence[Span]) -> str:
    """The words of some places, and where they stand; those on one line are quoted as one."""
    found = list[str]()
    for where, spans in groupby(places, key=place):
        own = list(spans)
        whole = own[0].cut(min(span.start for span in own), max(span.end for span in own))
        together = all(span.source is whole.source for span in own) and len(whole.text) <= _LONGEST
        words = plain(whole.text).replace(_BOLD, "") if together else " … ".join(plain(span.text) for span in own)
        found.append(f"“{words}” {where}")
    return ", ".join(found)


def plan_json(plan: Plan, faults: Sequence[str] = (), look: Look | None = None) -> str:
    """A plan as one JSON object, stamped with its own digest."""
    del look
    return json.dumps(to_dict(plan, faults), ensure_ascii=False, indent=2)


def to_dict(plan: Plan, faults: Sequence[str] = ()) -> dict[str, object]:
    """A plan as plain data, in the order in which the keys are documented. `plan` among the digests is that of the rest."""
    titles = {key: issue.title for key, issue in plan.issues.items()}
    shape: dict[str, object] = {
        "limit": plan.limit,
        "steps": [_step(step) for step in plan.steps],
        "held": [_aside(aside) for aside in plan.held],
        "left": [_aside(aside) for aside in plan.left],
        "links": [_link(link) for link in plan.links],
        "titles": titles,
        "touches": {key: [_touch(touch) for touch in own] for key, own in plan.touches.items() if own},
        "pairs": dict(plan.pairs),
        "rules": [_reason(rule) for rule in plan.rules],
        "findings": [_reason(finding) for finding in plan.findings],
        "faults": list(faults),
        "digests": {"doctrine": plan.doctrine, "issues": plan.input},
    }
    return stamped(shape)


def stamped(shape: Mapping[str, object]) -> dict[str, object]:
    """A plan as data with the digest of all of it but that digest."""
    digests = {key: value for key, value in dict(shape.get("digests") or {}).items() if key != "plan"}  # type: ignore[call-overload] # data of our own shape
    bare = {**shape, "digests": digests}
    text = json.dumps(bare, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return {**bare, "digests": {**digests, "plan": "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()}}


def _step(step: Step) -> dict[str, object]:
    why = [_reason(reason) for reason in step.reasons]
    return {"number": step.number, "kind": step.kind, "wave": step.wave, "issues": list(step.issues), "why": why}


def _aside(aside: Aside) -> dict[str, object]:
    return {"issue": aside.issue, "why": [_reason(reason) for reason in aside.reasons]}


def _reason(reason: Reason) -> dict[str, object]:
    return {"text": reason.text, "doctrine": _ground(reason.ground), "places": [_place(span) for span in reason.places]}


def _ground(ground: Ground | None) -> dict[str, object] | None:
    return {**_place(ground.span), "trail": list(ground.trail)} if ground else None


def _place(span: Span) -> dict[str, object]:
    return {"file": span.source.path, "line": span.line, "end_line": span.end_line, "column": span.column, "quote": span.text}


def _link(link: Link) -> dict[str, object]:
    shape = {"later": link.later, "earlier": link.earlier, "phrase": link.phrase, "builds": link.builds}
    return {**shape, "doctrine": _ground(link.ground), "places": [_place(span) for span in link.places]}


def _touch(touch: Touch) -> dict[str, object]:
    return {"surface": touch.thing, "signal": touch.signal, **_place(touch.span), **({"path": touch.file} if touch.file else {})}

