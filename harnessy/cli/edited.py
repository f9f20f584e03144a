"""`lint --since` and `lint --staged`: what an edit of doctrine owes, beside all that lint finds in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from harnessy import api, inputs, revisions
from harnessy.cli.arguments import Option
from harnessy.owed import edits
from harnessy.owed.calibration import Tasks
from harnessy.owed.edit import Edit
from harnessy.owed.logged import log_of
from harnessy.owed.nearer import is_nearer
from harnessy.source import Diagnostic, Source

SINCE, STAGED, LOG, TASKS = "--since", "--staged", "--log", "--tasks"
OPTIONS = (
    Option(SINCE, "REV", "also what the edit since a revision owes: rows of the log, a date, a person"),
    Option(STAGED, "", "the same of what is staged for the next commit; nothing but that is read"),
    Option(LOG, "FILE", "the log of runs; where it is left out, the one that the doctrine names"),
    Option(TASKS, "DIR", "task files, which tell the kind of work of a row of the log"),
)
_AHEAD = timedelta(hours=14)


def found(words: Sequence[str], options: Mapping[str, str]) -> list[Diagnostic]:
    """The findings of doctrine files and of their edit, by place. Raises UsageError and DoctrineError."""
    staged = STAGED in options
    if staged == (SINCE in options):
        lone = "both `--since` and `--staged` are given" if staged else "an edit needs something to compare with"
        raise api.UsageError(lone, "give `--since REV` or `--staged`")
    here = Path.cwd()
    revision = options.get(SINCE, "HEAD")
    if not staged and not revisions.is_revision(revision, here):
        raise api.UsageError(f"git knows no commit `{revision}`", "name one that `git log` shows")
    known = not staged or revisions.has_commit(here)
    named = [Path(word) for word in words]
    old = _texts_before(revision, named, here) if known else {}
    new = revisions.texts_at(revisions.STAGED, named or revisions.find_at(revisions.STAGED, here)) if staged else None
    if old and new == old and not revisions.is_touched(here):
        return []  # the next commit leaves the doctrine and every other Markdown file as they are: it owes nothing
    before = api.load_kept(old)
    after = _after(named, here, before, new)
    both = [*api.lint(after)]
    if before.sources:
        both += edits.findings(_edit(before, after, options, revision))
    return sorted(both, key=lambda one: one.order)


def _texts_before(revision: str, named: Sequence[Path], here: Path) -> Mapping[str, str]:
    """The doctrine as it was: where it is named, or else where it was found then."""
    texts = revisions.texts_at(revision, named) if named else {}
    return texts or revisions.texts_at(revision, revisions.find_at(revision, here))


def _after(named: Sequence[Path], here: Path, before: api.Loaded, staged: Mapping[str, str] | None) -> api.Loaded:
    """The doctrine as it is, or what is `staged`; nothing where there was one and is none. Raises DoctrineError without either."""
    if staged is not None:
        if not staged and not before.sources:
            api.find(here)
        return api.load_kept(staged)
    try:
        return api.load(named or api.find(here))
    except api.DoctrineError:
        if before.sources and not named:
            return api.load_kept({})
        raise


def _edit(before: api.Loaded, after: api.Loaded, options: Mapping[str, str], revision: str) -> Edit:
    staged, here = STAGED in options, Path.cwd()
    own = {source.path for source in after.sources}
    changed = revisions.changed(revision, here, staged=staged)
    others = tuple(Source.of(path, text) for path, text in changed.items() if path not in own)
    path = Path(options[LOG]) if LOG in options else _kept(before)
    log = _log(path, staged=staged, named=LOG in options) if path is not None else None
    old = _before(revision, path) if path is not None else None
    near = [path for path in changed if is_nearer(path, own)]
    fresh = frozenset(path for path in near if _text_at(revision, Path(path)) is None)
    return Edit(before, after, log, _tasks(options, staged=staged), others, old, _today(), fresh)


def _kept(before: api.Loaded) -> Path | None:
    """The log that the doctrine named; none where it named two, which the edit may be about to mend."""
    try:
        return log_of(before)
    except api.UsageError:
        return None


def _tasks(options: Mapping[str, str], *, staged: bool) -> Tasks | None:
    if TASKS not in options:
        return None
    folder = Path(options[TASKS])
    return Tasks(str(folder), revisions.texts_below(revisions.STAGED, folder)) if staged else Tasks.of(folder)


def _log(path: Path, *, staged: bool, named: bool) -> Source | None:
    """The log as it is, or as it is staged. Raises UsageError where it is named and not there."""
    if staged:
        found = _text_at(revisions.STAGED, path)
        if found is None and named:
            raise api.UsageError(f"`{path}` is not staged", "stage it, or name the log that git keeps")
        return found
    if not path.is_file() and not named:
        return None
    return Source.of(str(path), inputs.text_of(str(path)))


def _text_at(revision: str, path: Path) -> Source | None:
    text = next(iter(revisions.texts_at(revision, [path]).values()), None)
    return Source.of(str(path), text) if text is not None else None


def _before(revision: str, path: Path) -> Source | None:
    """A log as it was; nothing where it is kept in another repository, which has other revisions."""
    try:
        return _text_at(revision, path)
    except api.DoctrineError:
        return None


def _today() -> str:
    """The latest day that it is anywhere: whoever writes a day into a page need not live here."""
    return (datetime.now(tz=UTC) + _AHEAD).date().isoformat()
