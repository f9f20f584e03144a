"""A plan as a Mermaid graph: steps as boxes in their order, an arrow for each link, what is held back apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from harnessy.plan.build import FOUNDATION, PACKET
from harnessy.plan.model import Plan
from harnessy.render.look import Look, plain

_LONGEST = 48
_ESCAPES = str.maketrans({'"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "'", "#": "#35;"})
_CLASSES = (
    "classDef foundation stroke-width:3px", "classDef packet stroke-dasharray:4", "classDef held fill:#eee,stroke:#999,color:#666",
)  # fmt: skip


def plan_mermaid(plan: Plan, faults: Sequence[str] = (), look: Look | None = None) -> str:
    """A plan as a Mermaid flowchart. A full arrow is a dependency, a dotted one leads from a part to its whole."""
    del faults, look
    return "\n".join(("flowchart LR", *(f"  {line}" for line in _lines(plan))))


def _lines(plan: Plan) -> Iterator[str]:
    shown = [key for step in plan.steps for key in step.issues] + [aside.issue for aside in plan.held]
    names = {key: f"i{index}" for index, key in enumerate(shown, 1)}
    for step in plan.steps:
        kind = {FOUNDATION: ":::foundation", PACKET: ":::packet"}.get(step.kind, "")
        nodes = [f"{_node(plan, names, key)}{kind}" for key in step.issues]
        if step.kind == PACKET:
            yield f'subgraph s{step.number}["step {step.number}, side by side"]'
            yield from (f"  {node}" for node in nodes)
            yield "end"
        else:
            yield from nodes
    if plan.held:
        yield 'subgraph held["held back"]'
        yield from (f"  {_node(plan, names, aside.issue)}:::held" for aside in plan.held)
        yield "end"
    for link in plan.links:
        if link.later in names and link.earlier in names:
            yield f"{names[link.earlier]} {'-->' if link.builds else '-.->'} {names[link.later]}"
    yield from _CLASSES


def _node(plan: Plan, names: Mapping[str, str], key: str) -> str:
    title = plain(f"{key} {plan.issues[key].title}")
    short = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
    return f'{names[key]}["{short.translate(_ESCAPES)}"]'
