"""What stands beside a policy and keeps it from being clear: whatever nobody read there, or elsewhere speaks of the same things.

*Clear* lets its subject be done, so it stands on what was read whole. In the sections of a policy, and in those below and
above them, every sentence, table and fence that no rule or definition came from keeps it from being clear; elsewhere what
speaks of the things that it is about, and what is held or halted of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from harnessy.document import Fence, ListBlock, Paragraph, Section, Table, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import described, harmless
from harnessy.rulebook.mentions import denies, reason_cells
from harnessy.rulebook.model import ELSE, EVERYTHING, JOINED, POLICY, Rule, names_of, rule_atoms
from harnessy.rulebook.names import in_order, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.surroundings import labelled
from harnessy.rulebook.things import Things, front_things, things
from harnessy.source import Span

_READ = frozenset({"rule", "definition", "example"})
_MEASURED = frozenset({"veto", "bar", "threshold", JOINED})  # what judges a metric, and nothing that is done
_INVITED, _MENTION = "invited", "unread mention"


@dataclass(slots=True)
class _Policies:
    """The policies by the sections that are theirs, by a heading right above and any above, by what they are about, by any word."""

    sections: dict[int, dict[str, None]] = field(default_factory=dict)
    under: dict[int, dict[str, None]] = field(default_factory=dict)
    below: dict[int, dict[str, None]] = field(default_factory=dict)
    heads: dict[str, dict[str, None]] = field(default_factory=dict)
    words: dict[str, dict[str, None]] = field(default_factory=dict)
    verbs: dict[str, dict[str, None]] = field(default_factory=dict)
    spans: dict[str, list[Span]] = field(default_factory=dict)

    def about(self, index: dict[str, dict[str, None]], found: Iterable[str]) -> dict[str, None]:
        """The policies under any of some stems."""
        return {key: None for stem in sorted(found) for key in index.get(stem, ())}


def mind_policies(draft: Draft) -> None:
    """Keep policies from being clear because of what is not read and may say more of them."""
    if not any(subject.kind == POLICY for subject in draft.subjects.values()):
        return
    starts = [section.span.start for section in draft.document.sections]
    own = _policies(draft, starts)
    leads = _leads(draft)
    passed = reason_cells(draft) | {(span.start, span.end) for span in draft.doubts.get(ELSE, ())} | _shown(draft)
    for place, reading in list(draft.readings.items()):
        if reading.kind in _READ or place in passed | draft.told:
            continue
        loose = reading.kind == "rationale"
        below = leads.get(place)
        if loose and below is not None:
            keys = {key: None for key, spans in own.spans.items() if any(below.covers(span) for span in spans)}
        elif loose and harmless(draft, reading.span):
            continue
        else:
            keys = _near(draft, own, bisect_right(starts, reading.span.start) - 1, loose=loose)
            said = described(draft, reading.span) if loose else things(draft, reading.span)
            keys |= own.about(own.heads, said.heads) if loose else own.about(own.words, said.words)
        _mention(draft, keys, reading.span, reading.trail)
    for rule in [rule for rule in draft.rules if _is_apart(draft, rule)]:
        said = things(draft, rule.span)
        keys = own.about(own.heads, said.objects | _named(draft, rule))
        keys |= own.about(own.verbs, said.verb) if rule.target in draft.operations else {}
        _mention(draft, {key: None for key in keys if not _same_sentence(own, key, rule.span)}, rule.span, rule.trail)
    _mind_operations(draft)
    read = _read(draft)
    for index, section in enumerate(draft.document.sections):
        _blocks(draft, own, (index, section), read)


def _counted(draft: Draft, rule: Rule) -> frozenset[str]:
    """What the facts that a rule reads are about."""
    names = (name for atom in rule_atoms(rule) for name in names_of(atom))
    facts = (draft.facts[name] for name in names if name in draft.facts and draft.facts[name].test is None)
    return frozenset(stem for fact in facts for stem in in_order(fact.name.key.partition(" per ")[0])[-1:])


def _shown(draft: Draft) -> set[tuple[int, int]]:
    """Items under a heading that says that they are only shown: `Diagnostics (monitored, not scored)`."""
    sections = (section for section in draft.document.sections if section.heading is not None)
    shown = {section.words for section in sections if section.heading and labelled(draft, section.heading, "MONITORED")}
    return {place for place, found in draft.readings.items() if found.kind == "rationale" and found.trail in shown}


def _policies(draft: Draft, starts: list[int]) -> _Policies:
    own, said = _Policies(), dict[tuple[int, int], Things]()
    for rule in draft.rules:
        subject = draft.subjects.get(rule.target)
        if subject is None or subject.kind != POLICY or rule.family in {_INVITED, _MENTION}:
            continue
        own.spans.setdefault(rule.target, []).append(rule.span)
        at = bisect_right(starts, rule.span.start) - 1
        own.sections.setdefault(at, {})[rule.target] = None
        for heading in draft.document.sections[at].trail:
            own.below.setdefault(heading.span.start, {})[rule.target] = None
        for heading in draft.document.sections[at].trail[-1:]:
            own.under.setdefault(heading.span.start, {})[rule.target] = None
        place = (rule.span.start, rule.span.end)
        found = said[place] = said.get(place) or front_things(draft, rule.span)
        heads = found.heads | _counted(draft, rule)
        heads |= front_things(draft, subject.name.span).heads if rule.span.covers(subject.name.span) else frozenset()
        for index, stems_of in ((own.heads, heads), (own.words, found.words | found.verb | heads), (own.verbs, found.verb)):
            for stem in stems_of:
                index.setdefault(stem, {})[rule.target] = None
    return own


def _near(draft: Draft, own: _Policies, at: int, *, loose: bool) -> dict[str, None]:
    """The policies of a section, of those above and below it; all for what opens the page and nobody understands."""
    here = draft.document.sections[at]
    found = dict(own.sections.get(at, {}))
    for heading in here.trail[:-1]:
        if heading.level > 1:
            found |= own.under.get(heading.span.start, {})
    if here.heading is None:
        return found if loose else dict.fromkeys(own.spans)
    if here.heading.level > 1 or not loose:
        found |= own.below.get(here.heading.span.start, {})
    return found


def _leads(draft: Draft) -> dict[tuple[int, int], Span]:
    """The lists and read tables by the place of the sentence with a colon that leads in to them."""
    found, read = dict[tuple[int, int], Span](), _read(draft)
    for section in draft.document.sections:
        for before, block in pairwise(section.blocks):
            if isinstance(block, Table) and block.span.start in read and isinstance(before, Paragraph) and before.sentences:
                found |= _led(before.sentences, block.span)
        for listed in (block for block in walk(section.blocks) if isinstance(block, ListBlock)):
            if listed.lead is not None:
                found |= _led(listed.lead.sentences, listed.span)
            for item in listed.items:
                inner = [nested.span for nested in item.blocks if isinstance(nested, ListBlock)]
                found |= _led(item.sentences, inner[0].cut(inner[0].start, inner[-1].end)) if inner else {}
    return found


def _led(sentences: tuple[Span, ...], block: Span) -> dict[tuple[int, int], Span]:
    lead = sentences[-1] if sentences else None
    return {(lead.start, lead.end): block} if lead is not None and lead.text.rstrip("*_ ").endswith(":") else {}


def _read(draft: Draft) -> set[int]:
    """Where the tables and fences begin that somebody read."""
    found = {place[0] for place, reading in draft.readings.items() if reading.kind in _READ}
    return found | {grid.table.span.start for grid in draft.grids} | {listing.span.start for listing in draft.listings}


def _is_apart(draft: Draft, rule: Rule) -> bool:
    """Whether a rule holds or halts something that is no policy."""
    subject = draft.subjects.get(rule.target)
    policy = subject is not None and subject.kind == POLICY
    return not policy and rule.family not in _MEASURED and rule.target != EVERYTHING and strictest(rule.acts) in TIGHT


def _named(draft: Draft, rule: Rule) -> frozenset[str]:
    """What a declared subject is called: the row of a cell."""
    subject = draft.subjects.get(rule.target)
    names = (subject.name, *subject.aliases) if subject is not None else ()
    return frozenset(stem for name in names for stem in things(draft, name.span).heads)


def _same_sentence(own: _Policies, key: str, span: Span) -> bool:
    return any(other.covers(span) or span.covers(other) for other in own.spans.get(key, ()))


def _blocks(draft: Draft, own: _Policies, place: tuple[int, Section], read: set[int]) -> None:
    """Tables and fences that nobody read, and headings that take back what they name."""
    index, section = place
    for block in walk(section.blocks):
        if isinstance(block, Table) and block.span.start not in read:
            keys = _near(draft, own, index, loose=False) | own.about(own.words, things(draft, block.span).words)
            _mention(draft, keys, block.span, section.words)
        elif isinstance(block, Fence) and block.span.start not in read and block.body.text.strip():
            _mention(draft, _near(draft, own, index, loose=True), block.span, section.words)
    if section.heading is not None and denies(draft, section.heading.span):
        _mention(draft, own.about(own.heads, stems(section.heading.text)), section.heading.span, section.words)


def _mention(draft: Draft, keys: Iterable[str], span: Span, trail: tuple[str, ...]) -> None:
    for key in keys:
        draft.mention(key, span, trail)


def _mind_operations(draft: Draft) -> None:
    """What is held or halted as an operation of the same verb is more than a policy about that verb knows."""
    policies = {key: thing for key, thing in draft.subjects.items() if thing.kind == POLICY and thing.aliases}
    for key, thing in policies.items():
        verbs = {in_order(name.key)[:1] for name in (thing.name, *thing.aliases)}
        tight = [rule for rule in draft.rules if rule.target in draft.operations and strictest(rule.acts) in TIGHT]
        tight = [rule for rule in tight if not _says(draft, rule, key)]
        for rule in (rule for rule in tight if in_order(rule.target)[:1] in verbs):
            draft.mention(key, rule.span, rule.trail)


def _says(draft: Draft, rule: Rule, key: str) -> bool:
    """Whether a rule of a policy comes from the same sentence."""
    return any(other.target == key and other.span.covers(rule.span) for other in draft.rules)
