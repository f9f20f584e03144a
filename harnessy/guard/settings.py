"""Settings that a command line gives to a program: those that no table calls harmless may run anything."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.guard.forms import Arguments, Form, matched, says
from harnessy.guard.model import known
from harnessy.guard.sheet import Sheet
from harnessy.guard.targets import told


def strange_settings(sheet: Sheet, program: str, arguments: Arguments) -> Iterator[str]:
    """The settings, as `key=value`, that are not known to be harmless."""
    globs, only_asks = _harmless(sheet, program, arguments)
    for form, values in told(sheet, "SETTING", program, arguments):
        named = values if form.options else () if only_asks else _pair(form, arguments)
        fine = globs if not form.options else [*globs, *_aliases(sheet, program)]
        yield from (setting for setting in named if not (known(setting) and any(says(glob, setting) for glob in fine)))


def _aliases(sheet: Sheet, program: str) -> Iterator[str]:
    """The settings of the line that are looked at as aliases."""
    for text in sheet.forms("ALIAS", program):
        yield from (value for _, value in sheet.form(text).options if value is not None)


def _harmless(sheet: Sheet, program: str, arguments: Arguments) -> tuple[list[str], bool]:
    """The globs of harmless settings, and whether the command only asks for one."""
    globs, only_asks = list[str](), False
    for text in sheet.forms("TUNES", program):
        form = sheet.form(text)
        valued = [value for _, value in form.options if value is not None]
        globs.extend(valued)
        only_asks = only_asks or (not valued and bool(matched(form, arguments)))
    return globs, only_asks


def _pair(form: Form, arguments: Arguments) -> Iterator[str]:
    """`config KEY VALUE` as `key=value`; the first word with a dot is the key."""
    words = arguments.words[len(form.words) :]
    at = next((index for index, word in enumerate(words) if "." in word or not known(word)), None)
    if at is not None:
        yield f"{words[at]}={' '.join(words[at + 1 : at + 2])}"
