"""A reference that leads nowhere (HN210).

## What it does

Finds links to a heading that the document does not have, links to a file that is not there, labels of links that nothing
defines, and words such as `see "Oven care"`, `see the oven care section`, `section 9` or `(see the oven care)` where no heading
is called or numbered so. What belongs to another file is left alone.

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
from collections.abc import Callable, Iterator
from functools import cache

from harnessy.lint.model import Look
from harnessy.lint.units import Unit
from harnessy.source import Diagnostic, Span, nearest

_LINK = re.compile(r"!?\[[^\]\n]*\]\(\s*<?(?P<target>[^)\s>]+)>?[^)]*\)")
_QUOTED = r"(?:[\"“]|\*\*)(?P<quoted>[^\"”*\n]{2,60})(?:[\"”]|\*\*)"
_SCHEME = re.compile(r"[A-Za-z][\w+.-]*:|//|[<{$~/#]|.*[<{$*]")
_LABELLED = re.compile(r"(?<![\]\w])\[(?P<text>[^\]\[\n]+)\]\[(?P<label>[^\]\[\n]*)\]")
_DEFINED = re.compile(r"^ {0,3}\[(?P<label>[^\]\n]+)\]:", re.MULTILINE)
_NUMBERED = re.compile(r"^(?:§\s*|section\s+|part\s+|step\s+)?(?P<number>\d+(?:\.\d+)*)(?=[.):]?\s|[—–:-])", re.IGNORECASE)
_BY_NUMBER = re.compile(r"(?:§{1,2}\s*|\b[Ss]ections?\s+)(?P<number>\d+(?:\.\d+)*)")
_ALONE = re.compile(r"\(see\s+(?:also\s+)?the\s+(?P<plain>[\w-]+(?:\s+[\w-]+){0,3})\)", re.IGNORECASE)
_NOT_SLUG = re.compile(r"[^\w\- ]")
_ANCHOR = re.compile(r"<a\s[^>]*?(?:id|name)\s*=\s*[\"']([^\"']+)")
_OF_ANOTHER = re.compile(r"\s+(?:of|in)\s+(?:\[|`|the\s+[A-Z]|[A-Z]|[\w./-]+\.md)")
_FIGURES = re.compile(r"\d+")
_OTHER_FILE = re.compile(r"(?:`[^`]*`|\.\w{1,4}|['’]s)\s*\(?\s*$")


def check(look: Look) -> Iterator[Diagnostic]:
    """Links, quoted headings and named sections that are not there."""
    headings = [section.heading.text for section in look.document.sections if section.heading]
    labels = {label.casefold() for label in _DEFINED.findall(look.document.source.text)}

    @cache
    def said() -> list[tuple[Unit, set[str]]]:
        return [(unit, {*look.lexicon.content(unit.text)}) for unit in look.units]

    for unit in look.units:
        if unit.spoken:
            yield from _links(look, unit, headings)
            yield from _named(look, unit, headings)
            yield from _numbered(unit, headings)
            yield from _alone(look, unit, said)
            yield from _labelled(unit, labels)


def _numbered(unit: Unit, headings: list[str]) -> Iterator[Diagnostic]:
    """Sections by their number, on a page whose headings have numbers."""
    numbers = {match["number"] for text in headings if (match := _NUMBERED.match(text))}
    for match in _BY_NUMBER.finditer(unit.text) if numbers else ():
        after = unit.text[match.end() :]
        if match["number"] not in numbers and not _OTHER_FILE.search(unit.text[: match.start()]) and not _OF_ANOTHER.match(after):
            words = unit.cut(match)
            mend = f"the sections here are {', '.join(sorted(numbers))}"
            yield Diagnostic("HN210", "warning", f"no section of this page is numbered `{match['number']}`", words, help=mend)


def _alone(look: Look, unit: Unit, said: Callable[[], list[tuple[Unit, set[str]]]]) -> Iterator[Diagnostic]:
    """`(see the cooling rules)`, where neither a heading nor any other words of the page have these words."""
    for match in _ALONE.finditer(unit.text):
        wanted = {*look.lexicon.content(match["plain"])}
        placed = look.lexicon.pattern("PLACES").search(match["plain"])
        others = (content for one, content in said() if one is not unit)
        if len(wanted) > 1 and not placed and not any(wanted <= content for content in others):
            words = unit.cut(match, "plain")
            message = f"nothing on this page is called `{' '.join(words.text.split())}`"
            yield Diagnostic("HN210", "warning", message, words, help="name a heading as it is written")


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



def _labelled(unit: Unit, labels: set[str]) -> Iterator[Diagnostic]:
    """Links by a label that no line of the page defines."""
    for match in _LABELLED.finditer(unit.text):
        if (match["label"] or match["text"]).casefold() not in labels:
            words = unit.cut(match, "label" if match["label"] else "text")
            message = f"no line of this page says where `{words.text}` leads"
            yield Diagnostic("HN210", "warning", message, words, help=f"add a line `[{words.text}]: …`")


def _named(look: Look, unit: Unit, headings: list[str]) -> Iterator[Diagnostic]:
    quoted, plain = _ways(look.lexicon.pattern("POINTS").pattern, look.lexicon.pattern("PLACES").pattern)
    for match in (*quoted.finditer(unit.text), *plain.finditer(unit.text)):
        name = next(group for group in ("quoted", "called", "plain") if match.groupdict().get(group))
        wanted = {*look.lexicon.content(match[name])}
        figures = {*_FIGURES.findall(match[name])}
        known = any(wanted <= {*look.lexicon.content(text)} and figures <= {*_FIGURES.findall(text)} for text in headings)
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
