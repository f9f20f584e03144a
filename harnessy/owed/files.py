"""Files that several processes edit at once: read and replaced whole under a lock, so that no edit is lost or half made."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from harnessy.api import UsageError

_TEXT = "utf-8"
_ANY_BYTES = "surrogateescape"
_STREAM = "-"
_WRITABLE = 0o222
_TRIES = 5
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def check(path: Path) -> None:
    """Raise UsageError for what can be no file to be edited: a folder, a device, standard input, what is in no folder."""
    place = _place(path)
    if not place.parent.is_dir():
        raise UsageError(f"`{path}` cannot be read: there is no such folder", "name a file in a folder that is there")
    if place.name == _STREAM or (place.exists() and not place.is_file()):
        raise UsageError(f"`{path}` is no file that can be edited", "name a text file, or one that is not there yet")
    if place.exists() and not place.stat().st_mode & _WRITABLE:
        raise UsageError(f"`{path}` is read-only, and left as it is", "make it writable, or name another file")


def _place(path: Path) -> Path:
    """Where a file lies that links lead to. Raises UsageError."""
    try:
        place = path.resolve()
        circle = place.is_symlink()
    except (OSError, RuntimeError):  # RuntimeError: what Python 3.11 and 3.12 make of a circle
        circle = True
    if circle:
        raise UsageError(f"`{path}` cannot be read: its links lead in a circle", "name a file that is there")
    return place


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of the folder of a file; it ends with the process, and leaves nothing behind. Raises UsageError."""
    check(path)
    folder = _place(path).parent
    try:
        import fcntl
    except ImportError:  # no such lock there: rather no edit than a lost one
        raise UsageError("this system has no lock for folders", "edit the file by hand") from None
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def edit(path: Path, change: Callable[[str], str], *, create: bool = False) -> None:
    """Replace a file by its changed text; what `change` leaves alone keeps every byte. Raises UsageError.

    The text is read and written as it is, line ends and bytes that are no UTF-8 too. A process that is killed leaves the old
    file or the new one. `change` is asked again where somebody without the lock wrote the file in the meantime.
    """
    with locked(path):
        edit_locked(path, change, create=create)


def edit_locked(path: Path, change: Callable[[str], str], *, create: bool = False) -> None:
    """The same for whoever holds the lock."""
    place = _place(path)
    if not place.exists() and not create:
        raise UsageError(f"`{path}` cannot be read: there is no such file", "name a file that is there")
    for _ in range(_TRIES):
        seen = _stamp(place)
        before = _read(place)
        after = change(before)
        if (after == before and place.exists()) or _replace(place, after, seen):
            return
    raise UsageError(f"`{path}` is written by somebody else all the time, and left as it is", "try again")


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends: only line feeds and carriage returns end one, as for whoever shows it."""
    return _LINE.findall(text)


def text_of(path: Path) -> str:
    """The text of a file as it is. Raises UsageError."""
    if not path.is_file():
        raise UsageError(f"`{path}` cannot be read: there is no such file", "name a file that is there")
    return _read(path)


def _read(path: Path) -> str:
    try:
        text = path.read_bytes().decode(_TEXT, _ANY_BYTES) if path.exists() else ""
    except OSError as error:
        raise UsageError(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}", "name a text file") from None
    if "\0" in text:
        raise UsageError(f"`{path}` is no text: it holds a zero byte", "save it as UTF-8")
    return text


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """By what it shows that somebody who holds no lock, an editor perhaps, wrote a file; None where it is not there."""
    if not path.exists():
        return None
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def _replace(path: Path, text: str, seen: tuple[int, int, int] | None) -> bool:
    """Put a text in place of a file, unless it is no longer as it was `seen`; whether it was done."""
    part = None
    try:
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode(_TEXT, _ANY_BYTES))
            file.flush()
            os.fsync(file.fileno())
        Path(part).chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask())
        if _stamp(path) != seen:
            Path(part).unlink()
            return False
        Path(part).replace(path)
    except BaseException as error:
        if part is not None:
            Path(part).unlink(missing_ok=True)
        if isinstance(error, OSError):
            why = (error.strerror or str(error)).lower()
            raise UsageError(f"`{path}` cannot be written: {why}", "nothing of it was changed") from None
        raise
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
