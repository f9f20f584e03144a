"""Assets: finds the grammar and the doctrine that harnessy ships, in a wheel or in a checkout, and gives their text.

A wheel holds copies of `grammar/` and `doctrine/` in `_shipped`, beside this file; a checkout holds the folders
themselves, one level up. Only this module may look for them: an editable install leaves a copy in site-packages that
nothing reads, and that is out of date after the first edit.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def root() -> Path:
    """The folder that holds `grammar/` and `doctrine/`."""
    from pathlib import Path

    package = Path(__file__).resolve().parent
    shipped = package / "_shipped"
    return shipped if shipped.is_dir() else package.parent


def grammar() -> Mapping[str, str]:
    """The text of each grammar file by the name of the file, in the order of the names; read once."""
    return _read_once(root() / "grammar")


@cache
def _read_once(folder: Path) -> Mapping[str, str]:
    return _texts(folder, "*.lark")


def doctrine() -> dict[str, str]:
    """The text of each shipped doctrine file by its path below the root, in the order of the paths."""
    return {f"doctrine/{name}": text for name, text in _texts(root() / "doctrine", "*.md").items()}


def doctrine_path() -> Path:
    """The folder of the shipped doctrine."""
    return root() / "doctrine"


def _texts(folder: Path, pattern: str) -> dict[str, str]:
    """The files of a folder that fit a pattern, as they are (line ends too): a reader of text makes sense of them."""
    files = sorted(folder.glob(pattern), key=lambda file: file.name)
    return {file.name: file.read_bytes().decode("utf-8") for file in files}
