"""JSON that says one thing: no name twice in an object, no number that is none, however deep and long it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from math import isfinite

_NAME = re.compile(r'[\s,{]*"')
_ARRAY = re.compile(r"\s*\[")
_COLON = re.compile(r"\s*:\s*")
_NEXT = re.compile(r"\s*[,}]")
_HALF = re.compile("[\ud800-\udfff]")
BOM = "\ufeff"


class BrokenError(ValueError):
    """A text that is no JSON, or says two things. `line` and `column` tell where, from 1 on, or are 0."""

    def __init__(self, why: str, line: int = 0, column: int = 0) -> None:
        super().__init__(why)
        self.line, self.column = line, column


def loaded(text: str | bytes) -> object:
    """What a JSON text holds. Raises BrokenError, in words for people."""
    try:
        plain = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(plain.removeprefix(BOM), object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        why = error.msg.lower().removesuffix(" at").removesuffix(" starting")
        raise BrokenError(f"broken JSON: {why}", error.lineno, error.colno) from None
    except RecursionError:
        raise BrokenError("JSON nested too deep") from None
    except UnicodeDecodeError:
        raise BrokenError("the text is not UTF-8") from None
    except BrokenError:
        raise
    except ValueError:
        raise BrokenError("a number with too many digits") from None


def arrays(text: str) -> list[object]:
    """The arrays of a text that stand one after the other, as paged answers do; none where there is anything else, or broken."""
    decoder, found, at = json.JSONDecoder(object_pairs_hook=_object), list[object](), 0
    while start := _ARRAY.match(text, at):
        try:
            one, at = decoder.raw_decode(text, start.end() - 1)
        except (ValueError, RecursionError):
            return []
        found.append(one)
    return [] if text[at:].strip() else found


def whole_part(text: str) -> list[tuple[str, object]]:
    """The fields of an object that stand there whole, in order, as far as it is not torn or broken."""
    found, at = list[tuple[str, object]](), 0
    decoder = json.JSONDecoder()
    while name := _NAME.match(text, at):
        try:
            key, end = decoder.raw_decode(text, name.end() - 1)
            colon = _COLON.match(text, end)
            value, at = decoder.raw_decode(text, colon.end()) if colon else ("", -1)
        except (ValueError, RecursionError):
            break
        if at < 0 or not _NEXT.match(text, at):
            break
        found.append((key, value))
    return found


def _object(pairs: list[tuple[str, object]]) -> Mapping[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        name = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value] # adds, and is None
        raise BrokenError(f"`{name}` stands there twice")
    for name, value in pairs:
        why = _unfit(name) or _unfit(value)
        if why:
            raise BrokenError(f"`{name.encode('utf-8', 'replace').decode()}` {why}")
    return found


def _unfit(value: object) -> str:
    """What keeps a value, or one in a list, from being one: a number that is none (NaN) or beyond all (1e400), a torn character."""
    if isinstance(value, list):
        return next(filter(None, map(_unfit, value)), "")
    if isinstance(value, float) and not isfinite(value):
        return "is no number that JSON has"
    return "holds half of a character" if isinstance(value, str) and not value.isascii() and _HALF.search(value) else ""
