"""What the few commands print that say what they are told."""

from __future__ import annotations

import re

from harnessy.guard.expand import unescaped
from harnessy.guard.model import HOLE


def echoed(words: tuple[str, ...], given: str | None) -> str:
    """What the few commands print that say what they are told."""
    program, rest = words[0].rpartition("/")[2], list(words[1:])
    if program == "echo":
        while rest and re.fullmatch(r"-[neE]+", rest[0]):
            rest.pop(0)
        return unescaped(" ".join(rest))
    if program == "printf" and rest:
        pattern = re.sub(r"%[a-z]", lambda found: rest.pop(1) if len(rest) > 1 else found[0], rest[0])
        return unescaped(" ".join([pattern, *rest[1:]]))
    if program == "cat" and not rest and given is not None:
        return given
    if program in {"which", "command"}:
        names = [word for word in rest if not word.startswith("-")]
        return names[0] if len(names) == 1 else HOLE
    return HOLE
