"""Code that other code brings in from beside it: `from tools import ship`, `require("./ship")`, `require_relative 'ship'`.

What lies in a library that was installed is not looked for; only what stands below the folder of the script, or of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from harnessy.guard.command import Command
from harnessy.guard.model import known
from harnessy.guard.standing import folder_of
from harnessy.guard.texts import on_disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+([\w, \t()*]+)", re.MULTILINE)
_PLAIN = re.compile(r"(?:^|;)[ \t]*import[ \t]+([\w., \t]+)", re.MULTILINE)
_BY_NAME = re.compile(r"\bimport_module\([ \t]*[\"']([\w.]+)[\"']")
_BESIDE = re.compile(r"(?:\brequire|\bimport|\bfrom|\brequire_relative|\bload)\b[ \t]*\(?[ \t]*[\"'](\.{0,2}/?[\w./-]+)[\"']")
_ENDS = ("", ".py", "/__init__.py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".php", ".pl", "/index.js", "/index.ts")
_OPTION = re.compile(r"(?:--?[A-Za-z][\w-]*?=?)?(\.{1,2}/[\w./-]+)$")
_MODULES = (".py", "/__init__.py")
_MOST, _DEPTH = 24, 2


def follow(runner: Runner, command: Command, text: str, told_of: tuple[str, str]) -> None:
    """Look into what a text of some program's language brings in from the folder of its script, or of the line."""
    program, script = told_of
    left, seen = [(text, folder_of(script) if script else ".", 0)], {script}
    while left and len(seen) <= _MOST:
        body, folder, depth = left.pop(0)
        for whole in (whole for whole in _places(body, folder) if whole not in seen):
            found = on_disk(runner, command.scope, whole)
            if found:
                seen.add(whole)
                runner.script(found, command, program)
                left.extend([(found, folder_of(whole), depth + 1)] if depth < _DEPTH else [])


def _places(body: str, folder: str) -> Iterator[str]:
    """The files that a text may bring in, from its folder or from where the line stands."""
    for path, ends in _named(body):
        yield from (f"{root}/{path}{end}".removeprefix("./") for root, end in product(dict.fromkeys((folder, ".")), ends))


def look_into(runner: Runner, command: Command, program: str, path: str) -> bool:
    """Look into a script on a disk and what it brings in from beside it; tells whether there is one."""
    text = on_disk(runner, command.scope, path)
    if text:
        runner.script(text, command, program)
        follow(runner, command, text, (program, path))
    return bool(text)


def brought_by_option(runner: Runner, command: Command, program: str) -> None:
    """Look into the files of the folder that an option has a program take in first: `-r ./x`, `--require=./x`."""
    for word in command.words[1:]:
        match = _OPTION.match(word)
        if match and known(word):
            any(look_into(runner, command, program, f"{match[1]}{end}") for end in _ENDS)  # the first that is there


def _named(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The paths that a text names without their endings, and the endings that they may have."""
    for found in _FROM.finditer(text):
        front = found[1].lstrip(".").replace(".", "/")
        names = [name.split()[0] for name in found[2].strip(" ()").split(",") if name.split()]
        yield from ((path, _MODULES) for path in [front, *(f"{front}/{name}".lstrip("/") for name in names)] if path)
    for found in (*_PLAIN.finditer(text), *_BY_NAME.finditer(text)):
        yield from ((name.split()[0].replace(".", "/"), _MODULES) for name in found[1].split(",") if name.split())
    yield from ((found[1], _ENDS) for found in _BESIDE.finditer(text) if known(found[1]))
