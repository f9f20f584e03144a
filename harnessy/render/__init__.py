"""Render: a decision or report in, text out; a module per format, no IO."""

from collections.abc import Callable

from harnessy.decision import Decision
from harnessy.render.concise import decision_concise
from harnessy.render.json import decision_json
from harnessy.render.look import Look
from harnessy.render.text import decision_text

# The formats of a decision by the name that `--format` takes.
FORMATS: dict[str, Callable[[Decision, Look], str]] = {
    "text": decision_text,
    "concise": decision_concise,
    "json": lambda decision, _: decision_json(decision),
}

__all__ = ["FORMATS", "Look", "decision_concise", "decision_json", "decision_text"]
