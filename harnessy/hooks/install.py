"""Writing a hook into a host's settings and out of them: nothing else in there changes, and doing it twice is doing it once."""

from __future__ import annotations

import json
import shlex
import sys
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harnessy.hooks import git, pinned, static
from harnessy.hooks.asking import rulebook_at
from harnessy.hooks.judge import sheet_of
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import Json, NotKept

ENTRY = Path(__file__).with_name("entry.py")
_SECONDS = 10
_EVENT = "PreToolUse"
_REMOTE, _LOCAL = "refs/remotes/origin/", "refs/heads/"
_BRANCHES = ("main", "master", "trunk")


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
        """Make the change. Raises OSError."""
        if self.after == self.before:
            return
        if self.after is None:
            self.path.unlink(missing_ok=True)
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(f"{self.path.name}.part")
        part.write_text(self.after, "utf-8")
        if self.before is not None:
            part.chmod(self.path.stat().st_mode & 0o777)
        part.replace(self.path)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for: a repository, for it or for the user, and what is fixed."""

    repository: str
    user: bool
    ref: str = ""
    doctrine: tuple[str, ...] = ()
    channel: tuple[str, ...] = ()
    tools: tuple[tuple[str, tuple[str, ...]], ...] = ()


def pin_for(wanted: Wanted) -> Pin:
    """The pin of a repository. Raises NotInstalled."""
    top = git.output(wanted.repository, "rev-parse", "--show-toplevel")
    folder = git.output(wanted.repository, "rev-parse", "--path-format=absolute", "--git-common-dir")
    if not top or not folder:
        raise NotInstalled(f"`{wanted.repository}` is no git repository", "run it in the repository whose doctrine counts")
    repository = str(Path(top).resolve())
    name = f"{Path(repository).name or 'root'}-{zlib.crc32(repository.encode()):08x}"
    return Pin(name, repository, folder, _ref(repository, wanted.ref), wanted.doctrine, wanted.channel, dict(wanted.tools))


def _ref(repository: str, asked: str) -> str:
    """The full name of a ref: as asked, else the base branch of the remote, else that of the repository."""
    if asked:
        full = git.output(repository, "rev-parse", "--symbolic-full-name", asked)
        if not full:
            raise NotInstalled(f"`{asked}` is no branch or tag of {repository}", "name one with --ref")
        return full
    remote = git.output(repository, "symbolic-ref", "--quiet", f"{_REMOTE}HEAD")
    if remote:
        return remote
    for name in (*(f"{_REMOTE}{branch}" for branch in _BRANCHES), *(f"{_LOCAL}{branch}" for branch in _BRANCHES)):
        if git.output(repository, "rev-parse", "--verify", "--quiet", name):
            return name
    current = git.output(repository, "symbolic-ref", "--quiet", "HEAD")
    if not current or not git.output(repository, "rev-parse", "--verify", "--quiet", current):
        raise NotInstalled(f"{repository} has no commit yet", "commit the doctrine first, or name a branch with --ref")
    return current


def known(pin: Pin) -> Pin:
    """The pin with what was fixed before and is not fixed anew."""
    try:
        old = pinned.load(pin.path)
    except NotKept:
        return pin
    return pin._replace(channel=pin.channel or old.channel, tools={**old.tools, **pin.tools}, installed=old.installed)


def floor_of(pin: Pin) -> static.Floor:
    """The static half of the doctrine that a pin names. Raises NotKept, and NotInstalled where no table maps commands."""
    rulebook = rulebook_at(pin, pinned.commit(pin))
    return static.floor(rulebook, sheet_of(rulebook))


def command_of(host: str, pin: Pin) -> str:
    """What the host runs: this Python, isolated, by full paths."""
    return shlex.join([sys.executable, "-I", str(ENTRY), host, "--pin", pin.path])


def settings_path(host: str, pin: Pin, *, user: bool) -> Path:
    """The settings file of a host."""
    base = Path.home() if user else Path(pin.repository)
    return base / (".claude/settings.json" if host == "claude" else ".codex/hooks.json")


def changes(host: str, pin: Pin, *, user: bool, install: bool) -> tuple[list[Change], Json]:
    """The files that change, and what stands in them because of us afterwards. Raises NotInstalled, NotKept."""
    path = settings_path(host, pin, user=user)
    before = path.read_text("utf-8") if path.exists() else None
    settings = _parsed(before, path)
    old = pin.installed.get(str(path), {})
    _take_out(settings, old)
    added: Json = {}
    if install:
        made = floor_of(pin)
        added = {"host": host, "digest": made.digest, "deny": []}
        _put_in(host, settings, pin, added, made)
    after = None if not settings and before is None else json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
    if not install and not settings and before is not None:
        after = None
    found = [Change(path, before, before if _same(before, settings) else after)]
    if host == "codex":
        found.append(_rules(path.parent / "rules" / "harnessy.rules", static.codex_rules(made) if install else None))
    return found, added


def _same(before: str | None, settings: Json) -> bool:
    return before is not None and bool(settings) and json.loads(before or "{}") == settings


def _rules(path: Path, text: str | None) -> Change:
    return Change(path, path.read_text("utf-8") if path.exists() else None, text)


def _parsed(text: str | None, path: Path) -> Json:
    try:
        settings = json.loads(text) if text and text.strip() else {}
    except ValueError as error:
        raise NotInstalled(f"`{path}` is broken JSON: {error}", "mend it first; nothing was changed") from None
    hooks = settings.get("hooks", {}) if isinstance(settings, dict) else None
    groups = hooks.get(_EVENT, []) if isinstance(hooks, dict) else None
    if not isinstance(groups, list):
        raise NotInstalled(f"`{path}` holds no settings of this host", "mend it first; nothing was changed")
    return settings


def is_ours(handler: Json) -> bool:
    """Whether a handler runs our entry."""
    return isinstance(handler, dict) and str(ENTRY.parent.name + "/" + ENTRY.name) in str(handler.get("command", ""))


def _take_out(settings: Json, old: Json) -> None:
    """Take out our handlers and the rules that we added; groups and lists that only held these go as well."""
    groups = settings.get("hooks", {}).get(_EVENT, [])
    left = []
    for group in groups:
        handlers = group.get("hooks", []) if isinstance(group, dict) else []
        rest = [handler for handler in handlers if not is_ours(handler)]
        if rest or not handlers:
            left.append({**group, "hooks": rest} if len(rest) != len(handlers) else group)
    if groups and not left:
        del settings["hooks"][_EVENT]
    elif groups:
        settings["hooks"][_EVENT] = left
    if "hooks" in settings and not settings["hooks"]:
        del settings["hooks"]
    _deny_out(settings, old.get("deny", []))


def _deny_out(settings: Json, rules: Iterable[str]) -> None:
    permissions = settings.get("permissions")
    if not rules or not isinstance(permissions, dict) or not isinstance(permissions.get("deny"), list):
        return
    gone = set(rules)
    permissions["deny"] = [rule for rule in permissions["deny"] if rule not in gone]
    if not permissions["deny"]:
        del permissions["deny"]
    if not permissions:
        del settings["permissions"]


def _put_in(host: str, settings: Json, pin: Pin, added: Json, made: static.Floor) -> None:
    handler: Json = {"type": "command", "command": command_of(host, pin), "timeout": _SECONDS}
    if host == "claude":
        handler["onFailure"] = "block"
        deny = settings.setdefault("permissions", {}).setdefault("deny", [])
        added["deny"] = [rule for rule in static.claude_rules(made) if rule not in deny]
        deny.extend(added["deny"])
        if not deny:
            _deny_out(settings, [""])
    settings.setdefault("hooks", {}).setdefault(_EVENT, []).append({"hooks": [handler]})


def record(pin: Pin, path: Path, added: Json) -> Pin:
    """The pin with what stands in a settings file because of us."""
    installed = {name: value for name, value in pin.installed.items() if name != str(path)}
    return pin._replace(installed={**installed, str(path): added} if added else installed)
