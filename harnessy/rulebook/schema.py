"""Records as a doctrine shows them: each field with its kind, its alternatives and its template."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from harnessy.rulebook.templates import TIME, counter, pattern
from harnessy.source import Span

Kind = Literal["truth", "whole", "number", "time", "word", "text", "record", "list"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `values` are the words that it may have (none: any), `template` the form of its text, `fields` what it holds.

    An `optional` one need not be there. A number is a count or an amount, unless it is `signed`: shown with a minus, or a change.
    """

    name: str
    kind: Kind
    values: tuple[str, ...] = ()
    template: str = ""
    fields: tuple[Field, ...] = ()
    optional: bool = False
    signed: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def pattern(self) -> str:
        """The pattern of its text; empty where any will do."""
        return TIME if self.kind == "time" else pattern(self.template) if self.template else ""

    @property
    def takes(self) -> str:
        """What the field takes, for people."""
        if self.values:
            return "one of " + ", ".join(self.values)
        plain = {
            "truth": "true or false",
            "whole": "a whole number",
            "number": "a number",
            "time": "a time as in 2026-01-31T12:00:00Z",
            "text": "text",
            "record": "an object",
            "list": "a list",
        }
        return f"text of the form {self.template}" if self.template else plain[self.kind]


@dataclass(frozen=True, slots=True)
class Schema:
    """A kind of record: its name, the file that it is appended to, and its fields in order.

    `role` is `measured` for those that the formulas are about, `compared` for those that hold both sides of a comparison.
    `named` is the field by whose name one is told from another (`id`, `box_id`), where none numbers them.
    """

    key: str
    text: str
    noun: str
    path: str
    fields: tuple[Field, ...]
    span: Span = field(compare=False)
    trail: tuple[str, ...] = ()
    path_span: Span | None = field(default=None, compare=False)
    role: Literal["", "measured", "compared"] = ""
    named: str = ""

    def field(self, name: str) -> Field | None:
        """The field of that name."""
        return next((one for one in self.fields if one.name == name), None)

    @property
    def identity(self) -> Field | None:
        """The field that numbers the records: the first whose template counts."""
        return next((one for one in self.fields if counter(one.template)), None)

    @property
    def told_apart(self) -> str:
        """The name of the field that no two records have alike; empty when there is none."""
        return self.identity.name if self.identity is not None else self.named

    @property
    def time(self) -> Field | None:
        """The field that tells when: the first of a time."""
        return next((one for one in self.fields if one.kind == "time"), None)
