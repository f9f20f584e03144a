"""Lines of a ledger read as records: strictly, without what they lack, and where one does not fit, for whether it may count.

The types are built from the fenced example of the doctrine, as structs of msgspec: models of pydantic, built the same way, took
three quarters of a bare parse for the reading alone, and the whole measuring may take one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from operator import attrgetter
from typing import Annotated, Literal
from typing import Any as Anything

import msgspec

from harnessy.ledger.checked import Checks, Share, come_in_order
from harnessy.ledger.model import Fault, Piece
from harnessy.ledger.picking import Get, Pick, Record
from harnessy.rulebook.schema import Schema
from harnessy.source.objects import BrokenError, loaded, whole_part

_BELOW = ">= 0"  # how msgspec says so
_ABOVE, _BEYOND = "<= ", "out of range"
_WHOLE = Annotated[int, msgspec.Meta(ge=-sys.maxsize, le=sys.maxsize)]
_COUNT = Annotated[int, msgspec.Meta(ge=0, le=sys.maxsize)]
_UNITS: dict[str, Anything] = {"truth": bool, "whole": _COUNT, "time": str, "text": str, "word": str}  # amounts: see `checked`
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
    faults: list[Fault] = field(default_factory=list)
    lacking: set[str] = field(default_factory=set)
    ordered: bool = True
    newest: str = ""

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
        return kept

    def _number(self, records: list[Record]) -> None:
        identity = self.schema.identity
        if identity is None or not self.ordered:
            return
        names = list(map(self.get[identity.name], records))
        self.ordered = come_in_order(names, self.newest)
        self.newest = next((name for name in reversed(names) if name is not None), self.newest)

    def _one_by_one(self, piece: Piece) -> Iterator[Record]:
        for number, line in enumerate(piece.text.split(b"\n"), piece.line):
            if not line.strip():
                continue
            try:
                record, why = self.kinds[0].decode(line), ""
            except msgspec.ValidationError as error:
                record, why = None, _said(self.schema, str(error))
            except _BROKEN:
                self.faults.append(Fault(number, _broken(line), self._may_count(line)))
                continue
            lacking = self.checks.lacking(record) if record is not None else ""
            if record is None or lacking:
                yield from self._partly(number, line, why or f"`{lacking}` is missing")
            elif wrong := self.checks.wrong(line, record):
                self.faults.append(Fault(number, wrong, self._may_count(line)))
            else:
                yield record

    def _partly(self, number: int, line: bytes, why: str) -> Iterator[Record]:
        """A record that only lacks fields counts, and what is made of these is not known."""
        try:
            record = self.kinds[1].decode(line)
            wrong = self.checks.wrong(line, record)
        except _BROKEN:
            self.faults.append(Fault(number, why, self._may_count(line)))
            return
        if wrong or (self.pick is not None and any(self.get[name](record) is None for name in self.pick.reads)):
            self.faults.append(Fault(number, wrong or why, self._may_count(line)))
        elif self.keep is None or self.keep(record):
            lacking = {name for name, read in self.get.items() if read(record) is None and name in self.checks.needed}
            self.lacking.update(lacking)
            self.faults.extend(Fault(number, f"`{name}` is missing", partial=True) for name in sorted(lacking))
            yield record

    def _may_count(self, line: bytes) -> bool:
        """Whether a line that does not fit may be among those that were chosen: it is, or it does not tell, or tells it twice."""
        if self.keep is None or self.pick is None:
            return True
        told = [(name, value) for name, value in whole_part(line.decode("utf-8", "replace")) if name in self.pick.reads]
        if sorted(name for name, _ in told) != sorted(self.pick.reads) or any(value is None for _, value in told):
            return True
        try:
            return self.keep(self.kinds[2].decode(json.dumps(dict(told))))
        except (*_BROKEN, TypeError, ValueError, AttributeError):
            return True


def lines_of(schema: Schema, reads: Iterable[str], pick: Pick | None, shares: Iterable[Share] = ()) -> Lines:
    """A reader that looks at these fields of a line, and what numbers it, and skips the others."""
    wanted = tuple(shares)
    told = (name for share in wanted for name in (share.part, share.whole, *(test.field for test in share.where)) if name)
    needed = dict.fromkeys([*reads, *(pick.reads if pick is not None else ())])
    read = frozenset([*needed, *told, *((schema.identity.name,) if schema.identity is not None else ())])
    called = {f"f{index}": name for index, name in enumerate(dict.fromkeys([*needed, *(one.name for one in schema.fields)]))}
    get: dict[str, Get] = {name: attrgetter(key) for key, name in called.items()}
    strict = {name for name in needed if not _is_optional(schema, name)}
    types = {key: _type(schema, name) if name in read else Anything for key, name in called.items()}
    skipped = {name for name in called.values() if name not in read and not _is_optional(schema, name)}
    shapes = (
        [
            (key, msgspec.Raw) if called[key] in skipped else (key, kind) if called[key] in strict else (key, kind | None, None)
            for key, kind in types.items()
        ],
        [(key, kind | None, None) for key, kind in types.items()],
        [(key, Anything, None) for key in called],
    )
    kinds = (msgspec.defstruct("Line", each, rename=called.get, gc=False, kw_only=True) for each in shapes)
    decoders = tuple(msgspec.json.Decoder(kind, float_hook=Decimal) for kind in kinds)
    checks = Checks(schema, get, read, frozenset(strict), frozenset(strict | skipped), wanted)
    return Lines(schema, get, decoders, checks, pick, pick.by(get) if pick is not None else None)


def identified(schema: Schema, found: Iterable[Piece], pick: Pick | None) -> Iterator[tuple[str, int, bytes]]:
    """Each record of some pieces that may count and has a number: that, its line, and its words."""
    lines = lines_of(schema, (), pick)
    identity = schema.identity
    for piece in found if identity is not None else ():
        for at, line in enumerate(piece.text.split(b"\n"), piece.line):
            try:
                record = lines.kinds[2].decode(line)
                counts = lines.keep is None or lines.keep(record)
            except (*_BROKEN, TypeError, ValueError, AttributeError):
                continue
            name = lines.get[identity.name](record) if identity is not None and counts else None
            if isinstance(name, str):
                yield name, at, line


def _broken(line: bytes) -> str:
    """Why a line is no JSON, where it is more than torn."""
    try:
        loaded(line)
    except BrokenError as error:
        return _TORN if error.line else str(error)
    return _TORN


def _is_optional(schema: Schema, name: str) -> bool:
    found = schema.field(name)
    return found is None or found.optional


def _type(schema: Schema, name: str) -> Anything:  # noqa: ANN401 # a type, as msgspec takes it
    found = schema.field(name)
    if found is None:
        return Anything
    kind = Literal[found.values] if found.kind == "word" else _UNITS.get(found.kind, Anything)
    return _WHOLE if found.kind == "whole" and found.signed else kind


def _said(schema: Schema, message: str) -> str:
    """A complaint of the decoder in our words: the field and what it takes."""
    lacking = schema.field(message.partition("missing required field `")[2].rstrip("`"))
    if lacking is not None:
        return f"`{lacking.name}` is missing"
    told = schema.field(message.rpartition("`$.")[2].rstrip("`"))
    if told is None:
        return "the line is no object"
    if _ABOVE in message or _BEYOND in message:
        return f"`{told.name}` is no number that can be counted with"
    return f"`{told.name}` is below 0" if _BELOW in message else f"`{told.name}` is not {told.takes}"
