"""Whole commands, as somebody in a shell feels them, beside floors and other people's linters on the same file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from harnessy import assets
from tests.bench.clock import Work, medians
from tests.bench.table import Row, against, printed, ratio

PASS, TYPER = "python -c pass", "a typer app alone"
CHECK, EXPLAIN, WORDS = "harnessy check", "harnessy explain", "harnessy words"
COLD = "nothing cached"
LINT, AGAIN = f"harnessy lint, {COLD}", "harnessy lint, unchanged"
PYMARKDOWN, RUMDL, RUMDL_AGAIN = "pymarkdown scan", f"rumdl check, {COLD}", "rumdl check, unchanged"
LIMITS = {EXPLAIN: ((PASS, 15.0),), LINT: ((PYMARKDOWN, 1.0),), AGAIN: ((PASS, 4.0),)}
QUESTION = ("plan-approval", "--auto", "header=safe", "work-type=feature", "difficulty=medium")
ROUNDS = 5
CHECKOUT = Path(__file__).parents[2]

_APP = """
import typer

app = typer.Typer(add_completion=False)


@app.command()
def main(name: str = typer.Option("reader")) -> None:
    print(name)


app()
"""


def section() -> str:
    """The table of commands."""
    with TemporaryDirectory() as folder:
        commands, skipped = _commands(Path(folder))
        cold, warm = Path(folder, "cold"), Path(folder, "warm")

        def before(name: str) -> None:
            if COLD in name:
                shutil.rmtree(cold, ignore_errors=True)

        works = {name: _started(command, _environment(cold if COLD in name else warm)) for name, command in commands.items()}
        taken = medians(works, ROUNDS, before)
    rows = [_row(name, seconds, taken) for name, seconds in taken.items()]
    return printed("Commands on the shipped doctrine", ("command", "ms", "× pass", "budget"), rows, skipped)


def _started(command: Sequence[str], environment: Mapping[str, str]) -> Work:
    return lambda: subprocess.run(command, env=dict(environment), capture_output=True, check=False)


def _row(name: str, seconds: float, taken: dict[str, float]) -> Row:
    budgets = [against(floor, seconds, limit, taken) for floor, limit in LIMITS.get(name, ())]
    return name, f"{seconds * 1000:.1f}", ratio(seconds, taken[PASS]), "; ".join(budgets)


def _commands(folder: Path) -> tuple[dict[str, list[str]], list[str]]:
    """The commands by name, and a note for each tool that is not here."""
    app, page = folder / "app.py", folder / "AUTONOMY.md"
    app.write_text(_APP, "utf-8")
    page.write_text("".join(assets.doctrine().values()), "utf-8")
    ours = [sys.executable, "-m", "harnessy"]
    asked = [*QUESTION, "--doctrine", str(page)]
    commands = {
        PASS: [sys.executable, "-c", "pass"],
        TYPER: [sys.executable, str(app)],
        CHECK: [*ours, "check", *asked],
        EXPLAIN: [*ours, "explain", *asked],
        WORDS: [*ours, "words", "--doctrine", str(page)],
        LINT: [*ours, "lint", str(page)],
        AGAIN: [*ours, "lint", str(page)],
    }
    others = {"pymarkdown": _pymarkdown(page), "rumdl": _rumdl(page, folder)}
    for found in others.values():
        commands |= found
    return commands, [f"{name} is not installed, so it is left out." for name, found in others.items() if not found]


def _pymarkdown(page: Path) -> dict[str, list[str]]:
    return {PYMARKDOWN: [sys.executable, "-m", "pymarkdown", "scan", str(page)]} if find_spec("pymarkdown") else {}


def _rumdl(page: Path, folder: Path) -> dict[str, list[str]]:
    program = shutil.which("rumdl", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if program is None:
        return {}
    cache = ["--cache-dir", str(folder / "rumdl")]
    check = [program, "check", str(page)]
    return {RUMDL: [*check, "--no-cache"], RUMDL_AGAIN: [*check, *cache]}


def _environment(cache: Path) -> dict[str, str]:
    """As a user has it: byte code is kept, the checkout is what runs, and caches start empty."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": str(CHECKOUT), "XDG_CACHE_HOME": str(cache), "NO_COLOR": "1"}
