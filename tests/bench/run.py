"""Prints every table. A bench, never a test: figures drift with the machine, ratios of one run say more."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter

from harnessy import __version__
from tests.bench import building, commands, decisions, hooks, ledger, planning

PEERS = ("zen-engine", "gordon-to-regorus", "cedarpy", "pymarkdownlnt", "rumdl", "typer")


def main() -> None:
    """Run all sections and print each as soon as it is done."""
    started = perf_counter()
    print(f"harnessy {__version__}, Python {platform.python_version()}; {', '.join(_versions())}\n")
    for part in (decisions, commands, hooks, building, planning, ledger):
        print(part.section(), flush=True)
    print(f"{perf_counter() - started:.0f} s in all", file=sys.stderr)


def _versions() -> Iterator[str]:
    for name in PEERS:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"no {name}"
