"""Family legs: a gate is a section with a list of bold lead-ins, each a leg with what passes, and when it does not apply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from harnessy.document import Item, ListBlock, Paragraph, Section
from harnessy.rulebook.applicability import Aside, aside_of
from harnessy.rulebook.clauses import NotRead, Segment, is_normative, lead_in, split
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.failures import Failing, consequences, more_said, name_values, pieces, when_failed
from harnessy.rulebook.model import (
    ALWAYS,
    LEG_ASIDE,
    Act,
    All,
    Any,
    Atom,
    Compare,
    Condition,
    Fact,
    Named,
    Not,
    Opaque,
    Quantity,
    Rule,
    Subset,
    atoms,
    conjoined,
)
from harnessy.rulebook.names import bare, fold, stems, unarticled
from harnessy.rulebook.tokens import Lexer, Token, glue, in_place
from harnessy.source import Span

_ASKS_ALL = frozenset(
    {
        ("NP", "REQ", "EVERY", "NP"),
        ("EVERY", "NP", "REQ", "EVERY", "NP"),
        ("NP", "MUST", "NP", "EVERY", "NP"),
        ("EVERY", "NP", "MUST", "NP"),
        ("NP", "HAVE", "EVERY", "NP"),
    }
)


_TO, _TO_PASS = "to", 2
_DENIED = ("COMMA", "NO", "NP")


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg: its name, what it is called when it is asked for, its fact, when it passes or does not apply, and its item."""

    name: Named
    title: Named
    fact: str
    passes: Condition
    aside: tuple[Aside, ...]
    item: Item


def compile_gates(draft: Draft) -> None:
    """Compile the section of every gate that a cell or sentence sends a run through."""
    lexer = draft.lexer()
    for key in sorted({gate.fact for rule in draft.rules for act in rule.acts if isinstance(gate := act.gate, Opaque)}):
        for section in draft.document.sections:
            if section.heading is not None and bare(section.heading.text) == key:
                _gate(draft, key, section, lexer)
    _bind_gates(draft)


def _gate(draft: Draft, key: str, section: Section, lexer: Lexer) -> None:
    required, noun = _requirement(draft, section, lexer)
    lists = [block for block in section.blocks if isinstance(block, ListBlock) and len(block.items) > 1]
    found = [[leg for item in block.items if (leg := _leg(draft, item, (section, noun), lexer))] for block in lists]
    legs = next((legs for legs, block in zip(found, lists, strict=True) if len(legs) == len(block.items)), None)
    if required is None or legs is None or section.heading is None:
        return
    if not _counted(draft, required, len(legs)) or _section_obliges(section, required, key, lexer):
        return
    words = draft.grammar.words.keywords
    name = Named(key, unarticled(section.heading.text), section.heading.span)
    draft.quantities[key] = Quantity(
        name, "truth", span=required, trail=section.words, truths=(words["OPEN"][0], words["CLOSED"][0])
    )
    verdicts = [_leg_rules(draft, leg, section, lexer) for leg in legs]
    beside = more_said(draft, required, section, lexer)
    passed = All(tuple(verdicts))
    for value, when in ((True, passed), (False, Not(passed))):
        draft.rules.append(Rule(f"{key}/legs", "gate", key, when, required, section.words, value=value, unread=beside))
    draft.note(required, "rule", trail=section.words)
    for leg in legs:
        known = name_values(draft, leg.fact)
        consequences(draft, key, Failing(leg.title.key, known, leg.passes, leg.item.sentences), section, lexer)
    when_failed(draft, key, section, lexer)


def _leg_rules(draft: Draft, leg: Leg, section: Section, lexer: Lexer) -> Condition:
    """A leg is a quantity of three values: it passes, it fails, or it does not apply. Gives the condition that it lets go."""
    words = draft.grammar.words
    passed, failed, aside = words.keywords["PASSES"][0], words.keywords["FAILS"][0], words.verdicts["NONE"][0]
    name = leg.title
    values = (passed, aside, failed)
    how = _run_with(draft, leg.item.sentences[0])
    draft.quantities[name.key] = Quantity(
        name, "value", span=leg.item.sentences[0], trail=section.words, reads=values, parts=how
    )
    excused = Any(tuple(one.excused for one in leg.aside)) if leg.aside else Not(ALWAYS)
    cases = (
        (passed, leg.passes),
        (aside, conjoined(Not(leg.passes), excused)),
        (failed, conjoined(Not(leg.passes), Not(excused))),
    )
    place, identity = leg.item.sentences[0], f"leg/{leg.fact}"
    beside = more_said(draft, place, section, lexer)
    told = next((one.words for one in leg.aside if one.words is not None), place)
    excuse = next((sentence for sentence in leg.item.sentences if sentence.covers(told)), place)
    for value, when in cases:
        span = excuse if value == aside else place
        draft.rules.append(Rule(identity, "leg", name.key, when, span, section.words, value=value, unread=beside))
    for one in leg.aside:
        draft.rules.append(_set_aside(leg, one, aside, section))
    return Compare(name.key, "=", values[:2], leg.name.span)


def _run_with(draft: Draft, sentence: Span) -> tuple[Named, ...]:
    """How a leg has to be run, `run with the lamps dimmed`: what is done, by its own words or the last of them."""
    for done in draft.grammar.words.keywords["DONE"]:
        said = re.search(rf"\b{done} with (?P<what>[^,;()—]+? \w+e[dn])(?=[,;.]|\s—|\Z)", " ".join(sentence.text.split()))
        if said is not None:
            return (named(unarticled(said["what"].replace("`", "")), sentence),)
    return ()


def _set_aside(leg: Leg, one: Aside, aside: str, section: Section) -> Rule:
    """Asked by itself, a leg of which nothing is stated does not apply where a reason for that is known; it has to be noted so."""
    place = one.words or leg.item.sentences[0]
    words = " ".join(place.text.split())
    act = Act(words, aside, "", "n/a", place, gate=one.noted)
    states = ((words, True),) if one.words is not None else ()
    sentence = next(sentence for sentence in leg.item.sentences if sentence.covers(place))
    return Rule(
        f"leg/{leg.fact}", LEG_ASIDE, leg.title.key, one.reason, sentence, section.words, (act,), value=aside, states=states
    )


def _counted(draft: Draft, required: Span, count: int) -> bool:
    """Whether a number in the sentence that asks for all legs is the number of legs."""
    numbers = draft.grammar.words.keywords["NUMBERS"]
    said = [word for word in fold(required.text).split(" ") if word in numbers or word.isdigit()]
    return not said or str(count) in said or (count <= len(numbers) and numbers[count - 1] in said)


def _section_obliges(section: Section, required: Span, key: str, lexer: Lexer) -> bool:
    """Whether another sentence of the section asks for something more, or says something of the gate."""
    last = key.rsplit(" ", maxsplit=1)[-1]
    for block in section.blocks:
        for sentence in block.sentences if isinstance(block, Paragraph) else ():
            words = [token.text.casefold() for token in lexer.lex(sentence)]
            kinds = [token.type for token in lexer.lex(sentence)]
            of_gate = any(word == last and kind == "COP" for word, kind in zip(words, kinds[1:], strict=False))
            if sentence != required and ("MUST" in kinds or of_gate):
                return True
    return False


def _requirement(draft: Draft, section: Section, lexer: Lexer) -> tuple[Span | None, str]:
    """The sentence that asks for all of the legs, and for nothing else; and what it calls one of them."""
    leg = draft.grammar.words.keywords["LEG"][0]
    for block in section.blocks:
        for sentence in block.sentences if isinstance(block, Paragraph) else ():
            try:
                tokens = lexer.lex(sentence)
                segments = split(tokens[:-1] if tokens and tokens[-1].type == "COLON" else tokens, sentence)
            except NotRead:
                continue
            head = segments[0]
            plain = not head.clauses and not any(is_normative(note.tokens) for note in head.notes)
            if plain and tuple(token.type for token in head.main) in _ASKS_ALL:
                return sentence, _one_of(head.main) or leg
            all_of = _only_when_all(draft, segments)
            if all_of:
                return sentence, _one_of(all_of, passes=1) or leg
    return None, leg


def _only_when_all(draft: Draft, segments: tuple[Segment, ...]) -> tuple[Token, ...]:
    """The clause of a sentence that lets something go only when all of some things pass: `a crate leaves only when all seals pass`.

    What stands behind a comma may deny (`no substitutions`), not ask for more. Empty when the sentence is another one.
    """
    head, *others = segments
    if [clause.marker for clause in head.clauses] != ["ONLYIF"] or any(is_normative(note.tokens) for note in head.notes):
        return ()
    clause = head.clauses[0].tokens
    if [token.type for token in clause[-len(_DENIED) :]] == list(_DENIED):
        clause = clause[: -len(_DENIED)]
    every = [token.type for token in clause] in (["EVERY", "NP"], ["EVERY", "NP", "COP", "NP"])
    passes = every and clause[-1].parts[-1].text.casefold() in draft.grammar.words.keywords["PASSES"]
    return clause if passes and not others else ()


def _one_of(main: tuple[Token, ...], passes: int = 0) -> str:
    """What one leg is called where all are asked for: `all four legs`, `each check must pass`, `both seals pass`."""
    last = max(index for index, token in enumerate(main) if token.type == "EVERY")
    parts = main[last + 1].parts or (main[last + 1],)
    if len(parts) > _TO_PASS and parts[-_TO_PASS].text.casefold() == _TO:
        parts = parts[:-_TO_PASS]  # `all four checks to pass`
    word = parts[-1 - passes] if len(main) == last + 2 and len(parts) > passes else parts[-1]
    return word.text.casefold().removesuffix("s") if word.type in {"WORD", "NAME"} else ""


def _leg(draft: Draft, item: Item, place: tuple[Section, str], lexer: Lexer) -> Leg | None:
    """A list item as a leg: a lead-in before a dash or colon, then what passes."""
    if not item.sentences:
        return None
    tokens = lead_in(lexer.lex(item.sentences[0]), item.sentences[0])
    at = next((index for index, token in enumerate(tokens) if token.type in {"DASH", "COLON"}), 0)
    noted = [token for token in tokens[:at] if token not in _without_notes(tokens[:at])]
    label = glue(_without_notes(tokens[:at]) if not is_normative(tuple(noted)) else tokens[:at])
    if len(label) != 1 or label[0].type != "NP":
        return None
    span = item.span.cut(label[0].start, label[0].end)
    name = named(label[0].text, span)
    known = _fact_of(draft, name, tokens[at + 1 :])
    if item.blocks or _doubtful(tokens[at + 1 :], draft) or any(_obliges(lexer, sentence) for sentence in item.sentences[1:]):
        return None
    passes = _passes(draft, known, tokens[at + 1 :], span)
    if passes is None and _names_verdicts(draft, tokens[at + 1 :]):
        return None
    section, noun = place
    aside = aside_of(draft, (known, noun), item, lexer)
    draft.note(item.sentences[0], "rule" if passes is not None else "definition", trail=section.words)
    title = Named(bare(f"{known} {noun}"), f"{name.text} {noun}", name.span)
    return Leg(name, title, known, passes or _pass_words(draft, known, span), tuple(aside), item)


def _fact_of(draft: Draft, name: Named, tokens: tuple[Token, ...]) -> str:
    """The key of what a leg reads: the fact of its name, which is also called `NAME verdict` where it speaks of a verdict.

    Where the leg's own name is that of a set in it (`dents` under **Dents**), only the longer one is the verdict.
    """
    known = draft.fact_key(name.text)
    verdict = next((token for token in tokens if token.text.casefold() in draft.grammar.words.keywords["VERDICT_OF"]), None)
    if known is not None or verdict is None:
        return known or draft.add_fact(Fact(name, "word")).name.key
    text = f"{name.text} {verdict.text}"
    longer = Named(bare(text), text, name.span)
    whose = [after.text for token, after in pairwise(tokens) if token.text.casefold() == "whose"]
    if any(stems(word) == stems(name.text) for word in whose):
        return draft.add_fact(Fact(longer, "word")).name.key
    return draft.add_fact(Fact(name, "word", aliases=(longer,))).name.key


def _names_verdicts(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    verdict_words = draft.grammar.words.keywords["VERDICT_OF"]
    return any(token.text.casefold() in verdict_words for token in tokens)


def _doubtful(tokens: tuple[Token, ...], draft: Draft) -> bool:
    """Whether a leg that names its verdicts says more in the same sentence than which they are."""
    if not _names_verdicts(draft, tokens):
        return False
    if any(token.type == "DASH" for token in tokens):
        return True
    end = next((index for index, token in enumerate(tokens) if token.type == "SEMI"), len(tokens))
    notes = [token for token in tokens[:end] if token not in _without_notes(tokens[:end]) and token.text not in {"(", ")", "."}]
    loose = any(token.type not in {"ATOM", "COMMA"} for token in notes)
    later = [tokens[start:stop] for start, stop in pieces(tokens) if start > 0]
    return loose or any([token.type for token in piece[1:2]] != ["ARROW"] for piece in later)


def _obliges(lexer: Lexer, sentence: Span) -> bool:
    """Whether a further sentence of a leg asks for something more."""
    return any(token.type == "MUST" for token in lexer.lex(sentence))


def _pass_words(draft: Draft, fact: str, span: Span) -> Condition:
    """A leg that tells no verdicts of its own passes by the plain words for it."""
    return Compare(fact, "=", tuple(draft.grammar.words.keywords["PASSES"]), span)


def _passes(draft: Draft, fact: str, tokens: tuple[Token, ...], span: Span) -> Condition | None:
    """`verdict A or B, or C whose D`: the verdicts that pass. None when the leg names none."""
    verdict_words = draft.grammar.words.keywords["VERDICT_OF"]
    named_at = next((index for index, token in enumerate(tokens) if token.text.casefold() in verdict_words), None)
    if named_at is None:
        return None
    body = tokens[named_at + 1 :]
    end = next((index for index, token in enumerate(body) if token.type in {"SEMI", "DASH"}), len(body))
    found = list[Condition]()
    for part in _alternatives(_without_notes(body[:end])):
        condition = _verdict(draft, fact, part, span)
        if condition is None:
            return None
        found.append(condition)
    return Any(tuple(found)) if len(found) > 1 else found[0] if found else None


def _without_notes(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    kept, depth = list[Token](), 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text not in {")", "."}:
            kept.append(token)
    return tuple(kept)


def _alternatives(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    current, inside = list[Token](), False
    for token in tokens:
        inside = inside or token.text.casefold() == "whose"
        if token.type in {"OR", "COMMA"} and not inside:
            if current:
                yield tuple(current)
            current = []
        else:
            current.append(token)
    if current:
        yield tuple(current)


def _verdict(draft: Draft, fact: str, part: tuple[Token, ...], span: Span) -> Condition | None:
    at = next((index for index, token in enumerate(part) if token.text.casefold() == "whose"), len(part))
    head, rest = part[:at], part[at + 1 :]
    if len(head) != 1 or head[0].type not in {"ATOM", "NAME", "WORD"}:
        return None
    value = named(head[0].text, draft.document.source.span(head[0].start, head[0].end))
    draft.add_fact(replace(draft.facts[fact], values=(value,)))
    equal = Compare(fact, "=", (value.key,), value.span)
    if not rest:
        return equal
    place = span.cut(rest[0].start, rest[-1].end)
    try:
        return conjoined(equal, Reader(draft).read(glue(in_place(rest)), place))
    except NotRead:
        return None


def _bind_gates(draft: Draft) -> None:
    """A gate with legs of its own is a quantity; an act waits for its truth."""
    for index, rule in enumerate(draft.rules):
        if any(isinstance(act.gate, Opaque) and act.gate.fact in draft.quantities for act in rule.acts):
            acts = tuple(replace(act, gate=_bound(draft, act.gate)) for act in rule.acts)
            draft.rules[index] = replace(rule, acts=acts)


def _bound(draft: Draft, gate: Condition | None) -> Condition | None:
    if isinstance(gate, Opaque) and gate.fact in draft.quantities:
        return Compare(gate.fact, "=", (True,), gate.span)
    return gate


def bind_references(draft: Draft) -> None:
    """A condition with a note `see X` is the one condition of that section whose words hold all of its own (an assumption)."""
    for opaque, section in draft.references:
        inside = [
            atom for rule in draft.rules if rule.trail == section.words for atom in atoms(rule.when) if isinstance(atom, Subset)
        ]
        fitting = {
            atom for atom in inside if stems(opaque.words.replace("-", " ")) - _LINKS <= stems(atom.span.text.replace("-", " "))
        }
        if len(fitting) == 1:
            found = next(iter(fitting))
            draft.assume(f"`{opaque.words}` is what `{' '.join(found.span.text.split())}` says", opaque.span, found.span)
            draft.rules[:] = [replace(rule, when=_replaced(rule.when, {opaque: found})) for rule in draft.rules]


_LINKS = stems("was is are were been at in")


def _replaced(condition: Condition, swaps: Mapping[Atom, Condition]) -> Condition:
    """A condition with some of its atoms put in place of others."""
    if isinstance(condition, Not):
        return Not(_replaced(condition.part, swaps))
    if isinstance(condition, All):
        return All(tuple(_replaced(part, swaps) for part in condition.parts))
    if isinstance(condition, Any):
        return Any(tuple(_replaced(part, swaps) for part in condition.parts))
    return swaps.get(condition, condition)
