"""The graph of the rules as a Mermaid flowchart and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

from harnessy.render.snippet import shown
from harnessy.rulebook.graph import Edge, Graph, Node

_SHAPES = {
    "fact": '(["{}"])', "condition": '(["{}"])', "quantity": '{{{{"{}"}}}}', "subject": '[["{}"]]', "rule": '["{}"]',
}
_ARROWS = {"reads": "-.->|reads|", "answers": "==>", "overrides": "-->|overrides|", "cites": "-.->|cites|"}
_ENTITIES = {'"': "#quot;", "#": "#35;", "<": "#lt;", ">": "#gt;", "`": "#96;", "|": "#124;"}


def mermaid(graph: Graph) -> str:
    """A flowchart from left to right; nodes are numbered in order."""
    number = {node.id: f"n{index}" for index, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    lines += [f"  {number[node.id]}{_shape(node)}:::{node.kind}" for node in graph.nodes]
    lines += [f"  {number[edge.start]} {_ARROWS[edge.kind]} {number[edge.end]}" for edge in graph.edges]
    lines += ["  classDef rule fill:#eef,stroke:#66a", "  classDef subject fill:#efe,stroke:#6a6"]
    lines += [f"  %% circle: {' → '.join(_quoted(part) for part in circle)}" for circle in graph.circles]
    return "\n".join(lines)


def _shape(node: Node) -> str:
    return _SHAPES[node.kind].format(_quoted(node.text))


def _quoted(text: str) -> str:
    return "".join(_ENTITIES.get(char, char) for char in shown(text))


def to_json(graph: Graph) -> str:
    """An object with nodes, edges and circles."""
    shape = {
        "nodes": [_node(node) for node in graph.nodes], "edges": [_edge(edge) for edge in graph.edges],
        "circles": [[shown(part) for part in circle] for circle in graph.circles],
    }
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _node(node: Node) -> dict[str, object]:
    span = node.span
    place = {"file": shown(span.source.path), "line": span.line, "end_line": span.end_line, "column": span.column}
    return {"id": shown(node.id), "kind": node.kind, "text": shown(node.text), **place}


def _edge(edge: Edge) -> dict[str, str]:
    return {"from": shown(edge.start), "to": shown(edge.end), "kind": edge.kind}


FORMATS: dict[str, Callable[[Graph], str]] = {"mermaid": mermaid, "json": to_json}
