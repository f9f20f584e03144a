"""`queue`: the next task that may start unattended, the markers of those that are over, one report for the batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harnessy import api
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.cli.ask import sorted_words
from harnessy.owed.forms import Forms
from harnessy.owed.queue import Around, Next, Queued, items, load_entries, mark, next_item, values_of

_DOCTRINE = Option("--doctrine", "PATH", "a doctrine file or folder", repeats=True)
_TASKS = Option("--tasks", "DIR", "the task files; the folder of the queue if left out")
_ACTIVE = Option("--active", "FILE", "the tasks in work; the file that the doctrine names if left out")
_OPTIONS = (_DOCTRINE, _TASKS, _ACTIVE)
_ENDED, _NONE = 20, 1
_USAGE = """harnessy queue next FILE [FACT=VALUE | FLAG]... [OPTIONS]
       harnessy queue done|park FILE TASK
       harnessy queue report FILE"""
_EXITS = "\n\nExit of `next`: 0 a task starts; 1 none may start now; 20 the whole run ends."


def queue(argv: Sequence[str]) -> int:
    """Say which task of a queue may start, mark those that are done or parked, report on the batch."""
    arguments = parse(argv, _OPTIONS)
    if arguments.has("--help") or not arguments.words:
        print(help_page(_USAGE, f"{queue.__doc__}{_EXITS}", _OPTIONS))
        return 0
    verb, *words = arguments.words
    verbs = {"next": _next, "done": _mark, "park": _mark, "report": _report}
    if verb not in verbs:
        raise api.UsageError(f"`queue {verb}` is nothing that can be done", f"it takes {', '.join(verbs)}")
    if not words:
        raise api.UsageError("no queue is named", "name the file of its list")
    idle = next((option.name for option in (_TASKS, _ACTIVE) if arguments.has(option.name) and verb != "next"), None)
    if idle:
        raise api.UsageError(f"`{idle}` says nothing to `queue {verb}`", f"leave it out, or write harnessy queue next {words[0]}")
    named = arguments.options.get(_DOCTRINE.name, [])
    loaded = api.load([Path(name) for name in named] or api.find(Path.cwd()))
    return verbs[verb](loaded, arguments, verb, words)


def _next(loaded: api.Loaded, arguments: Arguments, _verb: str, words: list[str]) -> int:
    path = Path(words[0])
    subject, facts = sorted_words(loaded.rulebook, words[1:], [option.name for option in _OPTIONS])
    if subject is not None:
        raise api.UsageError(f"`{subject}` is no fact", "state facts as name=value behind the queue")
    active = arguments.one(_ACTIVE.name)
    forms = Forms(loaded)
    entries = load_entries(forms, Path(active) if active else forms.kept("TASKS"), named=bool(active))
    tasks = Path(arguments.one(_TASKS.name) or path.parent)
    found = next_item(loaded, path, Around(tasks, entries, tuple(facts)))
    if found.item is not None:
        print(_starting(path, found))
        return 0
    print(_batch(path, found.items, found))
    return _ENDED if found.ended else _NONE


def _starting(path: Path, found: Next) -> str:
    decision, item = found.decision, found.item
    lines = [f"{path}:{left.item.line}: passed by: {left.item.name}: {left.why}" for left in found.left]
    if decision is None or item is None:
        return "\n".join(lines)
    values = values_of(decision)
    cited = "".join(f"   {one.span.source.path}:{one.span.line}" for one in decision.because[-1:])
    acts = ", ".join(act.words for act in decision.acts)
    return "\n".join([*lines, f"{path}:{item.line}: next: {item.name}: {acts} ({values}){cited}"])


def _mark(loaded: api.Loaded, _arguments: Arguments, verb: str, words: list[str]) -> int:
    if len(words) != 2:
        raise api.UsageError(f"`queue {verb}` takes a file and a task", f"write harnessy queue {verb} FILE TASK")
    item, marker, cited = mark(loaded, Path(words[0]), words[1], f"queue {verb}")
    was = f", was {item.marker}" if item.marker else ""
    print(f"{words[0]}:{item.line}: {item.name}: {marker}{was}   {cited}")
    return 0


def _report(loaded: api.Loaded, _arguments: Arguments, _verb: str, words: list[str]) -> int:
    from harnessy.owed.files import text_of

    path = Path(words[0])
    print(_batch(path, items(Forms(loaded), text_of(path)), Next(None)))
    return 0


def _batch(path: Path, known: tuple[Queued, ...], found: Next) -> str:
    """One report: what is over, by its marker, and what is left, with why."""
    lines = [f"{path}: the run ends: {found.ended}"] if found.ended else []
    lines += [f"{path}: nothing starts: {found.unsaid}"] if found.unsaid else []
    for marker in dict.fromkeys(item.over for item in known if item.over):
        over = [item.name for item in known if item.over == marker]
        lines.append(f"{marker}: {len(over)}: {', '.join(over)}")
    why = {left.item.line: left.why for left in found.left}
    open_ones = [item for item in known if not item.over]
    lines.append(f"left: {len(open_ones)}")
    lines += [f"  {path}:{item.line}: {item.name}{f': {why[item.line]}' if item.line in why else ''}" for item in open_ones]
    return "\n".join(lines)
