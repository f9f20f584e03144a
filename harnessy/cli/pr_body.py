"""`pr-body`: the body of a pull request, put together or checked by the table of the doctrine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from harnessy import api, inputs
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.owed.forms import Forms
from harnessy.rulebook.names import fold
from harnessy.source import nearest

_DOCTRINE = Option("--doctrine", "PATH", "a doctrine file or folder", repeats=True)
_CHECK = Option("--check", "FILE", "check this body instead; - is standard input")
_ABSENT = "none"
_OPTIONS = (_DOCTRINE, _CHECK)
_ABOUT = "\n\nThe parts are a table of the doctrine: the first options are theirs. `@FILE` for TEXT reads a file. Exit 1: faults."


def pr_body(argv: Sequence[str]) -> int:
    """Put together the body of a pull request, or check one, by the parts that the doctrine asks for."""
    from harnessy.owed.body import asked, assemble, check

    named = parse(argv, (_DOCTRINE,)).options.get(_DOCTRINE.name, [])
    loaded = api.load([Path(name) for name in named] or api.find(Path.cwd()))
    forms = Forms(loaded)
    parts = tuple(Option(option, "TEXT", row.name.text, repeats=True) for option, row in forms.options(forms.need("BODY")))
    arguments = parse(argv, (*parts, *_OPTIONS))
    if arguments.has("--help"):
        print(help_page("harnessy pr-body [FACT=VALUE]... [OPTIONS]", f"{pr_body.__doc__}{_ABOUT}", (*parts, *_OPTIONS)))
        return 0
    facts = facts_of(arguments)
    _known(forms, facts, asked(forms))
    file = arguments.one(_CHECK.name)
    if file is None:
        given = {option.name: tuple(map(_read, arguments.options.get(option.name, ()))) for option in parts}
        print(assemble(loaded, given, facts), end="")
        return 0
    if any(arguments.has(option.name) for option in parts):
        raise api.UsageError("`--check` reads a body, and the parts stand in it", "leave out the parts, or `--check`")
    faults = check(loaded, inputs.text_of(file), facts)
    shown = inputs.shown(file)
    for fault in faults:
        where = f"{shown}:{fault.line}" if fault.line else shown
        print(f"{where}: `{fault.part}` {fault.says}   {fault.asked}")
    if not faults:
        print(f"{shown}: every part is there")
    return int(bool(faults))


def _known(forms: Forms, facts: Mapping[str, str], wanted: tuple[str, ...]) -> None:
    """A fact that no part asks for, or a value that the doctrine does not know, would say nothing. Raises UsageError."""
    from harnessy.owed.body import known_values

    for name, value in facts.items():
        if fold(name) not in wanted:
            near = nearest(fold(name), wanted)
            listed = ", ".join(f"`{one}`" for one in wanted) or "none"
            mend = f"did you mean `{near}`?" if near else f"the parts ask for {listed}"
            raise api.UsageError(f"no part of a body asks for `{name}`", mend)
        if not value:
            raise api.UsageError(f"`{name}` has no value", f"write {name}=VALUE")
        values, closed = known_values(forms, fold(name))
        if fold(value.strip("` ")) in {*map(fold, values), _ABSENT}:
            continue
        near = nearest(value, values)
        if near or closed:
            mend = f"did you mean `{near}`?" if near else f"the values are {', '.join(f'`{one}`' for one in values)}"
            raise api.UsageError(f"`{value}` is no value of `{name}`", mend)


def facts_of(arguments: Arguments) -> dict[str, str]:
    """The facts among the words, as written. Raises UsageError for a word that is none."""
    facts = dict[str, str]()
    for word in arguments.words:
        name, equals, value = word.partition("=")
        if word.startswith("-") or not equals or not name.strip():
            raise api.UsageError(f"`{word}` is no option and no FACT=VALUE", "--help lists the options")
        earlier = next((one for one in facts if fold(one) == fold(name)), None)
        if earlier is not None and facts[earlier] != value.strip():
            raise api.UsageError(f"`{word}` contradicts `{earlier}={facts[earlier]}`", "state one of them, or make them agree")
        facts[name.strip()] = value.strip()
    return facts


def _read(text: str) -> str:
    return inputs.text_of(text[1:]) if text.startswith("@") else text
