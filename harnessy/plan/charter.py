"""What a doctrine says of planning, taken from its listings: each item with the place it stands at."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from harnessy.plan.bars import Words, bars
from harnessy.plan.model import Ground, Reason
from harnessy.plan.phrases import STEMS, Phrases
from harnessy.rulebook.amount import number
from harnessy.rulebook.listings import SINGLY
from harnessy.rulebook.model import Entry, Listing, Named, RuleBook
from harnessy.rulebook.names import fold, stems

_PATH = re.compile(r"[/*]|\.\w+\Z")
_NAME_HERE = re.compile(r"…|\.\.\.")
UNCLEAR = "UNCLEAR"
KINDS = ("PATHS", "WORDS", "LABELS", "REPOSITORIES")
_UNLINKED = Reason("no table lists link phrases: what issues say of one another is not read")


@dataclass(frozen=True, slots=True)
class Item:
    """Something that the doctrine names, and where."""

    text: str
    ground: Ground

    @property
    def key(self) -> str:
        """The form under which it is compared."""
        return label_key(self.text)


@dataclass(frozen=True, slots=True)
class Signed:
    """Something that is recognised by signals: a surface, a criterion, a rank. `signals` are texts by kind."""

    name: str
    signals: tuple[tuple[str, str], ...]
    ground: Ground


@dataclass(frozen=True, slots=True)
class Phrase:
    """A link phrase, its direction, and where it stands.

    An ellipsis in it is the place of the name: `once … is dry`, `… must be dug first`. Without one the name follows; a colon
    at its end says that it counts only as a label.
    """

    text: str
    direction: str
    ground: Ground

    @property
    def words(self) -> str:
        """The words by which it is found: what stands before the name, or all of it where the name comes first."""
        head, _, tail = _NAME_HERE.sub("…", self.text).partition("…")
        return head.strip() or tail.strip()

    @property
    def label(self) -> bool:
        """Whether it counts only at the beginning of a line, with a colon behind it."""
        return self.text.rstrip().endswith(":")

    @property
    def plain(self) -> bool:
        """Whether it has no place for the name, which follows it then."""
        return not _NAME_HERE.search(self.text)

    @property
    def follows(self) -> bool:
        """Whether the name stands before the words."""
        return bool(_NAME_HERE.match(self.text.strip()))

    @property
    def tail(self) -> tuple[str, ...]:
        """The words that must stand behind the name."""
        tail = _NAME_HERE.sub("…", self.text).partition("…")[2]
        return () if self.follows else tuple(tail.casefold().split())


@dataclass(frozen=True, slots=True)
class Status:
    """A status of an issue, what it is to a plan that is being worked on, and where that stands."""

    text: str
    standing: str
    ground: Ground


@dataclass(frozen=True, slots=True)
class Ending:
    """When the loop pauses or stops: once nothing can run any more, or once all that remains is in one of these states."""

    kind: str
    states: tuple[str, ...]
    ground: Ground


@dataclass(frozen=True)
class Charter:
    """All of it. `here` says that only issues of this repository are taken up.

    `coupling` and `justification` are what the sentences name; `surfaces` and `criteria` are how it is known. `barred` is
    why nothing runs side by side, whatever issues show.
    """

    process: tuple[Item, ...]
    here: bool
    skip: tuple[Item, ...]
    headers: tuple[tuple[str, Item], ...]
    phrases: tuple[Phrase, ...]
    surfaces: tuple[Signed, ...]
    criteria: tuple[Signed, ...]
    ranks: tuple[Signed, ...]
    limits: tuple[Item, ...]
    widths: tuple[Item, ...]
    statuses: tuple[Status, ...]
    endings: tuple[Ending, ...]
    coupling: tuple[Item, ...]
    justification: tuple[Item, ...]
    digest: str
    findings: tuple[Reason, ...] = ()
    barred: tuple[Reason, ...] = ()

    @property
    def limit(self) -> int:
        """How many issues may be worked on at once: the least that is stated, one where nothing is."""
        return max(1, min((int(item.text) for item in self.limits), default=1))

    @property
    def width(self) -> tuple[Fraction, Item] | None:
        """The share of issues above which a surface tells too little, and where that is said; None where it is not."""
        shares = [(amount, item) for item in self.widths if (amount := number(item.text)) is not None]
        return min(((Fraction(amount), item) for amount, item in shares), key=lambda pair: pair[0], default=None)

    @cached_property
    def links(self) -> Phrases[Phrase]:
        """The link phrases, to be found in texts."""
        found = Phrases[Phrase](STEMS)
        for phrase in self.phrases:
            found.add(phrase.words, phrase)
        return found


@lru_cache(maxsize=1 << 2 << 2 << 2 << 2 << 2 << 2)
def label_key(text: str) -> str:
    """Labels compare without letter case, `-`, `_` and white space around a colon: `Type: Bug` is `type:bug`."""
    return ":".join(fold(part) for part in text.split(":"))


def charter(rulebook: RuleBook, words: Words) -> Charter:
    """What the documents of a doctrine say of planning. `words` are the word lists of its grammar."""
    listings = [listing for book in rulebook.books for listing in book.listings]
    findings = list[Reason]()
    coupled, criteria = _named(listings, "COUPLING"), _named(listings, "JUSTIFICATION")
    surfaces, rows = _signed(listings, "SURFACE"), _signed(listings, "CRITERION")
    phrases = tuple(_phrases(listings))
    if not phrases:
        findings.append(_UNLINKED)
    if not coupled and surfaces:
        findings.append(Reason("no sentence says on which surfaces issues are kept apart: all of them count"))
    known = _matched(coupled, surfaces, "surface", findings) if coupled else tuple(surfaces)
    unseen = (_unseen(surface) for surface in known if not surface.signals)
    barred = (*bars(rulebook, words), *(() if phrases else (_UNLINKED,)), *unseen)
    return Charter(
        process=(*_named(listings, "PROCESS"), *_named(listings, "PROCESS_HERE")),
        here=bool(_named(listings, "PROCESS_HERE")) and not _named(listings, "PROCESS"),
        skip=_named(listings, "SKIP"),
        headers=tuple(_headers(listings)),
        phrases=phrases,
        surfaces=known,
        criteria=_matched(criteria, rows, "criterion", findings),
        ranks=tuple(_signed(listings, "URGENCY")),
        limits=_named(listings, "CONCURRENCY"),
        widths=_named(listings, "WIDTH"),
        statuses=tuple(_statuses(listings)),
        endings=tuple(_endings(listings)),
        coupling=coupled,
        justification=criteria,
        digest=doctrine_digest(rulebook),
        findings=(*findings, *(bar for bar in barred if bar not in findings)),
        barred=barred,
    )


def doctrine_digest(rulebook: RuleBook) -> str:
    """The hash of the documents of a doctrine, wherever they lie."""
    documents = sorted(f"{book.path.rpartition('/')[2]}\0{book.digest}" for book in rulebook.books)
    return "sha256:" + hashlib.sha256("\1".join(documents).encode("utf-8", "surrogatepass")).hexdigest()


def _rows(listings: list[Listing], kind: str) -> Iterator[tuple[Listing, Entry]]:
    for listing in listings:
        if listing.kind == kind:
            yield from ((listing, entry) for entry in listing.entries)


def _named(listings: list[Listing], kind: str) -> tuple[Item, ...]:
    return tuple(
        Item(name.text, Ground(entry.span, listing.trail)) for listing, entry in _rows(listings, kind) for name in entry.names
    )


def _headers(listings: list[Listing]) -> Iterator[tuple[str, Item]]:
    for listing, entry in _rows(listings, "HEADER_LINE"):
        ground = Ground(entry.span, listing.trail)
        for name in entry.names:
            yield from ((label_key(name.text), Item(label.text, ground)) for label in entry.listed("COUNTS_AS"))


def _phrases(listings: list[Listing]) -> Iterator[Phrase]:
    for listing, entry in _rows(listings, "PHRASE"):
        ground = Ground(entry.span, listing.trail)
        for direction in entry.listed("DIRECTION")[:1]:
            yield from (Phrase(name.text, direction.key, ground) for name in entry.names)


def _statuses(listings: list[Listing]) -> Iterator[Status]:
    for listing, entry in _rows(listings, "STATUS"):
        for standing in entry.listed("STANDING")[:1]:
            yield from (Status(name.text, standing.key, Ground(entry.span, listing.trail)) for name in entry.names)


def _endings(listings: list[Listing]) -> Iterator[Ending]:
    for listing, entry in _rows(listings, "ENDING"):
        states = tuple(state.text for state in entry.listed("REMAINING"))
        kinds = dict.fromkeys(name.key for name in entry.names)
        yield from (Ending(kind, states, Ground(entry.span, listing.trail)) for kind in kinds)
    for kind in ("PAUSE", "STOP"):
        for listing, entry in _rows(listings, kind):
            yield Ending(kind, (), Ground(entry.span, listing.trail))
        for listing, entry in _rows(listings, f"{kind}_IN"):
            yield Ending(kind, tuple(name.text for name in entry.names), Ground(entry.span, listing.trail))


def _signed(listings: list[Listing], kind: str) -> list[Signed]:
    found = list[Signed]()
    for listing, entry in _rows(listings, kind):
        signals = [(SINGLY if value.key == SINGLY else role, value.text) for role in KINDS for value in entry.listed(role)]
        signals.extend((_guessed(value), value.text) for value in entry.listed("SIGNALS"))
        found.append(Signed(entry.names[0].text, tuple(signals), Ground(entry.span, listing.trail)))
    return found


def _guessed(value: Named) -> str:
    """The kind of a signal in a column that mixes them: by its signs."""
    if _PATH.search(value.text):
        return "PATHS"
    return "LABELS" if ":" in value.text else "WORDS"


def _matched(items: tuple[Item, ...], rows: list[Signed], what: str, findings: list[Reason]) -> tuple[Signed, ...]:
    """The rows that a sentence names, in its order; each name without a row has no signals, and is a finding."""
    found = list[Signed]()
    for item in items:
        named = next((row for row in rows if fold(row.name) == fold(item.text)), None)
        near = [row for row in rows if _near(stems(item.text), stems(row.name))]
        row = named or (near[0] if len(near) == 1 else None)
        if row is None or not row.signals:
            findings.append(_unseen(item, what))
        if all(fold(one.name) != fold(item.text) for one in found):
            found.append(Signed(item.text, row.signals if row else (), row.ground if row else item.ground))
    return tuple(found)


def _unseen(thing: Item | Signed, what: str = "surface") -> Reason:
    name = thing.text if isinstance(thing, Item) else thing.name
    return Reason(f"no table says by what the {what} `{name}` is recognised", thing.ground)


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one and other) and (one <= other or other <= one)
