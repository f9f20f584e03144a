"""Reads pages: fenced doctrine with the findings it should have, as code and underlined words, below it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harnessy import api
from harnessy.owed import edits
from harnessy.owed.edit import Edit
from harnessy.source import Diagnostic, Source

HEADING = re.compile(r"^(#+)\s+(.*)$")
FENCE = re.compile(r"^(```+)markdown(?: (before|log before|log|other|nearer))?$")
EXPECTED = re.compile(r"^- (HN\d{3}) (?:(`+) ?(.+?) ?\2|nothing)(?: and nothing else)?$")
LEFT_OUT = "What nobody understands (HN301) is left out on this page."
UNDERLINED = re.compile(r"^Underlined: (?:(`+) ?(.+?) ?\1|nothing)$")


@dataclass(frozen=True, slots=True)
class Case:
    """A doctrine on a page: the heading above it, its text, and the findings listed below it (code, words).

    `with_it` is what fences `before`, `log before`, `log`, `other` and `nearer` above it hold: the doctrine before an edit, the
    log then and now (the log then, where it is left out, is the log now), another file, a doctrine in a folder below.
    `left_out` is a code that the page does not list, because it is about other rules.
    """

    place: str
    heading: str
    text: str
    expected: tuple[tuple[str, str], ...]
    with_it: Mapping[str, str]
    left_out: str = ""


def cases(page: str, name: str) -> Iterator[Case]:
    """The cases of a page, in order."""
    heading, lines = "", page.splitlines()
    at, with_it = 0, dict[str, str]()
    left_out = "HN301" if LEFT_OUT in lines else ""
    while at < len(lines):
        head = HEADING.match(lines[at])
        fence = FENCE.match(lines[at])
        if head:
            heading = head[2]
        at += 1
        if fence:
            end = lines.index(fence[1], at)
            if fence[2]:
                with_it[fence[2]] = "\n".join(lines[at:end]) + "\n"
                at = end + 1
                continue
            expected, after = _below(lines, end + 1)
            yield Case(f"{name}:{at}", heading, "\n".join(lines[at:end]) + "\n", expected, with_it, left_out)
            at, with_it = after, {}


def _below(lines: list[str], at: int) -> tuple[tuple[tuple[str, str], ...], int]:
    """The expectations that follow a fence, and the line behind them."""
    found: list[tuple[str, str]] = []
    while at < len(lines):
        if match := EXPECTED.match(lines[at]):
            found.append((match[1], match[3] or ""))
        elif match := UNDERLINED.match(lines[at]):
            found.append(("", match[2] or ""))
        elif lines[at].strip():
            break
        at += 1
    return tuple(found), at


@cache
def findings(text: str, *, examples: bool = False) -> tuple[Diagnostic, ...]:
    """Everything that `lint` finds in a doctrine, and with `examples` what `test --cover` adds."""
    loaded = api.load_texts({"page.md": text})
    found = set(api.lint(loaded))
    if examples:
        results, failed = api.test(loaded)
        found |= {*failed, *api.untouched(loaded, results)}
    return tuple(sorted(found, key=lambda finding: finding.order))


def owed(case: Case) -> tuple[Diagnostic, ...]:
    """What `lint --since` adds: the page of the case is an edit of the one before it."""
    if "before" not in case.with_it:
        return ()
    log = Source.of("log.md", case.with_it["log"]) if "log" in case.with_it else None
    before, after = (api.load_texts({"page.md": text}) for text in (case.with_it["before"], case.text))
    old = Source.of("log.md", case.with_it["log before"]) if "log before" in case.with_it else log
    paths = {"other": "other.md", "nearer": "cellar/AUTONOMY.md"}
    others = tuple(Source.of(path, case.with_it[kind]) for kind, path in paths.items() if kind in case.with_it)
    fresh = frozenset(source.path for source in others)
    return edits.findings(Edit(before, after, log, others=others, log_before=old, fresh=fresh))


def words(finding: Diagnostic) -> tuple[str, str]:
    """A finding as a page writes it: its code and the words that are underlined, on one line."""
    return finding.code, " ".join(finding.span.text.split())


PAGES = sorted(Path(__file__).parent.glob("*.md"))
