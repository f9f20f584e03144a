"""The file of tasks in work: a heading for each task, below it a list of `field: value`. Only the named fields are touched."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from harnessy.api import UsageError
from harnessy.ledger.rows import task_key
from harnessy.owed.files import lines_of
from harnessy.rulebook.names import fold

_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})\s+(?P<name>.*?)\s*#*\s*$")
_LEAD = r"(?P<lead> {0,3}[-*+] +(?:\*\*)?(?P<name>[^:*`]+?)(?:\*\*)?:(?:\*\*)?)"
_FIELD = re.compile(_LEAD + r"(?P<gap>[ \t]*)(?P<value>.*?)\s*$")
_LOOSE = re.compile(r"[\s>]*(?:[-*+]|\d+[.)])?\s*(?P<name>[^\s:|][^:|]{0,80}?)\s*[*_`]*:")
_NESTED = re.compile(r"(?:\t| {2,})\s*(?:[-*+]\s+)?(?P<item>\S.*?)\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ROW = re.compile(r" {0,3}\|.*\|")
_ABOVE, _BOM = "(above the first heading)", "\ufeff"
_HIDDEN, _SEEN = re.compile(r"^[ \t]*<!--.*?(?:-->|\Z)", re.DOTALL | re.MULTILINE), re.compile(r"[^\r\n]")
_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7})(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an entry: its value with the lines nested below it, and its lines in the file, from 0."""

    name: str
    value: str
    items: tuple[str, ...]
    first: int
    after: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A task as it stands in the file; `problem` says why it cannot be edited."""

    name: str
    key: str
    line: int
    fields: tuple[Field, ...]
    problem: str = ""

    def value(self, name: str) -> str:
        """The value of a field; empty where there is none."""
        return next((one.value for one in self.fields if one.name == fold(name)), "")

    def listed(self, name: str) -> tuple[str, ...]:
        """What a field lists, on its line or below it."""
        found = next((one for one in self.fields if one.name == fold(name)), None)
        if found is None:
            return ()
        return tuple(part.strip(" `[]") for text in (found.value, *found.items) for part in text.split(",") if part.strip(" `[]"))


@dataclass
class _Open:
    name: str
    line: int
    level: int
    fields: list[Field] = field(default_factory=list)
    odd: str = ""
    words: bool = False
    loose: dict[str, int] = field(default_factory=dict)


def entries(text: str, known: Collection[str] = ()) -> tuple[Entry, ...]:
    """Every task of a file. A heading without fields is no task, but among tasks, with words below it, one that is not whole.

    So is one below which a field of a `known` (folded) name is written in another way.
    """
    read = list(_read(lines_of(_HIDDEN.sub(lambda found: _SEEN.sub(" ", found.group()), text))))
    levels = {one.level for one in read if one.fields}
    for one in read:
        if not one.fields and not one.odd and one.words and one.level in levels:
            one.odd = "no field `name: value` stands below it"
    for one in read:
        name, line = next(((name, line) for name, line in one.loose.items() if name in known), ("", 0))
        one.odd = one.odd or (f"line {line} gives `{name}`, and not as `- {name}: …`" if name else "")
    found = [one for one in read if one.fields or one.odd]
    keys = [task_key(one.name) for one in found]
    return tuple(_entry(one, key, keys.count(key)) for one, key in zip(found, keys, strict=True))


def _entry(one: _Open, key: str, count: int) -> Entry:
    names = [each.name for each in one.fields]
    twice = next((name for name in names if names.count(name) > 1), "")
    repeated = f"the field `{twice}` stands there twice" if twice else ""
    problems = [one.odd, repeated, "two entries have its name" if count > 1 else ""]
    return Entry(one.name, key, one.line, tuple(one.fields), next(filter(None, problems), ""))


def _read(lines: list[str]) -> Iterator[_Open]:
    """What stands under each heading; first, what stands above all of them."""
    current, fence, since = _Open(_ABOVE, 1, 0), "", 0
    for at, line in enumerate(lines):
        marks = _FENCE.match(line)
        if fence or marks:
            since = since if fence else at + 1
            fence = "" if fence and marks and marks[1].startswith(fence) else fence or (marks[1] if marks else "")
            continue
        heading = _HEADING.match(line.removeprefix(_BOM) if not at else line)
        if heading:
            yield current
            current = _Open(heading["name"].strip(" `*"), at + 1, len(heading["marks"]))
        else:
            _add(current, lines, at)
    if fence:
        current.odd = f"the block of code that begins on line {since} does not end"
    yield current


def _add(current: _Open, lines: list[str], at: int) -> None:
    line = lines[at]
    current.words = current.words or bool(line.strip(_BOM + " \t\r\n"))
    if _CONFLICT.match(line):
        current.odd = f"line {at + 1} is a mark of a merge that is not done"
        return
    if _ROW.match(line):
        current.odd = f"line {at + 1} is a row of a table, and a field is `- name: value`"
        return
    found = _FIELD.match(line.rstrip("\r\n"))
    if current.fields and at < current.fields[-1].after:
        return
    if found is None:
        loose = _LOOSE.match(line)
        current.loose.update({fold(loose["name"]): at + 1} if loose else {})
        return
    after = at + 1
    items = list[str]()
    while after < len(lines) and (nested := _NESTED.match(lines[after])):
        items.append(nested["item"])
        after += 1
    if current.name == _ABOVE:
        current.odd = f"line {at + 1} is a field above every heading"
    current.fields.append(Field(fold(found["name"]), found["value"].strip(), tuple(items), at, after))


def find(text: str, task: str, path: str) -> Entry:
    """The entry of a task. Raises UsageError where there is none, or it cannot be edited."""
    key = task_key(task)
    known = entries(text)
    found = [entry for entry in known if entry.key == key]
    if not found:
        listed = ", ".join(f"`{entry.name}`" for entry in known) or "none"
        mend = f"its entries are {listed}; an entry is a heading with `- field: value` below it"
        raise UsageError(f"`{path}` has no entry `{task}`", mend)
    entry = found[0]
    if entry.problem:
        where = f"`{path}:{entry.line}`"
        raise UsageError(f"{where}: the entry `{entry.name}` is left as it is: {entry.problem}", "mend it there by hand")
    return entry


def with_fields(text: str, task: str, path: str, values: Mapping[str, str | None]) -> str:
    """The text with some fields of a task set, or taken out for None; every other byte is as it was. Raises UsageError.

    What stands nested below a field stays: a field that is taken out keeps its name then.
    """
    entry = find(text, task, path)
    broken = next((name for name, value in values.items() if value and len(value.splitlines()) > 1), None)
    if broken is not None:
        raise UsageError(f"what is given for the field `{broken}` has a line break in it", "write it on one line")
    lines = lines_of(text)
    new = dict[str, str]()
    for name, value in values.items():
        old = next((one for one in entry.fields if one.name == fold(name)), None)
        if old is None:
            new.update({name: value} if value is not None else {})
            continue
        lines[old.first] = "" if value is None and not old.items else _set(lines[old.first], value or "")
    after = entry.fields[-1].after
    above, below = "".join(lines[:after]), "".join(lines[after:])
    ending = next((end for end in ("\r\n", "\n", "\r") if end in text), "\n")
    added = [f"- {name}: {value}" for name, value in new.items()]
    if added and above and not above.endswith(("\n", "\r")):
        return above + ending + ending.join(added) + below
    return above + "".join(f"{line}{ending}" for line in added) + below


def _set(line: str, value: str) -> str:
    bare = line.rstrip("\r\n")
    found = _FIELD.match(bare)
    if found is None:
        return line
    return f"{found['lead']}{found['gap'] or ' '}{value}".rstrip() + line[len(bare) :]
