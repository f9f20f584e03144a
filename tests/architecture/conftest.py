"""What the tests of the house share: where it stands, and its modules as syntax trees."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The folder that holds pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session")
def modules() -> dict[str, ast.Module]:
    """The tree of each module of harnessy by its path from the checkout, in order."""
    files = sorted((ROOT / "harnessy").rglob("*.py"))
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_text("utf-8")) for file in files}
