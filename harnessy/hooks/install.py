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
from harnessy.hooks.settings import EVENT, Change, NotInstalled, parsed, text_of, written

ENTRY = Path(__file__).with_name("entry.py")
_SECONDS = 10
_REMOTE, _LOCAL = "refs/remotes/origin/", "refs/heads/"
_BRANCHES = ("main", "master", "trunk")


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
    before, old = text_of(path), pin.installed.get(str(path), {})
    settings = parsed(before, path)
    _take_out(settings, old)
    first: str | None = old.get("before") if old else before
    if _tidied(parsed(first, path)) != _tidied(settings):
        first = written(settings, before)
    added: Json = {}
    if install:
        made = floor_of(pin)
        added = {"host": host, "digest": made.digest, "deny": [], "before": first}
        _put_in(host, settings, pin, added, made)
    untouched = before is not None and parsed(before, path) == settings
    found = [Change(path, before, before if untouched else written(settings, before) if install else first)]
    if host == "codex":
        found.append(_rules(path.parent / "rules" / "harnessy.rules", static.codex_rules(made) if install else None))
    return found, added


def _tidied(settings: Json) -> Json:
    """Settings without what is ours in them, and without lists that are empty."""
    made: Json = json.loads(json.dumps(settings))
    _take_out(made, {"deny": [""]})
    return made


def _rules(path: Path, text: str | None) -> Change:
    return Change(path, text_of(path), text)


def is_ours(handler: Json) -> bool:
    """Whether a handler runs our entry."""
    return isinstance(handler, dict) and str(ENTRY.parent.name + "/" + ENTRY.name) in str(handler.get("command", ""))


def _take_out(settings: Json, old: Json) -> None:
    """Take out our handlers and the rules that we added; groups and lists that only held these go as well."""
    groups = settings.get("hooks", {}).get(EVENT, [])
    left = []
    for group in groups:
        handlers = group.get("hooks", []) if isinstance(group, dict) and isinstance(group.get("hooks"), list) else []
        rest = [handler for handler in handlers if not is_ours(handler)]
        if rest or not handlers:
            left.append({**group, "hooks": rest} if len(rest) != len(handlers) else group)
    if not left:
        settings.get("hooks", {}).pop(EVENT, None)
    else:
        settings["hooks"][EVENT] = left
    if "hooks" in settings and not settings["hooks"]:
        del settings["hooks"]
    _deny_out(settings, old.get("deny", []))


def _deny_out(settings: Json, rules: Iterable[str]) -> None:
    permissions = settings.get("permissions")
    if not rules or not isinstance(permissions, dict) or not isinstance(permissions.get("deny"), list):
        return
    gone = list(rules)
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
    settings.setdefault("hooks", {}).setdefault(EVENT, []).append({"hooks": [handler]})


def record(pin: Pin, path: Path, added: Json) -> Pin:
    """The pin with what stands in a settings file because of us."""
    installed = {name: value for name, value in pin.installed.items() if name != str(path)}
    return pin._replace(installed={**installed, str(path): added} if added else installed)
