"""`diff`: which decisions an edit of doctrine changes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli.typed import run

ChangeFormat = StrEnum("ChangeFormat", ["text", "json", "markdown"])
FailOn = StrEnum("FailOn", ["loosened", "tightened", "reworded", "new", "gone"])
_WHAT = "a revision (against the files as they are), two of them as `a..b`, or two files or folders"
_MOST = 2


def diff(argv: Sequence[str]) -> int:
    """Tell which decisions an edit of doctrine changes, and which it loosens."""
    return run(_diff, "diff", argv)


def _diff(
    what: Annotated[list[str], typer.Argument(metavar="REV[..REV] | A B", help=_WHAT)],
    doctrine: Annotated[list[Path] | None, typer.Option(metavar="PATH", help="the doctrine that is compared at revisions")] = None,
    form: Annotated[ChangeFormat, typer.Option("--format", help="how it is written")] = ChangeFormat.text,
    fail_on: Annotated[list[FailOn] | None, typer.Option(help="end with 1 if a decision changed so (may be repeated)")] = None,
) -> int:
    """Tell which decisions an edit of doctrine changes, and which it loosens.

    Every case that either doctrine can tell apart is decided in both. Exit 0: compared, whatever changed; 1: a change
    that `--fail-on` names; 2: a revision or a file that cannot be read.
    """
    from harnessy.render import changes

    before, after = _loaded(what, doctrine)
    for name, loaded in (("before", before), ("after", after)):
        if loaded.broken:
            print(f"harnessy: errors in the doctrine {name}, so nothing of it goes: {loaded.broken[0].span.place}", file=sys.stderr)
    found = api.diff(before, after)
    print(changes.FORMATS[form](found))
    return int(found.fails_on(frozenset(map(str, fail_on or ()))))


def _loaded(what: list[str], doctrine: list[Path] | None) -> tuple[api.Loaded, api.Loaded]:
    from harnessy import revisions

    if len(what) > _MOST:
        raise api.UsageError("more than two are named", "name a revision, `a..b`, or two files or folders")
    if len(what) == _MOST and all(Path(name).exists() for name in what):
        if doctrine:
            raise api.UsageError("`--doctrine` and two files name more than two doctrines", "leave one of them out")
        first, second = (api.load([Path(name)]) for name in what)
        return first, second
    here = Path.cwd()
    unknown = [name for name in what if not revisions.is_revision(name, here)]
    strange = next((name for name in unknown if not Path(name).exists()), next(iter(unknown), None))
    if strange is not None:
        what_it_is = "a file without a second one to compare with" if Path(strange).exists() else "no file, and no revision"
        raise api.UsageError(f"`{strange}` is {what_it_is}", "name a revision, `a..b`, or two files or folders")
    if len(what) == _MOST and any(".." in name for name in what):
        raise api.UsageError("a range and a revision are named", "name a revision, `a..b`, or two files or folders")
    paths = doctrine or api.find(here)
    old, new = what if len(what) == _MOST else revisions.ends_of(what[0])
    return revisions.load_at(old, paths), revisions.load_at(new, paths) if new else api.load(paths)
