"""Where a command writes, by the way that tables say its program writes: paths, and folders whose whole content may change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from harnessy.guard.command import Command
from harnessy.guard.forms import Arguments, Form, matched, spells
from harnessy.guard.model import HOLE, HOLES, known
from harnessy.guard.names import same_path
from harnessy.guard.record import Record
from harnessy.guard.sheet import Sheet

LOSES = ("CHANGED", "NEW", "IGNORED")  # changes that nobody committed, files that nobody added, files that are ignored
CHANGES = ("ALTERS", "FOLDERS", "LAST", "SECOND", "INTO")
_EARLY = frozenset({"SETTING", "CHDIR"})
_MAGIC = r"^:(?:\([^)]*\)|/|!)*"
_HERE = frozenset({"", ".", "~"})


class Target(Record):
    """A path that is written; `whole`: what lies below it may be as well."""

    path: str
    whole: bool = False


def told(sheet: Sheet, role: str, program: str, arguments: Arguments) -> Iterator[tuple[Form, tuple[str, ...]]]:
    """The forms of a role that fit, each with the values that the line gives to its options."""
    for text in sheet.forms(role, program):
        form = sheet.form(text)
        if matched(form, arguments):
            names = [one for name, _ in form.options for one in name.split("/")]
            early = role in _EARLY and not form.words and program in sheet.own
            given = (option for option in arguments.options if option.early or not early)
            yield form, tuple(option.value for option in given if option.value and any(spells(option, one) for one in names))


def targets(sheet: Sheet, program: str, arguments: Arguments, roles: Iterable[str]) -> Iterator[Target]:
    """What a program writes. Words that are options' values count too, wherever no table says that only some words do."""
    changed = frozenset(roles)
    words = _behind_form(sheet, program, arguments, changed)
    if changed & {"LAST", "FOLDERS"}:
        yield from _last(words, whole="FOLDERS" in changed)
    if "SECOND" in changed:
        yield from map(Target, words[1:2])
    if "INTO" in changed:
        yield from _into(sheet, program, arguments, words)
    if changed - {"LAST", "SECOND", "INTO"} or not changed:
        yield from (Target(word, "FOLDERS" in changed or not (changed or "*" in word or is_here(word))) for word in words)
        yield from (Target(value, "FOLDERS" in changed) for word in words if (value := word.partition("=")[2]))
    for option in arguments.options:
        yield Target(option.value or (option.name[2:] if not option.name.startswith("--") else ""), "FOLDERS" in changed)


def _behind_form(sheet: Sheet, program: str, arguments: Arguments, roles: frozenset[str]) -> tuple[str, ...]:
    """The words behind those that name what is done, as in `git clone FROM TO`."""
    fitting = [len(form.words) for role in roles for form, _ in told(sheet, role, program, arguments) if None not in form.words]
    return arguments.words[max(fitting, default=0) :]


def _last(words: tuple[str, ...], *, whole: bool) -> Iterator[Target]:
    for target in words[-1:]:
        sources = words[:-1]
        yield Target(target, whole or any(_has_unseen(source) for source in sources))
        if len(words) > 2 or "." not in target.strip("./"):
            yield from (Target(path, whole=True) for path in _inside(target, sources))


def _has_unseen(source: str) -> bool:
    """Whether what is in a folder is copied, rather than the folder."""
    return source.endswith(("/", "/.")) or source in _HERE


def _inside(folder: str, sources: Iterable[str]) -> Iterator[str]:
    """What the sources are called in a folder. `host:path` is a path elsewhere."""
    for source in sources:
        name = source.rstrip("/").rpartition("/")[2].rpartition(":")[2]
        if name not in _HERE:
            yield f"{folder.rstrip('/')}/{name}"


def _into(sheet: Sheet, program: str, arguments: Arguments, words: tuple[str, ...]) -> Iterator[Target]:
    """Folders that are named by an option, or by the words where the form has no option, and the words as files in them."""
    for form, values in told(sheet, "INTO", program, arguments):
        for folder in values if form.options else words:
            if not known(folder) and not unseen(folder):
                continue
            yield Target(folder, whole=not is_here(folder))
            if form.options:
                yield from map(Target, _inside(folder, words))


def is_here(path: str) -> bool:
    """Whether a path is a folder that everything is in: what lies in it is not told by its name."""
    return path.strip("./~*") == ""


def plain(path: str) -> str:
    """A path without what makes git read it in another way."""
    return (re.sub(_MAGIC, "", path) or ".") if path[:1] == ":" else path


def unseen(path: str) -> bool:
    """Whether nothing at all is known of a path."""
    return not path.replace(HOLE, "").replace(HOLES, "") and not known(path)


def added(command: Command, path: str) -> str:
    """What a file may hold that a line wrote before, and that a program writes what it reads to."""
    return "\n".join(text for text in (command.scope.files.get(same_path(path)), command.input.text) if text)
