"""What comes before what: links between issues, the circles among them, what is held back for them, and the waves of the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import networkx as nx

from harnessy.plan.charter import UNCLEAR, Phrase
from harnessy.plan.links import BUILDING, Reader
from harnessy.plan.model import CLOSED, Aside, Issue, Link, Reason, Stated
from harnessy.plan.ready import not_ready
from harnessy.plan.references import Named, Register
from harnessy.plan.said import Said
from harnessy.plan.speech import Heard
from harnessy.source import Span

_LATER = frozenset({"GOES_AFTER", "WHOLE_OF"})
LINKING = _LATER | BUILDING | {"PART_OF"}


@dataclass
class Links:
    """The links of a set as they are read. `outside` has the state of what is not in the set, empty where nobody knows it.

    `unsaid` are links of which the doctrine does not say what they mean, `unread` words that may be a link and are not understood.
    """

    found: list[Link] = field(default_factory=list)
    outside: dict[str, str] = field(default_factory=dict)
    unsaid: dict[str, list[Reason]] = field(default_factory=dict)
    unread: dict[str, list[Reason]] = field(default_factory=dict)

    def read(self, reader: Reader, register: Register, issue: Issue, texts: Iterable[Heard]) -> None:
        """Add what an issue says and what its fields say."""
        for text in texts:
            for said in reader.said(text.source, text.speech, text.seen):
                if not said.read or said.target is None:
                    self._doubt(register, issue, said)
                    continue
                target = self._key(register, said.target, issue)
                subject = self._key(register, said.subject, issue) if said.subject else issue.key
                pair = (target, issue.key) if said.itself else (subject, target)
                self._add(pair, said.phrase, said.spans)
        for stated, phrase in reader.fields(issue):
            if not stated.number:
                self._uncounted(issue, stated, phrase)
                continue
            known = register.number(stated.number, stated.repository, issue.repository)
            target = known or f"{stated.repository}#{stated.number}"
            if known is None:
                self.outside[target] = stated.state or self.outside.get(target, "")
            if phrase is None:
                why = Reason(f"the doctrine does not say what `{stated.words}` {target} means", None, (stated.span,))
                self.unsaid.setdefault(issue.key, []).append(why)
            else:
                self._add((issue.key, target), phrase, (stated.span,))

    def _uncounted(self, issue: Issue, stated: Stated, phrase: Phrase | None) -> None:
        """Keep what a field counts and does not list, if it says that the issue waits for it, or nobody knows what it says."""
        if phrase is None or phrase.direction in _LATER:
            what = f"`{stated.words}`: {stated.span.text} that the input does not list"
            self.unsaid.setdefault(issue.key, []).append(Reason(what, phrase.ground if phrase else None, (stated.span,)))

    def _doubt(self, register: Register, issue: Issue, said: Said) -> None:
        """Keep what was not understood of a link, unless it speaks of a file that is no issue or of the issue itself.

        Words behind a colon hold the issue back, as they say what it waits for; a name in the same sentence may be there for
        another reason. Words that the doctrine calls unclear matter only for what is still to be done in this set.
        """
        found = register.find(said.target, issue) if said.target else None
        if said.phrase.direction == UNCLEAR and (found is None or found in register.closed):
            return
        file = said.target is not None and bool(said.target.file) and not found
        if said.phrase.direction not in BUILDING | {UNCLEAR} or found == issue.key or file:
            return
        what = f"`{said.phrase.words}` with {found or said.target.text}" if said.target else f"`{said.phrase.words}`"
        why = Reason(f"it says {what}, and what that means is not understood", said.phrase.ground, said.spans)
        kept = self.unread if said.target else self.unsaid
        kept.setdefault(issue.key, []).append(why)

    def _key(self, register: Register, named: Named, issue: Issue) -> str:
        key = register.find(named, issue)
        if key is None:
            self.outside.setdefault(named.text, "")
        return key or named.text

    def _add(self, pair: tuple[str, str], phrase: Phrase, places: tuple[Span, ...]) -> None:
        subject, other = pair
        if phrase.direction not in LINKING:
            return
        later, earlier = (subject, other) if phrase.direction in _LATER else (other, subject)
        builds = phrase.direction in BUILDING
        self.found.append(Link(later, earlier, phrase.text, places, phrase.ground, builds))


@dataclass(frozen=True)
class Order:
    """The order of the issues that are in a plan: waves (each a list of issues), and those held back."""

    waves: tuple[tuple[str, ...], ...]
    held: tuple[Aside, ...]
    links: tuple[Link, ...]


def order(issues: Mapping[str, Issue], left: Mapping[str, Aside], links: Links) -> Order:
    """Hold back what waits for something that no step of the plan brings, and put the rest into the fewest waves."""
    chosen = [key for key in issues if key not in left]
    inside = {key: dict[str, Link]() for key in chosen}
    held = {key: [*_unread(issues[key]), *links.unsaid.get(key, ())] for key in chosen}
    kept = list[Link]()
    for link in sorted(links.found, key=lambda link: (not link.builds, link.places[0].start)):
        if link.later not in inside or link.earlier in inside[link.later]:
            continue
        if link.earlier in inside:
            inside[link.later][link.earlier] = link
            kept.append(link)
        elif (why := unmet(link, issues, left, links.outside)) is not None:
            held[link.later].append(why)
    graph = nx.DiGraph()
    graph.add_nodes_from(chosen)
    graph.add_edges_from((link.earlier, link.later) for link in kept)
    waves = _waves(graph)
    circles = [*_circles(graph, inside)] if waves is None else []
    for circle in circles:
        for key, why in circle:
            held[key].append(why)
    _follow(graph, held, inside, {key: number for number, circle in enumerate(circles) for key, _ in circle})
    if (back := [key for key in chosen if held[key]]):
        graph.remove_nodes_from(back)
        waves = _waves(graph)
    asides = tuple(Aside(key, tuple({why.text: why for why in reversed(held[key])}.values())[::-1]) for key in chosen if held[key])
    return Order(waves or (), asides, tuple(kept))


def _unread(issue: Issue) -> Iterator[Reason]:
    if issue.fault:
        yield Reason(f"it could not be read: {issue.fault}")


def _waves(graph: nx.DiGraph) -> tuple[tuple[str, ...], ...] | None:
    """What can begin at once, what can begin after that, and so on; None where a circle never lets some of it begin."""
    try:
        return tuple(tuple(wave) for wave in nx.topological_generations(graph))
    except nx.NetworkXUnfeasible:
        return None


def unmet(link: Link, issues: Mapping[str, Issue], left: Mapping[str, Aside], outside: Mapping[str, str]) -> Reason | None:
    """Why an issue cannot begin, for one link to what no step of the plan brings; None where that is closed or merged."""
    other = issues.get(link.earlier)
    state = other.state if other else outside.get(link.earlier, "")
    if state in CLOSED:
        return not_ready(link, "finished")
    if other is not None:
        return not_ready(link, "left out", left[other.key].reasons[0].text)
    return not_ready(link, "elsewhere" if state else "unknown")


def _circles(graph: nx.DiGraph, inside: Mapping[str, Mapping[str, Link]]) -> Iterator[list[tuple[str, Reason]]]:
    """The issues of each circle, with the path of links that makes it."""
    for part in nx.strongly_connected_components(graph):
        first = min(part, key=lambda key: (len(key), key))
        if len(part) == 1 and not graph.has_edge(first, first):
            continue
        found = _circle(graph, part, first)
        links = [inside[later][earlier] for earlier, later in found]
        path = " → ".join([*(link.later for link in reversed(links)), links[-1].later])
        why = Reason(f"waits in a circle: {path}", links[0].ground, tuple(span for link in links[::-1] for span in link.places))
        yield [(key, why) for key in sorted(part)]


def _circle(graph: nx.DiGraph, part: Iterable[str], first: str) -> Sequence[tuple[str, str]]:
    """A shortest circle through a node, among the nodes of its part; always the same one."""
    if graph.has_edge(first, first):
        return [(first, first)]
    inside = frozenset(part)
    back = nx.DiGraph()
    back.add_edges_from(sorted((later, earlier) for earlier, later in graph.edges(inside) if later in inside))
    paths = nx.single_source_shortest_path(back, first)
    path = min((paths[after] for after in graph.successors(first) if after in inside), key=lambda path: (len(path), path))
    return [*pairwise([first, *reversed(path)])]


def _follow(
    graph: nx.DiGraph, held: dict[str, list[Reason]], inside: Mapping[str, Mapping[str, Link]], circles: Mapping[str, int],
) -> None:
    """What waits for something held back is held back as well; that the others of its circle are needs no saying."""
    stack = [key for key in graph if held[key]]
    seen = set(stack)
    while stack:
        earlier = stack.pop()
        for later in graph.successors(earlier):
            link = inside[later][earlier]
            why = not_ready(link, "held back")
            if why is not None and (later not in circles or circles.get(earlier) != circles[later]):
                held[later].append(why)
            if later not in seen:
                seen.add(later)
                stack.append(later)


def foundation(links: Iterable[Link], chosen: frozenset[str]) -> dict[str, list[Link]]:
    """What others build on, each with the links that say so; and whatever that waits for in turn, as its part."""
    later, earlier = dict[str, list[Link]](), dict[str, list[Link]]()
    for link in links:
        if link.later in chosen and link.earlier in chosen:
            later.setdefault(link.earlier, []).append(link)
            earlier.setdefault(link.later, []).append(link)
    found = {key: own for key, every in later.items() if (own := [link for link in every if link.builds])}
    stack = list(found)
    while stack:
        for link in earlier.get(stack.pop(), ()):
            if link.earlier not in found:
                stack.append(link.earlier)
                found[link.earlier] = [link]
    return found
