"""Truths that follow from another fact as soon as a question states it: a path against patterns, a set against a list."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Protocol

from harnessy.rulebook.derivation import Test
from harnessy.rulebook.memo import per_book
from harnessy.rulebook.model import OPERATION, POLICY, Book
from harnessy.rulebook.names import bare, in_order, stems

_PATH = re.compile(r"(?:[~.]?/)\S+|\S+/|(?:\S*/)?[^\s/]+\.[A-Za-z]\w{0,4}")
_INTENT = "intent"
_CACHED = 1 << 2 << 2 << 2


class Matcher(Protocol):
    """Says whether a path is one that a pattern names."""

    def __call__(self, file: str, /) -> bool:
        """Whether it names the path."""
        ...


def derived(book: Book, facts: Mapping[str, object]) -> dict[str, bool]:
    """The truths of a book, by key, that follow from what is stated (a list or a text for each name)."""
    stated = {bare(name): value for name, value in facts.items()}
    found = dict[str, bool]()
    for key, fact in book.facts.items():
        if fact.test is not None and fact.test.fact in stated:
            told = _changes(fact.test, stated) if fact.test.kind == "log" else _holds(fact.test, stated[fact.test.fact])
            if told is not None:
                found[key] = told
    return found


def _changes(test: Test, stated: Mapping[str, object]) -> bool | None:
    """Whether something else than adding to a file is intended on a path; None where that cannot be told."""
    (file, *adding), path, intent = test.constants, stated[test.fact], stated.get(_INTENT)
    if not isinstance(path, str) or not matches((file.casefold(),), path.casefold()):
        return False if is_path(path) else None
    words = in_order(intent) if isinstance(intent, str) else ()
    return words[0] not in {in_order(verb)[0] for verb in adding} if words else None


def reads_intent(book: Book, bound: Mapping[str, object]) -> bool:
    """Whether a truth that was bound follows from what is intended on a path."""
    return any(fact.test is not None and fact.test.kind == "log" and key in bound for key, fact in book.facts.items())


@per_book
def sources(book: Book) -> frozenset[str]:
    """The names that a question may state for the sake of what follows from them."""
    return frozenset(fact.test.fact for fact in book.facts.values() if fact.test is not None)


def is_path(value: object) -> bool:
    """Whether a value can only be a path."""
    return isinstance(value, str) and bool(_PATH.fullmatch(value))


def slot_of(book: Book, value: object, *, beside_path: bool) -> str:
    """Which slot a value of an unknown name can only be for: a path, who acts on one, or an intent named like an operation."""
    text = str(value) if isinstance(value, str) else ""
    tests = [fact.test for fact in book.facts.values() if fact.test is not None]
    if is_path(text):
        return next((test.fact for test in tests if test.kind in {"path", "touch"}), "")
    about = (test.fact for test in tests if test.kind == "about" and bare(text) in test.constants)
    named = next(about, "") if beside_path else ""
    known = book.subjects.get(book.subject_names.get(bare(text), ""))
    return named or ("intent" if known is not None and known.kind in {OPERATION, POLICY} else "")


def _holds(test: Test, value: object) -> bool:
    texts = [str(item) for item in value] if isinstance(value, (list, tuple, set, frozenset)) else _parts(value)
    if test.kind == "path":
        return bool(texts) and all(matches(test.constants, text) for text in texts)
    if test.kind == "touch":
        return any(matches(tuple(map(str.casefold, test.constants)), text.casefold()) for text in texts)
    if test.kind == "some":
        return bool(texts)
    if test.kind == "within":
        return bool(texts) and all(any(stems(text) == stems(constant) for constant in test.constants) for text in texts)
    return any(stems(constant) <= stems(text) for text in texts for constant in test.constants if stems(constant))


def _parts(value: object) -> list[str]:
    text = "" if value is None else str(value).strip()
    return [part.strip() for part in text.split(",") if part.strip()]


def matches(patterns: Iterable[str], path: str) -> bool:
    """Whether a path is one that patterns in the manner of `.gitignore` name; `./` and `..` in it are followed first."""
    plain = posixpath.normpath(path.strip().replace("\\", "/"))
    return any(_spec(pattern)(name) for pattern in patterns for name in (plain, f"{plain}/"))


@lru_cache(maxsize=_CACHED)
def _spec(pattern: str) -> Matcher:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([pattern]).match_file
