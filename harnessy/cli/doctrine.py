"""What an author of doctrine runs beside `lint`: rule, test, coverage, graph."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from harnessy import api
from harnessy.cli.lint import counted
from harnessy.cli.typed import run
from harnessy.source import Diagnostic, nearest

_PATHS = "doctrine files or folders; the nearest doctrine if none is named; - is stdin"
Paths = Annotated[list[Path] | None, typer.Argument(metavar="[PATH]...", help=_PATHS)]
FindingFormat = StrEnum("FindingFormat", ["text", "concise", "json", "github"])
GraphFormat = StrEnum("GraphFormat", ["mermaid", "json", "rules"])
TextFormat = StrEnum("TextFormat", ["text", "json"])
_FAILS = frozenset({"error", "warning"})
_STDIN = "-"


def rule(argv: Sequence[str]) -> int:
    """Print the page of a code that `lint` and `test` report."""
    return run(_rule, "rule", argv)


def test(argv: Sequence[str]) -> int:
    """Answer the examples in the doctrine and compare."""
    return run(_test, "test", argv)


def coverage(argv: Sequence[str]) -> int:
    """Tell how much of a doctrine is read, sentence by sentence."""
    return run(_coverage, "coverage", argv)


def graph(argv: Sequence[str]) -> int:
    """Draw which rule reads, answers, overrides and cites what."""
    return run(_graph, "graph", argv)


def _rule(
    code: Annotated[str | None, typer.Argument(help="a code, as findings show it in brackets; none lists them all")] = None,
) -> int:
    """Print the page of a code that `lint` and `test` report."""
    from harnessy.lint import REGISTRY, entry

    if code is None:
        print("\n".join(f"{one.code}  {one.title.removesuffix(f' ({one.code})')}" for one in REGISTRY.values()))
        return 0
    known = entry(code)
    if known is None:
        near = nearest(code.upper(), REGISTRY, 2)
        mend = f"did you mean `{near}`?" if near else "`harnessy rule` lists the codes"
        raise api.UsageError(f"there is no code `{code}`", mend)
    print(known.page, end="")
    return 0


def _test(
    paths: Paths = None,
    form: Annotated[FindingFormat, typer.Option("--format", help="how findings are written")] = FindingFormat.text,
    cover: Annotated[bool, typer.Option("--cover", help="list what no example touches")] = False,
) -> int:
    """Answer the examples in the doctrine and compare.

    Exit 0: all are as expected; 1: some are not, or cannot be asked; 2: a file that cannot be read.
    """
    from harnessy.render import review

    loaded = _load(paths)
    results, found = api.test(loaded)
    if cover:
        found = tuple(sorted((*found, *api.untouched(loaded, results)), key=lambda finding: finding.order))
    if form is FindingFormat.json:
        print(review.results_json(results, found))
    else:
        _print_findings(found, form)
    passed = sum(result.passed for result in results)
    print(f"{passed} of {len(results)} examples are as expected", file=sys.stderr)
    return _verdict(found)


def _coverage(
    paths: Paths = None,
    form: Annotated[TextFormat, typer.Option("--format", help="how it is written")] = TextFormat.text,
    every: Annotated[bool, typer.Option("--all", help="list every sentence and cell")] = False,
) -> int:
    """Tell how much of a doctrine is read, sentence by sentence."""
    from harnessy.render import review

    files = api.coverage(_load(paths))
    print(review.coverage_json(files) if form is TextFormat.json else review.coverage_text(files, every=every))
    return 0


def _graph(
    paths: Paths = None,
    form: Annotated[GraphFormat, typer.Option("--format", help="how it is written")] = GraphFormat.mermaid,
) -> int:
    """Draw which rule reads, answers, overrides and cites what; `--format rules` writes the compiled rules themselves."""
    from harnessy.render.graph import FORMATS
    from harnessy.render.rules import rules_json
    from harnessy.rulebook.graph import graph as graph_of

    rulebook = _load(paths).rulebook
    print(rules_json(rulebook) if form is GraphFormat.rules else FORMATS[form](graph_of(rulebook)))
    return 0


def _load(paths: list[Path] | None) -> api.Loaded:
    if paths == [Path(_STDIN)]:
        return api.load_texts({"<stdin>": api.text_of(sys.stdin.buffer.read(), "<stdin>")})
    return api.load(paths or api.find(Path.cwd()))


def _print_findings(found: Iterable[Diagnostic], form: FindingFormat) -> None:
    from harnessy.render import findings

    known = tuple(found)
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    written = findings.text(known, color=color) if form is FindingFormat.text else findings.FORMATS[form](known)
    if written:
        print(written)
    if known:
        print(counted(known), file=sys.stderr)


def _verdict(found: Iterable[Diagnostic]) -> int:
    return int(any(one.severity in _FAILS for one in found))
