"""`lint`: what an author should mend. What was found before in the same text is printed again, and nothing else is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harnessy import assets, files, kept

if TYPE_CHECKING:
    from harnessy.cli.arguments import Option
    from harnessy.source import Diagnostic

_FORMAT, _TEXT = "--format", "text"
_FORMATS = (_TEXT, "concise", "json", "github")
_FAILS = frozenset({"error", "warning"})
_STDIN = "-"


class Asked(NamedTuple):
    """What a command line asks for: paths, a format, and the options about an edit with their values."""

    paths: list[str]
    form: str
    edit: dict[str, str]


_ABOUT = """\
Check doctrine: names, tables, gaps, conflicts, sentences that nobody understands. PATH is a doctrine file or a folder
of them, - is standard input; without one, the nearest doctrine at or above the working directory is checked.

With --since or --staged the edit is checked as well, by what the doctrine before it says of edits: a rise of a cap needs its
rows in the log, a fall that the log demands is not left out, a move names its day and its rows, an invariant is a person's.

Exit 0: no error and no warning; 1: findings; 2: a file that cannot be read.
"""


def lint(argv: Sequence[str]) -> int:
    """Check doctrine: names, tables, gaps, conflicts, sentences that nobody understands."""
    asked = _plain(argv) or _parsed(argv)
    if asked is None:
        return 0
    paths, form = asked.paths, asked.form
    if asked.edit:
        from harnessy.cli import edited

        return _printed(_written(edited.found(paths, asked.edit), form, color=_colored(form)))
    if paths == [_STDIN]:
        texts = {"<stdin>": files.text_of(sys.stdin.buffer.read(), "<stdin>")}
    else:
        texts = files.read([Path(path) for path in paths] or files.find(Path.cwd()))
    color = _colored(form)
    name = kept.page_key(f"lint {form} {color}", texts, assets.grammar())
    page = kept.read(name)
    if page is None:
        page = _page(texts, form, color=color)
        kept.write(name, page)
    return _printed(page)


def _colored(form: str) -> bool:
    return form == _TEXT and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _plain(argv: Sequence[str]) -> Asked | None:
    """Paths and format, where nothing else stands on the command line."""
    paths, form, rest = list[str](), _TEXT, list(argv)
    while rest:
        word = rest.pop(0)
        if word == _FORMAT and rest and rest[0] in _FORMATS:
            form = rest.pop(0)
        elif word != _STDIN and word.startswith("-"):
            return None
        else:
            paths.append(word)
    return Asked(paths, form, {}) if len(argv) - len(paths) in {0, 2} else None


def _parsed(argv: Sequence[str]) -> Asked | None:
    """The same of any command line; None when the help page was asked for. Raises UsageError."""
    from harnessy.cli.arguments import help_page, parse

    table = _table()
    arguments = parse(argv, table)
    if arguments.has("--help"):
        print(help_page("harnessy lint [PATH]... [OPTIONS]", _ABOUT, table))
        return None
    at_end = argv.index("--") if "--" in argv else len(argv)
    _refuse([word for word in argv[:at_end] if word in arguments.words], table)
    edit = {name: values[0] for name, values in arguments.options.items() if name != _FORMAT}
    return Asked(arguments.words, arguments.one(_FORMAT) or _TEXT, edit)


def _table() -> tuple[Option, ...]:
    from harnessy.cli.arguments import Option
    from harnessy.cli.edited import OPTIONS

    return (Option(_FORMAT, "NAME", "how findings are written", choices=_FORMATS), *OPTIONS)


def _refuse(words: Iterable[str], table: Iterable[Option]) -> None:
    """An option that there is none of is no path."""
    from harnessy.api import UsageError
    from harnessy.source import nearest

    for word in words:
        if word.startswith("-") and word != _STDIN:
            near = nearest(word, [option.name for option in table])
            mend = f"did you mean `{near}`?" if near else "`harnessy lint --help` lists the options"
            raise UsageError(f"there is no option `{word}`", mend)


def _page(texts: dict[str, str], form: str, *, color: bool) -> str:
    """What is printed: the exit code, the line for standard error, and all that follows for standard output."""
    from harnessy import api

    return _written(api.lint(api.load_texts(texts)), form, color=color)


def _written(found: Sequence[Diagnostic], form: str, *, color: bool) -> str:
    from harnessy.render import findings

    written = findings.text(found, color=color) if form == _TEXT else findings.FORMATS[form](found)
    code = int(any(one.severity in _FAILS for one in found))
    return f"{code}\n{counted(found)}\n{written}"


def counted(found: Sequence[Diagnostic]) -> str:
    """How many findings there are of each kind, for people."""
    counts = {kind: sum(one.severity == kind for one in found) for kind in ("error", "warning", "note")}
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items() if count)


def _printed(page: str) -> int:
    code, counts, written = page.split("\n", 2)
    if written:
        print(written)
    if counts:
        print(counts, file=sys.stderr)
    return int(code)
