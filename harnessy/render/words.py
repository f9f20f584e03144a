"""Words: what a doctrine knows, each name with its place, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harnessy.decision import Decision
from harnessy.render.json import to_dict
from harnessy.render.look import Look, place, plain, under
from harnessy.rulebook import RuleBook
from harnessy.rulebook.model import Book, Fact, Quantity, Scale, Subject, opaque_facts
from harnessy.rulebook.names import fold
from harnessy.source import Span

GROUPS = ("subjects", "facts", "scales", "quantities", "acts")
_INDENT = "  "
_TRUTH_VALUES = "yes or no"
_WIDEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Word:
    """A name that a doctrine knows: what sort of thing it is, what is said of it, and where it stands."""

    group: str
    name: str
    says: str
    span: Span
    also: tuple[str, ...] = ()
    values: tuple[str, ...] = ()

    def called(self, name: str) -> bool:
        """Whether this is how somebody spells it."""
        return fold(name) in {fold(spelling) for spelling in (self.name, *self.also)}


def vocabulary(rulebook: RuleBook) -> tuple[Word, ...]:
    """Every name of every document, by what it names, then in the order of the documents."""
    words = [word for book in rulebook.books for word in _of_book(book)]
    return tuple(sorted(words, key=lambda word: GROUPS.index(word.group)))


def _of_book(book: Book) -> Iterator[Word]:
    yield from (_subject(subject) for subject in book.subjects.values())
    yield from (_fact(book, fact) for fact in book.facts.values())
    for atom in opaque_facts(book).values():
        yield Word("facts", atom.words, f"{_TRUTH_VALUES}; a condition named by its own words", atom.span, (atom.fact,))
    yield from (_scale(scale) for scale in book.scales.values())
    yield from (_quantity(book, quantity) for quantity in book.quantities.values())
    yield from _acts(book)


def _subject(subject: Subject) -> Word:
    aliases = tuple(dict.fromkeys(alias.text for alias in subject.aliases if alias.key != subject.name.key))
    says = subject.kind + (f"; also {', '.join(aliases)}" if aliases else "")
    return Word("subjects", subject.name.text, says, subject.name.span, aliases)


def _fact(book: Book, fact: Fact) -> Word:
    scale = book.scales.get(fact.scale or "")
    values = tuple(member.text for member in scale.members) if scale else tuple(value.text for value in fact.values)
    aliases = tuple(alias.text for alias in fact.aliases)
    parts = [_kind(fact, scale, values)]
    if fact.author:
        parts.append(f"stated by {fact.author}")
    if fact.header:
        parts.append(f"read from a task's `{(*aliases, fact.name.text)[0]}` line")
    return Word("facts", fact.name.text, "; ".join(parts), fact.name.span, aliases, values)


def _kind(fact: Fact, scale: Scale | None, values: tuple[str, ...]) -> str:
    if fact.kind == "count":
        return f"{_TRUTH_VALUES}, or how many"
    if fact.kind in {"flag", "truth"}:
        return "a flag" if fact.kind == "flag" else _TRUTH_VALUES
    named = ", ".join(values)
    if fact.kind in {"number", "set"} or not named:
        return f"a {fact.kind}" + (f" of {named}" if named else "")
    if scale is not None:
        return f"{scale.name.text}: {named}"
    return named if fact.closed else f"{named}, or a word that no rule names"


def _scale(scale: Scale) -> Word:
    ordered = [member.text for key in scale.order if (member := scale.member(key)) is not None]
    loose = [member.text for member in scale.members if member.key not in scale.order]
    basis = "declared" if scale.inferred is None else f"inferred: {scale.inferred.text.rpartition(': ')[2]}"
    parts = [f"{' < '.join(ordered)} ({basis})"] if ordered else []
    if loose:
        parts.append(f"{', '.join(loose)} (no order known)")
    return Word("scales", scale.name.text, "; ".join(parts), scale.name.span, values=(*ordered, *loose))


def _quantity(book: Book, quantity: Quantity) -> Word:
    things = [book.facts.get(key) or book.quantities.get(key) for key in quantity.reads]
    reads = ", ".join(thing.name.text if thing else key for thing, key in zip(things, quantity.reads, strict=True))
    made = f"{quantity.function}({reads})" if quantity.function else "given by rules"
    says = f"{_TRUTH_VALUES}, {made}" if quantity.kind == "truth" else made
    aliases = tuple(alias.text for alias in quantity.aliases)
    return Word("quantities", quantity.name.text, says, quantity.span or quantity.name.span, aliases)


def _acts(book: Book) -> Iterator[Word]:
    seen = set[tuple[str, str]]()
    for act in (act for rule in book.rules for act in rule.acts):
        if (act.verb, act.effect) not in seen:
            seen.add((act.verb, act.effect))
            yield Word("acts", act.verb, act.effect, act.span)


# -- text and JSON


def words_text(words: Iterable[Word], look: Look) -> str:
    """The names by group, in columns: name, place, what is said of it."""
    listed = list(words)
    names = min(max((len(plain(word.name)) for word in listed), default=0), _WIDEST_NAME)
    places = max((len(place(word.span)) for word in listed), default=0)
    blocks = list[str]()
    for group in GROUPS:
        rows = [_row(word, names, places, look) for word in listed if word.group == group]
        if rows:
            blocks.append("\n".join([look.paint(group, "bold"), *rows]))
    return "\n\n".join(blocks)


def _row(word: Word, names: int, places: int, look: Look) -> str:
    where = look.paint(f"{place(word.span):{places}}", "faint")
    return f"{_INDENT}{plain(word.name):{names}}{_INDENT}{where}{_INDENT}{plain(word.says)}"


def look_up_text(decision: Decision, look: Look) -> str:
    """What is said of a name, a line for each thing."""
    rows = list[str]()
    for citation in decision.because:
        says = plain(citation.gives).replace(" = ", ": ", 1)
        where = f"{place(citation.span)}{_INDENT}{under(citation.trail)}".rstrip()
        rows.append(f"{_INDENT}{says}{_INDENT}{look.paint(where, 'faint')}")
    return "\n".join([look.paint(plain(decision.subject or ""), "bold"), *rows])


def words_json(words: Iterable[Word], found: Decision | None = None) -> str:
    """The names by group as one JSON object; `look_up` is the answer to a look-up, where one was asked."""
    listed = list(words)
    shape: dict[str, object] = {group: [_shape(word) for word in listed if word.group == group] for group in GROUPS}
    if found is not None:
        shape["look_up"] = to_dict(found)
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _shape(word: Word) -> dict[str, object]:
    return {
        "name": word.name, "says": plain(word.says), "also": list(word.also), "values": list(word.values),
        "file": word.span.source.path, "line": word.span.line, "column": word.span.column,
    }
