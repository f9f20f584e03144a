"""Which column of a log holds what, where its name does not tell: by what the table of columns says that it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from harnessy.rulebook.mechanics import Form, FormRow
from harnessy.rulebook.names import fold, stems

_BRACKETS = re.compile(r"\([^()]*\)")
_ROLES = ("DATED_COLUMN", "TASK_COLUMN", "KINDOF", "OUTCOMES")


def held(form: Form, heading: str, lists: Mapping[str, tuple[str, ...]]) -> Mapping[str, str]:
    """By role, the folded head of the one column that is said to hold it; none where a column has the name of the role itself."""
    names = {row.name.key for row in form.rows}
    found = dict[str, str]()
    for role in _ROLES:
        own = {heading} if role == "OUTCOMES" else set(lists[role])
        said = [row.name.key for row in form.rows if role in _said(row, heading, lists)]
        if not names & own and len(said) == 1:
            found[role] = said[0]
    return found


def _said(row: FormRow, heading: str, lists: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The roles that a row's cell names, in whole: what stands behind a comma or in brackets only explains it."""
    cell = next((span for head, span in row.cells.items() if head in lists["HOLDS"]), None)
    text = fold(_BRACKETS.sub("", cell.text).partition(",")[0]) if cell is not None else ""
    text = text.removeprefix("the ").strip()
    if _of(text, lists["DATED_COLUMN"], (*lists["ROWS"], *lists["TASK_COLUMN"]), lists):
        yield "DATED_COLUMN"
    if _of(text, lists["NAMEOF"], lists["TASK_COLUMN"], lists):
        yield "TASK_COLUMN"
    if text in lists["KINDOF"]:
        yield "KINDOF"
    one = next((text.removeprefix(start).strip() for start in lists["ONEOF"] if text.startswith(f"{start} ")), "")
    bare = next((one.removesuffix(end).strip() for end in lists["PLACED"] if one.endswith(f" {end}")), one)
    if bare and heading and stems(bare) == stems(heading):
        yield "OUTCOMES"


def _of(text: str, first: tuple[str, ...], second: tuple[str, ...], lists: Mapping[str, tuple[str, ...]]) -> bool:
    return any(text == f"{one} {of} {other}" for one in first for of in lists["OFROW"] for other in second)
