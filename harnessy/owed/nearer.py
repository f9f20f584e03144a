"""A second doctrine in a folder below the first: whoever works there finds it instead, and nothing holds it against that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from harnessy.document import Document
from harnessy.files import FILES, FOLDER
from harnessy.source import Diagnostic

_MEND = "keep one doctrine, or have a person approve this one: `<!-- harnessy: ignore HN811 YYYY-MM-DD who and why -->` above it"


def is_nearer(path: str, doctrine: Iterable[str]) -> bool:
    """Whether a file is found as doctrine in a folder that lies below the one in which a doctrine is found."""
    home = _home(path)
    return home is not None and any(other in home.parents for other in map(_kept, doctrine))


def _home(path: str) -> Path | None:
    """The folder in which a file is found as doctrine; None where it is found nowhere."""
    file = Path(path)
    if file.parent.name == FOLDER:
        return file.parent.parent
    return file.parent if file.name in FILES else None


def _kept(path: str) -> Path:
    """The folder of a doctrine, wherever it is found."""
    return _home(path) or Path(path).parent


def nearer(doctrine: Iterable[str], others: Iterable[Document]) -> Iterator[Diagnostic]:
    """The pages among other files that an edit brings and that would be asked below it instead of a doctrine."""
    first = sorted(doctrine)
    for document in others:
        source = document.source
        if is_nearer(source.path, first):
            folder = _home(source.path)
            heading = next((section.heading.span for section in document.sections if section.heading), source.line_span(1))
            message = f"whoever works in `{folder}` finds this doctrine instead of `{first[0]}`, and nothing holds it against that"
            yield Diagnostic("HN811", "warning", message, heading, help=_MEND)
