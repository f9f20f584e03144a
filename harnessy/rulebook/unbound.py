"""What nobody reads and names nothing of its page may be about everything on it: `Ratification is pending`, `Check with Ana`.

A sentence that names something that the page declares is about that, and is minded there. One that names nothing reaches as
far as nobody knows, so it keeps all from going, unless it plainly restricts nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from harnessy.rulebook.acting import DONE_TO
from harnessy.rulebook.allowing import lead_ins
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import (
    SHORT,
    denies_a_hold,
    explains,
    introduces,
    is_of_others,
    is_told,
    keeps_as_is,
    reports,
    tells_of_page,
)
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import EVERYTHING, POLICY, THRESHOLD, UNBOUND, Reading
from harnessy.rulebook.names import bare, in_order, stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.surroundings import labelled
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.things import things
from harnessy.rulebook.tokens import ARTICLES, LOGIC, Lexer, Token, in_place
from harnessy.source import Span

_ORDERS = LOGIC - {"VERB", "WITHOUT", "MAY", "SAME", "UPWARD", "DOWNWARD", "IN", "THIRD", "BIND"}
_REACHES = ("SHAKES", "STATUS", "INACTIVE", "EVERYTHING")
_BESIDE = frozenset({"DASH", "SEMI", "COLON", "COMMA"})
_INVOLVES = ("OTHERS", "STATUS", "TAKES_BACK", "DECIDERS", "TIMES")
_PLAIN = (explains, tells_of_page, is_of_others, denies_a_hold, keeps_as_is)


def mind_unbound(draft: Draft) -> None:
    """Keep from going what sentences that are not read and name nothing may be about: what their headings name, or everything."""
    kinds = {key: subject.kind for key, subject in draft.subjects.items()}
    apart = {POLICY, THRESHOLD}  # what may be about these is found with them
    going = {rule.target for rule in draft.rules if strictest(rule.acts) == "go" and kinds.get(rule.target) not in apart}
    lexer = draft.lexer()
    named, passed = _named(draft), _passed(draft, lexer)
    told, lent = _headed(draft, lexer)
    topics = _Topics(draft, going)
    whole, parts = _wholes(draft), topics.parts()
    activated = any(quantity.kind == "truth" and not quantity.truths for quantity in draft.quantities.values())
    for place, reading in draft.unread():
        if place in passed or (reading.trail in told and is_told(draft, reading.span)):
            continue
        said = things(draft, reading.span).words
        tokens = lexer.lex(reading.span)
        own = reading.trail in lent and not any(token.type in LOGIC for token in in_place(tokens))
        dated = any(token.type == "NUMBER" for token in tokens)
        if not (said or dated) or plainly_restricts_nothing(draft, reading.span):
            continue
        draft.loose.append(reading.span)
        if own or not (going or _is_for_all(tokens)):
            continue
        above = frozenset(stem for heading in reading.trail[1:] for stem in in_order(heading))
        knows = bool(named & said) or any(token.type == "NAME" for token in tokens)
        bound = any(name <= said for name in whole) or bool(parts & said) or any(token.type == "NAME" for token in tokens)
        bound = bound or (knows and (_is_entry(tokens) or _is_state(tokens) or (activated and introduces(draft, reading.span))))
        if _is_of_page(draft, tokens) or (not bound and not named & above) or has_label(draft, reading.span.text, ("ALL_ELSE",)):
            draft.doubt(UNBOUND, reading.span)
            continue
        orders = _orders(draft, reading.span, tokens)
        if orders and not topics.going(said, whole=False) and not named & above and not topics.held(said):
            draft.doubt(UNBOUND, reading.span)
            continue
        if orders or has_label(draft, reading.span.text, ("SHAKES",)):
            _doubt_named(draft, topics, said, reading)
        others = topics.others(above) if not knows else []
        short = len(tokens) <= SHORT and has_label(draft, reading.span.text, _REACHES)
        reaches = orders or short or _is_for_all(tokens)
        headed = _mind_headed(draft, (topics.going(above, whole=knows), others), reading)
        if reaches and not (headed or bound or topics.held(above)):
            draft.doubt(UNBOUND, reading.span)  # its heading has a word of some name, and names nothing


def plainly_restricts_nothing(draft: Draft, span: Span) -> bool:
    """Whether a sentence is a reason, tells of the page, permits others something, denies a hold, or leaves things as they are."""
    return any(plain(draft, span) for plain in _PLAIN)


def _is_for_all(tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence of a page that lets nothing go begins with those whom a doctrine binds, or with each of something."""
    return bool(tokens) and tokens[0].type in {"ACTOR", "EVERY"}


def _is_of_page(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`This page is advisory until the review`, `Unattended means at the desk`: about all that the page says, whatever it names."""
    words = [token.text.casefold() for token in tokens[: 1 + 1 + 1]]
    headers = draft.grammar.words.headers
    of_page = len(words) > 1 and words[0] in headers["POINTERS"] and words[1] in draft.grammar.words.pages
    told = bool(set(words) & set(headers["TELLS"]))  # what it says is no state of it
    return (of_page and not told) or any(token.type == "MEANS" for token in tokens[1 : 1 + 1 + 1])


def _orders(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> bool:
    """Whether one short statement, without a second beside it, orders, bars, grades or involves somebody.

    `Small changes need a second pair of eyes`, `Work on the parser is supervised`, `Smoke runs older than a day are void`.
    """
    plain = tuple(token for token in in_place(tokens) if token.text.casefold() not in ARTICLES and token.text not in {".", "!"})
    pointed = plain[:1] and plain[0].text.casefold() in draft.grammar.words.headers["POINTERS"]
    if pointed or len(plain) > SHORT or any(token.type in _BESIDE for token in plain) or reports(plain) or introduces(draft, span):
        return False
    if any(token.effect == "neutral" for token in plain):  # what ends or is written decides nothing
        return False
    graded = any(before.type == "COP" and draft.member_scales(bare(token.text)) for before, token in pairwise(plain))
    somebody = any(token.type == "WORD" and token.text[:1].isupper() and not token.text.isupper() for token in plain[1:])
    return graded or somebody or any(token.type in _ORDERS for token in plain) or has_label(draft, span.text, _INVOLVES)


def _is_entry(tokens: tuple[Token, ...]) -> bool:
    """`` `run_night` — the loop of a night``: what is said, without logic, of something in code that stands in front of a dash."""
    at = next((index for index, token in enumerate(tokens) if token.type == "DASH"), 0)
    front = [token for token in tokens[:at] if token.type not in {"SLASH", "COMMA", "AND"}]
    coded = bool(front) and all(token.type == "ATOM" and set("_./") & set(token.text) for token in front)
    return coded and not any(token.type in LOGIC for token in in_place(tokens[at + 1 :]))


def _is_state(tokens: tuple[Token, ...]) -> bool:
    """`Kilns are old`: how things are, in one plain word that is no participle."""
    told = [token for token in tokens if token.text.casefold() not in ARTICLES and token.text != "."]
    return [token.type for token in told] == ["WORD", "COP", "WORD"] and not told[-1].text.casefold().endswith(DONE_TO)


def _mind_headed(draft: Draft, named: tuple[list[str], list[str]], reading: Reading) -> bool:
    """Keep from going what the headings of a sentence name: what goes, and facts, levels and values; tells whether there is any."""
    for key in named[0]:
        draft.mention(key, reading.span, reading.trail)
    for name in named[1]:
        draft.doubt(name, reading.span)
    return any(named)


def _doubt_named(draft: Draft, topics: _Topics, said: frozenset[str], reading: Reading) -> None:
    """Keep from going whatever a sentence that shakes it names: a fact, level, value or scale in whole, what goes in part."""
    for name in topics.others(said):
        draft.doubt(name, reading.span)
    if any(stems(key) <= said for key in draft.scales):
        draft.doubt(EVERYTHING, reading.span)
    for key in topics.going(said, whole=False):
        draft.mention(key, reading.span, reading.trail)


class _Topics:
    """What headings may name: what goes, by the stems of its names, and facts, levels and values."""

    def __init__(self, draft: Draft, going: set[str]) -> None:
        known = {**draft.operations, **draft.subjects}
        self._names = {key: [stems(name.key) for name in (thing.name, *thing.aliases)] for key, thing in known.items()}
        self._going = {key: names for key, names in self._names.items() if key in going}
        values = (value.key for fact in draft.facts.values() for value in fact.values)
        members = (member.key for scale in draft.scales.values() for member in scale.members)
        self._others = dict.fromkeys((*draft.facts, *draft.quantities, *values, *members))

    def going(self, above: frozenset[str], *, whole: bool) -> list[str]:
        """What goes and is named above a sentence, in whole or in part."""
        return sorted(
            key for key, names in self._going.items() if any((name <= above) if whole else (name & above) for name in names if name)
        )

    def held(self, said: frozenset[str]) -> bool:
        """Whether words name a subject or operation in whole that never goes: they are about that."""
        return any(name <= said for key, names in self._names.items() if key not in self._going for name in names if name)

    def parts(self) -> frozenset[str]:
        """The stems of the names of all that goes."""
        return frozenset(stem for names in self._going.values() for name in names for stem in name)

    def others(self, above: frozenset[str]) -> list[str]:
        """The facts, levels and values that are named in whole."""
        return sorted(key for key in self._others if stems(key) and stems(key) <= above)


def _headed(draft: Draft, lexer: Lexer) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """The sections of a history, and those whose heading permits what stands below it (`Agents may`), under a condition or not."""
    told, lent = set[tuple[str, ...]](), set[tuple[str, ...]]()
    for section in draft.document.sections:
        for heading in (heading for heading in section.trail if heading.level > 1):
            if labelled(draft, heading, "BACKGROUND"):
                told.add(section.words)
            if any(token.type == "MAY" for token in lexer.lex(heading.span)):
                lent.add(section.words)
    return told, lent


def _passed(draft: Draft, lexer: Lexer) -> set[tuple[int, int]]:
    """The places that are minded with what stands beside or below them; what begins with everybody reaches further."""
    beside = dict.fromkeys(part for rule in draft.rules for part in rule.unread)
    parts = (part for part in beside if not _is_for_all(lexer.lex(part)))
    leads = (lead for section in draft.document.sections for lead in lead_ins(section))
    return reason_cells(draft) | {(span.start, span.end) for span in (*leads, *parts)}


def _named(draft: Draft) -> frozenset[str]:
    """The stems of what the document declares, without those of people, who may have a say in anything."""
    words = draft.grammar.words
    people = (*words.headers["OTHERS"], *words.keywords["HUMANS"], *words.keywords["ACTOR"])
    nobody = frozenset(stem for name in people for stem in in_order(name))
    return frozenset(stem for name in _declared(draft) for stem in in_order(name)) - nobody - words.structure


def _wholes(draft: Draft) -> tuple[frozenset[str], ...]:
    """The stems of each name that the document declares, without those that are called by people alone.

    Who names a part of one (`worktrees with changes are kept`, beside *the change reaches a script*) may be about anything.
    """
    words = draft.grammar.words
    people = (*words.headers["OTHERS"], *words.keywords["HUMANS"], *words.keywords["ACTOR"])
    nobody = frozenset(stem for name in people for stem in in_order(name)) | words.structure
    return tuple({name for key in _declared(draft) if (name := stems(key) - nobody)})


def _declared(draft: Draft) -> Iterator[str]:
    for subject in (*draft.subjects.values(), *draft.operations.values()):
        if subject.kind != POLICY:
            yield from (name.key for name in (subject.name, *subject.aliases))
    for fact in draft.facts.values():
        yield from (fact.name.key, *(value.key for value in fact.values))
    for scale in draft.scales.values():
        yield from (scale.name.key, *(member.key for member in scale.members))
    yield from draft.quantities
