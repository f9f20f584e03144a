"""What may be dispatched now, for people and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from harnessy.plan.loop import Next
from harnessy.plan.model import Aside, Reason
from harnessy.render.look import Look, place, plain, under
from harnessy.render.plan import cited, quoted


def next_text(step: Next, titles: Mapping[str, str], look: Look | None = None) -> str:
    """What may be dispatched, how the rest stands, and whether the loop goes on."""
    return "\n".join(_lines(step, titles, look or Look()))


def _lines(step: Next, titles: Mapping[str, str], style: Look) -> Iterator[str]:
    where = f" (step {step.step.number})" if step.step else ""
    yield style.paint(f"dispatch {', '.join(step.dispatch)}{where}" if step.dispatch else "dispatch nothing", "bold")
    yield from (f"  {key}  {plain(titles.get(key, ''))}" for key in step.dispatch)
    yield style.paint(f"loop: {step.verdict}", "bold")
    yield from (f"  {reason.text}{cited(reason.ground)}" for reason in step.reasons)
    for title, standing in (("worked on", "running"), ("wait for a person", "waiting"), ("failed", "failed"), ("given up", "out")):
        keys = [key for key, own in step.standings.items() if own == standing]
        if keys:
            yield f"{title}: {', '.join(keys)}"
    yield from _asides("the doctrine says", step.told)
    yield from _asides("not yet", step.not_yet)
    counts = [(standing, sum(own == standing for own in step.standings.values())) for standing in ("finished", "held back")]
    yield ", ".join(f"{count} {standing}" for standing, count in counts)


def _asides(title: str, asides: Sequence[Aside]) -> Iterator[str]:
    if asides:
        yield f"{title}:"
    for aside in asides:
        for reason in aside.reasons:
            quote = f": {quoted(reason.places)}" if reason.places else ""
            yield f"  {aside.issue or 'loop'}  {reason.text}{quote}{cited(reason.ground)}"


def next_json(step: Next) -> str:
    """The same as one JSON object."""
    shape = {
        "dispatch": list(step.dispatch),
        "step": step.step.number if step.step else None,
        "loop": step.verdict,
        "why": _reasons(step.reasons),
        "standings": dict(step.standings),
        "told": {aside.issue: _reasons(aside.reasons) for aside in step.told},
        "not_yet": {aside.issue: _reasons(aside.reasons) for aside in step.not_yet},
    }
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _reasons(reasons: Iterable[Reason]) -> list[dict[str, object]]:
    return [
        {
            "text": reason.text,
            "doctrine": {"place": place(reason.ground.span), "quote": reason.ground.span.text, "under": under(reason.ground.trail)}
            if reason.ground
            else None,
            "places": [{"place": place(span), "quote": span.text} for span in reason.places],
        }
        for reason in reasons
    ]
