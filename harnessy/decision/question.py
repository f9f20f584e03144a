"""Names: the asker's words for a subject, an operation or a fact, as the key that a book has for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import EVENT, OPERATION, Book, opaque_facts
from harnessy.rulebook.names import bare, in_order, only_superset, stems
from harnessy.rulebook.place import TIGHT

_FOR = "to"


def subjects(book: Book) -> Iterator[str]:
    """The names that can be asked: subjects, then derived quantities, as the document writes them."""
    yield from (subject.name.text for subject in book.subjects.values())
    yield from (quantity.name.text for quantity in book.quantities.values())


def spelled(book: Book, key: str) -> str:
    """A subject, quantity or fact as the document writes it."""
    thing = book.subjects.get(key) or book.quantities.get(key) or book.facts.get(key)
    return thing.name.text if thing else key


@per_key
def subject_key(book: Book, text: str) -> str | None:
    """The key of what is asked: by any spelling or inflection, or part of exactly one subject that is no operation.

    An operation answers only to all its words: a permission covers nothing wider. What is asked in more words than those
    of an operation that is held or halted is covered by it.
    """
    exact = book.subject_names.get(bare(text))
    if exact is not None:
        return exact
    same = [key for key in (*book.subjects, *book.quantities) if stems(key) == stems(text) and in_order(key) == in_order(text)]
    if len(same) == 1:
        return same[0]
    declared = [key for key, subject in book.subjects.items() if subject.kind != OPERATION]
    turned = [key for key in (*declared, *book.quantities) if stems(key) == stems(text)]
    if len(turned) == 1:
        return turned[0]
    things = [key for key in declared if book.subjects[key].kind != EVENT]
    longer = (only_superset(bare(text), [*found, *book.quantities]) for found in (things, declared))
    return next((key for key in longer if key is not None), None) or _covering(book, text)


def _covering(book: Book, text: str) -> str | None:
    """The operation, held or halted, that has the most words in common with what is asked and no others."""
    tight = [key for key, subject in book.subjects.items() if subject.kind == OPERATION and _effects(book, key) & TIGHT]
    covering = sorted((key for key in tight if stems(key) and stems(key) < stems(text)), key=lambda key: (-len(stems(key)), key))
    return covering[0] if covering else None


def _effects(book: Book, key: str) -> set[str]:
    return {act.effect for rule in book.by_target.get(key, ()) for act in rule.acts}


@per_key
def is_exact(book: Book, text: str) -> bool:
    """Whether a text is the name of a subject or quantity, inflection apart."""
    key = subject_key(book, text)
    return bare(text) in book.subject_names or (key is not None and in_order(key) == in_order(text))


@per_key
def operation_key(book: Book, text: str) -> str | None:
    """The key of the operation that has exactly these words, inflection apart."""
    exact = book.subject_names.get(bare(text))
    if exact is not None:
        return exact
    wanted = in_order(text)
    return next((key for key, subject in book.subjects.items() if subject.kind == OPERATION and in_order(key) == wanted), None)


@per_key
def whole_intent(book: Book, parts: tuple[str, str]) -> str | None:
    """The operation that is said in two parts, what is done and what for: `paint the hull`, `hide the rust`."""
    said = (stems(parts[0]) | stems(parts[1])) - stems(_FOR)
    found = [key for key, thing in book.subjects.items() if thing.kind == OPERATION and stems(key) - stems(_FOR) == said]
    first = in_order(parts[0])
    return found[0] if len(found) == 1 and first == in_order(found[0])[: len(first)] else None


@per_key
def touches(book: Book, text: str) -> bool:
    """Whether a document speaks of an operation in these words, or in these and more."""
    wanted = stems(text)
    more = (key for key, subject in book.subjects.items() if subject.kind == OPERATION and wanted < stems(key))
    return operation_key(book, text) is not None or (bool(wanted) and any(more))


@per_key
def fact_key(book: Book, text: str) -> str | None:
    """The key of a fact, quantity or opaque condition in a book; a scale's name stands for its one input."""
    known = book.fact_names.get(bare(text))
    if known is not None:
        return known
    if bare(text) in opaque_facts(book):
        return bare(text)
    same = [key for key in (*book.facts, *book.quantities) if stems(key) == stems(text)]
    found = same[0] if len(same) == 1 else only_superset(bare(text), [*book.facts, *book.quantities])
    return found or _sought(book, text)


def mistaken(books: Iterable[Book], book: Book, name: str) -> bool:
    """Whether a book takes a name for what it works out itself under words only alike, while another has just that fact."""
    words = bare(name)
    alike = words not in book.fact_names and fact_key(book, name) in book.quantities
    return alike and any(words in other.facts for other in books if other is not book)


def _sought(book: Book, text: str) -> str | None:
    """The one fact of these words in another inflection, or without `requested` and the like."""
    rest = " ".join(word for word in bare(text).split(" ") if word not in book.sought)
    same = [key for key in book.facts if stems(key) == stems(rest)]
    return same[0] if len(same) == 1 else None
