"""The settings file of a host: read as it is, written in the style that it has, its links and its mode kept."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from harnessy.hooks.places import Json
from harnessy.source.objects import BOM, BrokenError, loaded

EVENT = "PreToolUse"
_UNCHANGED = "nothing was changed"
_MEND = f"mend it first; {_UNCHANGED}"
_WRITABLE, _MODE = 0o222, 0o777


class NotInstalled(Exception):
    """Why a hook cannot be installed, or what is in the way. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


@dataclass(frozen=True, slots=True)
class Change:
    """A file and its text before (None: it is not there) and after (None: it is taken away)."""

    path: Path
    before: str | None
    after: str | None

    def write(self) -> None:
        """Make the change where the path leads by links. Raises OSError."""
        if self.after == self.before:
            return
        path = self.path.resolve()
        if self.after is None:
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):
                path.parent.rmdir()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.part")
        part.unlink(missing_ok=True)
        if self.before is not None:
            part.touch(mode=0o600)
        part.write_text(self.after, "utf-8", newline="")
        if self.before is not None:
            part.chmod(path.stat().st_mode & _MODE)
        part.replace(path)


def text_of(path: Path) -> str | None:
    """The text of a file that may be written, as it is; None where none is. Raises NotInstalled, OSError."""
    if not path.exists():
        return None
    if not path.stat().st_mode & _WRITABLE:
        raise NotInstalled(f"`{path}` is read-only", f"make it writable first; {_UNCHANGED}")
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotInstalled(f"`{path}` is no UTF-8 from byte {error.start} on", _MEND) from None


def parsed(text: str | None, path: Path) -> Json:
    """The settings in a text: an object whose parts that a hook goes into have the shape they should have. Raises NotInstalled."""
    if text and text.startswith(BOM):
        raise NotInstalled(f"`{path}` is broken JSON: it begins with a byte order mark", _MEND)
    try:
        settings: Json = loaded(text) if text and text.strip() else {}
    except BrokenError as error:
        where = f"{path}:{error.line}:{error.column}" if error.line else path
        raise NotInstalled(f"`{where}` cannot be read: {error}", _MEND) from None
    if not isinstance(settings, dict):
        raise NotInstalled(f"`{path}` holds no settings of this host: they are a JSON object", _MEND)
    for keys, kind, what in ((("hooks",), dict, "object"), (("hooks", EVENT), list, "list")):
        _shaped(settings, path, keys, (kind, what))
    for keys, kind, what in ((("permissions",), dict, "object"), (("permissions", "deny"), list, "list")):
        _shaped(settings, path, keys, (kind, what))
    return settings


def _shaped(settings: Json, path: Path, keys: tuple[str, ...], shape: tuple[type, str]) -> None:
    found: Json = settings
    for key in keys:
        if key not in found:
            return
        found = found[key]
    if not isinstance(found, shape[0]):
        raise NotInstalled(f"`{'.'.join(keys)}` in `{path}` is no {shape[1]}", _MEND)


def written(settings: Json, like: str | None) -> str:
    """Settings as text in the style of another: its indentation, its line ends, whether it ends with one."""
    text = like or ""
    found = re.search(r"[{\[]\r?\n([ \t]+)\S", text)
    one_line = bool(text.strip("{} \r\n\t")) and found is None
    end = "\r\n" if "\r\n" in text else "\n"
    indent = None if one_line else found[1] if found else 2
    made = json.dumps(settings, indent=indent, ensure_ascii=False).replace("\n", end)
    return made + ("" if text.strip() and not text.endswith("\n") else end)
