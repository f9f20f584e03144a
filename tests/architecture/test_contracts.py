"""The import contracts in pyproject.toml hold, and each of them bites."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_contracts_hold(checkout: Path) -> None:
    result = lint_imports(checkout)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("source/text.py", "from harnessy.document import model", "Data flows one way"),
        ("utilities.py", "", "Data flows one way"),
        ("source/text.py", "import os", "The core does no IO"),
        ("document/model.py", "from datetime import date", "The core does no IO"),
        ("rulebook/anything.py", "import pathlib", "The core does no IO"),
        ("decision/anything.py", "import time", "The core does no IO"),
        ("render/anything.py", "import logging", "The core does no IO"),
        ("document/model.py", "import lark", "Each library has one home"),
        ("source/text.py", "import markdown_it.token", "Each library has one home"),
        ("source/text.py", "def late():\n    import networkx", "Each library has one home"),
        ("source/text.py", "from harnessy.source import diagnostic", "Siblings import one another"),
    ],
)
def test_a_breach_is_found(checkout: Path, tmp_path: Path, module: str, line: str, broken: str) -> None:
    shutil.copytree(checkout / "harnessy", tmp_path / "harnessy", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(checkout / "pyproject.toml", tmp_path)
    target = tmp_path / "harnessy" / module
    target.parent.mkdir(exist_ok=True)
    (target.parent / "__init__.py").touch()
    with target.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    assert any(row.startswith(broken) and "BROKEN" in row for row in result.stdout.splitlines()), result.stdout
