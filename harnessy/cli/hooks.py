"""`hooks`: put a hook into a host, take it out, and see whether it holds."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
from collections.abc import Sequence

from harnessy.api import UsageError
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.hooks import doctor, install, pinned
from harnessy.hooks.install import Wanted
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import NotKept
from harnessy.hooks.run import HOSTS
from harnessy.hooks.settings import Change, NotInstalled

_USER = Option("--user", "", "for all that you do with the host, in its settings in your home")
_PROJECT = Option("--project", "", "for this repository, in its settings there (the default)")
_DRY = Option("--dry-run", "", "show what would change, and change nothing")
_REF = Option("--ref", "REF", "the branch whose doctrine counts; else the base branch of the remote, or of the repository")
_DOCTRINE = Option("--doctrine", "PATH", "a doctrine file or folder in the repository; else the usual ones", repeats=True)
_CHANNEL = Option("--channel", "COMMAND", "asks a person in place of the terminal: it is told the statement, exit code 0 is a yes")
_TOOL = Option("--tool", "FACT=COMMAND", "the command that states a fact: it prints name=value lines", repeats=True)
_OPTIONS = (_USER, _PROJECT, _DRY, _REF, _DOCTRINE, _CHANNEL, _TOOL)
_ABOUT = f"""\
HOST is one of {', '.join(HOSTS)}. `install` fixes the doctrine that the hook reads (repository and ref) and writes the hook into
the host's settings; `uninstall` takes out what it wrote; `doctor` runs a canary through the installed command and says what the
host can do with each row; `check` says what went stale. Run them yourself: an agent may not.
"""


def hooks(argv: Sequence[str]) -> int:
    """Put the hook into a host (install), take it out (uninstall), try it (doctor), or see whether it is stale (check)."""
    arguments = parse(argv, _OPTIONS)
    verbs = {"install": _install, "uninstall": _uninstall, "doctor": _doctor, "check": _check}
    if arguments.has("--help"):
        print(help_page("harnessy hooks install|uninstall|doctor|check HOST [OPTIONS]", _ABOUT, _OPTIONS))
        return 0
    words = arguments.words
    if not words or words[0] not in verbs:
        what = f"`{words[0]}` is no verb of `hooks`" if words else "`hooks` is told no verb"
        raise UsageError(what, f"use one of {', '.join(verbs)}")
    if len(words) != 2 or words[1] not in HOSTS:
        raise UsageError(f"`hooks {words[0]}` is told no host", f"name one of {', '.join(HOSTS)}")
    if arguments.has(_USER.name) and arguments.has(_PROJECT.name):
        raise UsageError("`--user` and `--project` are two places", "give one of them")
    try:
        return verbs[words[0]](words[1], arguments)
    except (NotInstalled, NotKept) as error:
        raise UsageError(str(error), error.help) from None


def _wanted(arguments: Arguments) -> Wanted:
    tools = tuple(_tool(text) for text in arguments.options.get(_TOOL.name, ()))
    channel = _command(arguments.one(_CHANNEL.name) or "", _CHANNEL.name)
    doctrine = tuple(arguments.options.get(_DOCTRINE.name, ()))
    return Wanted(os.getcwd(), arguments.has(_USER.name), arguments.one(_REF.name) or "", doctrine, channel, tools)  # noqa: PTH109


def _tool(text: str) -> tuple[str, tuple[str, ...]]:
    name, equals, command = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"`--tool {text}` names no fact", "write --tool FACT=COMMAND")
    return name.strip(), _command(command, _TOOL.name)


def _command(text: str, option: str) -> tuple[str, ...]:
    """A command fixed by its full path, so that no search path of an agent's finds another."""
    if not text:
        return ()
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"`{option} {text}` is no command: {error}", "mind the quotes") from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise UsageError(f"`{option} {text}` names no program that is there", "name one by its path")
    return (os.path.abspath(program), *words[1:])  # noqa: PTH100


def _pin(arguments: Arguments) -> Pin:
    return install.known(install.pin_for(_wanted(arguments)))


def _install(host: str, arguments: Arguments) -> int:
    pin, user = _pin(arguments), arguments.has(_USER.name)
    changes, added = install.changes(host, pin, user=user, install=True)
    if not _changed(changes, arguments):
        return 0
    pinned.save(install.record(pin, install.settings_path(host, pin, user=user), added))
    for change in changes:
        change.write()
    print(f"{host} asks the doctrine at {pin.ref} of {pin.repository}")
    for name, command in pin.tools.items():
        inside = next((word for word in command if os.path.abspath(word).startswith(f"{pin.repository}/")), None)  # noqa: PTH100
        if inside is not None:
            print(f"mind that an agent can edit `{inside}`, which states {name}: keep it outside of the repository, or protect it")
    print(f"the pin is {pin.path}; see `harnessy hooks doctor {host}`")
    if host == "codex":
        print("codex runs the hook only after you trusted it there")
    return 0


def _changed(changes: Sequence[Change], arguments: Arguments) -> bool:
    """Show the changes in a dry run; else say that they are to be made."""
    if not arguments.has(_DRY.name):
        return True
    for change in changes:
        before, after = (text.splitlines(keepends=True) if text else [] for text in (change.before, change.after))
        print("".join(difflib.unified_diff(before, after, str(change.path), str(change.path))), end="")
    return False


def _uninstall(host: str, arguments: Arguments) -> int:
    pin, user = _pin(arguments), arguments.has(_USER.name)
    changes, added = install.changes(host, pin, user=user, install=False)
    if not _changed(changes, arguments):
        return 0
    for change in changes:
        change.write()
    left = install.record(pin, install.settings_path(host, pin, user=user), added)
    if left.installed:
        pinned.save(left)
    elif os.path.exists(pin.path):  # noqa: PTH110
        os.remove(pin.path)  # noqa: PTH107
    print(f"{host} no longer asks the doctrine of {pin.repository}")
    return 0


def _doctor(host: str, arguments: Arguments) -> int:
    pin = _pin(arguments)
    path = install.settings_path(host, pin, user=arguments.has(_USER.name))
    sheet = doctor.sheet_of_pin(pin)
    found = [*doctor.registered(host, pin, path), *doctor.canary(host, pin, path, sheet), *doctor.stale(host, pin, path)]
    code = _told(found)
    print("\n".join(doctor.expressed(host, sheet, runs=bool(doctor.handlers(path)))))
    return code


def _check(host: str, arguments: Arguments) -> int:
    pin = _pin(arguments)
    path = install.settings_path(host, pin, user=arguments.has(_USER.name))
    return _told([*doctor.registered(host, pin, path), *doctor.stale(host, pin, path)])


def _told(found: Sequence[doctor.Found]) -> int:
    for one in found:
        print(f"{'ok   ' if one.well else 'FAULT'}  {one.text}")
    return int(not all(one.well for one in found))
