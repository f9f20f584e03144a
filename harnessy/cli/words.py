"""`words`: the names that a doctrine knows, and what it says of one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import Enum
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli import typed
from harnessy.cli.ask import loaded_for, look
from harnessy.decision import Decision
from harnessy.render import Look
from harnessy.render.words import Word, look_up_text, vocabulary, words_json, words_text
from harnessy.rulebook.names import fold
from harnessy.source import nearest


class Format(Enum):
    """How the words are written."""

    text = "text"
    json = "json"


def words(argv: Sequence[str]) -> int:
    """List the names that the doctrine knows, with their places, or look one up."""
    return typed.run(_words, "words", argv)


def _words(
    name: Annotated[str | None, typer.Argument(help="a subject, fact, scale, quantity or act")] = None,
    attribute: Annotated[str | None, typer.Argument(help="a column of the register that declares it")] = None,
    doctrine: Annotated[list[str] | None, typer.Option(metavar="PATH", help="a doctrine file, or a folder")] = None,
    *,
    demo: Annotated[bool, typer.Option("--demo", help="look into the doctrine that ships with harnessy")] = False,
    form: Annotated[Format, typer.Option("--format", help="how the words are written")] = Format.text,
) -> int:
    """List the names that the doctrine knows, with their places, or look one up."""
    loaded = loaded_for(doctrine or (), demo=demo)
    known = vocabulary(loaded.rulebook)
    if name is None:
        _show(known, None, form)
        return 0
    found = _looked_up(loaded, name, attribute)
    spellings = {name} if found is None else {name, found.subject or name}
    named = () if attribute else tuple(word for word in known if any(map(word.called, spellings)))
    if found is None and not named:
        raise api.UsageError(f"no document knows `{name}`", _nearest(known, name))
    _show(named, found, form)
    return 0


def _looked_up(loaded: api.Loaded, name: str, attribute: str | None) -> Decision | None:
    """The answer to a look-up; None where only the list of names knows the name."""
    try:
        return api.look_up(loaded, name, attribute)
    except api.UsageError:
        if attribute is not None:
            raise
        return None


def _nearest(known: Sequence[Word], name: str) -> str:
    spelled = {fold(word.name): word.name for word in known}
    near = nearest(fold(name), spelled)
    return f"did you mean `{spelled[near]}`?" if near else "`harnessy words` lists what is known"


def _show(named: Sequence[Word], found: Decision | None, form: Format) -> None:
    if form is Format.json:
        print(words_json(named, found))
        return
    style = look() if sys.stdout.isatty() else Look()
    parts = [words_text(named, style)] if named else []
    if found is not None and (not named or found.because[0].kind == "register"):
        parts.append(look_up_text(found, style))
    print("\n\n".join(parts) or "no rule of the doctrine is understood")
