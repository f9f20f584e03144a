"""What hosts send, as far as they agree: the call in it, and texts that look like a patch."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from harnessy.guard.model import Call
from harnessy.hooks.places import Json

_COMMANDS = ("command", "cmd", "script")
_PATHS = frozenset({"file_path", "path", "notebook_path", "filename", "file", "destination", "target_file", "new_path", "old_path"})
_FOREIGN = "mcp__"
_PATCH = "*** Begin Patch"


def call_of(tool: str, given: Json, reading: frozenset[str]) -> Call:
    """The call of a tool with its input; tools of which it is known that they only read write no path."""
    inputs = given if isinstance(given, dict) else {"command": given} if isinstance(given, str) else {}
    texts = tuple(text for text in _strings(inputs) if _PATCH in text)
    command = next((_line(inputs[name]) for name in _COMMANDS if inputs.get(name)), None)
    paths = () if tool in reading else tuple(_paths(inputs, foreign=tool.startswith(_FOREIGN)))
    is_patch = command is not None and command.lstrip().startswith(_PATCH)
    return Call(tool, None if is_patch else command, paths, texts)


def _line(value: Json) -> str | None:
    """A command line; a list of words is quoted into one, and a shell with a string is what it is."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return shlex.join(str(word) for word in value)
    return None


def _paths(value: Json, name: str = "", *, foreign: bool) -> Iterator[str]:
    """The values that are paths: by their name, and in a tool that is not the host's own every word that may be one."""
    if isinstance(value, str):
        if name in _PATHS or (foreign and value and not any(letter.isspace() for letter in value)):
            yield value.removeprefix("file://")
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, str(key).casefold(), foreign=foreign)
    elif isinstance(value, list):
        for inner in value:
            yield from _paths(inner, name.removesuffix("s"), foreign=foreign)


def _strings(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner)
