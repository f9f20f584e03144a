"""A plan for people and as JSON."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from harnessy.plan.build import FOUNDATION, PACKET
from harnessy.plan.model import Aside, Ground, Link, Plan, Reason, Step, Touch
from harnessy.render.look import Look, place, plain, safe, under
from harnessy.source import Span

_SECTIONS = {FOUNDATION: "Foundation, one at a time: others build on it", PACKET: "Packets, side by side"}
_ALONE = "One at a time"
_LEAST = 24


def plan_text(plan: Plan, faults: Sequence[str] = (), look: Look | None = None) -> str:
    """A plan as people approve it: what is done in which order, what waits for what, what is held back, and why."""
    style = look or Look()
    parts = ["\n".join(_summary(plan, style))]
    for kind, steps in groupby(plan.steps, key=lambda step: step.kind):
        parts.append("\n".join(_section(plan, kind, list(steps), style)))
    if plan.held:
        parts.append("\n".join([style.paint("Held back", "bold"), *_asides(plan, plan.held)]))
    if plan.left:
        parts.append("\n".join([style.paint("Left out", "bold"), *_grouped(plan, plan.left)]))
    if faults:
        parts.append("\n".join([style.paint("Could not be read", "bold"), *(f"  {safe(fault)}" for fault in faults)]))
    if plan.findings:
        title = style.paint("Of the doctrine", "bold")
        parts.append("\n".join([title, *(f"  {finding.text}{_cited(finding.ground)}" for finding in plan.findings)]))
    return "\n\n".join(parts)


def _summary(plan: Plan, style: Look) -> Iterator[str]:
    total, steps, held, left = len(plan.issues), len(plan.steps), len(plan.held), len(plan.left)
    done = sum(len(step.issues) for step in plan.steps)
    yield style.paint(f"{_counted(total, 'issue')}: {done} in {_counted(steps, 'step')}, {held} held back, {left} left out", "bold")
    for rule in plan.rules:
        yield f"  {rule.text}{_cited(rule.ground)}"
    pairs = [f"{name} {count}" for name, count in plan.pairs.items() if count]
    if pairs:
        yield f"  pairs that share a surface: {', '.join(pairs)}"


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _cited(ground: Ground | None) -> str:
    return f"  [{place(ground.span)}  {under(ground.trail)}]" if ground else ""


def _section(plan: Plan, kind: str, steps: list[Step], style: Look) -> Iterator[str]:
    yield style.paint(_SECTIONS.get(kind, _ALONE), "bold")
    for step in steps:
        for index, key in enumerate(step.issues):
            number = f"{step.number:>4}" if not index else " " * len(f"{step.number:>4}")
            why = _short(step) if kind != PACKET else ""
            yield f"{number}  {_titled(plan, key, style, why)}"
        for reason in step.reasons if kind == PACKET else ():
            yield f"        {reason.text}{_cited(reason.ground)}"


def _short(step: Step) -> str:
    if step.kind != FOUNDATION:
        return "; ".join(reason.text for reason in step.reasons)
    return "; ".join(f"{reason.text} {_quoted(reason.places)}" for reason in step.reasons)


def _titled(plan: Plan, key: str, style: Look, why: str) -> str:
    waits = [link.earlier for link in plan.links if link.later == key]
    after = f"after {', '.join(waits)}" if waits else ""
    notes = "; ".join(note for note in (after, why) if note)
    title = plain(plan.issues[key].title)
    room = max(_LEAST, style.width - len(key) - len(notes) - len("          ")) if style.width else len(title)
    title = title if len(title) <= room else f"{title[: room - 1]}…"
    return f"{key}  {title}" + (f"  ({notes})" if notes else "")


def _grouped(plan: Plan, asides: Sequence[Aside]) -> Iterator[str]:
    """The issues of each reason that needs no quotation, below it."""
    reasons = dict[str, list[str]]()
    for aside in asides:
        said = "; ".join(f"{reason.text}{_cited(reason.ground)}" for reason in aside.reasons)
        reasons.setdefault(said, []).append(aside.issue)
    for said, keys in reasons.items():
        yield f"  {said}"
        yield from (f"      {key}  {plain(plan.issues[key].title)}" for key in keys)


def _asides(plan: Plan, asides: Iterable[Aside]) -> Iterator[str]:
    for aside in asides:
        yield f"  {aside.issue}  {plain(plan.issues[aside.issue].title)}"
        for reason in aside.reasons:
            quote = f": {_quoted(reason.places)}" if reason.places else ""
            yield f"      {reason.text}{quote}{_cited(reason.ground)}"


def _quoted(places: Sequence[Span]) -> str:
    """The words of some places, and where they stand; those on one line are quoted as one."""
    quotes = list[Span]()
    for span in places:
        last = quotes[-1] if quotes else None
        if last and last.source is span.source and last.line == span.line:
            quotes[-1] = last.cut(min(last.start, span.start), max(last.end, span.end))
        else:
            quotes.append(span)
    return ", ".join(f"“{plain(span.text)}” {place(span)}" for span in quotes)


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
    return {"surface": touch.thing, "signal": touch.signal, **_place(touch.span)}


FORMATS: Mapping[str, Callable[[Plan, Sequence[str], Look | None], str]] = {"text": plan_text, "json": plan_json}
