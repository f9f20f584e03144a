"""Plan: issues and a rulebook in, steps with their reasons out. Does no IO."""

from harnessy.plan.build import plan
from harnessy.plan.model import Issue, Plan

__all__ = ["Issue", "Plan", "plan"]
