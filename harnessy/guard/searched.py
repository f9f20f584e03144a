"""The folders in which a line has programs searched before the usual ones."""

from __future__ import annotations

import re

from harnessy.guard.command import Command
from harnessy.guard.model import UNKNOWN, known
from harnessy.guard.names import same_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner

_SETTING = re.compile(r"\w+=")
_PATH, _PLACES = "PATH", ("/", "~", ".")
_USUAL = re.compile(r"^(?!/tmp/|/var/tmp/|/dev/shm/).*(?:\w*bin|/shims)/?$|^/(?:usr|opt|nix|snap)/")


def shadowed(runner: Runner, command: Command) -> str:
    """A script of the same name in a folder that this line puts on the path.

    What else is in such a folder nobody sees: where it comes first and is no usual place for programs, that is a doubt.
    """
    name, first = command.words[0], True
    if "/" in name or not known(name) or _PATH not in command.scope.values:
        return ""
    for folder in ":".join(command.scope.values[_PATH]).split(":"):
        path, first = f"{folder}/{name}", first and (not folder or bool(folder.strip("".join(UNKNOWN))))
        if folder and known(folder) and (same_path(path) in command.scope.files or runner.around.script(path)):
            return path if folder.startswith(_PLACES) else f"./{path}"
        if first and folder and known(folder) and not _USUAL.search(folder) and runner.sheet.tells(name):
            runner.doubt(f"which `{name}` is run is not known: `{folder}` comes first on the path")
    return ""


def put_on_path(runner: Runner, command: Command) -> None:
    """`env PATH=./bin:$PATH ls`: the program behind it may be found in a folder that the line names."""
    path = next((word.partition("=")[2] for word in command.words[1:] if word.startswith(f"{_PATH}=")), None)
    named = [at for at, word in enumerate(command.words) if at and word[:1] != "-" and not _SETTING.match(word)]
    if path is not None and named:
        scope = command.scope.copy()
        scope.assign(_PATH, path.split(":"), sure=True)
        runner.run(command._replace(words=command.words[named[0] :], scope=scope))
