"""What a review found: the shares of each file and what is not understood; how the examples went, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from harnessy.render.findings import to_dict
from harnessy.render.snippet import shown
from harnessy.review import Coverage, Result, Unit
from harnessy.source import Diagnostic


def coverage_text(files: Iterable[Coverage], *, every: bool = False) -> str:
    """The shares of each file, and its units: those that are not understood, or every one."""
    return "\n\n".join("\n".join(_file(one, every=every)) for one in files)


def _file(one: Coverage, *, every: bool) -> list[str]:
    counts = one.counts
    width = max(len(kind) for kind in counts)
    lines = [f"{shown(one.path)}: {len(one.units)} sentences, cells and blocks"]
    lines += [f"  {kind:<{width}}  {count:>5}  {one.shares[kind]:>6.1%}" for kind, count in counts.items()]
    units = one.units if every else one.unread
    if units:
        lines += ["", *(_unit(unit, named=every) for unit in units)]
    return lines


def _unit(unit: Unit, *, named: bool) -> str:
    words = shown(" ".join(unit.span.text.split()))
    why = f" ({shown(unit.reason)})" if unit.reason else ""
    return f"{shown(unit.span.place)}: {f'{unit.kind}{why}' if named else unit.reason or unit.kind}: {words}"


def coverage_json(files: Iterable[Coverage]) -> str:
    """An object with each file, its counts, shares and units."""
    return json.dumps({"files": [_file_dict(one) for one in files]}, ensure_ascii=False, indent=2)


def _file_dict(one: Coverage) -> dict[str, object]:
    shares = {kind: round(share, 4) for kind, share in one.shares.items()}
    units = [_unit_dict(unit) for unit in one.units]
    return {"file": shown(one.path), "counts": one.counts, "shares": shares, "units": units}


def _unit_dict(unit: Unit) -> dict[str, object]:
    span = unit.span
    return {
        "class": unit.kind, "reason": shown(unit.reason), "line": span.line, "end_line": span.end_line,
        "column": span.column, "quote": shown(span.text, keep="\n"), "trail": [shown(words) for words in unit.trail],
    }


def results_json(results: Iterable[Result], findings: Iterable[Diagnostic]) -> str:
    """An object with every example, whether it passed, and the findings."""
    shape = {"examples": [_result(result) for result in results], "findings": [to_dict(one) for one in findings]}
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _result(result: Result) -> dict[str, object]:
    example = result.example
    return {
        "subject": shown(example.subject), "facts": {shown(name): shown(value) for name, value, _ in example.facts},
        "expected": shown(example.answer), "cites": shown(example.cites), "passed": result.passed,
        "file": shown(example.span.source.path), "line": example.span.line,
    }


COVERAGE: dict[str, Callable[[Iterable[Coverage]], str]] = {"text": coverage_text, "json": coverage_json}
