"""Lines of a ledger read as records: strictly, without what they lack, and where one does not fit, for whether it may count.

The types are built from the fenced example of the doctrine, as the models of pydantic by which records are appended
(`records.models`), but as structs of msgspec: models took three quarters of a bare parse for the reading alone, and the whole
measuring may take one. What is amiss with numbers and with forms of text, `checked` tells.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Annotated, Literal
from typing import Any as Anything

import msgspec

from harnessy.decision.records import misfit
from harnessy.ledger.checked import Checks, Share, come_in_order, leaves
from harnessy.ledger.model import Fault, Piece
from harnessy.ledger.picking import Get, Pick, Record
from harnessy.rulebook.schema import Field, Schema
from harnessy.source.objects import BrokenError, loaded, whole_part

_BELOW = ">= 0"  # how msgspec says so
_ABOVE, _BEYOND = "<= ", "out of range"
_WHOLE = Annotated[int, msgspec.Meta(ge=-sys.maxsize, le=sys.maxsize)]
_COUNT = Annotated[int, msgspec.Meta(ge=0, le=sys.maxsize)]
_UNITS: dict[str, Anything] = {"truth": bool, "whole": _COUNT, "time": str, "text": str, "list": list[Anything]}
_TEXTS = frozenset({"text", "time", "word"})
_LACKING = re.compile("missing required field `(?P<name>.*?)`")
_BROKEN = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ArithmeticError)
_TORN = "no whole record: torn or broken JSON"


@dataclass
class Lines:
    """Reads lines: strictly; without what they lack; and where one does not fit, so far as to tell whether it may count.

    `faults` are the lines that do not fit, `lacking` the fields that some record lacks. `ordered` says that the records are
    numbered one after another: none stands there twice.
    """

    schema: Schema
    get: Mapping[str, Get]
    kinds: tuple[msgspec.json.Decoder[Record], ...]
    checks: Checks
    pick: Pick | None
    keep: Callable[[Record], bool] | None
    stepped: list[Fault] = field(default_factory=list)
    lacking: dict[str, Fault] = field(default_factory=dict)
    ordered: bool = True
    newest: str = ""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The lines that do not fit, and the first of those that lack a field."""
        return (*self.stepped, *self.lacking.values())

    def records(self, piece: Piece) -> list[Record]:
        """The records of a piece that count."""
        try:
            found = list(self.kinds[0].decode_lines(piece.text))
            if not self.checks.pass_all(piece.text, found):
                found = list(self._one_by_one(piece))
        except _BROKEN:
            found = list(self._one_by_one(piece))
        kept = found if self.keep is None else [record for record in found if self.keep(record)]
        self._number(kept)
        if self.pick is not None and self.pick.asked and any(self.pick.respelt(record, self.get) for record in found):
            self._respelt(piece, self.pick)
        return kept

    def _number(self, records: list[Record]) -> None:
        if not self.schema.told_apart or not self.ordered:
            return
        names = list(map(self.get[self.schema.told_apart], records))
        if set(map(type, names)) != {str}:
            names = [str(name) for name in names if name is not None]
        self.ordered = come_in_order(names, self.newest)
        self.newest = names[-1] if names else self.newest

    def _respelt(self, piece: Piece, pick: Pick) -> None:
        """Name the records that are of those that were chosen but for the spelling of a word."""
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            try:
                record = self.kinds[2].decode(line)
                name = pick.respelt(record, self.get)
            except (*_BROKEN, TypeError, ValueError, AttributeError):
                continue
            if name:
                why = f"`{name}` is `{self.get[name](record)}`, which may be `{pick.asked[name]}` in another spelling"
                self.stepped.append(Fault(number, why, may_count=True))

    def _one_by_one(self, piece: Piece) -> Iterator[Record]:
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            if not line.strip():
                continue
            try:
                record, why = self.kinds[0].decode(line), ""
            except msgspec.ValidationError as error:
                record, why = None, _said(self.schema, str(error))
            except _BROKEN:
                self.stepped.append(Fault(number, why := _broken(line), self._may_count(line), torn=why == _TORN))
                continue
            lacking = self.checks.lacking(record) if record is not None else []
            if record is None or lacking:
                yield from self._partly(number, line, why or f"`{lacking[0]}` is missing")
            elif wrong := self.checks.wrong(line, record):
                self.stepped.append(Fault(number, wrong, self._may_count(line)))
            else:
                yield record

    def _partly(self, number: int, line: bytes, why: str) -> Iterator[Record]:
        """A record that only lacks fields counts, and what is made of these is not known."""
        try:
            record = self.kinds[1].decode(line)
            wrong = self.checks.wrong(line, record)
        except _BROKEN:
            self.stepped.append(Fault(number, why, self._may_count(line)))
            return
        untold = [name for name in (self.pick.reads if self.pick is not None else ()) if self.get[name](record) is None]
        if wrong or untold:
            why = wrong or f"`{untold[0]}` is missing"
            self.stepped.append(Fault(number, why, self._may_count(line)))
        elif self.keep is None or self.keep(record):
            for name in self.checks.lacking(record):
                known = self.lacking.get(name)
                self.lacking[name] = replace(known, more=known.more + 1) if known is not None else self._lacks(number, name)
            yield record

    def _lacks(self, number: int, name: str) -> Fault:
        is_read = name in self.checks.needed
        return Fault(number, f"`{name}` is missing", may_count=True, partial=is_read, counted=not is_read)

    def _may_count(self, line: bytes) -> bool:
        """Whether a line that does not fit may be among those that were chosen: it is, or nobody can tell."""
        if self.keep is None or self.pick is None:
            return True
        told = [(name, value) for name, value in whole_part(line.decode("utf-8", "replace")) if name in self.pick.reads]
        shown = ((self.schema.field(name), value) for name, value in told)
        if sorted(name for name, _ in told) != sorted(self.pick.reads) or any(value is None for _, value in told):
            return True
        if any(field is not None and misfit(field, value) is not None for field, value in shown):
            return True
        try:
            record = self.kinds[2].decode(json.dumps(dict(told)))
            return self.keep(record) or bool(self.pick.respelt(record, self.get))
        except (*_BROKEN, TypeError, ValueError, AttributeError):
            return True


def lines_of(schema: Schema, reads: Iterable[str], pick: Pick | None, shares: Iterable[Share] = ()) -> Lines:
    """A reader that looks at every field that the doctrine shows, and tells where one that is read is lacking."""
    needed = dict.fromkeys([*reads, *(pick.reads if pick is not None else ())])
    called = {f"f{index}": name for index, name in enumerate(dict.fromkeys([*needed, *(one.name for one in schema.fields)]))}
    get: dict[str, Get] = {name: attrgetter(key) for key, name in called.items()}
    fields = {key: schema.field(name) for key, name in called.items()}
    shapes = (
        [_slot(key, field) for key, field in fields.items()],
        [(key, _type(field) | None, None) for key, field in fields.items()],
        [(key, Anything, None) for key in called],
    )
    kinds = (msgspec.defstruct("Line", each, rename=called.get, gc=False, kw_only=True) for each in shapes)
    decoders = tuple(msgspec.json.Decoder(kind, float_hook=Decimal) for kind in kinds)
    shown = frozenset(field.name for field in schema.fields if not field.optional)
    checks = Checks(get, leaves(schema.fields, get), frozenset(needed) & shown, shown, _quoted(schema.fields, get), tuple(shares))
    return Lines(schema, get, decoders, checks, pick, pick.by(get) if pick is not None else None)


def _quoted(fields: Iterable[Field], get: Mapping[str, Get]) -> frozenset[str] | None:
    """The fields that hold a text, and stand in quotes; None where one holds a list or a record, or nobody knows what."""
    kinds = {field.name: field.kind for field in fields}
    if not get.keys() <= kinds.keys() or {"list", "record"} & set(kinds.values()):
        return None
    return frozenset(name for name, kind in kinds.items() if kind in _TEXTS and name in get)


def values_of(schema: Schema, name: str, found: Iterable[Piece], pick: Pick | None) -> Iterator[tuple[Anything, int, bytes]]:
    """What each record of some pieces that may count tells of a field: that, its line, and its words."""
    lines = lines_of(schema, (name,), pick)
    for piece in found:
        for at, line in enumerate(piece.text.split(b"\n"), piece.line):
            try:
                record = lines.kinds[2].decode(line)
                counts = lines.keep is None or lines.keep(record)
            except (*_BROKEN, TypeError, ValueError, AttributeError):
                continue
            if counts:
                yield lines.get[name](record), at, line


def _broken(line: bytes) -> str:
    """Why a line is no JSON, where it is more than torn."""
    try:
        loaded(line)
    except BrokenError as error:
        return _TORN if error.line else str(error)
    return _TORN


def _slot(key: str, field: Field | None) -> tuple[Anything, ...]:
    """A field of a struct: one that must be there, or one that need not."""
    kind = _type(field)
    return (key, kind) if field is not None and not field.optional else (key, kind | None, None)


def _type(field: Field | None) -> Anything:  # noqa: ANN401 # a type, as msgspec takes it
    if field is None:
        return Anything
    if field.kind == "record":
        return _inner(field.fields)
    if field.kind == "whole" and field.signed:
        return _WHOLE
    return Literal[field.values] if field.kind == "word" else _UNITS.get(field.kind, Anything)


@cache
def _inner(fields: tuple[Field, ...]) -> type[msgspec.Struct]:
    """What an object within a record is."""
    called = {f"f{index}": field.name for index, field in enumerate(fields)}
    slots = [_slot(key, field) for key, field in zip(called, fields, strict=True)]
    return msgspec.defstruct("Inner", slots, rename=called.get, gc=False, kw_only=True)


def _said(schema: Schema, message: str) -> str:
    """A complaint of the decoder in our words: the field, those within it, and what it takes."""
    what, _, path = message.rpartition(" - at `$")
    lacking = _LACKING.search(what or message)
    names = [part for part in path.rstrip("`").split(".")[1:] if part] + ([lacking["name"]] if lacking else [])
    fields, told = schema.fields, list[Field]()
    for name in names:
        found = next((field for field in fields if field.name == name), None)
        if found is None:
            break
        told.append(found)
        fields = found.fields
    if not told:
        return "the line is no object"
    outer = "".join(f"`{field.name}` holds " for field in told[:-1])
    return f"{outer}`{told[-1].name}`{', which' if outer else ''} {_why(told[-1], what or message, lacking=bool(lacking))}"


def _why(field: Field, message: str, *, lacking: bool) -> str:
    if lacking:
        return "is missing"
    if _ABOVE in message or _BEYOND in message:
        return "is no number that can be counted with"
    return "is below 0" if _BELOW in message else f"is not {field.takes}"
