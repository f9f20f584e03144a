"""Doctrine files: which count, and their text. Nothing here starts slowly: whoever only asks for changes comes by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

FOLDER, FILES = "doctrine", ("AUTONOMY.md", "program.md")


class DoctrineError(Exception):
    """A doctrine that cannot be read. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


def read(paths: Iterable[Path]) -> dict[str, str]:
    """The text of doctrine files by the path that is shown; a folder stands for the Markdown files in it. Raises DoctrineError.

    Files below the working directory are named from there, so that findings and citations say the same path to everybody.
    """
    texts, here = dict[str, str](), Path.cwd()
    for path in paths:
        files = sorted(path.glob("*.md")) if path.is_dir() else [path]
        if not files:
            raise DoctrineError(f"`{path}` holds no Markdown file", "name a doctrine file, or a folder of them")
        for file in files:
            texts[str(file.relative_to(here) if file.is_relative_to(here) else file)] = _text(file)
    return texts


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DoctrineError(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}", "name a doctrine file") from None
    return text_of(raw, str(path))


def text_of(raw: bytes, path: str) -> str:
    """The text of a doctrine file or of standard input; lines end with a line feed. Raises DoctrineError for what is no text."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line, byte = raw.count(b"\n", 0, error.start) + 1, raw[error.start]
        raise DoctrineError(f"`{path}:{line}` is not UTF-8: byte 0x{byte:02x}", "save the file as UTF-8") from None
    if "\0" in text:
        raise DoctrineError(f"`{path}` is no text: it holds a zero byte", "name a Markdown file")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def find(start: Path) -> list[Path]:
    """The doctrine that counts in a directory: the nearest `doctrine/`, or `AUTONOMY.md` / `program.md`, at or above it."""
    for folder in (start, *start.parents):
        if any((folder / FOLDER).glob("*.md")):
            return [folder / FOLDER]
        files = [folder / name for name in FILES if (folder / name).is_file()]
        if files:
            return files
    raise DoctrineError(
        f"no doctrine at or above `{start}`",
        "name one with --doctrine PATH, or try the shipped one with `harnessy explain --demo`",
    )


def there(document: str, path: str) -> bool | None:
    """Whether a path names something beside a document or in the working directory; None where the document is no file."""
    home = Path(document)
    try:
        return any((folder / path).exists() for folder in (home.parent, Path())) if home.is_file() else None
    except (OSError, ValueError):
        return False
