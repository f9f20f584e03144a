"""The doctrine that a hook reads: fixed at install by repository and ref, never the nearest to a folder that an agent chose."""

from __future__ import annotations

import os
from collections.abc import Mapping

from harnessy.guard.record import Record
from harnessy.hooks import places
from harnessy.hooks.places import Json, NotKept

_REF = "ref: "
_HASH_LENGTHS = frozenset({40, 64})


_USUAL = ("-", "/usr/", "/bin/", "/sbin/", "/opt/")


class Pin(Record):
    """What was fixed at install. `ref` is a full name; `doctrine` are paths in the repository (none: the usual ones).

    `channel` is a command that asks a person (none: the terminal does), `tools` the commands that state facts, by fact; `host`
    is who it was installed for, `added` what stands in the host's settings because of us, with the digest it was made from.
    """

    name: str
    repository: str
    folder: str
    ref: str
    doctrine: tuple[str, ...] = ()
    channel: tuple[str, ...] = ()
    tools: Mapping[str, tuple[str, ...]] = {}
    installed: Mapping[str, Json] = {}

    @property
    def path(self) -> str:
        """Where the pin is kept."""
        return os.path.join(places.pins(), f"{self.name}.json")  # noqa: PTH118


def stating(pin: Pin) -> tuple[str, ...]:
    """The files of the commands that state facts or ask a person, as paths; programs of the system are none."""
    words = (word for command in (pin.channel, *pin.tools.values()) for word in command)
    return tuple(dict.fromkeys(word.removeprefix("./") for word in words if "/" in word and not word.startswith(_USUAL)))


def load(path: str) -> Pin:
    """A pin from its file. Raises NotKept."""
    kept = places.read(path)
    try:
        tools = {str(name): tuple(map(str, command)) for name, command in kept.get("tools", {}).items()}
        return Pin(
            str(kept["name"]), str(kept["repository"]), str(kept["folder"]), str(kept["ref"]), tuple(map(str, kept["doctrine"])),
            tuple(map(str, kept.get("channel", ()))), tools, dict(kept.get("installed", {})),
        )
    except (KeyError, TypeError, AttributeError, ValueError):
        raise NotKept(f"`{path}` is no pin", "run `harnessy hooks install` again") from None


def save(pin: Pin) -> None:
    """Keep a pin. Raises OSError."""
    places.write(pin.path, pin._asdict())


def commit(pin: Pin) -> str:
    """The commit that the ref of a pin names now. Raises NotKept."""
    found = _followed(pin.folder, pin.ref) or _asked(pin)
    if not found:
        mend = "fetch it, or run `harnessy hooks install --ref REF` with one that is there"
        raise NotKept(f"`{pin.ref}` names no commit in {pin.repository}", mend)
    return found


def _followed(folder: str, ref: str) -> str:
    """A ref read from git's own files; nothing where they are of another kind."""
    for _ in range(2 + 2):
        text = _text(os.path.join(folder, *ref.split("/"))).strip()  # noqa: PTH118
        if not text.startswith(_REF):
            return text if _is_hash(text) else _packed(folder, ref)
        ref = text.removeprefix(_REF)
    return ""


def _packed(folder: str, ref: str) -> str:
    for line in _text(os.path.join(folder, "packed-refs")).splitlines():  # noqa: PTH118
        found, _, name = line.partition(" ")
        if name == ref and _is_hash(found):
            return found
    return ""


def _is_hash(text: str) -> bool:
    return len(text) in _HASH_LENGTHS and all(letter in "0123456789abcdef" for letter in text)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return ""


def _asked(pin: Pin) -> str:
    from harnessy.hooks.git import output

    return output(pin.repository, "rev-parse", "--verify", "--quiet", f"{pin.ref}^{{commit}}") or ""
