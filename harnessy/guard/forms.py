r"""Forms of commands: a program, its words and options, and whether a command line has that form.

A form is written as one would type it. Its first words are the program and the program's own words in order; `-x`, `--long`
and `--long=value` stand for an option in any spelling, `-x/--long` for one of several; a lone `*` is any words between, and a
word with a `*` in it fits any word of the command line (`\*` is the letter itself); one behind `!` must be known to fit;
`_` is one word, `%` one that looks like a commit, and `$` the end of them; `-$` says that there is no other option.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from harnessy.guard.model import HOLE, HOLES, known
from harnessy.guard.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Values(Protocol):
        """Tells by program and first words which options take the next word."""

        def get(self, key: str) -> list[str]:
            """The options."""


class Option(Record):
    """An option of a command line: its name, its value, whether it is surely one, and whether before all words."""

    name: str
    value: str | None
    sure: bool = True
    early: bool = False


class Arguments(Record):
    """The words of a program: options with values, and the rest; `open` says that words of unknown number may add options.

    One unknown word in quotes stands for what is worked on, and is taken for no option. `every` are all words from the first
    on that is no option: what stands before it is about where, not what.
    """

    options: tuple[Option, ...]
    words: tuple[str, ...]
    open: bool
    every: tuple[str, ...]


class Form(Record):
    """A form, read: words in order (None is a gap), globs that must fit somewhere, options."""

    words: tuple[str | None, ...]
    globs: tuple[str, ...]
    options: tuple[tuple[str, str | None], ...]

    @classmethod
    def of(cls, text: str) -> Form:
        """The form without its program."""
        words, globs, options = list[str | None](), list[str](), list[tuple[str, str | None]]()
        for word in text.split()[1:]:
            if word == "*":
                words.append(None)
            elif word.startswith("-"):
                name, equals, value = word.partition("=")
                options.append((name, value if equals else None))
            elif "*" in word or word[0] in "+:":
                globs.append(word)
            else:
                words.append(word)
        return cls(tuple(words), tuple(globs), tuple(options))


def arranged(program: str, words: tuple[str, ...], values: Values) -> Arguments:
    """The words after a program, sorted. `values` tells by program and first words which options take the next word."""
    taking, path = frozenset(values.get(program)), program
    options, rest, left = list[Option](), list[str](), list(words)
    after_value, only_words = False, False
    while left:
        word = left.pop(0)
        if word[:1] in taking and len(word) > 1 and not rest:
            options.append(Option(word, None, early=True))
        elif only_words or len(word) < 2 or word[0] != "-":
            rest.append(word)
            if len(rest) <= 2:
                path = f"{path} {word.casefold()}"
                taking = taking.union(values.get(path))
        elif word == "--":
            only_words = True
        else:
            found = _option(word, taking)
            if found.value is None and _takes(word, found.name, taking) and left:
                found = found._replace(value=left.pop(0))
            options.append(found._replace(sure=not after_value, early=not rest))
            after_value = found.value is None
            continue
        after_value = False
    return Arguments(tuple(options), tuple(rest), any(word[:1] == HOLES for word in rest), _from_first(words, rest))


def _from_first(words: tuple[str, ...], rest: list[str]) -> tuple[str, ...]:
    return words[words.index(rest[0]) :] if rest else words


def _option(word: str, taking: frozenset[str]) -> Option:
    name, equals, value = word.partition("=")
    if word.startswith("--") or name in taking:
        return Option(name, value if equals else None)
    at = next((index for index in range(1, len(word)) if f"-{word[index]}" in taking), None)
    if at is None:
        return Option(word, None)
    return Option(word[: at + 1], word[at + 1 :].removeprefix("=") or None)


def _takes(word: str, name: str, taking: frozenset[str]) -> bool:
    return name in taking or (not word.startswith("--") and f"-{name[-1]}" in taking)


def matched(form: Form, arguments: Arguments, *, strict: bool = False) -> str:
    """`yes`, `maybe` where unknown words could make it so, or nothing. Strict: what may be another option's value is none."""
    answer = "yes"
    for found in _answers(form, arguments, strict=strict):
        if not found:
            return ""
        answer = "maybe" if found == "maybe" else answer
    return answer


def _answers(form: Form, arguments: Arguments, *, strict: bool) -> Iterator[str]:
    """The answer of each part of a form; the cheap ones first, and no more than are asked for."""
    yield _in_order(form.words, arguments.words)
    for name, value in form.options:
        if name == _NO_OTHER:
            yield _alone(form, arguments)
            continue
        yield _only(name, value, arguments) if strict else _given(name, value, arguments, loosely=bool(form.words))
    for glob in form.globs:
        yield _anywhere(glob, arguments)


def _in_order(wanted: tuple[str | None, ...], words: tuple[str, ...]) -> str:
    """The words in order, from the first; after a gap the next may stand anywhere behind."""
    if not wanted:
        return "yes"
    if wanted[0] is None:
        answers = {_in_order(wanted[1:], words[start:]) for start in range(len(words) + 1)}
        return "yes" if "yes" in answers else "maybe" if "maybe" in answers else ""
    if wanted[0] == END:
        return "yes" if not words else "maybe" if words[0][:1] == HOLES else ""
    if not words or words[0][:1] == HOLES:
        return "maybe" if words else ""
    if not _same(words[0], wanted[0]):
        return ""
    rest = _in_order(wanted[1:], words[1:])
    return rest if known(words[0]) or wanted[0] == _ONE else rest and "maybe"


def _same(word: str, wanted: str) -> bool:
    """Whether a word is or may become another one; letters of either case are the same."""
    if wanted in {_ONE, _COMMIT}:
        return wanted == _ONE or bool(re.fullmatch(_HASH, word))
    return word.casefold() == wanted.casefold() if known(word) else fits(word, wanted)


def _anywhere(glob: str, arguments: Arguments) -> str:
    if glob[0] == _SURE:
        return "yes" if any(known(word) and says(glob[1:], word) for word in arguments.every) else ""
    if len(glob) > 1 and glob[0] in "+:" and "*" not in glob:
        glob += "*"
    if any(known(word) and says(glob, part) for word in arguments.every for part in (word, word.partition("=")[2]) if part):
        return "yes"
    return "maybe" if any(not known(word) and says(glob, word) for word in arguments.every) else ""


def _given(name: str, value: str | None, arguments: Arguments, *, loosely: bool) -> str:
    """Whether an option is there; among words of unknown number it may be, where the form has words before it."""
    pairs = ((option, one) for option in arguments.options for one in name.split("/"))
    if any(spells(option, one) and (_is_on(option) if value is None else _has_value(option, one, value)) for option, one in pairs):
        return "yes"
    return "maybe" if loosely and arguments.open else ""


def _only(name: str, value: str | None, arguments: Arguments) -> str:
    """Whether an option is surely there, each time with the value, and is not taken back by another or by its own value."""
    names = name.split("/")
    given = [option for option in arguments.options if option.sure and any(spells(option, one) for one in names)]
    back = tuple(f"--no-{one[2:]}" for one in names if one.startswith("--"))
    if any(len(option.name) > len(_NOT) and one.startswith(option.name) for option in arguments.options for one in back):
        return ""
    fit = (
        option.value is None or option.value.casefold() in _TRUE if value is None
        else option.value is not None and known(option.value) and says(value, option.value)
        for option in given
    )
    return "yes" if given and all(fit) else ""


def _alone(form: Form, arguments: Arguments) -> str:
    """Whether every option of a line is one that the form names, whole and in no cluster."""
    named = {one for name, _ in form.options for one in name.split("/")}
    return "yes" if all(option.name in named for option in arguments.options) and not arguments.open else ""


def _is_on(option: Option) -> bool:
    """Whether an option is not taken back by its own value."""
    return not (option.name.startswith("--") and (option.value or "").casefold() in _FALSE)


def _has_value(option: Option, name: str, value: str) -> bool:
    if option.value is not None:
        return says(value, option.value) or not known(option.value)
    return not name.startswith("--") and says(value, option.name[2:])


def spells(option: Option, name: str) -> bool:
    """Whether an option is the one named: whole, as one letter of a cluster, or as the beginning of a long one."""
    if option.name == name:
        return True
    if name.startswith("--"):
        return len(option.name) > 3 and option.name.startswith("--") and name.startswith(option.name)
    return len(name) == 2 and not option.name.startswith("--") and name[1] in option.name[1:]


def spelled(name: str, listed: frozenset[str]) -> bool:
    """Whether an option is one of a list: whole, as a cluster of letters, as a number, or as the beginning `-x*`."""
    if name in listed or "-*" in listed or name.lstrip("-").isdigit():
        return True
    plain = f"--{name[5:]}" if name.startswith("--no-") else name
    if plain in listed or any(option[-1] == "*" and name.startswith(option[:-1]) for option in listed):
        return True
    if name.startswith("--"):
        return False
    for letter in name[1:]:
        if f"-{letter}*" in listed:
            return True
        if f"-{letter}" not in listed and not letter.isdigit():
            return False
    return True


def fits(one: str, other: str) -> bool:
    """Whether two globs can be the same text. `*` and a hole stand for any letters, `?` for one; what is very long may be."""
    one, other = one.casefold(), other.casefold()
    if not _WILD.search(other):
        mark = _WILD.search(one)
        if mark is None:
            return one == other
        may_be = _STAR in one or other.startswith(one[: mark.start()])  # a pattern takes long to make
        return may_be and bool(_pattern(one).fullmatch(other))
    return len(other) > _LONG or _fits(tuple(one), tuple(other))


def says(glob: str, word: str) -> bool:
    """Whether a word fits a glob. A word that is known means what it says: its own `*` is a letter."""
    return bool(_pattern(glob.casefold()).fullmatch(word.casefold())) if known(word) else fits(glob, word)


@lru_cache(maxsize=1 << 9)
def _pattern(glob: str) -> re.Pattern[str]:
    glob = glob.replace(_STAR, _LITERAL)
    parts = [re.escape(part).replace(_LITERAL, r"\*") for part in _WILD.split(glob)]
    marks = ["." if mark == "?" else ".*" for mark in _WILD.findall(glob)]
    return re.compile("".join(part + mark for part, mark in zip(parts, [*marks, ""], strict=True)), re.DOTALL)


_NO_OTHER, _NOT, _TRUE = "-$", "--no-", frozenset({"true", "yes", "1", "on"})
_FALSE = frozenset({"false", "no", "0", "off"})
_SURE, _ONE, _COMMIT, END, _STAR, _LITERAL = "!", "_", "%", "$", "\\*", "\ue010"
FORM_MARKS = frozenset({_ONE, _COMMIT, END})
_HASH = r"[0-9a-fA-F]{7,64}"
_LONG = 1 << 9
_WILD = re.compile(f"[*?{HOLE}{HOLES}]")
_ANY = frozenset({"*", HOLE, HOLES})


def _fits(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """All pairs of places that are reached by the same text, as a set that grows letter by letter."""
    reached, seen = {(0, 0)}, set[tuple[int, int]]()
    while reached:
        left, right = place = reached.pop()
        if place in seen:
            continue
        seen.add(place)
        if place == (len(one), len(other)):
            return True
        reached.update(_next(one, other, left, right))
    return False


def _next(one: tuple[str, ...], other: tuple[str, ...], left: int, right: int) -> Iterator[tuple[int, int]]:
    first = one[left] if left < len(one) else None
    second = other[right] if right < len(other) else None
    if first in _ANY:
        yield left + 1, right
        if second is not None:
            yield left, right + 1
    if second in _ANY:
        yield left, right + 1
        if first is not None:
            yield left + 1, right
    plain = first is not None and second is not None and not {first, second} & _ANY
    if plain and (first == second or "?" in {first, second}):
        yield left + 1, right + 1
