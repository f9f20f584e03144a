"""Concise: a decision on one line, in columns that a script can cut at two spaces."""

from __future__ import annotations

from harnessy.decision import Decision
from harnessy.render.look import Look, place, plain
from harnessy.render.text import deciding, said, sides, tag


def decision_concise(decision: Decision, look: Look) -> str:
    """Effect or outcome, subject, the deciding place, and what to do; one line for each subject that was answered."""
    if decision.also:
        return "\n".join(decision_concise(other, look) for other in decision.also)
    columns = [
        look.paint(tag(decision), tag(decision)),
        plain(decision.subject or "-"),
        _where(decision),
        said(decision),
    ]
    return "  ".join(columns)


def _where(decision: Decision) -> str:
    cited = deciding(decision)
    places = [place(citation.span) for citation in sides(decision)] or ([place(cited.span)] if cited else ["-"])
    return " against ".join(dict.fromkeys(places))
