"""Doctrine as it stood at a revision, read through git and nothing else; the working tree is left as it is."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from harnessy.api import DoctrineError, Loaded, load_kept, text_of
from harnessy.files import FILES, FOLDER

_RANGE = ".."
STAGED = ""  # what git calls the index before a colon
_MARKDOWN, _LINK, _ANY_BYTES = ".md", "120000", "surrogateescape"
_MOST_LINKS = 40


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

    What is not there is left out; links are followed. Raises DoctrineError for what git cannot read.
    """
    texts = dict[str, str]()
    for path in paths:
        tree = _Tree.at(revision, path.absolute().parent)
        name = tree.real(tree.name(path))
        if name in tree.files:
            texts[_shown(path)] = tree.text(name)
            continue
        for file in tree.markdown(name):
            texts[_shown(path / PurePosixPath(file).name)] = tree.text(tree.real(file))
    return texts


def texts_below(revision: str, folder: Path) -> dict[str, str]:
    """The texts of all Markdown files of a folder and of the folders in it, as they stood at a revision or are staged."""
    tree = _Tree.at(revision, folder.absolute().parent)
    start = tree.real(tree.name(folder)) + "/"
    below = sorted(file for file in tree.files if file.startswith(start) and file.endswith(_MARKDOWN))
    return {_shown(folder / file.removeprefix(start)): tree.text(tree.real(file)) for file in below}


def find_at(revision: str, start: Path) -> list[Path]:
    """The doctrine that counted in a directory at a revision, or counts in what is staged; nothing where there was none."""
    tree = _Tree.at(revision, start)
    depth = len(PurePosixPath(tree.prefix).parts)
    for folder in (start, *start.parents)[: depth + 1]:
        if tree.markdown(tree.real(tree.name(folder / FOLDER))):
            return [folder / FOLDER]
        files = [folder / name for name in FILES if tree.real(tree.name(folder / name)) in tree.files]
        if files:
            return files
    return []


def changed(revision: str, folder: Path, *, staged: bool) -> dict[str, str]:
    """The texts of the Markdown files that differ from a revision, by their path: as they are, or as they are staged."""
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    how = ["--cached"] if staged else []
    listed = _git(folder, "diff", *how, "-z", "--name-only", "--no-renames", "--diff-filter=d", revision, "--", ":(top)*.md")
    texts = dict[str, str]()
    for name in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
        raw = _git(folder, "show", f":{name}") if staged else (top / name).read_bytes()
        texts[_shown(top / name)] = text_of(raw, name)
    return texts


def is_touched(folder: Path) -> bool:
    """Whether the next commit changes, brings or takes away any Markdown file."""
    return bool(_git(folder, "diff", "--cached", "-z", "--name-only", "HEAD", "--", ":(top)*.md"))


def has_commit(folder: Path) -> bool:
    """Whether there is a commit to compare with: in a new repository there is none."""
    return _commit("HEAD", folder)


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


@dataclass(frozen=True, slots=True)
class _Tree:
    """All files of a repository at a revision, by their path from its top: mode and number of the text.

    `folder` is the folder that was asked in, `prefix` its path from the top.
    """

    folder: Path
    prefix: str
    files: Mapping[str, tuple[str, str]]

    @classmethod
    def at(cls, revision: str, folder: Path) -> _Tree:
        """The tree of the repository of a folder; where that is gone, of the nearest one above it."""
        folder = next(one for one in (folder, *folder.parents) if one.is_dir())
        prefix = _git(folder, "rev-parse", "--show-prefix").decode("utf-8", _ANY_BYTES).removesuffix("\n")
        if revision == STAGED:
            listed = _git(folder, "ls-files", "--stage", "-z", "--full-name", "--", ":(top)")
        else:
            listed = _git(folder, "ls-tree", "-r", "-z", "--full-tree", revision)
        files = dict[str, tuple[str, str]]()
        for one in filter(None, listed.decode("utf-8", _ANY_BYTES).split("\0")):
            told, _, name = one.partition("\t")
            words = told.split()
            files[name] = (words[0], words[1] if revision == STAGED else words[2])
        return cls(folder, prefix, files)

    def name(self, path: Path) -> str:
        """The path of a file from the top of the repository."""
        whole = Path(os.path.normpath(path.absolute()))
        below = whole.relative_to(self.folder) if whole.is_relative_to(self.folder) else Path(os.path.relpath(whole, self.folder))
        return os.path.normpath(PurePosixPath(self.prefix, below.as_posix()))

    def real(self, name: str) -> str:
        """The path behind the links on the way to a file. Raises DoctrineError for one that leads out of the repository."""
        for _ in range(_MOST_LINKS):
            parts = PurePosixPath(name).parts
            heads = ["/".join(parts[: end + 1]) for end in range(len(parts))]
            link = next((head for head in heads if self.files.get(head, ("", ""))[0] == _LINK), None)
            if link is None:
                return name
            target = self.text(link)
            name = os.path.normpath(PurePosixPath(link).parent / target / PurePosixPath(name).relative_to(link))
            if name.startswith(("/", "..")):
                raise DoctrineError(f"`{link}` is a link to `{target}`, which git does not keep", "keep the doctrine itself there")
        raise DoctrineError(f"`{name}` is a link that leads back to itself", "keep the doctrine itself there")

    def markdown(self, folder: str) -> list[str]:
        """The Markdown files right in a folder, by their path from the top."""
        start = "" if folder == "." else f"{folder}/"
        below = (file for file in self.files if file.startswith(start) and file.endswith(_MARKDOWN))
        return sorted(file for file in below if "/" not in file.removeprefix(start))

    def text(self, name: str) -> str:
        """The text of a file; what is not there is empty, as a link that leads nowhere is."""
        known = self.files.get(name)
        return text_of(_git(self.folder, "cat-file", "blob", known[1]), name) if known else ""


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
