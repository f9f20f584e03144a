"""The pure step of the loop: an approved plan and how its issues stand in, what may be dispatched now out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from harnessy.decision import QuestionError
from harnessy.plan.bars import BROKEN
from harnessy.plan.build import PACKET
from harnessy.plan.charter import Charter, Ending, charter
from harnessy.plan.model import Aside, Ground, Link, Reason, Step
from harnessy.plan.ready import Standing, not_ready
from harnessy.plan.told import told
from harnessy.rulebook.model import RuleBook
from harnessy.rulebook.names import fold, in_order, stems
from harnessy.rulebook.place import TIGHT

Verdict = Literal["go on", "pause", "stop", "undecided"]
Words = Mapping[str, tuple[str, ...]]
STANDINGS: Mapping[str, Standing] = {
    "RUNNING": "running", "FINISHED": "finished", "FAILED": "failed", "OUT": "out", "PERSON": "waiting", "HELD": "held back",
}  # fmt: skip
_ENDED: Mapping[str, Verdict] = {"PAUSE": "pause", "STOP": "stop"}


@dataclass(frozen=True, slots=True)
class Outline:
    """What a loop needs of a plan: its steps, its links, and what is held back in it."""

    steps: tuple[Step, ...]
    links: tuple[Link, ...]
    held: tuple[str, ...]
    limit: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a plan is: the status of each issue that was begun, what else is known of it, and what is known of the loop."""

    statuses: Mapping[str, str]
    facts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    loop: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Next:
    """What may be dispatched now, how the rest stands and why, and whether the loop goes on.

    `told` is what the doctrine says of the facts that are known, issue by issue; those of the loop have no issue.
    """

    dispatch: tuple[str, ...]
    step: Step | None
    standings: Mapping[str, Standing]
    not_yet: tuple[Aside, ...]
    told: tuple[Aside, ...]
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()


def step(rulebook: RuleBook, words: Words, outline: Outline, progress: Progress, void: Sequence[str] = ()) -> Next:
    """What may be dispatched: the issues of the first step that has any ready, within the limit and beside nothing else.

    What the doctrine holds or stops for a fact that is known of it is not dispatched; what it holds for a fact of the loop
    stops all of it, and so does each reason in `void`. What waits for a person holds up only what depends on it. Raises
    UsageError for a status that nobody knows.
    """
    law = charter(rulebook, words)
    standings = _standings(law, words, outline, progress)
    told_of = {key: told(rulebook, facts) for key, facts in progress.facts.items()}
    of_loop = told(rulebook, progress.loop)
    halted = {key for key, said in told_of.items() if any(effect in TIGHT for _, effect in said)}
    broken = (Reason(BROKEN, Ground(book.broken[0].span)) for book in rulebook.books if book.broken)
    shut = [*(Reason(why) for why in void), *broken, *(reason for reason, effect in of_loop if effect in TIGHT)]
    waits = _waits(outline.links, standings)
    running = [key for key, standing in standings.items() if standing == "running"]
    ready = {key for key, standing in standings.items() if standing == "to come" and not waits[key] and key not in halted}
    own = _step(outline.steps, running, ready) if not shut else None
    free = max(0, outline.limit - len(running))
    dispatch = tuple(key for key in own.issues if key in ready)[:free] if own else ()
    not_yet = [Aside(key, reasons) for key, reasons in waits.items() if standings[key] == "to come" and reasons]
    if not shut:
        later = [key for key in standings if key in ready and key not in dispatch]
        not_yet.extend(Aside(key, (_crowded(outline, law, running, dispatch, free),)) for key in later)
    said = [Aside(key, tuple(reason for reason, _ in acts)) for key, acts in (*told_of.items(), ("", of_loop)) if acts]
    verdict, why = ("go on", ()) if dispatch or running else _ended(law, words, standings, halted)
    if shut:
        verdict, why = "pause", tuple(shut)
    return Next(dispatch, own if dispatch else None, standings, tuple(not_yet), tuple(said), verdict, why)


def _standings(law: Charter, words: Words, outline: Outline, progress: Progress) -> dict[str, Standing]:
    found: dict[str, Standing] = {key: "to come" for one in outline.steps for key in one.issues}
    found.update(dict.fromkeys(outline.held, "held back"))
    for key, status in progress.statuses.items():
        stands = standing_of(law, words, status)
        if len(stands) != 1:
            known = ", ".join(f"`{one.text}`" for one in law.statuses) or "none: the doctrine has no table of them"
            raise QuestionError(f"`{key}` is `{status}`, and nobody knows how it stands then", f"the statuses are {known}")
        found[key] = next(iter(stands))
    return found


def _waits(links: Iterable[Link], standings: Mapping[str, Standing]) -> dict[str, tuple[Reason, ...]]:
    found = dict[str, tuple[Reason, ...]]((key, ()) for key in standings)
    for link in links:
        if link.later in found and (why := not_ready(link, standings.get(link.earlier, "finished"))):
            found[link.later] = (*found[link.later], why)
    return found


def _step(steps: Iterable[Step], running: Sequence[str], ready: set[str]) -> Step | None:
    """The step to go on with: that of what is running, if it is a packet; else the first in which something is ready."""
    if running:
        own = next((step for step in steps if running[0] in step.issues), None)
        beside = own is not None and own.kind == PACKET and all(key in own.issues for key in running)
        return own if beside else None
    return next((step for step in steps if ready & set(step.issues)), None)


def _crowded(outline: Outline, law: Charter, running: Sequence[str], dispatch: Sequence[str], free: int) -> Reason:
    limit = min(law.limits, key=lambda item: int(item.text)).ground if law.limits else None
    if running and not free:
        return Reason(f"{len(running)} of {outline.limit} are being worked on", limit)
    beside = ", ".join((*running, *dispatch))
    ground = next((item.ground for item in law.justification), None)
    return Reason(f"its turn comes after {beside}, beside which nothing lets it run", ground)


def _ended(law: Charter, words: Words, standings: Mapping[str, Standing], halted: set[str]) -> tuple[Verdict, tuple[Reason, ...]]:
    """Whether the loop pauses or stops, once nothing runs and nothing can: as the doctrine says, and only so.

    While something waits for a person, a pause is meant rather than a stop. What is still to come is held back by the rest.
    """
    left = {"waiting" if key in halted else standing for key, standing in standings.items() if standing != "finished"}
    left = {"held back" if standing == "to come" else standing for standing in left}
    met = [ending for ending in law.endings if not ending.states or left <= _listed(ending, law, words)]
    first = "PAUSE" if "waiting" in left else "STOP"
    chosen = [ending for ending in met if ending.kind == first] or met
    if not chosen:
        return "undecided", (Reason("nothing can be dispatched, and the doctrine does not say what follows"),)
    what = f"what is left cannot run: {', '.join(sorted(left))}" if left else "nothing is left"
    return _ENDED[chosen[0].kind], tuple(Reason(what, ending.ground) for ending in chosen if ending.kind == chosen[0].kind)


def _listed(ending: Ending, law: Charter, words: Words) -> set[Standing]:
    """How an issue can stand that is in one of the states that a sentence lists."""
    return {standing for state in ending.states for standing in standing_of(law, words, state)}


def standing_of(law: Charter, words: Words, text: str) -> set[Standing]:
    """How an issue of a status stands: by the doctrine's table, else by the plain words of the grammar.

    Finished is only what is called so in so many words: `almost done` and `not completed` are not.
    """
    found = {STANDINGS[status.standing] for status in law.statuses if fold(status.text) == fold(text)}
    if not found:
        own, said = stems(text), in_order(text)
        plain = [(STANDINGS[role], phrase) for role in STANDINGS for phrase in words[role]]
        loose = {standing for standing, phrase in plain if stems(phrase) <= own} - {"finished"}
        found = loose | {standing for standing, phrase in plain if in_order(phrase) == said}
    return found
