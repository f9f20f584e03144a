"""One issue's whole story: where it stands in the plan, what it waits for, what it touches and shows, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy.plan.build import FOUNDATION, PACKET
from harnessy.plan.model import Issue, Plan, Reason, Step, Touch
from harnessy.render.look import Look, plain
from harnessy.render.plan import cited, quoted

_MOST = 1 << 2 << 1


def story(plan: Plan, key: str, look: Look | None = None) -> str:
    """Everything that a plan knows of an issue, line by line."""
    issue, style = plan.issues[key], look or Look()
    lines = [style.paint(f"{key}  {plain(issue.title)}", "bold"), *_standing(plan, key)]
    lines.extend(_links(plan, key))
    if any(key in step.issues for step in plan.steps) or any(aside.issue == key for aside in plan.held):
        lines.extend((*_rank(plan, key), *_touches(plan, key), *_evidence(plan, key)))
    lines.extend(_labels(issue))
    return "\n".join(f"  {line}" if index else line for index, line in enumerate(lines))


def _standing(plan: Plan, key: str) -> Iterator[str]:
    for step in (step for step in plan.steps if key in step.issues):
        yield f"is {_where(plan, step, key)}"
        yield from _why(step.reasons, quote=step.kind != PACKET)
    for title, asides in (("is held back", plan.held), ("is left out", plan.left)):
        for aside in (aside for aside in asides if aside.issue == key):
            yield title
            yield from _why(aside.reasons, quote=True)


def _why(reasons: Iterable[Reason], *, quote: bool) -> Iterator[str]:
    for reason in reasons:
        words = f": {quoted(reason.places)}" if reason.places and quote else ""
        yield f"    {reason.text}{words}{cited(reason.ground)}"


def _where(plan: Plan, step: Step, key: str) -> str:
    place = f"step {step.number} of {len(plan.steps)}, wave {step.wave}"
    if step.kind == PACKET:
        return f"{place}, side by side with {', '.join(other for other in step.issues if other != key)}"
    return f"{place}, alone: foundation" if step.kind == FOUNDATION else f"{place}, alone"


def _links(plan: Plan, key: str) -> Iterator[str]:
    for link in plan.links:
        if link.later == key:
            yield f"comes after {link.earlier}: {quoted(link.places)}{cited(link.ground)}"
        elif link.earlier == key:
            yield f"comes before {link.later}: {quoted(link.places)}{cited(link.ground)}"


def _rank(plan: Plan, key: str) -> Iterator[str]:
    for touch in plan.ranks.get(key, ()):
        yield f"has the rank `{touch.thing}`: {_shown(plan, touch)}"


def _touches(plan: Plan, key: str) -> Iterator[str]:
    for touch in plan.touches.get(key, ()):
        where = f" ({touch.file})" if touch.file else ""
        yield f"touches `{touch.thing}`{where}: {_shown(plan, touch)}"
        others = [
            other
            for other, own in plan.touches.items()
            if other != key and any((one.thing, one.file) == (touch.thing, touch.file) for one in own)
        ]
        more = f" and {len(others) - _MOST} more" if len(others) > _MOST else ""
        yield f"    so it runs apart from {', '.join(others[:_MOST])}{more}" if others else "    as no other issue does"


def _evidence(plan: Plan, key: str) -> Iterator[str]:
    shown = plan.evidence.get(key, ())
    for name in plan.criteria:
        found = next((touch for touch in shown if touch.thing == name), None)
        yield f"shows `{name}`: {_shown(plan, found)}" if found else f"does not show `{name}`{cited(plan.things.get(name))}"


def _shown(plan: Plan, touch: Touch) -> str:
    by = "" if plain(touch.signal).casefold() == plain(touch.span.text).casefold() else f" by `{touch.signal}`"
    return f"{quoted([touch.span])}{by}{cited(plan.things.get(touch.thing))}"


def _labels(issue: Issue) -> Iterator[str]:
    if issue.labels:
        yield f"labels: {', '.join(f'`{plain(label)}`' for label in issue.labels)}"
