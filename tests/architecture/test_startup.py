"""Nothing heavy is loaded by an import alone: a hook starts harnessy on every tool call."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {"lark", "markdown_it", "networkx", "pydantic", "rich", "typer", "yaml"}


def loaded_by(statement: str, folder: Path) -> set[str]:
    """The top names of all modules that a fresh Python, started in a folder, loads for a statement."""
    command = [sys.executable, "-X", "importtime", "-c", statement]
    result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    rows = [line for line in result.stderr.splitlines() if line.startswith("import time:")]
    return {row.rpartition("|")[2].strip().partition(".")[0] for row in rows}


@pytest.mark.parametrize("module", ["harnessy", "harnessy.assets", "harnessy.source", "harnessy.api"])
def test_an_import_loads_nothing_heavy(module: str, checkout: Path) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not built yet")
    loaded = loaded_by(f"import {module}", checkout)
    assert "harnessy" in loaded
    assert loaded & HEAVY == set()


def test_the_measure_sees_a_library(checkout: Path) -> None:
    assert "lark" in loaded_by("import lark", checkout)
