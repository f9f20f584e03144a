"""Tables by which things are recognised or told apart, such as `Surface | Paths | Words`: read into listings, not into rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from harnessy.document import Row, Section, Table
from harnessy.rulebook.cells import items
from harnessy.rulebook.draft import Draft, Grid
from harnessy.rulebook.model import Entry, Listing, Named
from harnessy.rulebook.names import fold, in_order

SINGLY = "SINGLY"
SIGNALS = ("PATHS", "WORDS", "LABELS", "REPOSITORIES", "SIGNALS")
_KINDS: Mapping[str, tuple[str, ...]] = {
    "SURFACE": SIGNALS,
    "CRITERION": SIGNALS,
    "URGENCY": SIGNALS,
    "PHRASE": ("DIRECTION",),
    "HEADER_LINE": ("COUNTS_AS",),
    "STATUS": ("STANDING",),
    "ENDING": ("REMAINING",),
}
_VALUES: Mapping[str, tuple[str, ...]] = {
    "DIRECTION": ("GOES_AFTER", "GOES_BEFORE", "PART_OF", "WHOLE_OF", "NO_LINK", "UNCLEAR"),
    "ENDING": ("PAUSE", "STOP"),
    "STANDING": ("RUNNING", "FINISHED", "FAILED", "OUT", "PERSON"),
}
_LISTING = "LISTING"


def collect_listings(draft: Draft) -> None:
    """Read the tables whose first column declares such a kind and that have a column of a role that goes with it."""
    known = {grid.table.span.start for grid in draft.grids}
    for section, table in draft.document.tables():
        kind, columns = _kind(draft, table)
        if not kind or table.span.start in known:
            continue
        draft.grids.append(Grid(_LISTING, section, table, 0))
        entries = [entry for row in table.rows if (entry := _entry(draft, section, row, columns))]
        if kind in _VALUES:
            entries = [replace(entry, names=_values(draft, kind, entry.names)) for entry in entries]
        draft.listings.append(Listing(kind, tuple(entries), table.span, section.words))


def roles_of(draft: Draft, text: str) -> frozenset[str]:
    """The roles of planning that a head or a value can have by its words."""
    words = draft.grammar.words.planning
    key = fold(text)
    return frozenset(role for role, labels in words.items() if key in labels)


def says(draft: Draft, text: str, role: str) -> bool:
    """Whether a text holds a phrase of a role, inflection apart."""
    own = in_order(text)
    phrases = (in_order(phrase) for phrase in draft.grammar.words.planning[role])
    return any(own[at : at + len(phrase)] == phrase for phrase in phrases if phrase for at in range(len(own)))


def _kind(draft: Draft, table: Table) -> tuple[str, dict[int, str]]:
    """The kind of thing that the rows of a table declare, and the roles of its other columns; no kind if it is another table."""
    first, *rest = (roles_of(draft, cell.text) for cell in table.header.cells)
    for kind, wanted in _KINDS.items():
        columns = {index: role for index, roles in enumerate(rest, 1) for role in wanted if role in roles}
        if kind in first and columns:
            return kind, columns
    return "", {}


def _entry(draft: Draft, section: Section, row: Row, columns: Mapping[int, str]) -> Entry | None:
    names = tuple(items(row.cells[0].span))
    if not names:
        return None
    found = dict[str, tuple[Named, ...]]()
    for index, role in columns.items():
        values = tuple(items(row.cells[index].span))
        found[role] = (*found.get(role, ()), *(_values(draft, role, values) if role in _VALUES else _each(draft, role, values)))
    draft.note(row.span, "definition", trail=section.words)
    return Entry(names, found, row.span)


def _each(draft: Draft, role: str, written: tuple[Named, ...]) -> tuple[Named, ...]:
    """Signals; `each file` among the paths means every file by itself."""
    every = draft.grammar.words.planning[SINGLY]
    return tuple(Named(SINGLY, one.text, one.span) if role == "PATHS" and one.key in every else one for one in written)


def _values(draft: Draft, role: str, written: tuple[Named, ...]) -> tuple[Named, ...]:
    """What a column of plain words says: each value under the name of what it stands for."""
    found = list[Named]()
    for value in written:
        meant = [kind for kind in _VALUES[role] if kind in roles_of(draft, value.text)]
        if meant:
            found.append(Named(meant[0], value.text, value.span))
            continue
        known = ", ".join(f"`{draft.grammar.words.planning[kind][0]}`" for kind in _VALUES[role])
        draft.complain("HN231", "error", f"`{value.text}` is no {role.lower()}", value.span, mend=f"write one of {known}")
    return tuple(found)
