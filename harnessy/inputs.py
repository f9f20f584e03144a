"""Facts from where people have them: the command line, a file of facts, the header of a task. Each keeps its place.

What stands on the command line must be known; what a file holds beyond the doctrine is listed and left out. Two sources
that state one fact must agree.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path

from harnessy.decision import Decision, Given, QuestionError, bind
from harnessy.decision.model import Assumed, Question
from harnessy.decision.question import fact_key, mistaken
from harnessy.document import header_lines
from harnessy.rulebook import RuleBook
from harnessy.rulebook.model import Book, Fact, Quantity
from harnessy.rulebook.names import bare, fold
from harnessy.source import Source

STDIN = "-"

_SLOTS = ("event", "path", "intent")  # others may tell more of these


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact as somebody stated it: its name and value in their words, and where. No place: the command line."""

    name: str
    value: object
    place: str = ""

    def __str__(self) -> str:
        """The statement for a message."""
        words = self.name if self.value is True else f"{self.name}={_said(self.value)}"
        return f"`{words}` in {self.place}" if self.place else f"`{words}`"


@dataclass(frozen=True, slots=True)
class Facts:
    """What counts, as it was named; `ignored` are names that nobody knows, `notes` tell what was left out and why."""

    counted: Mapping[str, object] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def told(self, decision: Decision) -> Decision:
        """The decision with what was left out of its question."""
        noted = tuple(Assumed(note) for note in self.notes)
        ignored = (*decision.ignored, *self.ignored)
        return replace(decision, ignored=ignored, assumptions=(*decision.assumptions, *noted))


def _said(value: object) -> str:
    if value is None:
        return "none"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


# -- reading


def text_of(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises UsageError for what is no text."""
    try:
        raw = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise QuestionError(f"`{path}` cannot be read: {why}", "name a file, or `-` for standard input") from None
    if b"\0" in raw:
        raise QuestionError(f"`{shown(path)}` is no text: it holds a zero byte", "name a text file in UTF-8")
    return raw.decode("utf-8", "replace")


def shown(path: str) -> str:
    """The name of a file for people."""
    return "standard input" if path == STDIN else path


def read_facts(text: str, path: str) -> list[Stated]:
    """The facts of a file: one JSON object, or lines of `name=value`. Raises UsageError."""
    plain = Source.of(path, text).text
    if plain.lstrip().startswith(("{", "[")):
        return _from_json(plain, shown(path))
    return list(_from_lines(plain, shown(path)))


def _from_json(text: str, place: str) -> list[Stated]:
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs, parse_float=str, parse_int=str, parse_constant=str)
    except RecursionError:
        raise QuestionError(f"{place}: JSON nested too deep", "write facts as plain values or lists") from None
    except json.JSONDecodeError as error:
        where = f"{place}:{error.lineno}:{error.colno}"
        raise QuestionError(f"{where}: broken JSON: {error.msg.lower()}", "mend it there") from None
    if not isinstance(pairs, _Pairs):
        raise QuestionError(f"{place} holds a list, not facts by name", 'write {"name": "value"}')
    return [Stated(str(name), value, place) for name, value in pairs]


class _Pairs(list[tuple[str, object]]):
    """A JSON object with its keys as often as they stand there."""


def _from_lines(text: str, place: str) -> Iterator[Stated]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        name, equals, value = words.partition("=")
        if not name.strip() or (not equals and ":" in words):
            mend = "write one fact a line, and give a task file with --task"
            raise QuestionError(f"{place}:{number}: `{words}` is no name=value", mend)
        yield Stated(name.strip(), value.strip() if equals else True, f"{place}:{number}")


def read_task(rulebook: RuleBook, text: str, path: str) -> tuple[list[Stated], list[str]]:
    """What the header of a task states, and the names in it that the doctrine does not read there.

    A line that the doctrine reads from headers and that this one lacks is absent.
    """
    stated, ignored, present = list[Stated](), list[str](), set[tuple[str, str]]()
    for name, value, line in header_lines(Source.of(path, text).text):
        facts = [(book, fact_key(book, name)) for book in rulebook.books]
        known = [(book, key) for book, key in facts if key is not None]
        if not known or not all(_from_header(book, key) for book, key in known):
            ignored.append(name)
            continue
        present.update((book.path, key) for book, key in known)
        stated.append(Stated(name, value, f"{shown(path)}:{line}"))
    for book in rulebook.books:
        stated.extend(
            Stated(fact.name.text, None, f"the header of {shown(path)}")
            for key, fact in book.facts.items()
            if fact.header and (book.path, key) not in present
        )
    return stated, ignored


def _from_header(book: Book, key: str) -> bool:
    return key in book.facts and book.facts[key].header


# -- merging


def gather(rulebook: RuleBook, command: Iterable[Stated], files: Iterable[Stated], *, derived: bool) -> Facts:
    """One mapping of facts from all sources. Raises UsageError for two that contradict, and for unknown ones typed.

    `derived` says whether a quantity that the doctrine works out may be stated.
    """
    gathering = _Gathering(rulebook, derived)
    for stated in sorted((*command, *files), key=lambda stated: bare(stated.name) not in _SLOTS):
        gathering.add(stated)
    return Facts(gathering.counted, tuple(dict.fromkeys(gathering.ignored)), tuple(gathering.notes))


def _slots(question: Question) -> tuple[object, ...]:
    return (question.intent, question.event, question.route, question.lacks)


@dataclass
class _Gathering:
    rulebook: RuleBook
    derived: bool
    counted: dict[str, object] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    seen: dict[tuple[int, str], tuple[Given, Stated]] = field(default_factory=dict)
    slots: dict[str, object] = field(default_factory=dict)

    def add(self, stated: Stated) -> None:
        """Take one fact in, or say why it is left out."""
        if not self.derived:
            self._refuse_derived(stated)
        problem = self._lacks_value(stated)
        if problem is not None:
            self._left_out(stated, problem)
            return
        beside = {name: value for name, value in self.slots.items() if name != stated.name}
        question = bind(self.rulebook, None, {**beside, stated.name: stated.value}, strict=not stated.place)
        if bare(stated.name) in _SLOTS:
            self.slots[stated.name] = stated.value
        bound = {(at, key): value for at, facts in enumerate(question.facts) for key, value in facts.items()}
        self.ignored.extend(name for name in question.ignored if name not in beside)
        self.notes.extend(f"{note} ({stated.place})" if stated.place else note for note in question.notes)
        new = [place for place in bound if place not in self.seen]
        self.counted.update(beside if new else {})
        for place, value in bound.items():
            self._agree(place, value, stated)
        heard = not bound and not question.notes and stated.name not in question.ignored
        if new or heard or question.qualified or _slots(question) != _slots(bind(self.rulebook, None, beside, strict=False)):
            self.counted[stated.name] = stated.value

    def _agree(self, place: tuple[int, str], value: Given, stated: Stated) -> None:
        if isinstance(value, Decimal) and not value.is_finite():
            mend = f"write {stated.name}=3, or {stated.name}=none"
            raise QuestionError(f"{stated} is no number that can be compared", mend)
        earlier = self.seen.setdefault(place, (value, stated))
        if earlier[0] != value:
            raise QuestionError(f"{stated} contradicts {earlier[1]}", "state one of them, or make them agree")

    def _refuse_derived(self, stated: Stated) -> None:
        for book in self.rulebook.books:
            quantity = book.quantities.get(fact_key(book, stated.name) or "")
            if quantity is not None and not mistaken(self.rulebook.books, book, stated.name):
                made_of = ", ".join(f"`{_text(book, key)}`" for key in quantity.reads)
                mend = f"state what it is made of: {made_of}" if made_of else "state the facts it follows from"
                raise QuestionError(f"{stated} is worked out by {book.path}, so `check` does not take it", mend)

    def _left_out(self, stated: Stated, problem: tuple[str, str]) -> None:
        message, mend = problem
        if not stated.place:
            raise QuestionError(message, mend)
        self.notes.append(f"{message}, so it counts as unknown ({stated.place})")

    def _lacks_value(self, stated: Stated) -> tuple[str, str] | None:
        """What is wrong with a fact that says nothing: a bare name that is no flag, an empty value that is no set."""
        things = [_thing(book, stated.name) for book in self.rulebook.books]
        kinds = {_kind(thing) for thing in things if thing is not None}
        bare_name, empty = stated.value is True, isinstance(stated.value, str | list) and not stated.value
        if kinds and isinstance(stated.value, _Pairs):
            return f"`{stated.name}` holds an object", "write a value or a list"
        if not kinds or not (bare_name or empty) or (bare_name and "truth" in kinds) or (empty and "set" in kinds):
            return None
        values = dict.fromkeys(value for book in self.rulebook.books for value in _values(book, stated.name))
        name = fold(stated.name).replace(" ", "-")
        listed = f" with one of {', '.join(values)}" if values else ""
        return f"`{stated.name}` has no value", f"write {name}=VALUE{listed}, or {name}=none where there is none"


def _thing(book: Book, name: str) -> Fact | Quantity | str | None:
    key = fact_key(book, name)
    return None if key is None else book.facts.get(key) or book.quantities.get(key) or key


def _kind(thing: Fact | Quantity | str) -> str:
    """`truth` for all that is true or false: flags, truths and conditions named by their own words."""
    return "truth" if isinstance(thing, str) or thing.kind in {"flag", "truth", "count"} else thing.kind


def _values(book: Book, name: str) -> Iterator[str]:
    thing = _thing(book, name)
    scale = book.scales.get(thing.scale or "") if isinstance(thing, Fact | Quantity) else None
    if scale is not None:
        yield from (member.text for member in scale.members)
    elif isinstance(thing, Fact):
        yield from (value.text for value in thing.values)


def _text(book: Book, key: str) -> str:
    thing = _thing(book, key)
    return thing.name.text if isinstance(thing, Fact | Quantity) else key
