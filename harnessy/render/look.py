"""What all text has in common: how wide it may be, whether it has colour, and words without Markdown's marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from harnessy.source import Span

_MARKS = re.compile(r"`+([^`]+)`+|\*\*((?:[^*]|\*(?!\*))+)\*\*|\[([^\]]+)\]\([^)\s]*\)")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
_RED, _GREEN, _YELLOW = 31, 32, 33
_COLOURS = {
    "go": _GREEN, "clear": _GREEN, "hold": _YELLOW, "missing": _YELLOW, "halt": _RED, "conflict": _RED, "silent": _RED,
    "faint": 2, "bold": 1,
}


@dataclass(frozen=True, slots=True)
class Look:
    """How text is laid out: the width of a line (None: as long as need be), and whether colours may be used."""

    width: int | None = None
    colour: bool = False

    def paint(self, words: str, name: str) -> str:
        """The words in the colour of an effect or outcome, or faint or bold."""
        return f"\x1b[{_COLOURS[name]}m{words}\x1b[0m" if self.colour and name in _COLOURS else words


def plain(words: str) -> str:
    """Words as they are read, on one line: no code marks, no bold, no link targets, nothing a terminal would obey."""
    shown = _CONTROLS.sub(" ", words)
    while (stripped := _MARKS.sub(lambda match: match[1] or match[2] or match[3], shown)) != shown:
        shown = stripped
    return " ".join(shown.split())


def safe(words: str) -> str:
    """Words on one line, as they are written, but for what a terminal would obey."""
    return " ".join(_CONTROLS.sub(" ", words).split())


def place(span: Span) -> str:
    """`file:line` of a span."""
    return f"{span.source.path}:{span.line}"


def under(trail: Iterable[str]) -> str:
    """The headings above, outermost first; the title of the document is left out where there are others."""
    titles = [plain(title) for title in trail]
    return " › ".join(titles[1:] or titles)
