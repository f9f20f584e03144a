"""`lint --since` and `lint --staged`: what an edit of doctrine owes, beside all that lint finds in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from harnessy import api, inputs, revisions
from harnessy.cli.arguments import Option
from harnessy.owed import edits
from harnessy.owed.forms import Forms
from harnessy.source import Diagnostic, Source

SINCE, STAGED, LOG, TASKS = "--since", "--staged", "--log", "--tasks"
OPTIONS = (
    Option(SINCE, "REV", "also what the edit since a revision owes: rows of the log, a date, a person"),
    Option(STAGED, "", "the same of what is staged for the next commit; nothing but that is read"),
    Option(LOG, "FILE", "the log of runs; where it is left out, the one that the doctrine names"),
    Option(TASKS, "DIR", "task files, which tell the kind of work of a row of the log"),
)
_LOGS = "LOGS"


def found(words: Sequence[str], options: Mapping[str, str]) -> list[Diagnostic]:
    """The findings of doctrine files and of their edit, by place. Raises UsageError and DoctrineError."""
    staged = STAGED in options
    if staged == (SINCE in options):
        lone = "both `--since` and `--staged` are given" if staged else "an edit needs something to compare with"
        raise api.UsageError(lone, "give `--since REV` or `--staged`")
    here = Path.cwd()
    paths = [Path(word) for word in words] or api.find(here)
    revision = options.get(SINCE, "HEAD")
    if not staged and not revisions.is_revision(revision, here):
        raise api.UsageError(f"git knows no commit `{revision}`", "name one that `git log` shows")
    after = api.load_kept(revisions.texts_at(revisions.STAGED, paths)) if staged else api.load(paths)
    old = revisions.texts_at(revision, paths) if not staged or revisions.has_commit(here) else {}
    before = api.load_kept(old)
    log = _log(options.get(LOG), before if old else after, staged=staged)
    tasks = Path(options[TASKS]) if TASKS in options else None
    own = {source.path for source in after.sources}
    changed = revisions.changed(revision, here, staged=staged) if old else {}
    others = tuple(Source.of(path, text) for path, text in changed.items() if path not in own)
    edit = edits.Edit(before, after, log, tasks, others)
    both = [*api.lint(after), *(edits.findings(edit) if old and after.sources else ())]
    return sorted(both, key=lambda one: one.order)


def _log(named: str | None, loaded: api.Loaded, *, staged: bool) -> Source | None:
    """The log as it is, or as it is staged; none where the doctrine names none or it is not there."""
    path = Path(named) if named is not None else Forms(loaded).kept(_LOGS)
    if path is None:
        return None
    if staged:
        text = revisions.texts_at(revisions.STAGED, [path]).get(str(path))
        return Source.of(str(path), text) if text is not None else None
    if not path.is_file() and named is None:
        return None
    return Source.of(str(path), inputs.text_of(str(path)))
