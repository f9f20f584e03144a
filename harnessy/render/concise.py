"""Concise: a decision on one line, in columns that a script can cut at two spaces."""

from __future__ import annotations

from harnessy.decision import Decision
from harnessy.render.look import Look, place, plain
from harnessy.render.text import deciding, said, tag


def decision_concise(decision: Decision, look: Look) -> str:
    """Effect or outcome, subject, the deciding place, and what to do; one line for each subject that was answered."""
    if decision.also:
        return "\n".join(decision_concise(other, look) for other in decision.also)
    cited = deciding(decision)
    columns = [
        look.paint(tag(decision), tag(decision)),
        plain(decision.subject or "-"),
        place(cited.span) if cited else "-",
        said(decision),
    ]
    return "  ".join(columns)
