"""A name that nothing declares (HN201).

## What it does

Finds names in tables and conditions that the doctrine does not declare: a value outside a closed set or a declared
scale, a heading that is no member, a column of examples that is no fact. Where names may be free, it finds those that
are most likely slips: one letter off a declared name, two in a long one.

## Why it is bad

A rule about a name that nothing declares never holds. A misspelt condition becomes a condition of its own that no fact
answers, and a misspelt row becomes a subject that nobody asks about.

## Example

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind | Values |
|---|---|---|
| dish | word | `soup`, `salad` |

| Dish | Limit |
|---|---|
| `soup`, `salda` | `warm` |
| `salad` | `mild` |
```

Underlined: `salda`

## Instead

```markdown
| Scale | Lowest to highest |
|---|---|
| Heat | `mild` < `warm` |

| Fact | Kind | Values |
|---|---|---|
| dish | word | `soup`, `salad` |

| Dish | Limit |
|---|---|
| `soup` | `warm` |
| `salad` | `mild` |
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.lint.model import Look
from harnessy.lint.spelling import declared, near, slips
from harnessy.rulebook import Book
from harnessy.rulebook.model import Compare, Named, book_atoms, opaque_facts
from harnessy.rulebook.names import bare
from harnessy.source import Diagnostic, Label, Span, nearest


def check(look: Look) -> Iterator[Diagnostic]:
    """Undeclared names that compiling lets pass, unless it has told of them."""
    for finding in (*_outside(look.book), *_flags(look), *_subjects(look.book), *_words(look.book)):
        if not look.told(finding.span, finding.code):
            yield finding


def _outside(book: Book) -> Iterator[Diagnostic]:
    """Constants that are none of the values that a fact can have."""
    for atom in book_atoms(book):
        allowed = _allowed(book, atom.fact) if isinstance(atom, Compare) else ()
        if isinstance(atom, Compare) and allowed:
            keys = {name.key for name in allowed}
            unknown = (value for value in atom.values if isinstance(value, str) and value not in keys)
            written = (span for value in unknown if (span := _place(atom.span, value)))
            yield from (_no_value(book, atom, span, allowed) for span in written)


def _no_value(book: Book, atom: Compare, span: Span, allowed: tuple[Named, ...]) -> Diagnostic:
    close = nearest(bare(span.text), [name.key for name in allowed])
    meant = next((name.text for name in allowed if name.key == close), "")
    listed = ", ".join(f"`{name.text}`" for name in allowed)
    thing = book.facts.get(atom.fact) or book.quantities[atom.fact]
    mend = f"did you mean `{meant}`?" if meant else f"the values are {listed}"
    return Diagnostic("HN201", "error", f"`{span.text}` is no value of `{thing.name.text}`", span, help=mend)


def _allowed(book: Book, key: str) -> tuple[Named, ...]:
    """The values that are all there are; none when the set is open."""
    fact = book.facts.get(key)
    thing = fact or book.quantities.get(key)
    scale = book.scales.get(thing.scale or "") if thing else None
    if scale is not None and scale.declared:
        return scale.members
    return fact.values if fact is not None and fact.closed else ()


def _place(span: Span, key: str) -> Span | None:
    """Where in some words a name stands; None where the grammar supplied it and nobody wrote it."""
    pattern = r"[\s_/–—-]+".join(re.escape(part) for part in key.split(" "))
    match = re.search(rf"(?<!\w){pattern}(?!\w)", span.text, re.IGNORECASE)
    return span.cut(span.start + match.start(), span.start + match.end()) if match else None


def _flags(look: Look) -> Iterator[Diagnostic]:
    """Flags that no register declares and that are slips of one that does."""
    cells = [cell for _, table in look.document.tables() for row in table.rows for cell in row.cells]
    alone = [cell.span for cell in cells if cell.text.strip("`* ").startswith("-") and " " not in cell.text]
    flags = [fact.name for fact in look.book.facts.values() if fact.kind == "flag"]
    registered = [name for name in flags if any(cell.covers(name.span) for cell in alone)]
    for name in flags:
        if name not in registered:
            yield from _slip(name.span, near(name.text, [other.text for other in registered], spelled=True), registered)


def _subjects(book: Book) -> Iterator[Diagnostic]:
    """Subjects that stand in no register, beside one of their kind that does and has nearly the same name."""
    registered = [subject for subject in book.subjects.values() if subject.attributes]
    for subject in book.subjects.values():
        if not subject.attributes:
            others = [other.name for other in registered if other.kind == subject.kind]
            yield from _slip(subject.name.span, near(subject.name.text, [other.text for other in others]), others)


def _words(book: Book) -> Iterator[Diagnostic]:
    """Words of conditions that no fact answers, and code of sentences not understood, that are slips of a name."""
    names = declared(book)
    opaque = [slip for atom in opaque_facts(book).values() for slip in slips(atom.span, names)]
    unread = (reading.span for reading in book.readings if reading.kind == "not understood")
    for slip in (*opaque, *(slip for span in unread for slip in slips(span, names, code_only=True))):
        yield from _slip(slip.span, slip.name, [])


def _slip(span: Span, name: str | None, places: list[Named]) -> Iterator[Diagnostic]:
    if name is not None:
        labels = tuple(Label(place.span, "declared here") for place in places if place.text == name)
        message = f"`{' '.join(span.text.split()).strip('`')}` is declared nowhere"
        yield Diagnostic("HN201", "warning", message, span, labels, f"did you mean `{name}`?")
