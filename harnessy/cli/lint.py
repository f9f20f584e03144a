"""`lint`: what an author should mend. What was found before in the same text is printed again, and nothing else is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from harnessy import assets, files, kept

if TYPE_CHECKING:
    from harnessy.cli.arguments import Option
    from harnessy.source import Diagnostic

_FORMAT, _TEXT = "--format", "text"
_FORMATS = (_TEXT, "concise", "json", "github", "sarif")
_LEVEL, _LEVELS = "--level", ("error", "warning", "note")
_SHOWN = "warning"
_SELECT, _IGNORE, _FIX, _DIFF = "--select", "--ignore", "--fix", "--diff"
_LOOKS = frozenset({_FORMAT, _LEVEL, _SELECT, _IGNORE, _FIX, _DIFF})
_BETWEEN, _WITHIN = "\x1e", "\x1f"
_FAILS = frozenset({"error", "warning"})
_STDIN = "-"


class How(NamedTuple):
    """How findings are shown: the format, the least that is shown, and the codes (or their beginnings) that are, or are not."""

    form: str = _TEXT
    level: str = _SHOWN
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    @property
    def color(self) -> bool:
        """Whether a terminal reads along."""
        return self.form == _TEXT and sys.stdout.isatty() and not os.environ.get("NO_COLOR")

    def wanted(self, code: str) -> bool:
        """Whether findings of a code are asked for."""
        return (not self.select or code.startswith(self.select)) and not code.startswith(self.ignore or ("-",))


class Asked(NamedTuple):
    """What a command line asks for: paths, how findings are shown, what is mended, the options about an edit."""

    paths: list[str]
    how: How
    mend: str = ""
    edit: Mapping[str, str] = MappingProxyType({})


_ABOUT = """\
Check doctrine: names, tables, gaps, conflicts, sentences that nobody understands. PATH is a doctrine file or a folder
of them, - is standard input; without one, the nearest doctrine at or above the working directory is checked.

With --since or --staged the edit is checked as well, by what the doctrine before it says of edits: a rise of a cap needs its
rows in the log, a fall that the log demands is not left out, a move names its day and its rows, an invariant is a person's.

Notes are counted, and shown with --level note.

Exit 0: no error and no warning; 1: findings; 2: a file that cannot be read.
"""


def lint(argv: Sequence[str]) -> int:
    """Check doctrine: names, tables, gaps, conflicts, sentences that nobody understands."""
    asked = _plain(argv) or _parsed(argv)
    if asked is None:
        return 0
    paths, how = asked.paths, asked.how
    if asked.mend:
        from harnessy.cli import mending

        changed = mending.mended(paths, write=asked.mend == _FIX)
        if asked.mend == _DIFF:
            return changed
    if asked.edit:
        from harnessy.cli import edited

        return _printed(_written(edited.found(paths, asked.edit), how))
    return _found(paths, how)


def _found(paths: Sequence[str], how: How) -> int:
    """Print the findings of files, or of standard input, from what was kept where nothing changed."""
    if list(paths) == [_STDIN]:
        texts = {"<stdin>": files.text_of(sys.stdin.buffer.read(), "<stdin>")}
    else:
        texts = files.read([Path(path) for path in paths] or files.find(Path.cwd()))
    name = kept.printed_key(f"lint {how} {how.color} {_today()}", texts, assets.grammar())
    page = kept.read(name)
    if page is None or not _still(page):
        page = _page(texts, how)
        kept.write(name, page)
    return _printed(page)


def _still(page: str) -> bool:
    """Whether the files that a kept page looked for are there, or not there, as they were."""
    looked = (one.split(_WITHIN) for one in page.partition("\n")[0].split(_BETWEEN) if one)
    return all(str(files.there(document, path)) == there for document, path, there in looked)


def _today() -> str:
    import time

    return time.strftime("%Y-%m-%d")


def _plain(argv: Sequence[str]) -> Asked | None:
    """Paths, format and level, where nothing else stands on the command line."""
    paths, given, rest = list[str](), dict[str, str](), list(argv)
    while rest:
        word = rest.pop(0)
        choices = {_FORMAT: _FORMATS, _LEVEL: _LEVELS}.get(word, ())
        if rest and rest[0] in choices and word not in given:
            given[word] = rest.pop(0)
        elif word != _STDIN and word.startswith("-"):
            return None
        else:
            paths.append(word)
    return Asked(paths, How(given.get(_FORMAT, _TEXT), given.get(_LEVEL, _SHOWN)))


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
    edit = {name: values[0] for name, values in arguments.options.items() if name not in _LOOKS}
    select, ignore = (_codes(arguments.options.get(name, [])) for name in (_SELECT, _IGNORE))
    how = How(arguments.one(_FORMAT) or _TEXT, arguments.one(_LEVEL) or _SHOWN, select, ignore)
    mend = next((name for name in (_DIFF, _FIX) if arguments.has(name)), "")
    return Asked(arguments.words, how, mend, edit)


def _codes(given: Iterable[str]) -> tuple[str, ...]:
    """Codes, or beginnings of codes, as they were given: one after the other or with commas. Raises UsageError."""
    from harnessy.api import UsageError
    from harnessy.lint import REGISTRY
    from harnessy.source import nearest

    words = [word.strip().upper() for one in given for word in one.split(",") if word.strip()]
    for word in words:
        if not any(code.startswith(word) for code in REGISTRY):
            near = nearest(word, REGISTRY)
            raise UsageError(f"there is no code `{word}`", f"did you mean `{near}`?" if near else "`harnessy rule` lists the codes")
    return tuple(words)


def _table() -> tuple[Option, ...]:
    from harnessy.cli.arguments import Option
    from harnessy.cli.edited import OPTIONS

    level = Option(_LEVEL, "NAME", f"the least that is shown ({_SHOWN}, unless given)", choices=_LEVELS)
    return (
        Option(_FORMAT, "NAME", "how findings are written", choices=_FORMATS), level,
        Option(_SELECT, "CODES", "only these: codes or their beginnings, with commas", repeats=True),
        Option(_IGNORE, "CODES", "all but these", repeats=True),
        Option(_FIX, "", "mend what can be mended without changing what is read, then check"),
        Option(_DIFF, "", "show what --fix would do, and write nothing; exit 1 where there is something"),
        *OPTIONS,
    )


def _refuse(words: Iterable[str], table: Iterable[Option]) -> None:
    """An option that there is none of is no path."""
    from harnessy.api import UsageError
    from harnessy.source import nearest

    for word in words:
        if word.startswith("-") and word != _STDIN:
            near = nearest(word, [option.name for option in table])
            mend = f"did you mean `{near}`?" if near else "`harnessy lint --help` lists the options"
            raise UsageError(f"there is no option `{word}`", mend)


def _page(texts: dict[str, str], how: How) -> str:
    """What is printed: the files that were looked for, the exit code, the line for standard error, and the findings."""
    from harnessy import api

    looked: dict[tuple[str, str], bool | None] = {}
    found = api.lint(api.load_kept(texts), today=_today(), looked=looked)
    return _written(found, how, looked)


def _written(
    found: Sequence[Diagnostic], how: How, looked: Mapping[tuple[str, str], bool | None] | None = None,
) -> str:
    from harnessy.render import findings

    found = [one for one in found if how.wanted(one.code)]
    shown = [one for one in found if _LEVELS.index(one.severity) <= _LEVELS.index(how.level)]
    written = findings.text(shown, color=how.color) if how.form == _TEXT else findings.FORMATS[how.form](shown)
    known = _BETWEEN.join(_WITHIN.join((*key, str(there))) for key, there in (looked or {}).items())
    code = int(any(one.severity in _FAILS for one in found))
    hidden = f" (`{_LEVEL} note` shows all)" if len(shown) < len(found) else ""
    return f"{known}\n{code}\n{counted(found)}{hidden}\n{written}"


def counted(found: Sequence[Diagnostic]) -> str:
    """How many findings there are of each kind, for people."""
    counts = {kind: sum(one.severity == kind for one in found) for kind in _LEVELS}
    return ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items() if count)


def _printed(page: str) -> int:
    _, code, counts, written = page.split("\n", 3)
    if written:
        print(written)
    if counts:
        print(counts, file=sys.stderr)
    return int(code)
