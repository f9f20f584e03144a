"""Tasks that stand in files: the scripts of a package, and the targets of a makefile or a justfile with what they stand on.

As with a script on a disk, the operations count that are found in them, and not that parts of them are hard to see through.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from harnessy.guard.command import Command
from harnessy.guard.forms import Arguments
from harnessy.guard.targets import told
from harnessy.guard.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_SETTINGS, _SHELL = ".npmrc", re.compile(
    r"^\s*script-shell\s*=(?!\s*[\"']?(?:/(?:usr/)?(?:local/)?bin/)?(?:\w*sh|powershell|cmd)(?:\.exe)?[\"']?\s*$)", re.MULTILINE,
)
_PACKAGE, _FILES = "package.json", ("GNUmakefile", "makefile", "Makefile", "justfile", "Justfile", ".justfile")
_TARGET = re.compile(r"^@?([^\s#:=][^:\n]*?)\s*::?(?!=)([^\n]*)$")
_VARIABLE = re.compile(r"^(?:export\s+)?([A-Za-z_][\w.-]*)\s*(?:[:?+]?:?=)\s*(.*)$")
_USE = re.compile(r"\$\(([\w.-]+)\)|\$\{([\w.-]+)\}|\{\{\s*([\w.-]+)\s*\}\}")
_QUIET, _MOST, _CALL, _SHELLS = "@-+", 64, "$(", "$(shell "

_JUST = "just"  # and what is no justfile is a makefile
_OWN_SCRIPTS = ("install", "prepare")

Targets = dict[str, tuple[str, list[str]]]


def run_script(runner: Runner, command: Command, program: str, arguments: Arguments) -> None:
    """The scripts of a package that are named, with those that run before and after."""
    names = names_told(runner, "SCRIPT", program, arguments)
    if names and _SHELL.search(text_of(runner, command.scope, _SETTINGS) or ""):
        runner.doubt(f"what runs the scripts is told by `{_SETTINGS}`, and is not seen from here")
    try:
        package = json.loads(text_of(runner, command.scope, _PACKAGE) or "{}")
    except (ValueError, RecursionError):
        return
    listed = package.get("scripts") if isinstance(package, dict) else None
    scripts = listed if isinstance(listed, dict) else {}
    for name in _meant(names, scripts):
        for text in (scripts.get(f"{when}{name}") for when in ("pre", "", "post")):
            if isinstance(text, str):
                runner.held(text, apart(command))


def _meant(names: tuple[str, ...], scripts: Mapping[str, object]) -> Iterator[str]:
    """The scripts that some words name; a verb of the program (`t`, `ci`, `add x`) may run those it is short for, and its own."""
    for name in names:
        yield name
        if name not in scripts:
            yield from (other for other in scripts if other.startswith(name) or other.endswith(_OWN_SCRIPTS))


def apart(command: Command) -> Command:
    """The command in a scope that remembers nothing of what a task names."""
    scope = command.scope.copy()
    scope.named = dict(scope.named)
    return command._replace(scope=scope)


def run_target(runner: Runner, command: Command, program: str, arguments: Arguments) -> None:
    """The recipes of the targets that are named, else of the first, and of all that these stand on."""
    given = [option.value for option in arguments.options if option.value]
    named = [text for path in given if (text := text_of(runner, command.scope, path))]
    files = [path for path in _FILES if path.casefold().strip(".").startswith(_JUST) == program.startswith(_JUST)]
    for text in named or [text for path in files if (text := text_of(runner, command.scope, path))]:
        for line in _lines(text):
            if _SHELLS in line or line.startswith(_CALL):
                runner.held(line.replace(_SHELLS, _CALL).partition("=")[2] or line.replace(_SHELLS, _CALL), apart(command))
        _recipes(runner, command, _read(text), names_told(runner, "TARGET", program, arguments))


def _recipes(runner: Runner, command: Command, read: tuple[Targets, dict[str, str]], names: tuple[str, ...]) -> None:
    targets, variables = read
    left, seen = [*names] or list(targets)[:1], set[str]()
    while left and len(seen) < _MOST:
        name = left.pop(0)
        if name in targets and name not in seen:
            before, recipe = targets[name]
            left += _filled(before, variables).split()
            runner.held("\n".join(_filled(line, variables) for line in recipe), apart(command))
        seen.add(name)


def names_told(runner: Runner, role: str, program: str, arguments: Arguments) -> tuple[str, ...]:
    """The words behind those of the longest form that fits."""
    lengths = [len(form.words) for form, _ in told(runner.sheet, role, program, arguments)]
    return tuple(word for word in arguments.words[max(lengths, default=0) :] if "=" not in word)


def _read(text: str) -> tuple[Targets, dict[str, str]]:
    """The targets with what they stand on and their recipes, and the variables."""
    targets, variables, names = Targets(), dict[str, str](), list[str]()
    for line in _lines(text):
        if line[:1] in {"\t", " "}:
            for name in names:
                targets[name][1].append(line.strip().lstrip(_QUIET))
            continue
        variable, target = _VARIABLE.match(line), _TARGET.match(line)
        if variable:
            variables[variable[1]] = variable[2]
        elif target:
            before, _, inline = target[2].partition(";")
            words = target[1].split()
            names = [name for name in (words[:1] if "=" in target[1] else words) if not name.startswith(".")]
            targets.update({name: (before, [inline.strip()] if inline else []) for name in names})
    return targets, variables


def _lines(text: str) -> Iterator[str]:
    joined = re.sub(r"\\\n\s*", " ", text)
    return (line for line in joined.splitlines() if line.strip() and not line.startswith("#"))


def _filled(line: str, variables: dict[str, str]) -> str:
    """A line with its variables as they are set in the file; what the program sets itself is left out."""
    return _USE.sub(lambda found: variables.get(found[1] or found[2] or found[3], ""), line).replace("$$", "$")
