"""What a doctrine says that must be written or asked, and an edit says no longer: parts of a comment or a body, claims, steps."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy import api
from harnessy.owed.forms import Forms
from harnessy.owed.placed import in_place_of
from harnessy.rulebook.mechanics import FormRow
from harnessy.rulebook.names import fold
from harnessy.source import Diagnostic

_DUTIES = ("QUESTION", "BLOCKER", "BODY", "QUEUED", "CLAIM")
_SAID = ("HOLDS", "NEEDED", "ASKED", "TASKLINE", "ENTRYFIELD")
_MEND = "have a person approve it: `<!-- harnessy: ignore HN812 YYYY-MM-DD who and why -->` above the table, in the same edit"


def lessened(before: api.Loaded, after: api.Loaded) -> Iterator[Diagnostic]:
    """Rows of forms that are gone, or that ask for something else than before; a part that is always needed now asks for more."""
    now = {(kind, row.name.key): said for kind, row, said in _rows(after)}
    always = {"", *map(fold, Forms(after).lists["ALWAYS"])}
    for kind, row, said in _rows(before):
        kept = now.get((kind, row.name.key))
        other = [name for name, text in said.items() if kept is not None and text != kept[name]]
        if kept is None or other not in ([], ["NEEDED"]) or (other and kept["NEEDED"] not in always):
            words = " ".join(row.span.text.split()).strip("| ").replace("`", "")
            what = "is gone" if kept is None else "is changed"
            message = f"what a run owes {what}: `{words}`"
            yield Diagnostic("HN812", "warning", message, in_place_of(after.documents, row.span), help=_MEND)


def _rows(loaded: api.Loaded) -> Iterator[tuple[str, FormRow, dict[str, str]]]:
    """Each row of a form that asks for something, with what it asks for."""
    forms = Forms(loaded)
    for kind in _DUTIES:
        for form in forms.every(kind):
            for row in form.rows:
                cells = {name: forms.cell(row, name) for name in _SAID}
                yield kind, row, {name: fold(span.text) if span else "" for name, span in cells.items()}
