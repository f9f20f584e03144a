"""A queue of tasks in a Markdown list: the next that may start, markers at the end of an item, one report for the batch."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from harnessy import api, inputs
from harnessy.decision import Decision
from harnessy.document import header_lines
from harnessy.ledger.rows import task_key
from harnessy.owed import files
from harnessy.owed.body import condition
from harnessy.owed.calibration import DENIALS
from harnessy.owed.entries import Entry, entries
from harnessy.owed.forms import Forms, code, exact, place
from harnessy.owed.parking import event_row_of, parking
from harnessy.rulebook.names import fold
from harnessy.source import Span

_ITEM = re.compile(r"(?P<lead> {0,3}(?:[-*+]|\d+[.)])\s+(?:\[(?P<box>[ xX])\]\s+)?)(?P<words>\S.*?)\s*$")
_NAME = re.compile(r"`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]+)\)|\*\*(?P<bold>[^*]+)\*\*|(?P<plain>[^:—–(]+)")
_HOST, _BEHIND = re.compile(r"\w+://[^/\s]+/|\bgit@[^:\s]+:"), re.compile(r"\([^()]*\)")
_REPOSITORY = re.compile(r"(?P<name>[^\s,;+&|:()\[\]`*'\"]+)(?:[`*]*:\s+[^\s,;+&|]+)?")
_UNSEEN = re.compile(r"[^\r\n]")
_COMMENT, _BOM = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL), "\ufeff"
TICKED = "[x]"
_SHOWN = 3
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class Queued:
    """An item of a queue: its task, where its file may lie, its line, its marker or ticked box, and what is odd about them."""

    name: str
    target: str
    line: int
    marker: str
    ticked: bool = False
    odd: str = ""

    @property
    def over(self) -> str:
        """The words by which it is over; empty where it is not."""
        return self.marker or (TICKED if self.ticked else "")

    @property
    def key(self) -> str:
        """The name without references to issues."""
        return task_key(self.name)


@dataclass(frozen=True, slots=True)
class Left:
    """An item that does not start now, and why."""

    item: Queued
    why: str


@dataclass(frozen=True, slots=True)
class Next:
    """The item that may start, with the decision that says so, and all that were passed by; `ended` is why the run ends.

    `unsaid` is what must be stated before anything starts.
    """

    item: Queued | None
    decision: Decision | None = None
    left: tuple[Left, ...] = ()
    ended: str = ""
    items: tuple[Queued, ...] = ()
    unsaid: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """What a queue is seen against: the folder of task files, the tasks in work, and what was stated."""

    tasks: Path
    active: tuple[Entry, ...]
    facts: tuple[inputs.Stated, ...] = ()


def items(forms: Forms, text: str) -> tuple[Queued, ...]:
    """Every item of a queue, in order."""
    markers = _markers(forms)
    denials = frozenset(word for name in DENIALS for word in forms.keywords.get(name, ()))
    return tuple(_item(line, match, markers, denials) for line, match in _lines(text))


def _markers(forms: Forms) -> tuple[str, ...]:
    return tuple(row.name.text for row in forms.need("MARKER").rows)


def _lines(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    fence = ""
    said = _COMMENT.sub(lambda found: _UNSEEN.sub(" ", found.group()), text.removeprefix(_BOM))
    for at, line in enumerate(files.lines_of(said)):
        marks = _FENCE.match(line)
        if fence or marks:
            fence = "" if fence and marks and marks[1].startswith(fence) else fence or (marks[1] if marks else "")
        elif match := _ITEM.match(line):
            yield at, match


def _item(line: int, match: re.Match[str], markers: tuple[str, ...], denials: frozenset[str]) -> Queued:
    words = match["words"]
    known = [found for one in markers for found in re.finditer(rf"(?<![\w-]){re.escape(one)}(?![\w-])", words, re.IGNORECASE)]
    last = max((found for found in known if _ends(words, found, denials)), key=lambda found: found.start(), default=None)
    marker = next((one for one in markers if last is not None and fold(one) == fold(last.group())), "")
    bare = words[: last.start()].rstrip(" \t—–:-([*_") if last is not None else words
    found = _NAME.match(bare)
    name = next((part for part in (found["code"], found["link"], found["bold"], found["plain"]) if part), bare) if found else bare
    loose = next((one.group() for one in known if last is None and one.group() in markers), "")
    odd = f"its line says `{loose}`, and not whether it is" if loose else "it is struck out" if words.startswith("~~") else ""
    return Queued(name.strip(), (found["target"] or "") if found else "", line + 1, marker, match["box"] in {"x", "X"}, odd)


def _ends(words: str, found: re.Match[str], denials: frozenset[str]) -> bool:
    """Whether an item ends in a marker: behind a dash, a colon or a bracket what follows explains it; nothing denies it."""
    before, behind = words[: found.start()], words[found.end() :]
    spoken = re.findall(r"[\w'’-]+", before)
    if spoken and spoken[-1].casefold() in denials:
        return False
    apart = re.search(r"(?:^|[—–:(\[,;]|\s-)[\s*_`~]*$", before) is not None
    return (apart and re.match(r"[\s*_`~]*(?:$|[^\w\s*_`~])", behind) is not None) or not re.search(r"\w", behind)


def next_item(loaded: api.Loaded, queue: Path, around: Around) -> Next:
    """The first open item that the doctrine lets start, whose repositories nobody has claimed. Raises UsageError."""
    forms = Forms(loaded)
    known = items(forms, files.text_of(queue))
    unsaid, ended = _unsaid(forms, around), _ended(forms, loaded, around)
    if unsaid or ended:
        return Next(None, None, (), ended, known, unsaid)
    left = list[Left]()
    subject = _asked(forms, "queue next")
    task_files = _task_files(around.tasks)
    files_of = {item.line: _task_file(item, queue, task_files) for item in known}
    again = _again(known, files_of)
    for item in (one for one in known if not one.over):
        found = files_of[item.line]
        taken = item.odd or again.get(item.line) or _in_work(forms, item, found, around.active)
        if taken:
            left.append(Left(item, taken))
            continue
        if found is None:
            left.append(Left(item, f"no task file in `{around.tasks}` is called so, so nothing is known of it"))
            continue
        decision = _decided(loaded, subject, found, around)
        if decision.effect != "go":
            left.append(Left(item, _reason(decision)))
            continue
        claimed = _claimed(forms, item, found, around)
        if not claimed:
            return Next(item, decision, tuple(left), "", known)
        left.append(Left(item, claimed))
    return Next(None, None, tuple(left), "", known)


def first_open(forms: Forms, queue: Path, leaving: str, active: tuple[Entry, ...]) -> str:
    """The first item of a queue that is not over, not in work, not odd and not the task that is being left; empty for none."""
    known = items(forms, files.text_of(queue))
    again = _again(known, {})
    there = (item for item in known if not item.over and not item.odd and item.key != task_key(leaving))
    free = (item for item in there if item.line not in again and not _in_work(forms, item, None, active))
    return next((item.name for item in free), "")


def _asked(forms: Forms, event: str) -> str:
    """The checkpoint that a step of the queue asks."""
    row = event_row_of(forms, "QUEUED", event)
    subject = code(forms.cell(row, "ASKED"))
    if not subject:
        raise api.UsageError(f"{place(row.span)} asks no checkpoint", "name one in its column `Asks`")
    return subject


def _ends_run(forms: Forms) -> tuple[Span, tuple[str, str]]:
    """Where it stands what ends the whole run, and the fact and the value of it that do. Raises UsageError."""
    row = event_row_of(forms, "QUEUED", "queue end")
    cell = forms.cell(row, "NEEDED")
    asked = condition(cell)
    if asked is None:
        span = cell or row.span
        said = f"`{span.text.strip('| ')}` does not tell when the whole run ends"
        raise api.UsageError(f"{exact(span)}: {said}", "write a fact and its value as FACT is `VALUE` into `Needed when`")
    return row.span, asked


def _unsaid(forms: Forms, around: Around) -> str:
    """What must be stated first, since the whole run may end on it; empty where nothing must."""
    span, asked = _ends_run(forms)
    if asked[0] in {fold(one.name) for one in around.facts}:
        return ""
    state = f"state {asked[0].replace(' ', '-')}=..."
    return f"{asked[0]} is not stated, and {asked[1]} ends it all: {state}   {place(span)}"


def _ended(forms: Forms, loaded: api.Loaded, around: Around) -> str:
    """Why the whole run ends; empty where it goes on."""
    span, asked = _ends_run(forms)
    stated = {fold(one.name): str(one.value) for one in around.facts}
    if fold(stated.get(asked[0], "")) != fold(asked[1]):
        return ""
    facts = inputs.gather(loaded.rulebook, around.facts, (), derived=False)
    decision = api.ask(loaded, _asked(forms, "queue end"), facts.counted)
    cited = ", ".join(f"{one.span.source.path}:{one.span.line}" for one in decision.because[-1:])
    acts = ", ".join(act.words for act in decision.acts)
    return f"{asked[0]} is {asked[1]}: {acts or decision.outcome}   {cited or place(span)}"


def _decided(loaded: api.Loaded, subject: str, task: Path, around: Around) -> Decision:
    header, _ = inputs.read_task(loaded.rulebook, inputs.text_of(str(task)), str(task))
    facts = inputs.gather(loaded.rulebook, around.facts, header, derived=False)
    return facts.told(api.ask(loaded, subject, facts.counted))


def _reason(decision: Decision) -> str:
    """Why an item waits, in the doctrine's words."""
    values = values_of(decision)
    cited = ", ".join(f"{one.span.source.path}:{one.span.line}" for one in decision.because[-1:])
    missing = ", ".join(missing.fact for missing in decision.missing)
    acts = ", ".join(act.words for act in decision.acts)
    unsettled = decision.reason if decision.effect is None else ""
    why = f"not decided until this is known: {missing}" if missing else unsettled or acts or decision.reason or decision.outcome
    return "; ".join(filter(None, [f"{decision.subject}: {why}", values])) + (f"   {cited}" if cited else "")


def values_of(decision: Decision) -> str:
    """What was worked out on the way, for people."""
    shown = {name: ("yes" if value else "no") if isinstance(value, bool) else value for name, value in decision.values.items()}
    return ", ".join(f"{name} {value}" for name, value in shown.items())


def _task_files(tasks: Path) -> Mapping[str, tuple[Path, ...]]:
    """The task files of a folder by each name that they have: the whole one, and what stands behind a `__` in it."""
    found = dict[str, tuple[Path, ...]]()
    for file in (file for file in sorted(tasks.rglob("*.md")) if file.is_file()):
        for name in _names(file):
            found[name] = (*found.get(name, ()), file)
    return found


def _task_file(item: Queued, queue: Path, known: Mapping[str, tuple[Path, ...]]) -> Path | None:
    """The file of a task: what its link leads to, else the one of its name in the folder."""
    linked = queue.parent / item.target if item.target.endswith(".md") else None
    if linked is not None and linked.is_file():
        return linked
    wanted = (item.key, fold(Path(item.name).stem))
    found = {file for name in wanted for file in known.get(name, ())}
    return found.pop() if len(found) == 1 else None


def _again(known: tuple[Queued, ...], files_of: Mapping[int, Path | None]) -> Mapping[int, str]:
    """By line, why an item that the list names more than once does not start: nobody can tell which of them holds."""
    named = dict[str, list[Queued]]()
    for item in known:
        file = files_of.get(item.line)
        for name in {f" {item.key or item.name}", *([os.path.realpath(file)] if file is not None else [])}:
            named.setdefault(name, []).append(item)
    others = dict[int, dict[int, Queued]]()
    for same in (same for same in named.values() if len(same) > 1):
        for item in same:
            others.setdefault(item.line, {}).update((one.line, one) for one in same[: _SHOWN + 1] if one is not item)
    return {line: _told_twice(found) for line, found in others.items()}


def _told_twice(others: Mapping[int, Queued]) -> str:
    lines = ", ".join(f"{line}{f' ({others[line].over})' if others[line].over else ''}" for line in sorted(others)[:_SHOWN])
    return f"the list names its task more than once: line {lines} as well"


def _in_work(forms: Forms, item: Queued, file: Path | None, active: tuple[Entry, ...]) -> str:
    """Why an item that stands among the tasks in work does not start once more; empty where nothing says that it was started."""
    states = {name for name, _ in parking(forms)} if forms.find("EVENT") else set[str]()
    keys = {item.key, *_names(file)}
    for entry in (entry for entry in active if entry.key in keys):
        if entry.problem:
            return f"its entry in line {entry.line} of the tasks in work cannot be read: {entry.problem}"
        for state in sorted(state for state in states if entry.value(state)):
            return f"it stands among the tasks in work (line {entry.line}): {state}: {entry.value(state)}"
    return ""


def _names(file: Path | None) -> frozenset[str]:
    """The names that the file of a task has."""
    return frozenset({fold(file.stem), fold(file.stem.rpartition("__")[2])}) if file is not None else frozenset()


def _claimed(forms: Forms, item: Queued, task: Path, around: Around) -> str:
    """Who else has claimed what this task needs; empty where nobody has."""
    form = forms.find("CLAIM")
    for row in form.rows if form else ():
        head, name = fold(code(forms.cell(row, "TASKLINE"))), code(forms.cell(row, "ENTRYFIELD"))
        values = [value for line, value, _ in header_lines(inputs.text_of(str(task))) if fold(line) == head]
        others = [entry for entry in around.active if entry.key != item.key]
        holder = next((entry for entry in others if entry.listed(name)), None)
        if not values and holder is not None:
            told = f"`{holder.name}` (line {holder.line}) has claimed {', '.join(holder.listed(name))}"
            return f"no line `{head}` says which {row.name.text} it needs, and {told}   {place(row.span)}"
        listed = [str(part) for value in values for part in (value if isinstance(value, list) else [value])]
        wanted = {name for part in listed for name in _claims(forms, part)}
        odd = next((entry for entry in around.active if entry.problem), None)
        if (wanted or not values) and odd is not None:
            told = f"`{odd.name}` (line {odd.line}): {odd.problem}"
            return f"nobody can tell which {row.name.text} are claimed: {told}   {place(row.span)}"
        for entry in others:
            shared = sorted(wanted & {one for part in entry.listed(name) for one in _claims(forms, part)})
            if shared:
                return f"{row.name.text} claimed by `{entry.name}` (line {entry.line}): {', '.join(shared)}   {place(row.span)}"
    return ""


def _claims(forms: Forms, text: str) -> Iterator[str]:
    """The names of repositories in a list: `smithy: feature/hinge` and `https://host/guild/smithy.git` are both smithy."""
    listing = frozenset(forms.keywords["AND"])
    for part in _REPOSITORY.finditer(_BEHIND.sub(" ", _HOST.sub("", text))):
        name = part["name"].lstrip("@").partition("@")[0].rstrip("/").rpartition("/")[2].removesuffix(".git").rstrip(".")
        if name and name.casefold() not in listing:
            yield fold(name)


def mark(loaded: api.Loaded, queue: Path, task: str, event: str) -> tuple[Queued, str, str]:
    """Set the marker of an event at the end of an item; nothing else changes. The item as it was, the marker, its place."""
    forms = Forms(loaded)
    row = event_row_of(forms, "MARKER", event)
    before = list[Queued]()

    def marked(text: str) -> str:
        found = [item for item in items(forms, text) if item.key == task_key(task)]
        if len(found) != 1:
            how = "no item" if not found else "more than one item"
            raise api.UsageError(f"`{queue}` has {how} `{task}`", "name an item of its list")
        before.append(found[0])
        lines = files.lines_of(text)
        at = found[0].line - 1
        lines[at] = _marked(lines[at], found[0].marker, row.name.text)
        return "".join(lines)

    files.edit(queue, marked)
    return before[-1], row.name.text, place(row.span)


def _marked(line: str, old: str, new: str) -> str:
    words = line.rstrip()
    tail = line[len(words) :]
    if old == new:
        return line
    if old:
        start = words.rindex(old)
        return words[:start] + new + words[start + len(old) :] + tail
    return f"{words} — {new}{tail}"


def load_entries(forms: Forms, path: Path | None, *, named: bool = False) -> tuple[Entry, ...]:
    """The tasks in work; none where the file that the doctrine names is not there. Raises UsageError."""
    claims = forms.find("CLAIM")
    fields = {fold(code(forms.cell(row, "ENTRYFIELD"))) for row in (claims.rows if claims else ())}
    fields |= {fold(name) for name, _ in parking(forms)} if forms.find("EVENT") else set()
    return entries(files.text_of(path), fields) if path is not None and (named or path.exists()) else ()
