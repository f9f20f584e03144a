"""Arrows: a comparison of the metric and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.expression import Call, Expression, Number, Ref
from harnessy.rulebook.formula import RELATIONS
from harnessy.rulebook.grammar import Node
from harnessy.rulebook.made import quantity_of
from harnessy.rulebook.model import (
    ALWAYS,
    INVARIANT_RANK,
    THRESHOLD,
    Any,
    Compare,
    Condition,
    Formula,
    Not,
    Quantity,
    Relation,
    Rule,
    Subject,
    atoms,
    conjoined,
)
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.resolve import Resolver
from harnessy.rulebook.surroundings import place_of
from harnessy.rulebook.symbols import Arrow
from harnessy.rulebook.vetoes import Vetoes
from harnessy.source import Label, Span

_FLIPPED: dict[str, Relation] = {"≤": "≥", "≥": "≤", "<": ">", ">": "<", "=": "=", "≠": "≠"}


def compile_arrows(draft: Draft, resolver: Resolver, vetoes: Sequence[Vetoes]) -> None:
    """Rules on one subject for all arrows about one thing; every veto bars it."""
    told = [arrow for arrow in draft.pending.arrows if arrow.tree is not None or arrow.when is not None]
    places = {arrow.section.span.start: place_of(draft, arrow.section, draft.lexer()) for arrow in told}
    groups = dict[str, list[Arrow]]()
    going = [arrow for arrow in told if strictest(arrow.acts) == "go"]
    for arrow in [*going, *(arrow for arrow in told if arrow not in going)]:
        alike = [key for key, arrows in groups.items() if _is_alike(arrow, arrows)]
        for key in alike or groups if strictest(arrow.acts) != "go" and groups else [_asked(draft, told, arrow)]:
            groups.setdefault(key, []).append(arrow)
    for key, arrows in groups.items():
        reason = _reason(draft, key, arrows)
        for arrow in arrows:
            _threshold(draft, resolver, (arrow, places[arrow.section.span.start]), (key, reason))
        _restated(draft, key)
        for one in vetoes:
            _bar(draft, one, (key, reason))


def _is_alike(arrow: Arrow, arrows: Iterable[Arrow]) -> bool:
    """Whether some arrows compare the same things."""
    return any(set(other.names) == set(arrow.names) for other in arrows)


def _asked(draft: Draft, told: Sequence[Arrow], arrow: Arrow) -> str:
    """The subject of an arrow: the field of a record that takes its acts as values, else the heading of the first alike."""
    verbs = {bare(act.verb) for act in arrow.acts}
    fields = [field for schema in draft.schemas for field in schema.fields if verbs <= {bare(value) for value in field.values}]
    if fields and fields[0].span is not None:
        name = named(fields[0].name, fields[0].span)
    else:
        alike = [other for other in told if set(other.names) == set(arrow.names)]
        heading = alike[0].section.heading
        words = " or ".join(dict.fromkeys(act.verb for other in alike for act in other.acts))
        plain = heading is None or bare(heading.text) in {*draft.quantities, *draft.facts}
        name = named(words, alike[0].span) if plain or heading is None else named(heading.text, heading.span)
    known = draft.subject_key(name.text)
    if known is None:
        headings = dict.fromkeys(other.section.heading for other in told if other.section.heading is not None)
        aliases = tuple(named(one.text, one.span) for one in headings if bare(one.text) != name.key)
        draft.subjects[name.key] = Subject(name, THRESHOLD, aliases)
    return known or name.key


def _reason(draft: Draft, subject: str, arrows: Iterable[Arrow]) -> str:
    """The quantity that tells why: its values are the notes beside the arrows."""
    key = draft.grammar.words.formula["REASON"][0]
    first = next((arrow for arrow in arrows if arrow.reason), None)
    if first is None or key in draft.facts:
        return ""
    if key not in draft.quantities:
        draft.quantities[key] = Quantity(named(key, first.span), "value", span=first.span, trail=first.section.words)
    draft.beside[subject] = (*draft.beside.get(subject, ()), key)
    return key


def _threshold(draft: Draft, resolver: Resolver, told: tuple[Arrow, Place], keys: tuple[str, str]) -> None:
    (arrow, place), (subject, reason) = told, keys
    if arrow.tree is None and arrow.when is None:
        return
    try:
        parts = arrow.tree.nodes if arrow.tree is not None else ()
        when = arrow.when or conjoined(*(_compared(draft, resolver, part, arrow) for part in parts))
    except NotRead as refused:
        draft.complain("HN303", "error", f"what is compared here is not understood: {refused}", arrow.span)
        return
    words = arrow.section.words
    when = conjoined(place.scope, when)
    identity = f"{fold(words[-1] if words else '').replace(' ', '-')}/{_slug(arrow)}"
    rule = Rule(identity, THRESHOLD, subject, when, arrow.span, words, arrow.acts, unread=(*place.unread, *arrow.unread))
    draft.rules.append(rule)
    if reason and arrow.reason:
        draft.rules.append(Rule(identity, THRESHOLD, reason, when, arrow.span, words, value=arrow.reason))


def _slug(arrow: Arrow) -> str:
    return "-".join([*fold(arrow.span.text.split("→")[0]).split(" ")[:2], *(act.verb for act in arrow.acts)])


def _bar(draft: Draft, vetoes: Vetoes, keys: tuple[str, str]) -> None:
    """A broken veto bars what the arrows let go: by the sentence that says so, and by the heading."""
    subject, reason = keys
    own = [arrow for arrow in draft.pending.arrows if arrow.vetoes and arrow.vetoes == vetoes.heading]
    broken = Compare(vetoes.truth, "=", (True,), vetoes.span)
    words = vetoes.section.words
    places = [(arrow.acts, arrow.span, arrow.section.words) for arrow in own if strictest(arrow.acts) != "go"]
    if vetoes.told or not any(strictest(arrow.acts) in TIGHT for arrow in own):
        places.append((vetoes.acts, vetoes.span, words))
    for acts, span, trail in places:
        identity = f"{fold(words[-1] if words else '').replace(' ', '-')}/{subject.replace(' ', '-')}"
        rule = Rule(identity, "bar", subject, broken, span, trail, acts, rank=INVARIANT_RANK, why=(vetoes.span,))
        draft.rules.append(rule)
    for index, rule in enumerate(vetoes.rules if reason else ()):
        kept = (Not(earlier.when) for earlier in vetoes.rules[:index])
        when, rank = conjoined(broken, *kept, rule.when), INVARIANT_RANK  # the first that is broken is the reason
        draft.rules.append(Rule(rule.id, "bar", reason, when, rule.span, rule.trail, value=rule.label, rank=rank))


# -- comparisons


def _compared(draft: Draft, resolver: Resolver, node: Node, arrow: Arrow) -> Condition:
    relations = [RELATIONS[_relation(draft, token.text)] for token in node.tokens if token.type == "COMPARED"]
    sides = [resolver.expression(part) for part in node.nodes]
    pairs = zip(sides, relations, sides[1:], strict=False)
    return conjoined(*(_pair(draft, left, relation, right, arrow) for left, relation, right in pairs))


def _relation(draft: Draft, text: str) -> str:
    words = draft.grammar.words.formula
    said = " ".join(text.split()).casefold()
    return next(name for name in RELATIONS if said in words[name])


def _pair(draft: Draft, left: Expression, relation: str, right: Expression, arrow: Arrow) -> Condition:
    if isinstance(left, Number) and not isinstance(right, Number):
        return _pair(draft, right, _FLIPPED[relation], left, arrow)
    if not isinstance(right, Number):
        left, right = Call("-", (left, right)), Number(Decimal(0))
    if isinstance(left, Number):
        raise NotRead("two numbers are compared")
    limit, span = right.value, arrow.span
    if isinstance(left, Call) and left.function == "abs":
        inner = _key(draft, left.parts[0], span)
        low = Compare(inner, _FLIPPED[relation], (-limit,), span)
        high = Compare(inner, _as_relation(relation), (limit,), span)
        return conjoined(high, low) if relation in {"≤", "<"} else Any((high, low))
    return Compare(_key(draft, left, span), _as_relation(relation), (limit,), span)


def _as_relation(relation: str) -> Relation:
    return _FLIPPED[_FLIPPED[relation]]


def _key(draft: Draft, expression: Expression, span: Span) -> str:
    """The name of what is compared; what has none is a quantity named by its words."""
    if isinstance(expression, Ref):
        return expression.name
    text = " ".join(span.text.replace("`", "").split("→")[0].split())
    name = named(text, span)
    if name.key not in draft.quantities:
        quantity_of(draft, name, (Formula(expression, ALWAYS, text, span),))
    return name.key


# -- thresholds that are said twice


def _restated(draft: Draft, subject: str) -> None:
    """Two arrows that compare one thing alike, come to the same and differ in the number contradict each other."""
    rules = [rule for rule in draft.rules if rule.target == subject and rule.family == THRESHOLD]
    for index, one in enumerate(rules):
        for other in rules[index + 1 :]:
            if one.span != other.span and _shape(one) == _shape(other) and one.when != other.when:
                label = Label(one.span, "here with another number")
                message = f"`{' '.join(other.span.text.split())}` does not agree with what was said before"
                draft.complain("HN305", "error", message, other.span, label, mend="make the two numbers agree, or leave one out")


def _shape(rule: Rule) -> tuple[object, ...]:
    compared = [(atom.fact, atom.relation) for atom in atoms(rule.when) if isinstance(atom, Compare)]
    return frozenset(compared), frozenset(bare(act.verb) for act in rule.acts)
