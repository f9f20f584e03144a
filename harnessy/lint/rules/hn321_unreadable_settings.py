"""Settings that cannot be read (HN321).

## What it does

Finds blocks of code marked as JSON, TOML, YAML or INI that are none, keys that are set twice, and the same in front matter.
A block with `…`, `...`, `<name>` or `{{ name }}` outside quotes is taken for a sketch.

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

import re
from collections.abc import Iterator

from harnessy.document import Fence, walk
from harnessy.lint.model import Look
from harnessy.lint.settings import fault
from harnessy.source import Diagnostic, Span

_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"")
_SKETCH = re.compile(r"\.\.\.|…|^\s*//|<[^<>\n]+>|\{\{|/\*", re.MULTILINE)
_MEND = "write it so that a program can read it, or mark the block as text"


def check(look: Look) -> Iterator[Diagnostic]:
    """Each block of settings that a program could not read, and front matter."""
    for section in look.document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Fence) and not _SKETCH.search(_STRING.sub("", block.body.text)):
                yield from _block(block.info.split(" ")[0].casefold(), block.body)
    front = look.document.front_matter
    if front is not None:
        yield from _block("yaml", front)


def _block(kind: str, body: Span) -> Iterator[Diagnostic]:
    found = fault(kind, body.text)
    if found is not None:
        yield _told(body, *found)


def _told(body: Span, at: int, message: str) -> Diagnostic:
    """From the last comma, bracket or line end before the fault up to the end of its line."""
    text = body.text
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    begin = max(text.rfind(mark, 0, at) for mark in ("\n", ",", "{", "[")) + 1
    words = text[begin:end]
    start = begin + len(words) - len(words.lstrip())
    finish = end - len(words) + len(words.rstrip())
    place = body.cut(body.start + min(start, finish), body.start + max(start, finish))
    return Diagnostic("HN321", "warning", message, place, help=_MEND)
