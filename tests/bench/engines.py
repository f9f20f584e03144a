"""Other people's engines, taught the same decision. Each maker gives a function from a case to the effect."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

from tests.bench.decision import Case, Tables

Engine = Callable[[Case], str]
Maker = Callable[[Tables], Engine]
Node = dict[str, Any]


def by_hand(tables: Tables) -> Engine:
    """Dictionaries, as somebody would write them who needs no citation."""
    caps = {(case.work, case.difficulty): tables.levels.index(tables.cap(case)) for case in tables.cases}
    levels, cells = {level: rank for rank, level in enumerate(tables.levels)}, tables.cells

    def ask(case: Case) -> str:
        checkpoint, header, work, difficulty = case
        return cells[checkpoint, tables.levels[min(levels[header], caps[work, difficulty])]]

    return ask


# -- zen-engine


def zen_engine(tables: Tables) -> Engine:
    """A decision graph: a table of caps, an expression, a table of cells. Read once by the static loader."""
    import zen

    ranks = " : ".join(f"header == {json.dumps(level)} ? {rank}" for rank, level in enumerate(tables.levels))
    lower = {"id": "lower", "key": "level", "value": f"min([cap, ({ranks} : -1)])"}
    graph = _graph([
        _node("in", "inputNode", {"schema": ""}),
        _node("caps", "decisionTableNode", _zen_caps(tables)),
        _node("level", "expressionNode", {"expressions": [lower], "passThrough": True}),
        _node("cells", "decisionTableNode", _zen_cells(tables)),
        _node("out", "outputNode", {"schema": ""}),
    ])
    engine = zen.ZenEngine({"loader": {"type": "static", "content": {"decision": graph}}})

    def ask(case: Case) -> str:
        effect: str = engine.evaluate("decision", case._asdict())["result"]["effect"]
        return effect

    return ask


def _node(name: str, kind: str, content: Node) -> Node:
    return {"id": name, "name": name, "type": kind, "content": content, "position": {"x": 0, "y": 0}}


def _graph(nodes: list[Node]) -> Node:
    names = [str(node["id"]) for node in nodes]
    edges = [{"id": f"{one}-{two}", "type": "edge", "sourceId": one, "targetId": two} for one, two in pairwise(names)]
    return {"contentType": "application/vnd.gorules.decision", "nodes": nodes, "edges": edges}


def _zen_table(inputs: tuple[str, ...], output: str, rules: Sequence[tuple[str, ...]]) -> Node:
    columns = (*inputs, output)
    return {
        "hitPolicy": "first", "passThrough": True, "inputField": None, "outputPath": None, "executionMode": "single",
        "inputs": [{"id": name, "name": name, "field": name} for name in inputs],
        "outputs": [{"id": output, "name": output, "field": output}],
        "rules": [{"_id": str(at), **dict(zip(columns, rule, strict=True))} for at, rule in enumerate(rules)],
    }  # fmt: skip


def _zen_caps(tables: Tables) -> Node:
    rules = [(_any_of(cap.works), _any_of(cap.difficulties), str(tables.levels.index(cap.level))) for cap in tables.caps]
    return _zen_table(("work", "difficulty"), "cap", rules)


def _zen_cells(tables: Tables) -> Node:
    rules = [
        (json.dumps(checkpoint), str(tables.levels.index(level)), json.dumps(effect))
        for (checkpoint, level), effect in tables.cells.items()
    ]
    return _zen_table(("checkpoint", "level"), "effect", rules)


def _any_of(words: tuple[str, ...]) -> str:
    return ", ".join(map(json.dumps, words))


# -- Rego


def rego(tables: Tables) -> Engine:
    """Rules in Rego over the tables as data, compiled for the virtual machine of a Rust interpreter."""
    regorus = import_module("regorus")  # it ships no types
    levels = {level: rank for rank, level in enumerate(tables.levels)}
    caps: dict[str, dict[str, int]] = {case.work: {} for case in tables.cases}
    for case in tables.cases:
        caps[case.work][case.difficulty] = levels[tables.cap(case)]
    cells = {case.checkpoint: {level: tables.cells[case.checkpoint, level] for level in levels} for case in tables.cases}
    data = json.dumps({"order": tables.levels, "rank": levels, "caps": caps, "cells": cells})
    machine = regorus.Rvm()
    machine.load_program(regorus.Program.compile_from_modules(data, [("decision.rego", _REGO)], ["data.decision.effect"]))
    machine.set_data_json(data)

    def ask(case: Case) -> str:
        machine.set_input_json(json.dumps(case._asdict()))
        effect: str = json.loads(machine.execute())
        return effect

    return ask


_REGO = """
package decision

level := data.order[min([data.rank[input.header], data.caps[input.work][input.difficulty]])]

effect := data.cells[input.checkpoint][level]
"""


# -- Cedar


def cedar(tables: Tables) -> Engine:
    """A policy for each cell, whose condition spells what the minimum comes to; policies and entities are read once."""
    import cedarpy

    cells = list(tables.cells.items())
    text = "\n".join(_cedar_policy(tables, checkpoint, level) for (checkpoint, level), _ in cells)
    policies, nobody = cedarpy.PolicySet.from_str(text), cedarpy.Entities.from_json_str("[]")
    effects = {f"policy{at}": effect for at, (_, effect) in enumerate(cells)}

    def ask(case: Case) -> str:
        request = {
            "principal": {"type": "Run", "id": "this"},
            "action": {"type": "Action", "id": case.checkpoint},
            "resource": {"type": "Task", "id": "this"},
            "context": {"header": case.header, "work": case.work, "difficulty": case.difficulty},
        }
        (reason,) = cedarpy.is_authorized(request, policies, nobody).diagnostics.reasons
        return effects[reason]

    return ask


def _cedar_policy(tables: Tables, checkpoint: str, level: str) -> str:
    """Permits where both the header and the cap are at least this level, and one of them is this level."""
    lower = tables.levels[: tables.levels.index(level)]
    here = f"({_cedar_capped(tables, (level,))}) || context.header == {json.dumps(level)}"
    below = f"({_cedar_capped(tables, lower)}) || [{_any_of(lower)}].contains(context.header)" if lower else "false"
    action = f"Action::{json.dumps(checkpoint)}"
    return f"permit (principal, action == {action}, resource) when {{ ({here}) && !({below}) }};"


def _cedar_capped(tables: Tables, levels: tuple[str, ...]) -> str:
    parts = list[str]()
    for cap in tables.caps:
        if cap.level in levels:
            works = f"[{_any_of(cap.works)}].contains(context.work)"
            sizes = f"[{_any_of(cap.difficulties)}].contains(context.difficulty)"
            parts.append(f"({works} && {sizes})" if cap.difficulties else works)
    return " || ".join(parts) or "false"


ENGINES: dict[str, Maker] = {"a hand-written dict": by_hand, "zen-engine": zen_engine, "regorus": rego, "cedarpy": cedar}
