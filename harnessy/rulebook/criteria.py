"""The family of criteria: `Accept X when:` all of a list, `Require review when:` any of a list, as one policy of their section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.document import Item, ListBlock
from harnessy.rulebook.clauses import NotRead, split
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import (
    EVERYTHING,
    TRIGGER,
    Act,
    All,
    Any,
    Compare,
    Condition,
    Fact,
    Not,
    Rule,
    Value,
    atoms,
)
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.policy import Sentence, act, acts_of, declare, rule, words_of
from harnessy.rulebook.tokens import LOGIC, Token, glue
from harnessy.source import Span

_OWNED = ("'s", "’s", "s'", "s’")
_WORDED = frozenset({"word", "scale"})


@dataclass(frozen=True, slots=True)
class Criteria:
    """A lead-in with its list: the acts, whether all items must hold, and the items."""

    lead: Span
    acts: tuple[Act, ...]
    every: bool
    items: tuple[Item, ...]
    place: Place

    @property
    def goes(self) -> bool:
        """Whether the list lets something go."""
        return strictest(self.acts) == "go"


def criteria(draft: Draft, lead: Span, block: ListBlock, place: Place) -> Criteria | None:
    """The criteria that a lead-in and its list are, or None when they are something else."""
    tokens = tuple(token for token in draft.nameless().lex(lead) if token.type != "COLON")
    at = next((index for index, token in enumerate(tokens) if token.type in {"IF", "ONLYIF"}), 0)
    if not at or any(item.blocks or len(item.sentences) != 1 for item in block.items):
        return None
    rest = [token for token in tokens[at + 1 :] if token.type not in {"EVERY", "IN"}]
    plain = all(token.type in {"WORD", "HARMLESS", "COP", "HAVE"} for token in rest)
    required = tokens[0].type in {"REQ", "MUST"}
    acts = acts_of(draft, tokens[required:at])
    if required and not acts and tokens[1:at]:
        span = draft.document.source.span(tokens[1].start, tokens[at - 1].end)
        acts = (act(draft, "hold", draft.document.source.span(tokens[0].start, span.end).text, span, span.text),)
    if not acts or not plain or (required and strictest(acts) not in TIGHT) or not (required or strictest(acts) == "go"):
        return None
    said = next((token for token in tokens[at + 1 :] if token.type in {"EVERY", "IN"}), None)
    joined = _joined(draft, block)
    asked = None if said is None else said.text.casefold() in draft.grammar.words.keywords["ORALL"]
    every = next((choice for choice in (joined, asked) if choice is not None), strictest(acts) == "go")
    through = draft.grammar.words.keywords["THROUGH"]
    plain_acts = tuple(each if each.object.split(" ")[0].casefold() in through else replace(each, gate=None) for each in acts)
    return Criteria(lead, plain_acts, every, block.items, place)


def _joined(draft: Draft, block: ListBlock) -> bool | None:
    """Whether the items say that all must hold, or that one is enough."""
    first = [draft.nameless().lex(item.sentences[0])[:1] for item in block.items]
    kinds = {tokens[0].type for tokens in first if tokens} & {"AND", "OR"}
    if len(kinds) > 1:
        raise NotRead("the list joins its items by both `and` and `or`")
    return None if not kinds else "AND" in kinds


def compile_criteria(draft: Draft, found: list[Criteria]) -> None:
    """The rules of the criteria of one section: one policy, which nothing goes by while an item is not understood."""
    if not any(each.goes for each in found):
        return
    place = found[0].place
    heading = place.section.heading
    name = named(heading.text, heading.span) if heading is not None else named(found[0].lead.text.rstrip("*_: "), found[0].lead)
    try:
        key = declare(draft, name)
    except NotRead:
        return
    for each in found:
        for item in each.items:
            _declare_words(draft, item.sentences[0])
    made, lost = list[Rule](), list[Span]()
    for each in found:
        rules, unread = _rules(draft, key, each)
        made.extend(rules)
        lost.extend(unread)
    draft.rules.extend(replace(rule, unread=(*rule.unread, *lost)) if rule.target == key else rule for rule in made)


def _rules(draft: Draft, key: str, each: Criteria) -> tuple[list[Rule], list[Span]]:
    read, lost = list[tuple[Span, Condition]](), list[Span]()
    for item in each.items:
        span = item.sentences[0]
        try:
            read.append((span, _condition(draft, span)))
        except NotRead as reason:
            lost.append(span)
            draft.note(span, "not understood", str(reason), each.place.section.words)
    draft.criteria.add((each.lead.start, each.lead.end))
    for span in (each.lead, *(span for span, _ in read)):
        draft.note(span, "rule", trail=each.place.section.words)
    if not read or (lost and each.every):
        return [], [*lost, each.lead]
    own = Sentence(each.lead, (), (), (), each.place)
    return list(_of_list(draft, key, each, read, own)), lost


def _of_list(
    draft: Draft, key: str, each: Criteria, read: list[tuple[Span, Condition]], own: Sentence
) -> Iterator[Rule]:
    whole = each.lead.cut(each.lead.start, read[-1][0].end)
    if each.every:
        met: Condition = All(tuple(condition for _, condition in read))
        yield rule(draft, key, met, each.acts, own, span=whole, states=(*_states(each, met=True), *_least(draft, met)))
        yield rule(draft, key, Not(met), (), own, span=whole, states=_states(each, met=False))
    else:
        for span, condition in read:
            yield rule(draft, key, condition, each.acts, own, span=span, why=(*each.place.why, each.lead))
        if each.goes:
            none = Not(Any(tuple(condition for _, condition in read)))
            yield rule(draft, key, none, (), own, span=whole, states=_states(each, met=False))
    if strictest(each.acts) in TIGHT:
        for span, condition in read if not each.every else [(whole, All(tuple(condition for _, condition in read)))]:
            yield rule(draft, EVERYTHING, condition, each.acts, own, span=span, family=TRIGGER, why=(each.lead,))


def _states(each: Criteria, *, met: bool) -> tuple[tuple[str, Value], ...]:
    return tuple((verb.verb, met) for verb in each.acts[:1] if each.goes)


def _least(draft: Draft, met: Condition) -> tuple[tuple[str, Value], ...]:
    """The one number that must be reached."""
    found = [atom.values[0] for atom in atoms(met) if isinstance(atom, Compare) and atom.relation == "≥"]
    return ((draft.grammar.words.keywords["LEAST"][1], found[0]),) if len(found) == 1 else ()


# -- items


def _item(draft: Draft, span: Span) -> tuple[tuple[Token, ...], tuple[tuple[Token, ...], ...]]:
    """An item's words without a leading `and` / `or` and the mark at its end, and its notes. Raises NotRead."""
    tokens = draft.nameless().lex(span)
    if tokens and tokens[0].type in {"AND", "OR"}:
        tokens = tokens[1:]
    while tokens and (tokens[-1].type in {"SEMI", "COMMA", "AND", "OR"} or tokens[-1].text in {".", "!"}):
        tokens = tokens[:-1]
    segments = split(tokens, span)
    head = segments[0]
    if len(segments) > 1 or head.clauses or head.label is not None:
        raise NotRead("the item is no single condition")
    return head.main, tuple(note.tokens for note in head.notes)


def _owner_apart(phrase: Token) -> tuple[Token, ...]:
    """`the skill's risk` is the risk."""
    owned = next((index for index, part in enumerate(phrase.parts) if part.text.endswith(_OWNED)), -1)
    return phrase.parts[owned + 1 :]


def _declare_words(draft: Draft, span: Span) -> None:
    """`the proposed change is additive` tells a fact that takes words; each word it is compared with is one of its values."""
    try:
        main, notes = _item(draft, span)
    except NotRead:
        return
    kinds = [token.type for token in main]
    if kinds[:2] != ["NP", "COP"] or not all(kind in {"NP", "OR", "COMMA"} for kind in kinds[2:]):
        return
    values = [token for token in main[2:] if token.type == "NP"]
    name = _owner_apart(main[0])
    single = all(len(value.parts) == 1 and value.parts[0].type in {"WORD", "ATOM", "NAME"} for value in values)
    if not name or not values or not single:
        return
    text = " ".join(part.text for part in name)
    known = draft.fact_key(text)
    if known is None:
        fact = Fact(named(text, draft.document.source.span(name[0].start, name[-1].end)), "word")
        known = draft.add_fact(fact).name.key
    if draft.facts.get(known) is None or draft.facts[known].kind not in _WORDED:
        return
    for value in values:
        _value(draft, known, value)
    for note in notes:
        glued = glue(note)
        if [token.type for token in glued][-2:] == ["NOT", "NP"] and len(glued[-1].parts) == 1:
            _value(draft, known, glued[-1])


def _value(draft: Draft, fact: str, token: Token) -> str:
    """The key of a value of a fact that takes words: one of the same stems, else a new one. Raises NotRead for none it can have."""
    known = draft.facts[fact]
    scale = draft.scales.get(known.scale or "")
    values = [*known.values, *(scale.members if scale else ())]
    same = next((value.key for value in values if stems(value.key) == stems(token.text)), None)
    if same is None and (known.closed or scale is not None):
        raise NotRead(f"`{token.text}` is no value of `{known.name.text}`")
    if same is None:
        draft.add_fact(Fact(known.name, "word", None, (named(token.text, words_of(draft, token)),)))
    return same or bare(token.text)


def _condition(draft: Draft, span: Span) -> Condition:
    main, notes = _item(draft, span)
    words = span.cut(main[0].start, main[-1].end)
    condition = _worded(draft, main, words) or Reader(draft).read(main, words)
    for note in notes:
        if any(token.type in LOGIC | {"HAZARD", "ONLY"} for token in note) and not _contrast(note, condition):
            raise NotRead("a note in the item holds logic")
    return condition


def _contrast(note: tuple[Token, ...], condition: Condition) -> bool:
    """`(new, not old)` beside `x is new`: what is not meant, which the condition already leaves out."""
    glued = glue(note)
    kinds = [token.type for token in glued]
    one = isinstance(condition, Compare) and condition.relation == "="
    last = glued[-1].text if kinds else ""
    apart = isinstance(condition, Compare) and all(stems(str(value)) != stems(last) for value in condition.values)
    return kinds in (["NOT", "NP"], ["NP", "COMMA", "NOT", "NP"]) and one and apart


def _worded(draft: Draft, main: tuple[Token, ...], span: Span) -> Condition | None:
    """A fact that takes words against words: `X's y is a or b`, `x has y z`, `x removes or weakens …`."""
    kinds = [token.type for token in main]
    facts = {key for key, fact in draft.facts.items() if fact.kind in _WORDED}
    if kinds[:2] == ["NP", "COP"] and all(kind in {"NP", "OR", "COMMA"} for kind in kinds[2:]):
        key = _word_fact(draft, " ".join(part.text for part in _owner_apart(main[0])), facts)
        values = [token for token in main[2:] if token.type == "NP"]
        if key is None or not all(len(value.parts) == 1 for value in values):
            return None
        return Compare(key, "=", tuple(_value(draft, key, value) for value in values), span)
    if kinds == ["NP", "HAVE", "NP"] and len(main[-1].parts) > 1 and main[-1].parts[-1].type == "ATOM":
        key = _word_fact(draft, " ".join(part.text for part in main[-1].parts[:-1]), facts)
        return Compare(key, "=", (_value(draft, key, main[-1].parts[-1]),), span) if key else None
    return _doing(draft, main, span, facts)


def _word_fact(draft: Draft, text: str, facts: set[str]) -> str | None:
    key = bare(text)
    if key in facts:
        return key
    longer = [name for name in facts if stems(key) and stems(key) < stems(name)]
    if len(longer) == 1:
        name = draft.facts[longer[0]].name
        draft.assume(f"`{text}` is `{name.text}`: no other fact holds its words", name.span)
        return longer[0]
    return None


def _doing(draft: Draft, main: tuple[Token, ...], span: Span, facts: set[str]) -> Condition | None:
    """`the change removes or weakens x`: what it does is its value."""
    if {token.type for token in main} - {"NP", "OR"} or not main:
        return None
    parts = main[0].parts
    for end in range(1, len(parts)):
        key = _word_fact(draft, " ".join(part.text for part in parts[:end]), facts)
        verbs = [parts[end], *(token.parts[0] for token in main[1:] if token.type == "NP")]
        if key and all(verb.type == "WORD" and verb.text.endswith("s") for verb in verbs):
            return Compare(key, "=", tuple(_value(draft, key, verb) for verb in verbs), span)
    return None
