"""Appending: each record checked against what the doctrine shows, numbered under a lock, written at once and synced."""

from __future__ import annotations

import fcntl
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from harnessy.ledger.checked import Share
from harnessy.ledger.model import LedgerError
from harnessy.records.models import problems_of
from harnessy.rulebook.schema import Schema
from harnessy.rulebook.templates import COUNT, DAY, counter, pattern, placeholders

Record = Mapping[str, object]
_TAIL = 1 << 16
_DATES = {"YYYYMMDD": "%Y%m%d", "YYYY-MM-DD": "%Y-%m-%d", "YYYYMM": "%Y%m", "YYYY": "%Y", "YYMMDD": "%y%m%d"}
_MODE = 0o644


def append(path: Path, schema: Schema, records: Sequence[Record], now: datetime, shares: Iterable[Share] = ()) -> list[str]:
    """Append records, all or none, and give what numbers them. Raises LedgerError; what was there is never changed.

    A record without the field that numbers it gets the next number of the day, one without a time gets `now`. A last line
    that a killed writer left without its end is closed first. `shares` are what each record keeps beside its fields.
    """
    kept = tuple(shares)
    told = ((number, problems_of(schema, record) or [*_beyond(kept, record)]) for number, record in enumerate(records, 1))
    problems = [f"record {number}: {said}" for number, found in told for said in found]
    if problems:
        raise LedgerError("; ".join(problems), f"the {schema.text} is shown at {schema.span.place}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, _MODE)
    except OSError as error:
        raise _refused(path, error) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        numbered = list(_numbered(file, schema, records, now))
        lines = b"".join(map(_line, numbered))
        _refuse_known(file, schema, records, numbered)
        _write(file, (b"" if _is_closed(file) else b"\n") + lines)
    except OSError as error:
        raise _refused(path, error) from None
    finally:
        os.close(file)
    identity = schema.identity
    return [str(record.get(identity.name)) for record in numbered] if identity is not None else [""] * len(numbered)


def _line(record: Record) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:
        raise LedgerError("a record holds half of a character", "write it whole") from None
    except ValueError:
        raise LedgerError("a record holds a number that JSON does not have", "write null, or leave the field out") from None


def _refused(path: Path, error: OSError) -> LedgerError:
    why = (error.strerror or str(error)).lower()
    return LedgerError(f"`{path}` cannot be written to: {why}", "name a folder with --ledger")


def _write(file: int, data: bytes) -> None:
    """Write everything in one go; once it returns, the bytes are on the disk."""
    written = os.write(file, data)
    while written < len(data):
        written += os.write(file, data[written:])
    os.fsync(file)


def _refuse_known(file: int, schema: Schema, records: Sequence[Record], numbered: Sequence[Record]) -> None:
    """Refuse what stands among the last lines already, but for its number: a record that brings its own time is of one event."""
    if schema.identity is None or schema.time is None:
        return
    end = os.fstat(file).st_size
    tail = os.pread(file, _TAIL, max(0, end - _TAIL))
    seen = set[bytes]()
    for number, (given, record) in enumerate(zip(records, numbered, strict=True), 1):
        body = _line(record).partition(b", ")[2]
        if given.get(schema.time.name) is not None and (body in tail or body in seen):
            raise LedgerError(f"record {number} stands there already, by another number", "leave it out, or give it its own time")
        seen.add(body)


def _is_closed(file: int) -> bool:
    size = os.fstat(file).st_size
    return size == 0 or os.pread(file, 1, size - 1) == b"\n"


# -- what fits


def _beyond(shares: Iterable[Share], record: Record) -> Iterator[str]:
    """What of a record is more than all of it."""
    for share in shares:
        part, whole = (_amount(record.get(name)) if name else Decimal(1) for name in (share.part, share.whole))
        why = share.wrong(part, whole) if share.counts(record) else ""
        if why:
            yield why


def _amount(value: object) -> Decimal | None:
    return Decimal(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else None


# -- numbering


def _numbered(file: int, schema: Schema, records: Iterable[Record], now: datetime) -> Iterator[Record]:
    identity, time = schema.identity, schema.time
    stamp = {} if time is None else {time.name: now.isoformat(timespec="seconds").replace("+00:00", "Z")}
    if identity is None:
        yield from ({**stamp, **record} for record in records)
        return
    form = _Form(identity.template)
    at = _newest(file, identity.name, form)
    for record in records:
        at = _next(form, at, record.get(identity.name), now)
        yield {identity.name: form.write(*at), **stamp, **{key: value for key, value in record.items() if key != identity.name}}


def _next(form: _Form, at: tuple[str, int], given: object, now: datetime) -> tuple[str, int]:
    """The day and number that follow, or those that a record brings along, which must come later."""
    day, count = at
    if given is None:
        today = form.day(now)
        return (day, count + 1) if day >= today and count else (today, 1)
    found = form.read(str(given))
    if found is None or found <= at:
        after = f"does not come after the last one, `{form.write(day, count)}`" if found else f"is not of the form {form.template}"
        raise LedgerError(f"`{given}` {after}", "leave it out: the next one is given")
    return found


def _newest(file: int, name: str, form: _Form) -> tuple[str, int]:
    """The day and number of the last whole record that has them; nothing and 0 where there is none."""
    end, rest = os.fstat(file).st_size, b""
    while end > 0:
        start = max(0, end - _TAIL)
        block = os.pread(file, end - start, start) + rest
        first, newline, whole = (b"", b"", block) if start == 0 else block.partition(b"\n")
        found = next((one for line in reversed(whole.split(b"\n")) if (one := _identity(line, name, form))), None)
        if found is not None:
            return found
        end, rest = start, first + newline
    return "", 0


def _identity(line: bytes, name: str, form: _Form) -> tuple[str, int] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return form.read(str(record.get(name))) if isinstance(record, dict) else None


class _Form:
    """The form of what numbers records: `run_<YYYYMMDD>_<NNN>`, a day and a number that counts within it."""

    def __init__(self, template: str) -> None:
        self.template = template
        self.counts = counter(template)
        self.dates = [part for part in placeholders(template) if part != self.counts]
        if len(self.dates) > 1 or any(part not in _DATES for part in self.dates):
            raise LedgerError(f"`{template}` cannot be numbered", f"write one day, such as <{next(iter(_DATES))}>, and <NNN>")
        self.pattern = re.compile(pattern(template))

    def read(self, text: str) -> tuple[str, int] | None:
        """The day and the number that a text has."""
        match = self.pattern.fullmatch(text)
        return (match.groupdict().get(DAY) or "", int(match[COUNT])) if match else None

    def day(self, now: datetime) -> str:
        """The day as the form writes it."""
        return now.strftime(_DATES[self.dates[0]]) if self.dates else ""

    def write(self, day: str, count: int) -> str:
        """The text of a day and a number."""
        text = self.template.replace(f"<{self.counts}>", f"{count:0{len(self.counts)}d}")
        return text.replace(f"<{self.dates[0]}>", day) if self.dates else text
