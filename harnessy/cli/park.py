"""`park`, `parked`, `resume`: a task with an open question is written down and left, and taken up again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from harnessy import api
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.cli.calibrate import day_of
from harnessy.owed.forms import Forms
from harnessy.source import nearest

_DOCTRINE = Option("--doctrine", "PATH", "a doctrine file or folder", repeats=True)
_ACTIVE = Option("--active", "FILE", "the tasks in work; the file that the doctrine names if left out")
_ISSUE = Option("--issue", "N", "post the comment to this issue, with `gh`; never twice")
_URL = Option("--url", "ADDRESS", "where the comment stands, if you posted it yourself")
_LOG = Option("--log", "FILE", "the log; the file that the doctrine names if left out")
_ROW = Option("--row", "COLUMN=TEXT", "a cell of the row in the log", repeats=True)
_BLOCKED = Option("--blocked", "", "the task cannot go on at all: a write-up instead of a question")
_DATE = Option("--date", "YYYY-MM-DD", "the day of the row; today if left out")
_ABOUT = "\n\nWhat the comment must hold and what to go on with are tables of the doctrine: the first options are theirs."
_AN_ISSUE = re.compile(r"#?\d+|https?://\S+")
_PARK = (_DOCTRINE, _ACTIVE, _ISSUE, _URL, _LOG, _ROW, _BLOCKED, _DATE)


def park(argv: Sequence[str]) -> int:
    """Park a task: one comment that can be answered cold, its entry, its row, and what to go on with."""
    from harnessy.owed.logged import log_of
    from harnessy.owed.parking import Request
    from harnessy.owed.parking import park as run

    loaded = _loaded(argv)
    forms = Forms(loaded)
    blocked = _BLOCKED.name in argv
    kind = "BLOCKER" if blocked else "QUESTION"
    asked = _options(forms, kind)
    onward = _options(forms, "GOON")
    arguments = parse(argv, (*_PARK, *asked, *onward))
    if arguments.has("--help"):
        print(help_page("harnessy park TASK [OPTIONS]", f"{park.__doc__}{_ABOUT}", (*asked, *onward, *_PARK)))
        return 0
    task = _one_word(arguments, (*_PARK, *asked, *onward))
    if arguments.has(_ISSUE.name) and arguments.has(_URL.name):
        raise api.UsageError("`--issue` posts a comment, and `--url` names one that stands already", "leave out one of them")
    issue = arguments.one(_ISSUE.name)
    if issue is not None and not _AN_ISSUE.fullmatch(issue.strip()):
        raise api.UsageError(f"`{issue}` is no issue", "write its number, or its address")
    event = "park --blocked" if blocked else "park"
    active = _file(forms, arguments, _ACTIVE, "TASKS")
    ways = {name: _first_open(forms, text, task, active) for name, text in _given(arguments, onward).items()}
    request = Request(
        task, _given(arguments, asked), _cells(arguments), ways, event, kind,
        (issue or "").strip(), arguments.one(_URL.name) or "",
    )  # fmt: skip
    log = arguments.one(_LOG.name)
    done = run(loaded, request, active, Path(log) if log else log_of(loaded), day_of(arguments.one(_DATE.name)))
    print(_told(done, active))
    return 0


def _told(done: object, active: Path) -> str:
    from harnessy.owed.parking import Parked

    assert isinstance(done, Parked)  # noqa: S101
    how = "posted" if done.posted else "stands there already" if done.address else "not posted"
    fields = ", ".join(f"{name}: {'taken out' if value is None else value}" for name, value in done.fields.items())
    lines = [done.comment, "", f"comment: {how}{f', {done.address}' if done.address else ''}   {done.cited[0]}"]
    lines.append(f"{active}: {fields}   {done.cited[1]}")
    lines.append(f"log: {done.row}" if done.row else "log: none is named")
    return "\n".join([*lines, f"go on: {done.onward}   {done.cited[2]}"])


def parked(argv: Sequence[str]) -> int:
    """List the parked tasks with their questions."""
    from harnessy.owed.parking import parked as run

    arguments = parse(argv, (_DOCTRINE, _ACTIVE))
    if arguments.has("--help"):
        print(help_page("harnessy parked [OPTIONS]", f"{parked.__doc__}\n\nExit 1: an entry cannot be read.", (_DOCTRINE, _ACTIVE)))
        return 0
    if arguments.words:
        raise api.UsageError(f"`{arguments.words[0]}` is no option", "`harnessy parked --help` lists them")
    loaded = _loaded(argv)
    active = _file(Forms(loaded), arguments, _ACTIVE, "TASKS")
    found, odd = run(loaded, active)
    for entry in found:
        told = ", ".join(f"{one.name}: {one.value}" for one in entry.fields if one.value)
        print(f"{active}:{entry.line}: {entry.name}   {told}")
    if not found:
        print(f"{active}: nothing is parked")
    for entry in odd:
        print(f"{active}:{entry.line}: {entry.name} is not read: {entry.problem}")
    return int(bool(odd))


def resume(argv: Sequence[str]) -> int:
    """Take a parked task up again, from where its entry points."""
    from harnessy.owed.parking import resume as run

    options = (_DOCTRINE, _ACTIVE)
    arguments = parse(argv, options)
    if arguments.has("--help"):
        print(help_page("harnessy resume TASK [OPTIONS]", f"{resume.__doc__}", options))
        return 0
    task = _one_word(arguments, options)
    loaded = _loaded(argv)
    active = _file(Forms(loaded), arguments, _ACTIVE, "TASKS")
    entry, fields, cited = run(loaded, task, active, "resume")
    was = ", ".join(f"{name}: {entry.value(name)}" for name in fields if entry.value(name))
    now = ", ".join(f"{name}: {'taken out' if value is None else value}" for name, value in fields.items())
    print(f"{active}:{entry.line}: {entry.name}   was {was}; is {now}   {cited}")
    return 0


def _loaded(argv: Sequence[str]) -> api.Loaded:
    named = parse(argv, (_DOCTRINE,)).options.get(_DOCTRINE.name, [])
    return api.load([Path(name) for name in named] or api.find(Path.cwd()))


def _options(forms: Forms, kind: str) -> tuple[Option, ...]:
    form = forms.find(kind)
    return tuple(Option(option, "TEXT", row.name.text) for option, row in forms.options(form)) if form else ()


def _given(arguments: Arguments, options: Iterable[Option]) -> dict[str, str]:
    return {option.name: arguments.one(option.name) or "" for option in options if arguments.has(option.name)}


def _first_open(forms: Forms, text: str, task: str, active: Path) -> str:
    """What a way on is: the words given, or for the file of a queue its first item that nobody has begun."""
    if not Path(text).is_file() or forms.find("MARKER") is None:
        return text
    from harnessy.owed.queue import first_open, load_entries

    return first_open(forms, Path(text), task, load_entries(forms, active))


def _one_word(arguments: Arguments, options: Iterable[Option]) -> str:
    words = arguments.words
    wrong = next((word for word in words if word.startswith("-")), None)
    if wrong:
        near = nearest(wrong.partition("=")[0], [option.name for option in options])
        raise api.UsageError(f"`{wrong}` is no option here", f"did you mean `{near}`?" if near else "--help lists the options")
    if len(words) != 1:
        raise api.UsageError("no task is named" if not words else f"`{words[1]}` is one word too many", "name one task")
    return words[0]


def _cells(arguments: Arguments) -> dict[str, str]:
    found = dict[str, str]()
    for cell in arguments.options.get(_ROW.name, ()):
        name, equals, value = cell.partition("=")
        if not equals or not name.strip():
            raise api.UsageError(f"`{cell}` is no COLUMN=TEXT", "write the name of a column, `=` and its text")
        found[name.strip()] = value
    return found


def _file(forms: Forms, arguments: Arguments, option: Option, words: str) -> Path:
    named = arguments.one(option.name)
    found = Path(named) if named else forms.kept(words)
    if found is None:
        mend = f"name it with {option.name} FILE, or in a table `Kept record | Kept in`"
        raise api.UsageError(f"the doctrine does not say where {forms.lists[words][0]} are kept", mend)
    return found
