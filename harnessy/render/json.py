"""JSON: the documented, stable shape of a decision."""

from __future__ import annotations

import json
from decimal import Decimal

from harnessy.decision import Citation, Decision
from harnessy.decision.model import Assumed, Change
from harnessy.rulebook.model import Act


def to_dict(decision: Decision) -> dict[str, object]:
    """A decision as plain data, in the order in which the keys are documented."""
    shape: dict[str, object] = {
        "subject": decision.subject,
        "outcome": decision.outcome,
        "effect": decision.effect,
        "acts": [_act(act) for act in decision.acts],
        "values": dict(decision.values),
        "facts": {name: _fact(value) for name, value in decision.facts.items()},
        "missing": [item.fact for item in decision.missing],
        "assumptions": [_assumed(item) for item in decision.assumptions],
        "instead": [_change(item) for item in decision.instead],
        "because": [_citation(item) for item in decision.because],
        "ignored": list(decision.ignored),
        "reason": decision.reason,
        "digest": decision.digest,
    }
    if decision.also:
        shape["also"] = [to_dict(other) for other in decision.also]
    return shape


def decision_json(decision: Decision) -> str:
    """A decision as one JSON object, indented."""
    return json.dumps(to_dict(decision), ensure_ascii=False, indent=2)


def _act(act: Act) -> dict[str, object]:
    return {"words": act.words, "verb": act.verb, "object": act.object, "effect": act.effect}


def _fact(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value)
    return sorted(value) if isinstance(value, (set, frozenset)) else value


def _assumed(item: Assumed) -> dict[str, object]:
    places = [{"file": span.source.path, "line": span.line, "end_line": span.end_line} for span in item.spans]
    return {"text": item.text, "places": places}


def _change(item: Change) -> dict[str, object]:
    return {"facts": dict(item.facts), "outcome": item.outcome, "effect": item.effect, "acts": list(item.acts)}


def _citation(item: Citation) -> dict[str, object]:
    span = item.span
    return {
        "rule": item.rule,
        "file": span.source.path, "line": span.line, "end_line": span.end_line, "column": span.column,
        "quote": item.quote, "trail": list(item.trail), "gives": item.gives,
    }
