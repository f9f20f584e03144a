"""Findings as SARIF 2.1.0, the format that code scanning takes: rules with their pages, results with stable fingerprints.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os.html
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from harnessy import __version__
from harnessy.lint import REGISTRY, Entry
from harnessy.render.snippet import end_column, shown
from harnessy.source import Diagnostic, Label, Span

_VERSION = "2.1.0"
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_ABSOLUTE = re.compile(r"/|[A-Za-z]:/")
_FINGERPRINT = "harnessy/v1"


def sarif(findings: Iterable[Diagnostic]) -> str:
    """One run with all rules of the registry, and a result for each finding in the order given."""
    listed = list(findings)
    driver = {
        "name": "harnessy", "version": __version__, "semanticVersion": __version__,
        "rules": [_rule(entry) for entry in REGISTRY.values()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": _results(listed),
    }
    return json.dumps({"$schema": _SCHEMA, "version": _VERSION, "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(entry: Entry) -> dict[str, object]:
    title = entry.title.removesuffix(f"({entry.code})").strip()
    return {
        "id": entry.code,
        "shortDescription": {"text": title},
        "fullDescription": {"text": title},
        "help": {"text": entry.page, "markdown": entry.page},
    }


def _results(findings: Sequence[Diagnostic]) -> list[dict[str, object]]:
    indexes = {code: at for at, code in enumerate(REGISTRY)}
    seen: Counter[str] = Counter()
    found: list[dict[str, object]] = []
    for one in findings:
        words = " ".join(one.span.text.split())
        named = f"{one.code}\0{one.span.source.path}\0{one.message}\0{words}"
        print_of = hashlib.sha256(named.encode("utf-8", "replace")).hexdigest()
        seen[print_of] += 1
        text = f"{one.message}; {one.help}" if one.help else one.message
        found.append(
            {
                "ruleId": one.code, "ruleIndex": indexes[one.code], "level": one.severity,
                "message": {"text": shown(text)},
                "locations": [_location(one.span)],
                "relatedLocations": [_related(at, label) for at, label in enumerate(one.labels)],
                "partialFingerprints": {_FINGERPRINT: f"{print_of}:{seen[print_of]}"},
            },
        )
    return found


def _related(at: int, label: Label) -> dict[str, object]:
    return {"id": at, **_location(label.span), "message": {"text": shown(label.message)}}


def _location(span: Span) -> dict[str, object]:
    region: dict[str, object] = {
        "startLine": span.line, "startColumn": span.column, "endLine": span.end_line, "endColumn": end_column(span),
        "snippet": {"text": shown(span.text, keep="\n")},
    }
    return {"physicalLocation": {"artifactLocation": _artifact(span.source.path), "region": region}}


def _artifact(path: str) -> dict[str, object]:
    """A path below the working directory is one of the repository; any other stands for itself."""
    plain = path.replace("\\", "/")
    if _ABSOLUTE.match(plain):
        return {"uri": f"file://{quote(plain if plain.startswith('/') else f'/{plain}')}"}
    return {"uri": quote(plain.removeprefix("./")), "uriBaseId": _ROOT}
