"""Fences that list what is allowed, asked and denied: `{"allow": […], "deny": […]}`, or the same in YAML.

Every key must be a word for a verdict; one key around them (`permissions`) may stand outside.
"""

from __future__ import annotations

import json
import re

from harnessy.document import Fence
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import fold
from harnessy.source import Span

_STRING = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"(?P<key>\s*:)?')
_KEY = re.compile(r"\s*(?P<key>[\w -]+?):\s*")
_ENTRY = re.compile(r"\s*-\s+(?P<quote>[\"']?)(?P<text>[^\"'#:]+?)(?P=quote)\s*")
_LINE = re.compile(r"[^\n]*[^\s\n][^\n]*")
_JSON, _YAML = frozenset({"json", "jsonc"}), frozenset({"yaml", "yml"})
_KEYS = {"MAY_KEYS": "may", "ASK_KEYS": "needs", "NEVER_KEYS": "never"}

Listed = list[tuple[str, Span, list[Span]]]


def permissions(draft: Draft, fence: Fence) -> Listed:
    """The lists of a fence, each with its force and its key; none where anything else stands in it."""
    info = fence.info.split(" ")[0].casefold()
    if info in _JSON:
        return _of_json(draft, fence)
    return _of_yaml(draft, fence) if info in _YAML else []


def _force(draft: Draft, key: str) -> str:
    headers = draft.grammar.words.headers
    return next((name for role, name in _KEYS.items() if fold(key.replace("_", " ")) in headers[role]), "")


def _of_json(draft: Draft, fence: Fence) -> Listed:
    try:
        told = json.loads(fence.body.text, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return []
    if isinstance(told, _Pairs) and len(told) == 1 and isinstance(told[0][1], _Pairs):
        told = told[0][1] if fold(told[0][0]) in draft.grammar.words.headers["AROUND_KEYS"] else None
    keys = [key for key, items in told if _force(draft, key) and _is_strings(items)] if isinstance(told, _Pairs) else []
    if not keys or len(set(keys)) != len(told):
        return []
    found: Listed = []
    for match in _STRING.finditer(fence.body.text):
        span = fence.body.cut(fence.body.start + match.start("text"), fence.body.start + match.end("text"))
        if match["key"] and _force(draft, span.text):
            found.append((_force(draft, span.text), span, []))
        elif not match["key"] and found:
            found[-1][2].append(span)
    return found


class _Pairs(list[tuple[str, object]]):
    """The keys and values of an object, in order, those that stand twice with them."""


def _is_strings(items: object) -> bool:
    listed = items if isinstance(items, list) and not isinstance(items, _Pairs) else [None]
    return all(isinstance(item, str) and item.strip() for item in listed)


def _of_yaml(draft: Draft, fence: Fence) -> Listed:
    found: Listed = []
    for line in _LINE.finditer(fence.body.text):
        key, item = _KEY.fullmatch(line[0]), _ENTRY.fullmatch(line[0])
        match, name = (key, "key") if key else (item, "text")
        if match is None:
            return []
        start = fence.body.start + line.start()
        span = fence.body.cut(start + match.start(name), start + match.end(name))
        force = _force(draft, span.text) if key else ""
        if key and force and span.text not in {told.text for _, told, _ in found}:
            found.append((force, span, []))
        elif item and found:
            found[-1][2].append(span)
        elif item or found or fold(span.text) not in draft.grammar.words.headers["AROUND_KEYS"]:
            return []
    return found
