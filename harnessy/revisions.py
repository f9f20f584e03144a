"""Doctrine as it stood at a revision, read through git and nothing else; the working tree is left as it is."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from harnessy.api import DoctrineError, Loaded, load_kept, text_of

_RANGE = ".."
STAGED = ""  # what git calls the index before a colon


def is_revision(words: str, folder: Path) -> bool:
    """Whether git knows a commit, or a range of two, by these words."""
    first, dots, second = words.partition(_RANGE)
    if dots and second.startswith("."):
        return False
    ends = [first, second] if dots else [words]
    return any(ends) and all(_commit(end or "HEAD", folder) for end in ends)


def ends_of(words: str) -> tuple[str, str]:
    """The two ends of `a..b`; without dots the second is empty, which stands for the working tree. `HEAD` where one is left out."""
    first, dots, second = words.partition(_RANGE)
    return (first or "HEAD", second or "HEAD") if dots else (words, "")


def load_at(revision: str, paths: Iterable[Path]) -> Loaded:
    """Doctrine files, or the Markdown files of a folder, as they stood at a revision. Raises DoctrineError."""
    texts = texts_at(revision, paths)
    if not texts:
        listed = ", ".join(f"`{path}`" for path in paths)
        raise DoctrineError(f"`{revision}` has no doctrine at {listed}", "name a revision that has it, or two files")
    return load_kept(texts)


def texts_at(revision: str, paths: Iterable[Path]) -> dict[str, str]:
    """The texts of these files, or of the Markdown files of a folder, as they stood at a revision; `STAGED`: as they are staged.

    What is not there is left out. Raises DoctrineError for what git cannot read.
    """
    texts = dict[str, str]()
    for path in paths:
        folder = path if path.is_dir() else path.parent
        prefix = _git(folder, "rev-parse", "--show-prefix").decode().strip()
        name = prefix if path.is_dir() else f"{prefix}{path.name}"
        for file in _files(folder, revision, name):
            shown = _shown(path, PurePosixPath(file).name)
            texts[shown] = text_of(_git(folder, "show", f"{revision}:{file}"), f"{revision}:{file}")
    return texts


def changed(revision: str, folder: Path, *, staged: bool) -> dict[str, str]:
    """The texts of the Markdown files that differ from a revision, by their path: as they are, or as they are staged."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    how = ["--cached"] if staged else []
    listed = _git(folder, "diff", *how, "-z", "--name-only", "--no-renames", "--diff-filter=d", revision, "--", ":(top)*.md")
    texts = dict[str, str]()
    for name in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
        raw = _git(folder, "show", f":{name}") if staged else (top / name).read_bytes()
        texts[_shown(top / name, "")] = text_of(raw, name)
    return texts


def has_commit(folder: Path) -> bool:
    """Whether there is a commit to compare with: in a new repository there is none."""
    return _commit("HEAD", folder)


def _shown(path: Path, name: str) -> str:
    file = path / name if path.is_dir() else path
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)


def _files(folder: Path, revision: str, name: str) -> Iterator[str]:
    """The file of that name, from the top of the repository, or the Markdown files of a folder whose name ends in a slash."""
    if revision == STAGED:
        listed = _git(folder, "ls-files", "-z", "--full-name", "--", f":(top,literal){name}")
    else:
        listed = _git(folder, "ls-tree", "-z", "--name-only", "--full-tree", revision, *(["--", name] if name else []))
    for file in sorted(filter(None, listed.decode("utf-8", "surrogateescape").split("\0"))):
        below = file.removeprefix(name) if not name or name.endswith("/") else ""
        if file == name or (below.endswith(".md") and "/" not in below):
            yield file


def _commit(revision: str, folder: Path) -> bool:
    try:
        _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except DoctrineError:
        return False
    return True


def _git(folder: Path, *arguments: str) -> bytes:
    try:
        ran = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except OSError:
        raise DoctrineError("git is not there", "install it, or name two files to compare") from None
    if ran.returncode:
        said = " ".join(ran.stderr.decode("utf-8", "replace").split()) or "it does not know that revision"
        raise DoctrineError(f"git cannot tell: {said}", "name a revision that `git log` shows, or two files")
    return ran.stdout
