"""`lint --fix` and `lint --diff`: what a program may mend without changing what is read."""

from __future__ import annotations

import difflib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from harnessy import api, files
from harnessy.render.snippet import shown

_STDIN, _BOM = "-", "\ufeff"
_NO_END = "\\ No newline at end of file"


def mended(words: Sequence[str], *, write: bool) -> int:
    """Mend files, or print what that would change. 1 where something would change and nothing was written."""
    if _STDIN in words and write:
        raise api.UsageError("standard input cannot be mended", "name a file, or print the change with --diff")
    if list(words) == [_STDIN]:
        texts = {"<stdin>": files.text_of(sys.stdin.buffer.read(), "<stdin>")}
    else:
        texts = files.read([Path(word) for word in words] or files.find(Path.cwd()))
    found = api.mend(api.load_kept(texts))
    for one in found:
        if write and one.after != one.before:
            _write(Path(one.path), one.after)
        elif not write:
            print(_difference(one.path, one.before, one.after), end="")
    done, refused = (sum(len(getattr(one, name)) for one in found) for name in ("done", "refused"))
    told = f"{done} mended" if write else f"{done} can be mended"
    left = f"; {refused} not, since what is read would change" if refused else ""
    if done or refused:
        print(told + left, file=sys.stderr)
    return int(bool(done) and not write)


def _difference(path: str, before: str, after: str) -> str:
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), path, path)
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_END}\n" for line in (shown(one, "\n") for one in lines))


def _write(path: Path, text: str) -> None:
    """Put a text in the place of a file: beside it first, with its line ends, its mark and its mode."""
    raw = path.read_bytes()
    mark = _BOM if raw.startswith(_BOM.encode()) else ""
    if b"\r\n" in raw:
        text = text.replace("\n", "\r\n")
    real = path.resolve()
    handle, beside = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
    with os.fdopen(handle, "wb") as file:
        file.write((mark + text).encode())
    Path(beside).chmod(real.stat().st_mode)
    Path(beside).replace(real)
