"""Tasks in Markdown: a file is an issue, its title the first heading, its facts the `Name: value` lines below."""

from __future__ import annotations

import re
from pathlib import Path

from harnessy.issues.model import Fault, Read, headers
from harnessy.plan.model import Issue
from harnessy.source import Source

_TITLE = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<words>.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_ENDINGS = frozenset({".md", ".markdown"})


def read_tasks(folder: Path, shown: str) -> Read:
    """The tasks of a folder and the folders below it, by name. `shown` is what the folder is called in places."""
    issues, faults = list[Issue](), list[Fault]()
    files = sorted(file for file in folder.rglob("*") if file.suffix.casefold() in _ENDINGS and file.is_file())
    for file in files:
        name = file.relative_to(folder).as_posix()
        place = f"{shown.rstrip('/')}/{name}"
        try:
            text = file.read_bytes().decode("utf-8")
        except OSError as error:
            faults.append(Fault(place, (error.strerror or str(error)).lower()))
        except UnicodeDecodeError as error:
            faults.append(Fault(place, f"is not UTF-8: byte 0x{error.object[error.start]:02x}"))
        else:
            issues.append(task(name, Source.of(place, text)))
    if not files:
        faults.append(Fault(shown, "holds no Markdown file"))
    return Read(tuple(issues), tuple(faults))


def task(name: str, body: Source) -> Issue:
    """The task of a file. Its title stands in its body, so it has no text of its own."""
    title = _TITLE.search(body.text)
    words = title["words"] if title else Path(name).stem
    return Issue(key=name, title=words, texts=(Source.of(f"{name} title", ""), body), name=name, headers=headers(body))
