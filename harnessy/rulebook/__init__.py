"""Rulebook: documents and a grammar in, rules and names out; knows nothing of questions."""

from harnessy.rulebook.build import Built, build
from harnessy.rulebook.model import Book, Rule, RuleBook

__all__ = ["Book", "Built", "Rule", "RuleBook", "build"]
