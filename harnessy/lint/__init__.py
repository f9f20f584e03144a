"""Lint: documents and their rulebook in, findings out, sorted by place; does no IO and formats nothing."""

from harnessy.lint.model import Surroundings
from harnessy.lint.registry import REGISTRY, Entry, entry
from harnessy.lint.run import lint

__all__ = ["REGISTRY", "Entry", "Surroundings", "entry", "lint"]
