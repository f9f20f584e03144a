"""A reference that leads nowhere (HN210).

## What it does

Finds links to a heading that the document does not have, links to a file that is not there, and words such as
`see "Oven care"` or `see the oven care section` where no heading is called so. What belongs to another file is left alone.

## Why it is bad

A rule that stands elsewhere and cannot be found is not obeyed, and nothing tells whether it was meant to be stricter.

## Example

```markdown
# Kitchen

Bread is shaped by hand (see "Dough care").
```

Underlined: `Dough care`

## Instead

```markdown
# Kitchen

Bread is shaped by hand (see "Care of dough").

## Care of dough

Dough likes warm rooms.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Span, nearest

_LINK = re.compile(r"!?\[[^\]\n]*\]\(\s*<?(?P<target>[^)\s>]+)>?[^)]*\)")
_QUOTED = r"[\"“](?P<quoted>[^\"”\n]{2,60})[\"”]"
_SCHEME = re.compile(r"[A-Za-z][\w+.-]*:|//|[<{$~/#]|.*[<{$*]")
_NOT_SLUG = re.compile(r"[^\w\- ]")
_ANCHOR = re.compile(r"<a\s[^>]*?(?:id|name)\s*=\s*[\"']([^\"']+)")
_OTHER_FILE = re.compile(r"(?:`[^`]*`|\.\w{1,4}|['’]s)\s*\(?\s*$")


def check(look: Look) -> Iterator[Diagnostic]:
    """Links, quoted headings and named sections that are not there."""
    headings = [section.heading.text for section in look.document.sections if section.heading]
    for unit in look.units:
        if unit.spoken:
            yield from _links(look, unit, headings)
            yield from _named(look, unit, headings)


def _links(look: Look, unit: Unit, headings: list[str]) -> Iterator[Diagnostic]:
    slugs = {slug(text) for text in headings} | set(_ANCHOR.findall(look.document.source.text))
    for match in _LINK.finditer(unit.text):
        target, start = match["target"], unit.span.start + match.start("target")
        words = unit.span.cut(start, start + len(target))
        path, _, anchor = target.partition("#")
        if not path and anchor and anchor.casefold() not in slugs:
            near = nearest(anchor, sorted(slugs))
            mend = f"did you mean `#{near}`?" if near else "link to a heading of this page"
            yield Diagnostic("HN210", "warning", f"no heading here answers to `#{anchor}`", words, help=mend)
        elif path and not _SCHEME.match(path) and look.around.exists(look.document.source.path, path) is False:
            yield Diagnostic("HN210", "warning", f"there is no file `{path}` beside this page", words, help="correct the path")


def _named(look: Look, unit: Unit, headings: list[str]) -> Iterator[Diagnostic]:
    quoted, plain = _ways(look.lexicon.pattern("POINTS").pattern, look.lexicon.pattern("PLACES").pattern)
    for match in (*quoted.finditer(unit.text), *plain.finditer(unit.text)):
        name = next(group for group in ("quoted", "called", "plain") if match.groupdict().get(group))
        wanted = {*look.lexicon.content(match[name])}
        known = any(wanted <= {*look.lexicon.content(text)} for text in headings)
        elsewhere = _OTHER_FILE.search(unit.text[: match.start()]) or "`" in unit.text[match.end() : match.end() + len(" of `")]
        if wanted and not known and not elsewhere:
            yield from _nowhere(unit.cut(match, name), headings)


@cache
def _ways(points: str, places: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Finds headings that are named in quotes, and sections that are named without."""
    called = rf"\bthe\s+{_QUOTED.replace('quoted', 'called')}\s+{places}"
    quoted = re.compile(rf"(?:{points}\s+(?:also\s+)?(?:the\s+)?{_QUOTED})|(?:{called})", re.IGNORECASE)
    plain = rf"{points}\s+the\s+(?P<plain>[\w-]+(?:\s+[\w-]+){{0,3}}?)\s+(?:section|chapter|appendix)\b"
    return quoted, re.compile(plain, re.IGNORECASE)


def _nowhere(words: Span, headings: list[str]) -> Iterator[Diagnostic]:
    near = nearest(words.text, headings)
    mend = f"did you mean `{near}`?" if near else "name a heading as it is written"
    yield Diagnostic("HN210", "warning", f"no heading of this page is called `{' '.join(words.text.split())}`", words, help=mend)


def slug(heading: str) -> str:
    """The anchor that a heading gets on the hosts that people use."""
    return re.sub(r"\s", "-", _NOT_SLUG.sub("", heading.replace("`", "").strip().casefold()))
