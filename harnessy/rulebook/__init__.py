"""Rulebook: documents and a grammar in, rules and names out; knows nothing of questions.

The compiler is imported when it is first used: a rulebook that was kept needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harnessy.rulebook.model import Book, Rule, RuleBook

if TYPE_CHECKING:
    from harnessy.rulebook.compiler import Built, build

__all__ = ["Book", "Built", "Rule", "RuleBook", "build"]


def __getattr__(name: str) -> object:
    """`build` and `Built`, with all that they need."""
    if name in {"build", "Built"}:
        from harnessy.rulebook import compiler

        return getattr(compiler, name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
