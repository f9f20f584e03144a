"""Family grant: a path that people have allowed in advance, what it is gated by, and what stays as it was beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from harnessy.document import ListBlock, Paragraph, Section, walk
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import Act, Compare, Condition, Effect, Fact, Named, Not, Rule, Subject, atoms, conjoined
from harnessy.rulebook.names import bare, fold, stems, unarticled
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

_THAT = "that"
_PLAIN = frozenset({"WORD", "NAME", "ATOM", "HARMLESS", "COMMA"})
_DECIDED = frozenset({"WORD", "NAME", "ATOM", "HARMLESS", "NUMBER", "COMMA", "SYMBOL", "DASH"})
_JOINTS = frozenset({"COMMA", "AND", "SLASH", "OR"})
_TIGHT: dict[str, Effect] = {"hold": "hold", "halt": "halt"}


@dataclass(frozen=True, slots=True)
class Gate:
    """What must be so on a granted path, and what follows when it is not. `unread` are words beside it."""

    when: Condition
    act: Act
    span: Span
    unread: tuple[Span, ...]


def compile_grants(draft: Draft) -> None:
    """Compile each section that is called a grant, and what other sentences say of its gates."""
    words = set(draft.grammar.words.keywords["GRANT"])
    for section in draft.document.sections:
        if section.heading is not None and words & set(fold(section.heading.text).split(" ")):
            _grant(draft, section, draft.lexer())


def mind_grants(draft: Draft) -> None:
    """What is not understood under the heading of a grant keeps its path from going."""
    for rule in [rule for rule in draft.rules if rule.family == "grant"]:
        for reading in list(draft.readings.values()):
            if reading.kind == "not understood" and reading.trail == rule.trail:
                draft.mention(rule.target, reading.span, reading.trail)


def _grant(draft: Draft, section: Section, lexer: Lexer) -> None:
    name = _title(section)
    own = list(_own(section))
    granted = next(((sentence, route) for sentence in own if (route := _granted(draft, lexer.lex(sentence), sentence))), None)
    spoken = [*own, *(span for _, span in sentences(draft) if span not in own and stems(name.key) <= stems(span.text))]
    gates, partly = dict[Condition, Gate](), list[Span]()
    for sentence in spoken:
        found, whole = _gates(draft, lexer.lex(sentence), sentence)
        partly.extend([sentence] if found and not whole else [])
        for gate in found:
            gates.setdefault(gate.when, gate)
    noun = _noun(draft, granted[1] if granted else None)
    for sentence in own:
        _reserve(draft, section, (sentence, noun), lexer)
    if not gates or granted is None:
        return
    sentence, route = granted
    key = route.key
    draft.operations[key] = Subject(route, noun, (name,))
    place = Place(section)
    go = draft.grammar.words.first("GO")
    identity = Statements(draft).rule_id(place, name.text)
    loose = [sentence] if not _is_rule(draft, sentence) else []
    unread = (*(span for gate in gates.values() for span in gate.unread), *partly, *loose)
    act = Act(f"{go}: {' '.join(route.text.split())}", go, "", "go", sentence)
    rule = Rule(identity, "grant", key, conjoined(*gates), sentence, section.words, (act,), why=_places(gates), unread=unread)
    draft.rules.append(rule)
    for gate in gates.values():
        closed = Rule(identity, "grant closed", key, Not(gate.when), gate.span, section.words, (gate.act,))
        draft.rules.append(closed)


def _noun(draft: Draft, route: Named | None) -> str:
    """What a granted path is called in general: the last word of its name (`the night crossing path`)."""
    words = route.key.split(" ") if route is not None else []
    return words[-1] if len(words) > 1 else draft.grammar.words.keywords["PATH"][0]


def _is_rule(draft: Draft, span: Span) -> bool:
    reading = draft.readings.get((span.start, span.end))
    return reading is not None and reading.kind == "rule"


def _places(gates: dict[Condition, Gate]) -> tuple[Span, ...]:
    return tuple(gate.span for gate in gates.values())


def _title(section: Section) -> Named:
    """The name of a grant: its heading up to a dash or bracket."""
    span = section.heading.span if section.heading is not None else section.span
    end = next((index for index, char in enumerate(span.text) if char in "—–(:"), len(span.text))
    short = span.cut(span.start, span.start + end)
    return named(unarticled(short.text.strip()), short)


def _own(section: Section) -> Iterator[Span]:
    for block in walk(section.blocks):
        if isinstance(block, Paragraph):
            yield from block.sentences
        elif isinstance(block, ListBlock):
            yield from (sentence for item in block.items for sentence in item.sentences)


def _granted(draft: Draft, tokens: tuple[Token, ...], span: Span) -> Named | None:
    """The path of `the X path is pre-authorised …`."""
    words = draft.grammar.words.keywords["AUTHORISED"]
    for index, token in enumerate(tokens[2:], 2):
        if tokens[index - 1].type == "COP" and fold(token.text).split(" ")[-1] in words:
            before = glue(in_place(tokens[: index - 1]))
            if before and before[-1].type == "NP":
                place = span.cut(before[-1].start, before[-1].end)
                _read_whole(draft, tokens, index, span)
                return named(unarticled(" ".join(place.text.replace("*", "").split())), place)
    return None


def _read_whole(draft: Draft, tokens: tuple[Token, ...], at: int, span: Span) -> None:
    """Note a sentence that says that a path is granted, and no more, as read."""
    rest = [token for token in tokens[at + 1 :] if token.text != "."]
    colon = next((index for index, token in enumerate(rest) if token.type == "COLON"), len(rest))
    rest, behind = rest[:colon], rest[colon + 1 :]
    as_what = bool(rest) and rest[0].text.casefold() in draft.grammar.words.keywords["MARKED_AS"]
    ahead = " ".join(token.text.casefold() for token in rest) in draft.grammar.words.headers["IN_ADVANCE"]
    said = not rest or ahead or (as_what and not any(token.type in LOGIC for token in rest[1:]))
    if said and _decides(draft, tokens[: at - 1]) and (not behind or _goes_alone(draft, behind)):
        draft.note(span, "rule", trail=())


def _decides(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether tokens are what is granted, perhaps behind who decided it, and when: `the owner agreed on 2031-01-02 that …`."""
    headers = draft.grammar.words.headers
    that = next((index for index, token in enumerate(tokens) if token.text.casefold() == _THAT), -1)
    front = [token for token in tokens[: max(that, 0)] if token.type != "AT" and token.text not in {"(", ")"}]
    plain = all(token.type in _DECIDED and token.text.casefold() not in headers["DOUBTED"] for token in front)
    decided = not front or any(token.text.casefold() in headers["DECIDED"] for token in front)
    return plain and decided and len(glue(in_place(tokens[that + 1 :]))) == 1


def _goes_alone(draft: Draft, tokens: list[Token]) -> bool:
    """`once armed, the laser fires unattended, with no call for each firing`: that it goes by itself, and asks nobody."""
    words = draft.grammar.words
    if tokens[0].type == "IF":
        end = next((index for index, token in enumerate(tokens) if token.type == "COMMA"), 0)
        if " ".join(token.text.casefold() for token in tokens[1:end]) not in words.keywords["ARMED"]:
            return False
        tokens = tokens[end + 1 :]
    alone = next((at for at, token in enumerate(tokens) if token.text.casefold() in words.headers["BY_ITSELF"]), 0)
    rest = tokens[alone + 1 :]
    free = next((at for at, token in enumerate(rest) if token.type in {"NO", "WITHOUT"}), len(rest))
    plain = alone > 0 and all(token.type in _PLAIN for token in (*tokens[:alone], *rest[:free]))
    asked = rest[free + 1 :]
    asks_nobody = all(token.type in _PLAIN | {"EVERY"} or token.text.casefold() in words.keywords["PER"] for token in asked)
    asks_nobody = asks_nobody and any(token.text.casefold() in words.headers["ASKED_FOR"] for token in asked)
    placed = not any(token.text.casefold() in {*words.keywords["THROUGH"], *words.keywords["EVENT_AT"]} for token in tokens[:alone])
    return plain and placed and (free == len(rest) or asks_nobody)


def _gates(draft: Draft, tokens: tuple[Token, ...], span: Span) -> tuple[list[Gate], bool]:
    """`activity-gated, Heart-GREEN-gated (…) and kill-switchable (the `X` variable)`, and whether that is all that is said."""
    words = draft.grammar.words.keywords
    found, before, beside = list[Gate](), list[Token](), list[Token]()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        text = token.text.casefold()
        gated = next((word for word in words["GATED"] if text.endswith(f"-{word}")), "")
        note = _note(tokens, at + 1) if gated or text in words["SWITCHED"] else ()
        if gated:
            found.append(_gated(draft, token, token.text[: -len(gated) - 1], (note, span)))
        elif text in words["SWITCHED"] and note:
            found.extend(_switched(draft, token, note, span))
        else:
            (beside if found else before).append(token)
        at += 1 + (len(note) + 2 if note else 0)
    joints = all(token.type in _JOINTS or token.text == "." for token in beside)
    whole = bool(found) and joints and _introduces(draft, tuple(before)) and not any(gate.unread for gate in found)
    if whole:
        draft.note(span, "rule", trail=())
    return found, whole


def _introduces(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether what stands before the gates says of what they are the gates, and no more: `It is`, `The grant covers the ferry:`."""
    words = draft.grammar.words.keywords
    limits = {*words["THROUGH"], *words["EVENT_AT"]}
    said = [token for token in tokens if token.type not in {"COP", "COLON"}]
    plain = all(token.type in {"WORD", "NAME", "ATOM", "HARMLESS"} and token.text.casefold() not in limits for token in said)
    return bool(said) and plain and tokens[-1].type in {"COP", "COLON"}


def _note(tokens: tuple[Token, ...], at: int) -> tuple[Token, ...]:
    """What stands in the brackets that open at a place; empty when none do."""
    if at >= len(tokens) or tokens[at].text != "(":
        return ()
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text == "(") - (tokens[index].text == ")")
        if depth == 0:
            return tokens[at + 1 : index]
    return ()


def _gated(draft: Draft, token: Token, text: str, beside: tuple[tuple[Token, ...], Span]) -> Gate:
    note, span = beside
    whole = span.cut(token.start, note[-1].end + 1 if note else token.end)
    fact, _, value = text.partition("-")
    key = draft.fact_key(fact)
    if value and key in draft.facts:
        constant = named(value, span.cut(token.start + len(fact) + 1, token.start + len(text)))
        draft.add_fact(replace(draft.facts[key or ""], values=(constant,)))
        when: Condition = Compare(key or "", "=", (constant.key,), whole)
    else:
        known = draft.add_fact(Fact(named(text, span.cut(token.start, token.start + len(text))), "truth"))
        when = Compare(known.name.key, "=", (True,), whole)
    act, unread = _otherwise(draft, when, note, (whole, span))
    return Gate(when, act, whole, unread)


def _otherwise(draft: Draft, when: Condition, note: tuple[Token, ...], places: tuple[Span, Span]) -> tuple[Act, tuple[Span, ...]]:
    """What a note beside a gate says of the other values (`A/B stop the run`), else a hold; and what of it is not read."""
    whole, span = places
    held = Act(" ".join(whole.text.split()), draft.grammar.words.first("HOLD"), "", "hold", whole)
    verb = next((index for index, token in enumerate(note) if token.type == "VERB" and token.effect in _TIGHT), 0)
    values = note[:verb]
    named_first = bool(values) and all(token.type in _JOINTS | {"WORD", "NAME", "ATOM"} for token in values)
    if not named_first or not isinstance(when, Compare) or draft.facts[when.fact].kind == "truth":
        return held, (span.cut(note[0].start, note[-1].end),) if note else ()
    for token in values:
        if token.type not in _JOINTS and not draft.facts[when.fact].closed:
            constant = named(token.text, span.cut(token.start, token.end))
            draft.add_fact(replace(draft.facts[when.fact], values=(constant,)))
    end = next((index for index, token in enumerate(note) if index > verb and token.type in {"DASH", "SEMI", "COMMA"}), len(note))
    act = Act(" ".join(span.cut(note[verb].start, note[end - 1].end).text.split()), note[verb].text.casefold(), "",
              cast("Effect", note[verb].effect), whole)  # fmt: skip
    rest = note[end + 1 :]
    return act, (span.cut(rest[0].start, rest[-1].end),) if rest else ()


def _switched(draft: Draft, token: Token, note: tuple[Token, ...], span: Span) -> Iterator[Gate]:
    """`kill-switchable (the `X` variable)`: the path goes while X is set."""
    words = draft.grammar.words.keywords
    atoms = [part for part in note if part.type == "ATOM"]
    if len(atoms) != 1 or any(part.type in LOGIC or part.type == "HAZARD" for part in note):
        return
    whole = span.cut(token.start, note[-1].end + 1)
    name = named(atoms[0].text, span.cut(atoms[0].start, atoms[0].end))
    aliases = tuple(Named(bare(word), word, whole) for word in words["ARMED"])
    known = draft.add_fact(Fact(name, "truth", aliases=aliases))
    stop = words["KILLS"][0]
    act = Act(" ".join(whole.text.split()), stop, "", "halt", whole)
    yield Gate(Compare(known.name.key, "=", (True,), whole), act, whole, ())


def _reserve(draft: Draft, section: Section, place: tuple[Span, str], lexer: Lexer) -> None:
    """`A and B paths remain V`, where V is a level that is called by a verdict word: what stays as it was."""
    sentence, noun = place
    tokens = tuple(token for token in lexer.lex(sentence) if token.text != ".")
    cop = next((index for index, token in enumerate(tokens) if token.type == "COP"), 0)
    end = next((index for index, token in enumerate(tokens) if index > cop and token.type == "COMMA"), len(tokens))
    value = tokens[cop + 1 : end]
    unchanged = draft.grammar.words.keywords["UNCHANGED"]
    tail = [token.text.casefold() for token in tokens[end + 1 :]]
    if not cop or len(value) != 1 or not (" ".join(tail) in unchanged or all(word in unchanged for word in tail)):
        return
    act = _level_act(draft, value[0], sentence)
    if act is None:
        return
    try:
        routes = _routes(tokens[:cop], sentence)
    except NotRead:
        return
    identity = Statements(draft).rule_id(Place(section), sentence.text)
    for route in routes:
        draft.operations.setdefault(route.key, Subject(route, noun))
        draft.rules.append(Rule(identity, "reserved", route.key, conjoined(), sentence, section.words, (act,), label=value[0].text))
    draft.note(sentence, "rule", trail=section.words)


def _level_act(draft: Draft, token: Token, sentence: Span) -> Act | None:
    """The act of a level whose name begins with a verdict word that holds or halts (`human-required`), or at which nothing goes."""
    if not draft.member_scales(bare(token.text)):
        return None
    verb = bare(token.text).split(" ")[0]
    effect = _TIGHT.get(draft.effects.get(verb, ""))
    if effect is None:
        verb, effect = draft.grammar.words.first("HOLD"), _held_at(draft, token)
    return Act(" ".join(sentence.text.replace("*", "").split()), verb, "", effect, sentence) if effect else None


def _held_at(draft: Draft, token: Token) -> Effect | None:
    """A hold for a level below which every cell of every matrix holds, halts or does not apply."""
    key = bare(token.text)
    given = [rule for rule in draft.rules if rule.family in {"matrix", "conditional"} and key in _columns(rule)]
    tight = [strictest(rule.acts) for rule in given]
    return "hold" if tight and set(tight) <= {*TIGHT, "n/a"} and "hold" in tight else None


def _columns(rule: Rule) -> frozenset[str]:
    """The members and values at which a rule stands."""
    return frozenset(
        str(value) for atom in atoms(rule.when) if isinstance(atom, Compare) and atom.relation == "=" for value in atom.values
    )


def _routes(tokens: tuple[Token, ...], sentence: Span) -> list[Named]:
    """`Manual and agent-initiated releases`: each adjective with the noun that they share."""
    parts, current = list[list[Token]](), list[Token]()
    for token in (*tokens, Token("AND", "and", 0, 0)):
        if token.type in {"AND", "COMMA"}:
            parts.append(current)
            current = []
        else:
            current.append(token)
    parts = [part for part in parts if part]
    if not parts or any(token.type not in {"WORD", "NAME", "ATOM", "VERB", "HARMLESS"} for part in parts for token in part):
        raise NotRead("what stays as it was is open")
    noun = parts[-1][-1].text
    places = [sentence.cut(part[0].start, part[-1].end) for part in parts]
    texts = [place.text.strip("*_ ") for place in places]
    full = [text if text.endswith(noun) else f"{text} {noun}" for text in texts]
    return [named(unarticled(text), place) for text, place in zip(full, places, strict=True)]
