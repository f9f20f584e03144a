"""Rulebook: documents and a grammar in, rules and names out; knows nothing of questions.

The compiler is imported when it is first used: a rulebook that was kept needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harnessy.rulebook.model import Book, Rule, RuleBook

if TYPE_CHECKING:
    from harnessy.rulebook.built import Built
    from harnessy.rulebook.compiler import build, compile_page

__all__ = ["Book", "Built", "Rule", "RuleBook", "build", "compile_page"]


def __getattr__(name: str) -> object:
    """What compiles, with all that it needs."""
    if name in {"build", "compile_page"}:
        from harnessy.rulebook import compiler

        return getattr(compiler, name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
