"""Arguments of the commands that must start fast: a table of options, read by hand, and the help page made from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from harnessy.api import UsageError
from harnessy.source import nearest


@dataclass(frozen=True, slots=True)
class Option:
    """An option: `value` names what follows it (empty: nothing does), `choices` are the values it takes."""

    name: str
    value: str
    says: str
    choices: tuple[str, ...] = ()
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Arguments:
    """What stood on the command line: words that are no options, in order, and the options with their values."""

    words: list[str] = field(default_factory=list)
    options: dict[str, list[str]] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether an option was given."""
        return name in self.options

    def one(self, name: str) -> str | None:
        """The value of an option that is given at most once."""
        return self.options[name][0] if name in self.options else None


HELP = Option("--help", "", "print this page")


def parse(argv: Sequence[str], table: Iterable[Option]) -> Arguments:
    """Sort options from words. What looks like an option and is none stays a word: the doctrine may spell it."""
    options = {option.name: option for option in (*table, HELP)}
    found, rest = Arguments(), list(argv)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            found.words.extend(rest)
            break
        if word == "-h":
            found.options[HELP.name] = [""]
        elif name in options:
            _take(found, options[name], value if equals else None, rest)
        else:
            found.words.append(word)
    return found


def _take(found: Arguments, option: Option, value: str | None, rest: list[str]) -> None:
    if option.name in found.options and not option.repeats:
        raise UsageError(f"`{option.name}` is given twice", "give it once")
    if not option.value:
        if value is not None:
            raise UsageError(f"`{option.name}` takes no value", f"write {option.name}")
        value = ""
    elif value is None:
        if not rest or rest[0].startswith("--"):
            raise UsageError(f"`{option.name}` needs a value", f"write {option.name} {option.value}")
        value = rest.pop(0)
    if option.choices and value not in option.choices:
        near = nearest(value, option.choices)
        mend = f"did you mean `{near}`?" if near else f"it takes {', '.join(option.choices)}"
        raise UsageError(f"`{option.name}` takes no `{value}`", mend)
    found.options.setdefault(option.name, []).append(value)


def help_page(usage: str, about: str, table: Iterable[Option]) -> str:
    """The help page of a command."""
    rows = [_row(option) for option in (*table, HELP)]
    width = max(len(left) for left, _ in rows)
    listed = [f"  {left:{width}}  {right}" for left, right in rows]
    return "\n".join((f"usage: {usage}", "", about.strip(), "", "options:", *listed))


def _row(option: Option) -> tuple[str, str]:
    values = "|".join(option.choices) or option.value
    return f"{option.name} {values}".strip(), option.says + (" (may be repeated)" if option.repeats else "")
