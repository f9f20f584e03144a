"""What can be saved of a JSON text that is broken: the stretches of the issues that it lists. Linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from harnessy.source.objects import whole_part

_MARK = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|[][{},]', re.DOTALL)
_OPENED = {"]": "[", "}": "{"}
_OBJECT = re.compile(r"\s*\{")


def members(text: str, named: str) -> Iterator[tuple[int, str]]:
    """Each object that a text lists, with its place: in the arrays at the top, or in the first that what wraps them holds.

    An object at the top that has a field called `named` wraps none. What is torn at the end is the last of them.
    """
    found = list(_Scan(text, [name for name, _ in whole_part(text)].count(named) > 0).stretches())
    return ((start, text[start:end].strip()) for start, end in found if text[start:end].strip())


@dataclass
class _Scan:
    """Where the members of a text begin: `top` says that its objects at the top are members themselves."""

    text: str
    top: bool
    stack: list[str] = field(default_factory=list)
    start: int = -1
    level: int = 0

    def stretches(self) -> Iterator[tuple[int, int]]:
        """The stretches of the members, in order."""
        for mark in _MARK.finditer(self.text):
            sign, depth = mark.group(), len(self.stack)
            if sign in "[{":
                self._open(sign, mark.start())
            elif sign == "," and self.start >= 0 and depth == self.level and self.level:
                yield self.start, mark.start()
                self.start = mark.end()
            elif sign in _OPENED:
                self._close(sign)
                if self.start >= 0 and len(self.stack) < self.level:
                    yield self.start, mark.start()
                    self.start = -1
                elif self.start >= 0 and self.level == 0 and not self.stack:
                    yield self.start, mark.end()
                    self.start = -1
        if self.start >= 0:
            yield self.start, len(self.text)

    def _open(self, sign: str, at: int) -> None:
        outside = self.start < 0 and "[" not in self.stack
        if outside and sign == "[" and (not self.stack or _OBJECT.match(self.text, at + 1)):
            self.start, self.level = at + 1, len(self.stack) + 1
        elif outside and sign == "{" and self.top and not self.stack:
            self.start, self.level = at, 0
        self.stack.append(sign)

    def _close(self, sign: str) -> None:
        """Take away what a closing bracket closes, and what was left open inside it."""
        if _OPENED[sign] in self.stack:
            while self.stack.pop() != _OPENED[sign]:
                pass
