"""Which files a program lists for another to work on, as far as tables tell: by filters, by globs, or in the folders named."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from harnessy.guard.command import Command, Input
from harnessy.guard.model import HOLES, known
from harnessy.guard.names import split_name
from harnessy.guard.sheet import Sheet
from harnessy.guard.targets import Target, is_here, told

_NOT, _OR, _LEFT_OUT = frozenset({"!", "-not"}), frozenset({"-o", "-or", ","}), "-prune"
_TURNED = ("!", ":!", ":^", ":(")


def listed(sheet: Sheet, given: Input) -> tuple[Target, ...]:
    """What the files that are fed may be; nothing where nobody knows."""
    if not given.program:
        return ()
    words, names = _plain(given.words), _filter_names(sheet, given.program)
    program, rest = split_name(sheet, given.program, words)
    if not all(map(known, words)) or any(word.startswith(_TURNED) for word in words) or not _each_filtered(words, names):
        return ()
    arguments = sheet.arguments(program, rest)
    lengths = [len(form.words) for form, _ in told(sheet, "LISTS", program, arguments)]
    if not lengths:
        return ()
    named = arguments.words[max(lengths) :]
    filters = [value for _, values in told(sheet, "FILTERS", program, arguments) for value in values]
    globs, places = [word for word in named if "*" in word], [word for word in named if "*" not in word]
    if filters:
        return (*map(Target, filters), *(Target(place) for place in places if not is_here(place)))
    trusted = globs or any(told(sheet, "ROOTS", program, arguments))
    if not trusted or not named or any(map(is_here, places)):
        return ()
    return (*map(Target, globs), *(Target(place, whole=True) for place in places))


def found_by(sheet: Sheet, command: Command, globs: Iterable[str]) -> bool:
    """Whether what a command does to all that lies here is bound to globs on its line; what lists files must do so by them."""
    lists = any(form for form in sheet.forms("LISTS", split_name(sheet, command.words[0])[0]))
    return bool(listed(sheet, Input(None, command.words[1:], command.words[0])) if lists else [*globs])


def filled(word: str, marks: list[str]) -> str:
    """A word with what only the run will tell in the place of its marks."""
    for mark in marks:
        word = word.replace(mark, HOLES) if mark else word
    return word


def behind_options(words: list[str], valued: Collection[str]) -> list[str]:
    """The words behind the options in front, and behind the values of those that take one."""
    rest = list(words)
    while rest[:1] and rest[0].startswith("-") and len(rest[0]) > 1:
        del rest[: 1 + (rest[0] in valued)]
    return rest


def _plain(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without what is left out by a `!` in front of an option with its value."""
    kept, rest = list[str](), list(words)
    while rest:
        word = rest.pop(0)
        if word in _NOT and rest[:1] and rest[0].startswith("-"):
            del rest[:2]
        else:
            kept.append(word)
    return tuple(kept)


def _filter_names(sheet: Sheet, program: str) -> frozenset[str]:
    forms = map(sheet.form, sheet.forms("FILTERS", split_name(sheet, program)[0]))
    return frozenset(one for form in forms for name, _ in form.options for one in name.split("/"))


def _each_filtered(words: tuple[str, ...], names: frozenset[str]) -> bool:
    """Whether there is a filter on either side of each `or`, but for what is only left out."""
    sides: list[list[str]] = [[]]
    for word in words:
        if word in _OR:
            sides.append([])
        else:
            sides[-1].append(word)
    return len(sides) == 1 or all(side[-1:] == [_LEFT_OUT] or any(word in names for word in side) for side in sides)
