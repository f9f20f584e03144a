"""What a push without a ref pushes, read from git's own files: asking git would cost more than a whole hook."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from harnessy.guard.model import HOLE, known

_HEAD = "ref: refs/heads/"
_BRANCH, _STATUS = "refs/heads/", 3
_LINK = "gitdir:"
_SECTION = re.compile(r"""\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*(.*)""")
_UPSTREAM = frozenset({"upstream", "tracking"})


def pushed(start: str, folder: str, branch: str) -> tuple[str, ...] | None:
    """The refs, as words of a push, from a folder seen from another; none known is empty, and no repository None."""
    if not known(folder) or not known(branch):
        return ()
    found = _repository(os.path.abspath(os.path.join(start, os.path.expanduser(folder))))  # noqa: PTH100, PTH111, PTH118
    if not found:
        return None
    head = branch or _text(os.path.join(found, "HEAD")).strip()  # noqa: PTH118
    if not branch and not head.startswith(_HEAD):
        return ()
    name = head.removeprefix(_HEAD)
    common = os.path.join(found, _text(os.path.join(found, "commondir")).strip() or ".")  # noqa: PTH118
    return tuple(_refs(name, list(_settings(common))))


def brought(ref: str, folder: str, branch: str, words: tuple[str, ...]) -> tuple[str, ...] | None:
    """The files that commits change on a local branch; a hole for what is not known, and None where another branch is moved.

    `words` are those of a command of git, the verb in front; `branch` is the one that the line went to, else the folder's own.
    """
    if not ref.startswith(_BRANCH):
        return None
    if any(not known(word) or word.rpartition(":")[2].removeprefix(_BRANCH) == ref.removeprefix(_BRANCH) for word in _pairs(words)):
        return (HOLE,)
    found = _repository(os.path.abspath(folder)) if known(folder) else ""  # noqa: PTH100
    on = f"{_BRANCH}{branch}" if branch else _text(os.path.join(found, "HEAD")).strip().removeprefix("ref: ")  # noqa: PTH118
    if not found or on != ref:
        return None
    if not all(map(known, words)):
        return (HOLE,)
    from harnessy.hooks.git import output

    changed = output(folder, "status", "--porcelain", "--untracked-files=all", "--no-renames") or ""
    files = [line[_STATUS:].strip('"') for line in changed.splitlines()]
    for word in words[1:]:
        asked = (word,) if ".." in word else (f"HEAD...{word}", f"{word}^!")
        files += [path for one in asked for path in (output(folder, "diff", "--name-only", one, "--") or "").splitlines()]
    return tuple(dict.fromkeys(files))


def _pairs(words: tuple[str, ...]) -> Iterator[str]:
    """The words that say where to as well as where from."""
    return (word for word in words[1:] if ":" in word)


def _refs(branch: str, settings: list[tuple[str, str]]) -> Iterator[str]:
    values = dict(settings)
    fixed = [value for key, value in settings if key.startswith("remote.") and key.endswith(".push")]
    if any(key.startswith("remote.") and key.endswith(".mirror") and value != "false" for key, value in settings):
        yield "--mirror"
    default = values.get("push.default", "").casefold()
    if default == "matching":
        yield ":"
    elif default in _UPSTREAM and f"branch.{branch}.merge" in values:
        yield values[f"branch.{branch}.merge"]
    yield from fixed or (branch,)


def _repository(folder: str) -> str:
    """The folder of git for a folder: its own, that of one above it, or the folder itself."""
    while True:
        inside = os.path.join(folder, ".git")  # noqa: PTH118
        if os.path.isdir(inside):  # noqa: PTH112
            return inside
        text = _text(inside)
        if text.startswith(_LINK):
            return os.path.join(folder, text.removeprefix(_LINK).strip())  # noqa: PTH118
        if os.path.isfile(os.path.join(folder, "HEAD")) and os.path.isdir(os.path.join(folder, "refs")):  # noqa: PTH112, PTH113, PTH118
            return folder
        above = os.path.dirname(folder)  # noqa: PTH120
        if above == folder:
            return ""
        folder = above


def _settings(common: str) -> Iterator[tuple[str, str]]:
    """The settings of the user and of the repository, the latter last; keys in small letters but for the part in quotes."""
    home = os.path.expanduser("~")  # noqa: PTH111
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")  # noqa: PTH118
    of_user = os.environ.get("GIT_CONFIG_GLOBAL")
    of_users = [of_user] if of_user else [os.path.join(base, "git", "config"), os.path.join(home, ".gitconfig")]  # noqa: PTH118
    for path in (*of_users, os.path.join(common, "config")):  # noqa: PTH118
        section = ""
        for line in _text(path).splitlines():
            found = _SECTION.match(line.strip())
            if found:
                section = f"{found[1].casefold()}.{found[2]}" if found[2] is not None else found[1].casefold()
            rest = found[3] if found else line.strip()
            key, equals, value = rest.partition("=")
            if key.strip() and key.strip()[0] not in "#;":
                yield f"{section}.{key.strip().casefold()}", value.strip().strip('"') if equals else "true"


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            return file.read()
    except (OSError, ValueError):
        return ""
