"""A session: the facts that somebody stated for one run of an agent, who stated them, and what a person allowed once.

A session that is begun waits for the first run that shows up, and belongs to that run alone from then on.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable

from harnessy.guard.record import Record
from harnessy.hooks import places
from harnessy.hooks.places import Json, NotKept

_WAITING = "waiting"
_WAITS_SECONDS = 15 * 60
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


class Stated(Record):
    """A fact, its value, and who stated it: `human`, `tool`, `agent`."""

    name: str
    value: Json
    authors: tuple[str, ...]


class Session(Record):
    """The facts and grants of a run. `grants` are subjects that a person let through once; `alone` says that nobody attends."""

    path: str
    facts: tuple[Stated, ...] = ()
    grants: tuple[str, ...] = ()
    alone: bool = False
    begun: float = 0.0

    @property
    def data(self) -> Json:
        """The session as JSON holds it."""
        facts = [[fact.name, fact.value, list(fact.authors)] for fact in self.facts]
        return {"facts": facts, "grants": list(self.grants), "alone": self.alone, "begun": self.begun}

    def stating(self, facts: Iterable[Stated]) -> Session:
        """The same with more facts; a later statement of the same name counts."""
        known = {fact.name: fact for fact in (*self.facts, *facts)}
        return self._replace(facts=tuple(known.values()))


def path_of(pin: str, name: str) -> str:
    """Where a session is kept; a name that is no plain word is spelled by its letters' numbers."""
    plain = name if name and set(name) <= _SAFE else "x" + name.encode("utf-8", "replace").hex()
    return os.path.join(places.sessions(pin), f"{plain}.json")  # noqa: PTH118


def waiting(pin: str) -> str:
    """Where a session is kept that no run has taken yet."""
    return os.path.join(places.sessions(pin), f"{_WAITING}.new")  # noqa: PTH118


def load(path: str) -> Session:
    """A session from its file. Raises NotKept."""
    kept = places.read(path)
    try:
        facts = tuple(Stated(str(name), value, tuple(map(str, authors))) for name, value, authors in kept["facts"])
        return Session(path, facts, tuple(map(str, kept["grants"])), bool(kept["alone"]), float(kept["begun"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise NotKept(f"`{path}` is no session", "begin again") from None


def save(session: Session) -> None:
    """Keep a session. Raises OSError."""
    places.write(session.path, session.data)


def of_run(pin: str, run: str) -> Session | None:
    """The session of a run: its own, or the one that waits, which is its own from now on. Raises NotKept, OSError."""
    own = path_of(pin, run)
    if not run:
        return None
    if not os.path.exists(own):  # noqa: PTH110
        begun = waiting(pin)
        try:
            fresh = time.time() - os.stat(begun).st_mtime <= _WAITS_SECONDS  # noqa: PTH116
            if not fresh:
                return None
            os.rename(begun, own)  # noqa: PTH104
        except FileNotFoundError:
            return None
    return load(own)


def used(session: Session) -> None:
    """Remember that the run of a session is at work now: what is observed next is for it."""
    try:
        os.utime(session.path)
    except OSError:
        return


def newest(pin: str) -> Session | None:
    """The session that was begun or used last. Raises NotKept."""
    try:
        with os.scandir(places.sessions(pin)) as entries:
            found = [(entry.stat().st_mtime, entry.path) for entry in entries if entry.name.endswith((".json", ".new"))]
    except FileNotFoundError:
        return None
    return load(max(found)[1]) if found else None


def spend(session: Session, subjects: Iterable[str]) -> bool:
    """Take one grant for each subject, all or none, so that two calls at once never share one. Raises OSError, NotKept."""
    lock = f"{session.path}.lock"
    with open(lock, "w", encoding="utf-8") as held:  # noqa: PTH123
        _locked(held.fileno())
        now = load(session.path)
        left = list(now.grants)
        for subject in subjects:
            if subject not in left:
                return False
            left.remove(subject)
        save(now._replace(grants=tuple(left)))
    return True


def _locked(number: int) -> None:
    """Wait for the lock of a file; it ends with the file. Where there are no such locks, moving the file is all there is."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(number, fcntl.LOCK_EX)
