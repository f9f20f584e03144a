"""Blocks of settings as programs read them: where the first fault of some JSON, TOML, YAML or INI is.

YAML is read by PyYAML, the parser that most tools in Python use (ruamel.yaml keeps comments, which nobody needs here).
"""

from __future__ import annotations

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

_AT = re.compile(r"at line (?P<line>\d+), column (?P<column>\d+)")
_OPENED = ("while parsing a flow", "while scanning a quoted", "while scanning a simple key")

Fault = tuple[int, str]
"""Where in the text, and what is wrong there."""


def fault(kind: str, text: str) -> Fault | None:
    """The first fault of some settings of a kind (the language of a fence, folded); None where there is none, or no such kind."""
    reader = _READERS.get(kind)
    try:
        return reader(text) if reader and text.strip() else None
    except RecursionError:
        return None


def _json(text: str) -> Fault | None:
    twice: list[str] = []

    def pairs(found: list[tuple[str, object]]) -> None:
        names = [name for name, _ in found]
        twice.extend(name for at, name in enumerate(names) if name in names[:at])

    try:
        json.loads(text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        many = "Extra data" in error.msg and all(map(_whole, filter(str.strip, text.splitlines())))
        return None if many else (min(error.pos, max(len(text) - 1, 0)), "this is no JSON")
    places = [match.start() for match in re.finditer(rf"{re.escape(json.dumps(twice[0]))}\s*:", text)] if twice else []
    return (places[-1], f"`{twice[0]}` is set twice") if places else None


def _whole(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _toml(text: str) -> Fault | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        return _line(text, int(at["line"]) if at else text.rstrip().count("\n") + 1), "this is no TOML"
    return None


def _ini(text: str) -> Fault | None:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        line = getattr(error, "lineno", None) or next((line for line, _ in getattr(error, "errors", ())), 1)
        said = "this is set twice" if isinstance(error, configparser.DuplicateOptionError) else "this is no INI"
        return _line(text, line), said
    return None


def _line(text: str, line: int) -> int:
    return sum(len(one) + 1 for one in text.split("\n")[: line - 1])


def _yaml(text: str) -> Fault | None:
    import yaml

    try:
        roots = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        opened = (error.context or "").startswith(_OPENED) and error.context_mark
        mark = opened or error.problem_mark
        return min(mark.index if mark else 0, max(len(text.rstrip()) - 1, 0)), "this is no YAML"
    except yaml.YAMLError as error:
        return min(getattr(error, "position", 0) or 0, max(len(text.rstrip()) - 1, 0)), "this is no YAML"
    return next((found for root in roots for found in _twice(root)), None)


def _twice(root: Any) -> Iterator[Fault]:  # noqa: ANN401 (PyYAML types its nodes so)
    """Keys that stand twice in one mapping; a merge may."""
    seen, left = set[int](), [root]
    while left:
        node = left.pop()
        if id(node) in seen or not isinstance(getattr(node, "value", None), list):
            continue
        seen.add(id(node))
        pairs = [item for item in node.value if isinstance(item, tuple)]
        left.extend([*(value for _, value in pairs), *(item for item in node.value if not isinstance(item, tuple))])
        known = set[str]()
        for key, _ in pairs:
            name = key.value if isinstance(key.value, str) else ""
            if name in known and name != "<<":
                yield key.start_mark.index, f"`{name}` is set twice"
            known.add(name)


_READERS: dict[str, Callable[[str], Fault | None]] = {
    "json": _json, "toml": _toml, "yaml": _yaml, "yml": _yaml, "ini": _ini, "cfg": _ini,
}
