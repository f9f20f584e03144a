"""Issues and a doctrine in, a plan out: the same whatever the order of the input."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from harnessy.plan.charter import Charter, Item, Signed, charter
from harnessy.plan.links import Reader
from harnessy.plan.model import CLOSED, Aside, Ground, Issue, Link, Plan, Reason, Step, Touch
from harnessy.plan.notes import read_notes
from harnessy.plan.order import Links, foundation, order
from harnessy.plan.packets import pack
from harnessy.plan.references import Register, by_key
from harnessy.plan.select import home_of, labelled, left_out
from harnessy.plan.signals import Shown, Signals
from harnessy.plan.speech import Heard
from harnessy.rulebook.model import RuleBook
from harnessy.source import Source

_FOLDERS = 1 << 2 << 1
FOUNDATION, PACKET, SERIAL = "foundation", "packet", "serial"
Touches = Mapping[str, tuple[Touch, ...]]
Words = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Known:
    """What was found in the texts: what each issue touches, its evidence, its rank and the place of that, and the links."""

    touches: dict[str, tuple[Touch, ...]]
    evidence: dict[str, tuple[Touch, ...]]
    ranks: dict[str, tuple[Touch, ...]]
    places: dict[str, int]
    links: Links


def plan(
    rulebook: RuleBook, issues: Iterable[Issue], planning: Words, notes: Source | None = None, home: str = "",
) -> Plan:
    """The plan of a set of issues.

    `planning` are the word lists of the grammar, `notes` what a person says of the set, `home` is this repository.
    """
    law = charter(rulebook, planning)
    given = by_key(labelled(law, issue) for issue in issues)
    here = home_of(given.values(), home)
    left = {key: aside for key, issue in given.items() if not issue.fault and (aside := left_out(law, issue, here))}
    known = _known(law, given, left, planning, notes)
    found = order(given, left, known.links)
    rank = {key: (known.places[key], issue.order) for key, issue in given.items() if key not in left}
    waves = [sorted(wave, key=rank.__getitem__) for wave in found.waves]
    return Plan(
        issues=given,
        steps=tuple(_numbered(_steps(law, known, waves, found.links))),
        held=tuple(sorted(found.held, key=lambda aside: given[aside.issue].order)),
        left=tuple(sorted(left.values(), key=lambda aside: given[aside.issue].order)),
        links=found.links,
        touches=known.touches,
        evidence=known.evidence,
        ranks=known.ranks,
        things={thing.name: thing.ground for thing in (*law.surfaces, *law.criteria, *law.ranks)},
        criteria=tuple(criterion.name for criterion in law.criteria),
        pairs=_pairs(law, known.touches),
        rules=tuple(_rules(law)),
        findings=(*law.findings, *_wide(law, known.touches)),
        limit=law.limit,
        doctrine=law.digest,
        input=digest(given, notes),
    )


def digest(issues: Mapping[str, Issue], notes: Source | None = None) -> str:
    """The hash of everything that was read of the issues, and of the notes."""
    parts = [
        (issue.key, issue.state, issue.fault, *issue.labels, *(text.text for text in issue.texts), *_fields(issue))
        for issue in issues.values()
    ]
    told = [*parts, (notes.text if notes else "",)]
    text = "".join(f"{len(part)}:{part}" for one in told for part in (str(len(one)), *one))
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _fields(issue: Issue) -> Iterator[str]:
    return (f"{stated.span.source.path}\0{stated.span.text}\0{stated.state}" for stated in issue.fields)


def _known(law: Charter, issues: Mapping[str, Issue], left: Mapping[str, Aside], planning: Words, notes: Source | None) -> Known:
    reader, register = Reader.of(law, planning), Register(issues.values())
    denies = frozenset(planning["DENIES"])
    doubting = denies | {*planning["DOUBTING"]}
    surfaces, criteria, ranks = Signals(law.surfaces), Signals(law.criteria, doubting), Signals(law.ranks, doubting)
    said = read_notes(notes, law, register, denies)
    known = Known({}, {}, {}, {}, Links())
    for key, issue in issues.items():
        if issue.state in CLOSED and not issue.fault:
            continue
        texts = [Heard.of(source) for source in issue.texts if source.text]
        known.links.read(reader, register, issue, texts)
        if key not in left:
            shown = [Shown.of(text) for text in texts]
            own = [text for text in shown if text.source in issue.texts[:2]]
            known.touches[key] = surfaces.touched(issue, shown)
            known.evidence[key] = (*said.criteria.get(key, ()), *criteria.touched(issue, own))
            known.ranks[key] = said.ranks.get(key) or ranks.touched(issue, own)
            known.places[key] = _place(law.ranks, known.ranks[key])
    known.touches.update(_met(known.touches))
    return known


def _place(ranks: tuple[Signed, ...], shown: tuple[Touch, ...]) -> int:
    """The place of the first rank that an issue shows; without any, that of the row without signals, or the last."""
    names = [rank.name for rank in ranks]
    rest = [index for index, rank in enumerate(ranks) if not rank.signals]
    return min((names.index(touch.thing) for touch in shown), default=rest[0] if rest else len(ranks))


def _numbered(steps: Iterator[Step]) -> Iterator[Step]:
    for number, step in enumerate(steps, 1):
        yield Step(number, step.kind, step.wave, step.issues, step.reasons)


def _steps(law: Charter, known: Known, waves: list[list[str]], links: tuple[Link, ...]) -> Iterator[Step]:
    """Foundation first, one at a time; then wave by wave the packets, and what runs alone."""
    chosen = frozenset(key for wave in waves for key in wave)
    base = foundation(links, chosen)
    for number, wave in enumerate(waves, 1):
        for key in wave:
            if key in base:
                yield Step(0, FOUNDATION, number, (key,), tuple(_builds(base[key])))
    for number, wave in enumerate(waves, 1):
        yield from _wave(law, known, number, [key for key in wave if key not in base])


def _builds(links: Iterable[Link]) -> Iterator[Reason]:
    for link in links:
        yield Reason(f"{link.later} waits for it", link.ground, link.places)


def _wave(law: Charter, known: Known, number: int, keys: list[str]) -> Iterator[Step]:
    touched = _numbers({key: known.touches[key] for key in keys})
    lacking = {key: (*known.links.unread.get(key, ()), *_lacking(law, known.evidence[key])) for key in keys}
    packets = pack([key for key in keys if not lacking[key]], touched, law.limit)
    for packet in packets:
        if len(packet) > 1:
            yield Step(0, PACKET, number, tuple(packet), tuple(_justified(law, known.evidence, packet)))
    alone = {packet[0] for packet in packets if len(packet) == 1}
    for key in keys:
        if lacking[key]:
            yield Step(0, SERIAL, number, (key,), lacking[key])
        elif key in alone:
            yield Step(0, SERIAL, number, (key,), (Reason("no other of its wave is left to run beside it"),))


def _numbers(touches: Touches) -> dict[str, list[int]]:
    """The numbers of the surfaces that each issue touches."""
    index = dict[tuple[str, str], int]()
    return {key: [index.setdefault((touch.thing, touch.file), len(index)) for touch in own] for key, own in touches.items()}


def _pairs(law: Charter, touches: Touches) -> dict[str, int]:
    """How many pairs share each surface; of a surface that is every file by itself, the files together."""
    counts = Counter((touch.thing, touch.file) for own in touches.values() for touch in own)
    found = dict.fromkeys((surface.name for surface in law.surfaces), 0)
    for (thing, _), count in counts.items():
        found[thing] += count * (count - 1) // 2
    return found


def _met(touches: Touches) -> dict[str, tuple[Touch, ...]]:
    """What is touched, without the files that only one issue names.

    Paths of one ending are one file; a short one that could lie in several folders is each of the files, unless they are many.
    """
    longest = _longest({touch.file for own in touches.values() for touch in own if touch.file})
    named = dict[str, dict[tuple[str, str], Touch]]()
    for key, own in touches.items():
        each = (replace(touch, file=file) for touch in own for file in (longest[touch.file] if touch.file else ("",)))
        named[key] = {}
        for one in each:
            named[key].setdefault((one.thing, one.file), one)
    counts = Counter(place for own in named.values() for place in own)
    return {key: tuple(one for place, one in own.items() if not one.file or counts[place] > 1) for key, own in named.items()}


def _longest(files: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The fullest forms of each path, in order: those of which it is the end and that are themselves the end of no other."""
    longer = dict[str, list[str]]()
    for file in sorted(files):
        end = file
        while "/" in end:
            end = end.partition("/")[2]
            longer.setdefault(end, []).append(file)
    found = {file: tuple(one for one in longer.get(file, ()) if one not in longer) or (file,) for file in files}
    return {file: full if len(full) <= _FOLDERS else (file,) for file, full in found.items()}


def _lacking(law: Charter, evidence: tuple[Touch, ...]) -> tuple[Reason, ...]:
    """Why an issue runs alone: the criteria for which it shows nothing, or that nothing lets issues run side by side."""
    if not law.criteria:
        return (Reason("the doctrine lets nothing run side by side"),)
    if law.barred:
        return law.barred[:1]
    shown = {touch.thing for touch in evidence}
    missing = [criterion.name for criterion in law.criteria if criterion.name not in shown]
    what = ", ".join(missing) if len(missing) < len(law.criteria) else "any of what a packet needs"
    return (Reason(f"nothing shows {what}", law.justification[0].ground),) if missing else ()


def _justified(law: Charter, evidence: Touches, packet: list[str]) -> Iterator[Reason]:
    for criterion in law.criteria:
        shown = [next(touch for touch in evidence[key] if touch.thing == criterion.name) for key in packet]
        words = "; ".join(f"{key} `{' '.join(touch.span.text.split())}`" for key, touch in zip(packet, shown, strict=True))
        yield Reason(f"{criterion.name}: {words}", criterion.ground, tuple(touch.span for touch in shown))


def _rules(law: Charter) -> Iterator[Reason]:
    """What of the doctrine the plan obeys, sentence by sentence."""
    if law.process:
        yield Reason(f"takes up what is labelled {_listed(item.text for item in law.process)}", law.process[0].ground)
    if law.skip:
        yield Reason(f"leaves out what is labelled {_listed(item.text for item in law.skip)}", law.skip[0].ground)
    ground = min(law.limits, key=lambda item: int(item.text)).ground if law.limits else None
    yield Reason(f"at most {law.limit} at once" if ground else "one at a time: the doctrine names no number", ground)
    for place, names in _said(law.coupling):
        yield Reason(f"apart where both touch {_listed(names)}", place)
    for place, names in _said(law.justification):
        yield Reason(f"side by side only with {_listed(names)} shown", place)


def _said(items: Iterable[Item]) -> Iterator[tuple[Ground, list[str]]]:
    """What each sentence names, sentence by sentence."""
    for ground, own in groupby(items, key=lambda item: item.ground):
        yield ground, [item.text for item in own]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _wide(law: Charter, touches: Touches) -> Iterator[Reason]:
    """A surface that so many issues touch that it tells them no longer apart: a finding about the doctrine."""
    width = law.width
    if width is None or not touches:
        return
    for surface in law.surfaces:
        signals = [touch.signal for own in touches.values() for touch in own if touch.thing == surface.name and not touch.file]
        if len(signals) > width[0] * len(touches) and len(touches) > 1:
            often = max(sorted(set(signals)), key=signals.count)
            what = f"{len(signals)} of {len(touches)} issues touch `{surface.name}`, most by `{often}`: its signals tell little"
            yield Reason(what, surface.ground)
