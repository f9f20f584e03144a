"""Settings that cannot be read (HN321).

## What it does

Finds blocks of code marked as JSON or TOML that are neither, a tab or a key without a colon in blocks marked as YAML, and
front matter with the same faults. A block with `…`, `...` or comments for the reader is taken for a sketch.

## Why it is bad

A host that reads the block takes nothing of it, while the page looks as if the settings held.

## Example

````markdown
```json
{"oven": "small", "heat": }
```
````

Underlined: `"heat": }`

## Instead

````markdown
```json
{"oven": "small", "heat": 180}
```
````
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator

from harnessy.document import Fence, walk
from harnessy.lint.model import Look
from harnessy.source import Diagnostic, Span

_SKETCH = re.compile(r"\.\.\.|…|^\s*(?://|#)|<[^<>\n]+>(?!\")|/\*", re.MULTILINE)
_AT = re.compile(r"at line (?P<line>\d+), column (?P<column>\d+)")
_YAML_LINE = re.compile(r"\s*(?:#.*|---|\.\.\.|(?:- )*\s*(?:[^\s:#][^:#]*:(?:\s.*)?|[-|>\[\]{}\"'].*|- .*))?\Z")
_MEND = "write it so that a program can read it, or mark the block as text"


def check(look: Look) -> Iterator[Diagnostic]:
    """Each block of settings that a program could not read, and front matter."""
    for section in look.document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Fence) and not _SKETCH.search(block.body.text):
                yield from _block(block)
    front = look.document.front_matter
    if front is not None:
        yield from _yaml(front)


def _block(fence: Fence) -> Iterator[Diagnostic]:
    kind, body = fence.info.split(" ")[0].casefold(), fence.body
    if kind == "json":
        try:
            json.loads(body.text)
        except json.JSONDecodeError as error:
            many = "Extra data" in error.msg and all(_is_json(line) for line in body.text.splitlines() if line.strip())
            if not many:
                yield _told(body, min(error.pos, max(len(body.text) - 1, 0)), "JSON")
        except RecursionError:
            return
    elif kind == "toml":
        try:
            tomllib.loads(body.text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            at = _AT.search(str(error))
            line = int(at["line"]) if at else 1
            yield _told(body, sum(len(text) + 1 for text in body.text.split("\n")[: line - 1]), "TOML")
    elif kind in {"yaml", "yml"}:
        yield from _yaml(body)


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _yaml(body: Span) -> Iterator[Diagnostic]:
    """The first line that no YAML has; lines of a text block are left alone."""
    start, block = body.start, -1
    for line in body.text.split("\n"):
        indent = len(line) - len(line.lstrip(" \t"))
        if block >= 0 and line.strip() and indent <= block:
            block = -1
        if block < 0:
            if "\t" in line[:indent] or not _YAML_LINE.match(line.rstrip()):
                yield _told(body, start - body.start + (indent if line.strip() else 0), "YAML")
                return
            block = indent if re.search(r":\s*[|>][+-]?\s*\Z", line) else -1
        start += len(line) + 1


def _told(body: Span, at: int, kind: str) -> Diagnostic:
    """From the last comma, bracket or line end before the fault up to the end of its line."""
    text = body.text
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    begin = max(text.rfind(mark, 0, at) for mark in ("\n", ",", "{", "[")) + 1
    words = text[begin:end]
    start = begin + len(words) - len(words.lstrip())
    finish = end - len(words) + len(words.rstrip())
    place = body.cut(body.start + min(start, finish), body.start + max(start, finish))
    return Diagnostic("HN321", "warning", f"this is no {kind}", place, help=_MEND)
