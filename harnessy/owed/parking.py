"""Parking: a task with an open question, or one that cannot go on, is written down and left; resuming takes it up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from harnessy import api
from harnessy.owed import files
from harnessy.owed.calibration import add, dated_heads, may_add, speaking
from harnessy.owed.comments import post
from harnessy.owed.entries import Entry, entries, find, with_fields
from harnessy.owed.forms import Forms, code, exact, place
from harnessy.rulebook.mechanics import FormRow
from harnessy.rulebook.names import fold
from harnessy.source import Span


@dataclass(frozen=True, slots=True)
class Parked:
    """What parking did: the comment, where it stands, the fields set, the row appended, what to go on with, and why."""

    comment: str
    address: str
    fields: Mapping[str, str | None]
    row: str
    onward: str
    cited: tuple[str, ...]
    posted: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """A task to be parked: what fills the parts of its comment, the cells of its row, and what could be gone on with.

    `issue` is where to post, `address` where the comment stands already; both empty: it is only printed.
    """

    task: str
    parts: Mapping[str, str]
    cells: Mapping[str, str]
    onward: Mapping[str, str]
    event: str
    kind: str
    issue: str = ""
    address: str = ""


def comment(forms: Forms, kind: str, task: str, parts: Mapping[str, str]) -> tuple[str, str]:
    """The one comment that can be answered cold, and the place of the table that says what it holds. Raises UsageError."""
    form = forms.need(kind)
    options = list(forms.options(form))
    if not options:
        mend = "give it a column `Given as` with `--name` in each row"
        raise api.UsageError(f"the table at {place(form.span)} names no options", mend)
    named = {row.span.start for _, row in options}
    loose = next((row for row in form.rows if row.span.start not in named), None)
    if loose is not None:
        mend = "write `--name` into its column `Given as`, or take the row out"
        raise api.UsageError(f"{exact(loose.name.span)}: nothing can be given for `{loose.name.text}`", mend)
    missing = [option for option, _ in options if not parts.get(option, "").strip()]
    if missing:
        listed = ", ".join(f"`{option}`" for option in missing)
        mend = f"{place(form.span)} asks for it, so that the comment can be answered cold"
        raise api.UsageError(f"nothing is given for {listed}", mend)
    told = [f"**{row.name.text[:1].upper()}{row.name.text[1:]}**\n\n{parts[option].strip()}" for option, row in options]
    return "\n\n".join([f"Parked: {task}", *told]), place(form.span)


def event_row(forms: Forms, event: str) -> FormRow:
    """The row of the table of events that a command does. Raises UsageError."""
    return event_row_of(forms, "EVENT", event)


def event_row_of(forms: Forms, kind: str, event: str) -> FormRow:
    """The row of a form of a kind that a command does. Raises UsageError."""
    form = forms.need(kind)
    found = [row for row in form.rows if fold(code(forms.cell(row, "DONEBY"))) == fold(event)]
    if len(found) != 1:
        how = "no row" if not found else "more than one row"
        raise api.UsageError(f"{how} of the table at {place(form.span)} is done by `{event}`", "say so in its column `Done by`")
    return found[0]


def fields_of(forms: Forms, row: FormRow, address: str) -> dict[str, str | None]:
    """The fields that an event sets, by their name as written: a word, the address of the comment, or none (None)."""
    heads = {head.key: code(head.span) for head in forms.need("EVENT").heads if head.text.startswith("`")}
    found = dict[str, str | None]()
    for head, span in row.cells.items():
        if head in heads and span.text:
            found.update(_field(forms, heads[head], span, address))
    if not found:
        raise api.UsageError(f"{place(row.span)} sets no field", "give the table columns with the name of a field in a code span")
    return found


def _field(forms: Forms, name: str, span: Span, address: str) -> Iterator[tuple[str, str | None]]:
    if forms.says(span, "ADDRESS"):
        if address:
            yield name, address
    elif forms.says(span, "REMOVED"):
        yield name, None
    elif "`" in span.text:
        yield name, code(span)
    else:
        mend = "write a word in a code span, `the address of the comment` or `removed`"
        raise api.UsageError(f"{exact(span)}: `{span.text}` says nothing that a field can be set to", mend)


def park(loaded: api.Loaded, request: Request, active: Path, log: Path | None, today: str) -> Parked:
    """Write the comment, post it if asked to, set the fields of the task and append its row. Raises UsageError.

    All that can be refused is refused before anything is done; doing it again after a crash does nothing twice.
    """
    forms = Forms(loaded)
    text, form_place = comment(forms, request.kind, request.task, request.parts)
    row = event_row(forms, request.event)
    if len(request.address.splitlines()) > 1:
        raise api.UsageError("the address of the comment has a line break in it", "give it on one line")
    needs = any(forms.says(span, "ADDRESS") for span in row.cells.values())
    if needs and not request.issue and not request.address:
        mend = "post it with --issue N, or give the address of your own comment with --url"
        raise api.UsageError("nobody could find the question", mend)
    onward, onward_place = go_on(forms, request.onward)
    cells = _cells(forms, loaded, row, request)
    if log is not None:
        may_add(loaded, log, cells, today)
    with files.locked(active):
        again = _stands(find(files.text_of(active), request.task, str(active)), list(parking(forms)))
        address, posted = post(request.issue, text) if request.issue else (request.address, False)
        fields = fields_of(forms, row, address)
        files.edit_locked(active, lambda old: with_fields(old, request.task, str(active), fields))
    written = add(loaded, log, cells, today, once=again) if log is not None else ""
    cited = (form_place, place(row.span), onward_place)
    return Parked(text, address, fields, written, onward, cited, posted)


def _cells(forms: Forms, loaded: api.Loaded, row: FormRow, request: Request) -> dict[str, str]:
    """The cells of the calibration row: those given, the task, and the outcome that the event's row names. Raises UsageError."""
    doctrine = speaking(loaded)
    evidence, said = doctrine.evidence, doctrine.evidence.held.get("TASK_COLUMN")
    heads = {said} if said else set(forms.lists["TASK_COLUMN"])
    tasks = [column.text for column in evidence.columns if column.key in heads]
    outcome = code(row.cells.get(evidence.heading))
    own = {**dict.fromkeys(tasks[:1], request.task), **({evidence.ends: outcome} if outcome else {})}
    dated = {column.key for column in evidence.columns} & dated_heads(doctrine)
    for name in request.cells:
        if fold(name) in {*map(fold, own), *dated}:
            mend = "leave it out" if fold(name) not in dated else "give the day with --date"
            raise api.UsageError(f"`{name}` of the row is fixed: {place(row.span)}", mend)
    return {**own, **request.cells}


def go_on(forms: Forms, given: Mapping[str, str]) -> tuple[str, str]:
    """What to go on with, in the doctrine's order: the first row whose option is given, else the first that has none."""
    form = forms.need("GOON")
    options = dict(forms.options(form))
    named = {row.span.start: option for option, row in options.items()}
    for row in form.rows:
        option = named.get(row.span.start)
        if option is None or given.get(option, "").strip():
            said = f": {given[option].strip()}" if option else ""
            return f"{row.name.text}{said}", place(row.span)
    raise api.UsageError(f"every row of the table at {place(form.span)} waits for an option", "add a last row without one")


def parked(loaded: api.Loaded, active: Path) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The parked tasks of a file, and the entries that cannot be read. Raises UsageError."""
    found = entries(files.text_of(active))
    pairs = list(parking(Forms(loaded)))
    return tuple(one for one in found if _stands(one, pairs) and not one.problem), tuple(one for one in found if one.problem)


def parking(forms: Forms) -> Iterator[tuple[str, str]]:
    """The fields and words by which an entry is parked: what the events of `park` set to a word of their own."""
    form = forms.need("EVENT")
    heads = {head.key: code(head.span) for head in form.heads if head.text.startswith("`")}
    for row in form.rows:
        words = fold(code(forms.cell(row, "DONEBY"))).split(" ")
        if words[:1] != ["park"]:
            continue
        for head, span in row.cells.items():
            if head in heads and span.text.startswith("`"):
                yield heads[head], code(span)


def _stands(entry: Entry, pairs: list[tuple[str, str]]) -> bool:
    return any(fold(entry.value(name)) == fold(value) for name, value in pairs)


def resume(loaded: api.Loaded, task: str, active: Path, event: str) -> tuple[Entry, Mapping[str, str | None], str]:
    """Take a parked task up again: its entry as it was, the fields now set, and the row that says so. Raises UsageError."""
    forms = Forms(loaded)
    row = event_row(forms, event)
    fields = fields_of(forms, row, "")
    pairs = list(parking(forms))
    before = list[Entry]()

    def resumed(text: str) -> str:
        entry = find(text, task, str(active))
        if not _stands(entry, pairs):
            listed = " or ".join(f"`{name}: {value}`" for name, value in dict.fromkeys(pairs))
            raise api.UsageError(f"`{active}:{entry.line}`: `{entry.name}` is not parked", f"a parked task has {listed}")
        before.append(entry)
        return with_fields(text, task, str(active), fields)

    files.edit(active, resumed)
    return before[-1], fields, place(row.span)
