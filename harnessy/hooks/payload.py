"""What hosts send, as far as they agree: the call in it, and texts that look like a patch."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from harnessy.guard.model import Call
from harnessy.hooks.places import Json

_COMMANDS = ("command", "cmd", "script", "commands", "command_line", "argv", "chars")
_CODE = frozenset({"code", "shell", "run", "exec", "input", "stdin", "keys", "statement", "expression", "source_code", "bash"})
_WORDS = frozenset({"args", "arguments", "argv", "params", "parameters", "arg", "subcommand", "sub_command", "verb"})
_PROGRAMS = frozenset({"command", "cmd", "program", "executable", "exe", "bin", "binary", "name", "tool", "path", "file"})
_PATHS = frozenset({"file_path", "path", "notebook_path", "filename", "file", "destination", "target_file", "new_path", "old_path"})
_FOREIGN = "mcp__"
_PATCH, _PATCHES = "*** begin patch", "patch"


def call_of(tool: str, given: Json, reading: frozenset[str]) -> Call:
    """The call of a tool with its input; tools of which it is known that they only read write no path."""
    inputs = given if isinstance(given, dict) else {"command": given} if isinstance(given, str | list) else {}
    patches = _PATCHES in tool.casefold()
    texts = tuple(text for text in _strings(inputs) if patches or _PATCH in text.casefold())
    within = (inputs, *(value for name, value in inputs.items() if isinstance(value, dict) and name not in _COMMANDS))
    command = next((line for one in within for name in _COMMANDS if name in one and (line := _line(one, name)) is not None), None)
    foreign = tool.startswith(_FOREIGN)
    paths = () if tool in reading else tuple(_paths(inputs, foreign=foreign))
    is_patch = command is not None and command.lstrip().casefold().startswith(_PATCH)
    lines = tuple(dict.fromkeys(_lines(inputs))) if tool not in reading else ()
    return Call(tool, None if is_patch else command, paths, texts, lines, tuple(_named(inputs)))


def _line(inputs: Json, name: str) -> str | None:
    """A command line; a list of words is quoted into one, and a program is put before the list of its words."""
    value = inputs[name]
    if isinstance(value, str):
        behind = next((text for key in _WORDS if key != name and (text := _words(inputs.get(key)))), "")
        return f"{value} {behind}" if behind else value
    if not value or not _is_words(value):
        return None
    several = any(" " in word for word in value) and name.endswith("s")
    return "\n".join(value) if several else shlex.join(value)


def _words(value: Json) -> str:
    """Words behind a program, as a list or as one text."""
    return value if isinstance(value, str) else shlex.join(value) if _is_words(value) else ""


def _is_words(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _lines(value: Json, name: str = "") -> Iterator[str]:
    """Texts that may be command lines: lists of words, programs with such a list beside them, and code by the name of its key."""
    if isinstance(value, str) and name in _CODE:
        yield value
    elif isinstance(value, list):
        if value and _is_words(value):
            yield shlex.join(value)
        for inner in value:
            yield from _lines(inner, name)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _lines(inner, str(key).casefold())
        programs = [one for key, one in value.items() if str(key).casefold() in _PROGRAMS and isinstance(one, str)]
        behind = [words for key, one in value.items() if str(key).casefold() in _WORDS and (words := _words(one))]
        yield from (f"{program} {words}" for program in programs for words in behind)


def _named(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    """The plain values of an input by the names of their keys."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _named(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner, name)
    elif name and isinstance(value, str | int | float):
        yield name, str(value)


def _paths(value: Json, name: str = "", *, foreign: bool) -> Iterator[str]:
    """The values that are paths: by their name, and in a tool that is not the host's own every word that may be one."""
    if isinstance(value, str):
        if name in _PATHS or (foreign and value and not any(letter.isspace() for letter in value.strip())):
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
