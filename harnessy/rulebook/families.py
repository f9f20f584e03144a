"""The table of families: the form of a statement, and what reads it into rules."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook import operations, subjects, values
from harnessy.rulebook.acts import glosses
from harnessy.rulebook.clauses import NotRead, Segment
from harnessy.rulebook.model import Rule
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements

_LABELLED = frozenset({"act", "must", "default_act"})
FAMILIES = {**subjects.FAMILIES, **operations.FAMILIES, **values.FAMILIES}


def read(statements: Statements, segment: Segment, place: Place) -> list[Rule]:
    """The rules of a segment. Raises NotRead with the reason why no family takes it."""
    parsed = statements.draft.grammar.statement(segment.main)
    if parsed is None:
        raise NotRead("no family reads this sentence")
    family = FAMILIES.get(parsed.name)
    if family is None:
        raise NotRead(f"a sentence of this form (`{parsed.name}`) is not compiled yet")
    label = segment.label
    named = label is None or (parsed.name in _LABELLED and statements.draft.subject_key(label.text) is not None)
    unread = glosses(statements.draft, segment.notes, segment.main)
    noted = replace(place, unread=(*place.unread, *(note.span for note in unread)))
    rules = family(statements, segment, parsed, noted)
    if label is not None and not named and not (rules and all(strictest(rule.acts) in TIGHT for rule in rules)):
        raise NotRead(f"what the label `{label.text}` stands for is open")
    return rules
