"""The static half: what a host refuses by itself, made from the doctrine, for when the hook does not run at all.

Only what halts whatever the facts are goes in: a host's deny list cannot carry an exception. It is a floor, not the gate: it
compares beginnings of commands, and `git -C x` walks around it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from harnessy.guard import Sheet
from harnessy.guard.forms import FORM_MARKS
from harnessy.guard.sheet import Row
from harnessy.hooks.judge import asked
from harnessy.rulebook import RuleBook


class Floor(NamedTuple):
    """What always halts: commands by their words, and paths; each with the place of its row."""

    commands: tuple[tuple[tuple[str, ...], str], ...]
    paths: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """What the floor is stamped with."""
        return hashlib.sha256(json.dumps([self.commands, self.paths]).encode()).hexdigest()


def floor(rulebook: RuleBook, sheet: Sheet) -> Floor:
    """What halts with no fact known, and so with any: a halt that waits for a fact is no halt yet."""
    halting = {subject for subject in {row.subject for row in sheet.rows if row.subject} if _halts(rulebook, subject)}
    rows = [row for row in sheet.rows if row.subject in halting]
    return Floor(tuple(_commands(rows)), tuple(_paths(rows)))


def _halts(rulebook: RuleBook, subject: str) -> bool:
    decision = asked(rulebook, subject, {})
    return decision.outcome == "answered" and decision.effect == "halt"


def _commands(rows: Iterable[Row]) -> Iterator[tuple[tuple[str, ...], str]]:
    for row in rows:
        if row.role == "OPERATION":
            yield from ((tuple(form.split()), row.place) for form in row.forms if _plain(form))


def _plain(form: str) -> bool:
    """Whether a form is words in order and nothing else."""
    words = form.split()
    return len(words) > 1 and not any("*" in word or word[0] in "-+:" or word in FORM_MARKS for word in words)


def _paths(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    for row in rows:
        if row.role == "PROTECTED":
            yield from ((path, row.place) for path in row.forms)


def claude_rules(made: Floor) -> list[str]:
    """Rules for `permissions.deny` of Claude Code."""
    commands = [rule for words, _ in made.commands for rule in (f"Bash({' '.join(words)})", f"Bash({' '.join(words)} *)")]
    edits = [f"Edit({_anywhere(path)})" for path, _ in made.paths]
    return list(dict.fromkeys((*commands, *edits)))


def _anywhere(path: str) -> str:
    if path.startswith("/"):
        return f"/{path}"
    return path if path.startswith("~") else f"**/{path.strip('/')}"


def codex_rules(made: Floor) -> str:
    """A rules file for Codex. It says what it was made from in its first line."""
    lines = [f"# made by harnessy from the doctrine, {made.digest}; do not edit: `harnessy hooks install codex` makes it again"]
    for words, place in made.commands:
        pattern, example = json.dumps(list(words)), json.dumps([" ".join(words)])
        reason = json.dumps(f"{place}; see `harnessy guard`")
        lines.append(
            f'prefix_rule(pattern={pattern}, decision="forbidden", justification={reason}, '
            f"match={example}, not_match={json.dumps([words[0] + ' --version'])})",
        )
    return "\n".join(lines) + "\n"
