"""What a text of a record looks like: a time, and the form that a template shows (`run_<YYYYMMDD>_<NNN>`), as patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

_YEAR, _MONTH, _DAY = "[0-9]{4}", "(?:0[1-9]|1[0-2])", "(?:0[1-9]|[12][0-9]|3[01])"
_HOUR, _SIXTY = "(?:[01][0-9]|2[0-3])", "[0-5][0-9]"
TIME = (
    rf"{_YEAR}-{_MONTH}-{_DAY}"
    rf"(?:[T ]{_HOUR}:{_SIXTY}(?::{_SIXTY}(?:[.,][0-9]+)?)?(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?)?"
)
_DATES = {
    "YYYYMMDD": _YEAR + _MONTH + _DAY,
    "YYYY-MM-DD": f"{_YEAR}-{_MONTH}-{_DAY}",
    "YYMMDD": f"[0-9]{{2}}{_MONTH}{_DAY}",
    "YYYYMM": _YEAR + _MONTH,
    "YYYY": _YEAR,
}
_SIZED = re.compile(r"[A-Z]+(?:[-_.:][A-Z]+)*")
_COUNTS = "N"
COUNT, DAY = "count", "day"


def counter(template: str) -> str:
    """The part of a template that counts (`<NNN>`); empty when there is none."""
    return next((part for part in placeholders(template) if set(part) == {_COUNTS}), "")


def placeholders(template: str) -> Iterator[str]:
    """What stands between `<` and `>` in a template, in order."""
    for part in template.split("<")[1:]:
        name, closed, _ = part.partition(">")
        if closed:
            yield name


@cache
def pattern(template: str) -> str:
    """The pattern of the texts of a template: as many digits as letters, more of what counts, anything for other words.

    A number has one spelling only: more digits than letters, where it counts, begin with no 0. The groups `count` and `day`
    are the first part that counts and the first date.
    """
    made, rest, named = "", template, set[str]()
    for part in placeholders(template):
        literal, _, rest = rest.partition(f"<{part}>")
        group = COUNT if set(part) == {_COUNTS} else DAY if part in _DATES else ""
        opens = f"(?P<{group}>" if group and group not in named else "(?:"
        named.add(group)
        made += re.escape(literal) + opens + _part(part) + ")"
    return made + re.escape(rest)


def _part(part: str) -> str:
    if part in _DATES:
        return _DATES[part]
    if set(part) == {_COUNTS}:
        return f"[0-9]{{{len(part)}}}|[1-9][0-9]{{{len(part)},}}"
    return re.sub("[A-Z]", "[0-9]", re.escape(part)) if _SIZED.fullmatch(part) else r"\S(?:.*\S)?"


@cache
def _whole(of: str) -> re.Pattern[str]:
    return re.compile(of)


@cache
def _lines(of: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{of}\n)*+")


def has_form(of: str, text: str) -> bool:
    """Whether a text is as a pattern says."""
    return _whole(of).fullmatch(text) is not None


def have_form(of: str, texts: Iterable[str]) -> bool:
    """Whether all texts are; looked at in one go."""
    told = list(texts)
    together = "\n".join([*told, ""])
    return together.count("\n") == len(told) and _lines(of).fullmatch(together) is not None
