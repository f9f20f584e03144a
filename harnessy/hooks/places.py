"""Where hooks keep what they know, and how it is read and written: pins, sessions, and what was worked out before.

No pathlib and no tempfile here: loading them costs as much as a whole hook.
"""

from __future__ import annotations

import json
import os
import stat
import zlib

from harnessy import __version__
from harnessy.guard.record import Anything

Json = Anything
_PRIVATE_FOLDER, _PRIVATE_FILE, _OTHERS = 0o700, 0o600, 0o022


class NotKept(Exception):
    """A file that cannot be read, is no JSON, or belongs to somebody else. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


def _base(variable: str, *usual: str) -> str:
    return os.path.join(os.environ.get(variable) or os.path.join(os.path.expanduser("~"), *usual), "harnessy")  # noqa: PTH111, PTH118


def pins() -> str:
    """The folder of pins: `$XDG_CONFIG_HOME/harnessy/pins`."""
    return os.path.join(_base("XDG_CONFIG_HOME", ".config"), "pins")  # noqa: PTH118


def sessions(pin: str) -> str:
    """The folder of the sessions of one pin: below `$XDG_STATE_HOME/harnessy/sessions`."""
    return os.path.join(_base("XDG_STATE_HOME", ".local", "state"), "sessions", pin)  # noqa: PTH118


def cache() -> str:
    """The folder of what can be worked out again: `$XDG_CACHE_HOME/harnessy/hooks`."""
    return os.path.join(_base("XDG_CACHE_HOME", ".cache"), "hooks")  # noqa: PTH118


def read(path: str) -> Json:
    """The JSON of a file of ours. Raises NotKept for what is missing, broken, or open to others."""
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            _owned(path, file.fileno())
            return json.loads(file.read())
    except OSError as error:
        raise NotKept(f"`{path}` cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise NotKept(f"`{path}` is broken", "remove it") from None


def _owned(path: str, number: int) -> None:
    """Refuse a file that another user owns or may write, and what is no plain file."""
    status = os.fstat(number)
    owner = getattr(os, "getuid", lambda: status.st_uid)()
    if not stat.S_ISREG(status.st_mode) or status.st_uid not in {owner, 0} or (os.name == "posix" and status.st_mode & _OTHERS):
        raise NotKept(f"`{path}` may be written by others than you", f"chmod 600 {path}")


def write(path: str, value: Json) -> None:
    """Keep JSON for the user alone: written beside its place, then moved there. Raises OSError."""
    os.makedirs(os.path.dirname(path), mode=_PRIVATE_FOLDER, exist_ok=True)  # noqa: PTH103, PTH120
    part = f"{path}.{os.getpid()}.part"
    number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), _PRIVATE_FILE)
    with os.fdopen(number, "w", encoding="utf-8", errors="replace") as file:
        file.write(json.dumps(value, ensure_ascii=False))
    os.replace(part, path)  # noqa: PTH105


def recall(kind: str, key: str) -> Json | None:
    """What was worked out before under a key; None when nothing was, or when what is there is off in any way."""
    try:
        kept = read(_cached(kind, key))
        text, check = kept["value"], kept["check"]
        whole = kept["key"] == key and kept["version"] == __version__ and check == _check(key, text)
        return json.loads(text) if whole else None
    except (NotKept, KeyError, TypeError, ValueError, AttributeError):
        return None


def remember(kind: str, key: str, value: Json) -> None:
    """Keep what was worked out. A cache that cannot be written is no error."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        write(_cached(kind, key), {"key": key, "version": __version__, "check": _check(key, text), "value": text})
    except OSError:
        return


def _cached(kind: str, key: str) -> str:
    return os.path.join(cache(), f"{kind}-{zlib.crc32(key.encode('utf-8', 'replace')):08x}.json")  # noqa: PTH118


def _check(key: str, text: str) -> int:
    """A sum over key and value: it finds damage, not malice; malice is kept out by the owner of the file."""
    return zlib.crc32(f"{key}\n{text}".encode("utf-8", "replace"))


def compiler_stamp() -> str:
    """Sizes and times of our own files: an edited program never answers from what an older one kept."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    folders = ("source", "document", "rulebook", "decision", "guard", "hooks")
    files = [entry for part in folders for entry in os.scandir(os.path.join(package, part)) if entry.name.endswith(".py")]  # noqa: PTH118
    stats = sorted((entry.name, entry.stat().st_size, entry.stat().st_mtime_ns) for entry in files)
    return str(zlib.crc32(repr(stats).encode()))
