"""The rules as a graph: which rule reads which fact, answers which subject, overrides and cites which other rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from harnessy.rulebook.model import Book, Opaque, Rule, RuleBook, names_of, opaque_facts, rule_atoms
from harnessy.source import Span

NodeKind = Literal["fact", "condition", "quantity", "subject", "rule"]
EdgeKind = Literal["reads", "answers", "overrides", "cites"]
_MENTION = "unread mention"


@dataclass(frozen=True, slots=True)
class Node:
    """A name or a rule. `id` is its key in the graph, `text` what people call it."""

    id: str
    kind: NodeKind
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """What one node does to another."""

    start: str
    end: str
    kind: EdgeKind


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges, each in a fixed order, and the circles among quantities (ids of nodes, each on the next)."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    circles: tuple[tuple[str, ...], ...]


def graph(rulebook: RuleBook) -> Graph:
    """The graph of every book; names of different documents are different nodes."""
    nodes = {node.id: node for book in rulebook.books for node in _nodes(book)}
    edges = dict.fromkeys(edge for book in rulebook.books for edge in _edges(book))
    kept = tuple(edge for edge in edges if edge.start in nodes and edge.end in nodes)
    derived = [edge for edge in kept if edge.kind == "reads" or nodes[edge.end].kind == "quantity"]
    return Graph(tuple(nodes.values()), kept, _circles(derived))


def _circles(edges: Iterable[Edge]) -> tuple[tuple[str, ...], ...]:
    """Circles of reading and answering: a quantity that rests on itself. A default of a fact is none."""
    import networkx as nx

    flow = nx.DiGraph()
    for edge in edges:
        if edge.kind == "reads":
            flow.add_edge(edge.end, edge.start)
        elif edge.kind == "answers":
            flow.add_edge(edge.start, edge.end)
    found = (tuple(sorted(part)) for part in nx.strongly_connected_components(flow) if len(part) > 1)
    loops = ((node,) for node in nx.nodes_with_selfloops(flow))
    return tuple(sorted([*found, *loops]))


def _id(book: Book, kind: str, key: str) -> str:
    return f"{book.path}#{kind}/{key}"


def _nodes(book: Book) -> Iterator[Node]:
    for key, fact in book.facts.items():
        yield Node(_id(book, "name", key), "fact", fact.name.text, fact.name.span)
    for key, atom in opaque_facts(book).items():
        yield Node(_id(book, "condition", key), "condition", atom.words, atom.span)
    for key, quantity in book.quantities.items():
        yield Node(_id(book, "name", key), "quantity", quantity.name.text, quantity.span or quantity.name.span)
    for key, subject in book.subjects.items():
        yield Node(_id(book, "subject", key), "subject", subject.name.text, subject.name.span)
    for rule in _rules(book):
        yield Node(_id(book, "rule", rule.id), "rule", rule.id, rule.span)


def _rules(book: Book) -> Iterator[Rule]:
    """One rule for each id: the parts of a cell are one node."""
    first = {rule.id: rule for rule in reversed(book.rules) if rule.family != _MENTION}
    yield from sorted(first.values(), key=lambda rule: (rule.span.start, rule.id))


def _edges(book: Book) -> Iterator[Edge]:
    for key, quantity in book.quantities.items():
        yield from (Edge(_id(book, "name", key), _id(book, "name", read), "reads") for read in quantity.reads)
    for rule in book.rules:
        if rule.family != _MENTION:
            yield from _edges_of(book, rule)


def _edges_of(book: Book, rule: Rule) -> Iterator[Edge]:
    own = _id(book, "rule", rule.id)
    for atom in rule_atoms(rule):
        kind = "condition" if isinstance(atom, Opaque) else "name"
        yield from (Edge(own, _id(book, kind, name), "reads") for name in names_of(atom))
    for target in _targets(book, rule):
        yield Edge(own, target, "answers")
    for other in book.by_target.get(rule.target, ()):
        if other.rank < rule.rank and other.id != rule.id and other.family != _MENTION:
            yield Edge(own, _id(book, "rule", other.id), "overrides")
    for other in book.rules if rule.why else ():
        if other.id != rule.id and other.family != _MENTION and any(place.covers(other.span) for place in rule.why):
            yield Edge(own, _id(book, "rule", other.id), "cites")


def _targets(book: Book, rule: Rule) -> Iterator[str]:
    if rule.target in book.quantities or rule.target in book.facts:
        if not rule.acts:  # with acts: what follows from the value, not what gives it
            yield _id(book, "name", rule.target)
    elif rule.target in book.subjects:
        yield _id(book, "subject", rule.target)
    else:
        yield from (_id(book, "subject", key) for key in book.subjects)
