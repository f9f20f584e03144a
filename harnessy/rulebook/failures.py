"""What follows when a gate is closed: the consequences that its legs and its section tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.document import Paragraph, Section
from harnessy.rulebook.acts import build_acts, with_strange
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import ALWAYS, Act, Any, Compare, Condition, Fact, Named, Not, Rule, Subset, atoms, conjoined
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import TIGHT, Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Lexer, Token, glue, in_place
from harnessy.source import Span

Part = tuple[tuple[Token, ...], Span, Section]
Given = tuple[Condition, tuple[Act, ...], Span]
_JOINTS = frozenset({"COMMA", "OR", "AND", "SLASH", "EVERY"})


@dataclass(frozen=True, slots=True)
class Failing:
    """A leg as its consequences need it: its key, the fact it reads, when it passes, and its sentences."""

    leg: str
    fact: Fact
    passes: Condition
    sentences: tuple[Span, ...]


def pieces(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    """Where the parts between semicolons begin and end."""
    start = 0
    for index, token in enumerate(tokens):
        if token.type == "SEMI":
            yield start, index
            start = index + 1
    yield start, len(tokens)


def more_said(draft: Draft, sentence: Span, section: Section, lexer: Lexer) -> tuple[Span, ...]:
    """What stands behind a semicolon of a leg, or of the sentence that asks for all legs, and is no consequence: unread."""
    tokens, found = lexer.lex(sentence), list[Span]()
    for start, end in pieces(tokens):
        piece = _unstopped(tokens[start:end])
        kinds = [token.type for token in piece]
        if start == 0 or not piece or "ARROW" in kinds or any(token.effect == "none" for token in piece):
            continue
        found.append(sentence.cut(piece[0].start, piece[-1].end))
        draft.note(found[-1], "not understood", "beside what is read", section.words)
    return tuple(found)


def name_values(draft: Draft, fact: str) -> Fact:
    """Where one subject is called `<fact> <value>`, the last word of its sibling `<fact> <other>` is a value too (assumed)."""
    known = draft.facts[fact]
    prefix = f"{fact} "
    found = dict[str, list[Named]]()
    for subject in draft.subjects.values():
        for name in (subject.name, *subject.aliases):
            if name.key.startswith(prefix) and " " not in name.key.removeprefix(prefix):
                found.setdefault(subject.kind, []).append(name)
    for siblings in found.values():
        values = {name.key.removeprefix(prefix): name for name in siblings}
        listed = {value.key for value in known.values}
        if not listed & values.keys() or known.closed:
            continue
        for key, name in values.items():
            if key not in listed:
                text = name.text.split()[-1]
                said = f"`{text}` is a value of `{known.name.text}`: `{name.text}` is called by it"
                draft.assume(said, name.span, known.name.span)
                known = draft.add_fact(replace(known, values=(Named(key, text, name.span),)))
    return known


def consequences(draft: Draft, key: str, leg: Failing, section: Section, lexer: Lexer) -> None:
    """What a leg says of its verdicts: `VALUE → acts`, `A, or B, parks the run`."""
    for sentence in leg.sentences:
        tokens = lexer.lex(sentence)
        for start, end in pieces(tokens):
            _arrow(draft, key, leg, (tokens[start:end], sentence, section))
        last = max((index for index, token in enumerate(tokens) if token.type in {"SEMI", "DASH"}), default=-1)
        _events(draft, key, leg, (tokens[last + 1 :], sentence, section))


def _arrow(draft: Draft, key: str, leg: Failing, part: Part) -> None:
    piece, sentence, section = part
    at = next((index for index, token in enumerate(piece) if token.type == "ARROW"), 0)
    said = [token for token in piece[:at] if token.type not in _JOINTS]
    if not said or (len(said) > 1 and any(token.type != "ATOM" for token in said)):
        return
    fact = leg.fact.name.key
    span = sentence.cut(piece[0].start, piece[-1].end)
    values = tuple(named(token.text, sentence.cut(token.start, token.end)) for token in said)
    draft.add_fact(replace(draft.facts[fact], values=values))
    acts = glue(in_place(_unstopped(piece[at + 1 :])))
    parsed = draft.grammar.statement(acts) or draft.grammar.statement(with_strange(acts, closed=True))
    if parsed is not None and parsed.name == "act":
        when, made = Compare(fact, "=", tuple(value.key for value in values), span), _built(draft, parsed.tokens, section.words)
        if made:
            _failed(draft, key, leg.leg, (when, made, span), section)


def _built(draft: Draft, tokens: tuple[Token, ...], trail: tuple[str, ...] = ()) -> tuple[Act, ...]:
    """The acts of some words; none, and noted as not understood, where they hold two verdicts."""
    try:
        return build_acts(draft, tokens)
    except NotRead as reason:
        draft.note(draft.document.source.span(tokens[0].start, tokens[-1].end), "not understood", str(reason), trail)
        return ()


def _events(draft: Draft, key: str, leg: Failing, part: Part) -> None:
    """`any new reason, or RED, parks the run`: what stands before the verb is a value, or new to a set, or a truth of its own."""
    piece, sentence, section = part
    tokens = _unstopped(piece)
    at = next((index for index, token in enumerate(tokens) if token.type == "THIRD"), 0)
    causes = [token for token in glue(in_place(tokens[:at])) if token.type not in _JOINTS]
    rest = glue(in_place(tokens[at + 1 :]))
    if not causes or any(token.type != "NP" for token in (*causes, *rest)):
        return
    acts = third(draft, (tokens[at], *rest))
    if strictest(acts) not in TIGHT:
        return
    conditions = tuple(_cause(draft, leg, token) for token in causes)
    span = sentence.cut(tokens[0].start, tokens[-1].end)
    when = Any(conditions) if len(conditions) > 1 else conditions[0]
    _failed(draft, key, leg.leg, (when, acts, span), section)


def _cause(draft: Draft, leg: Failing, phrase: Token) -> Condition:
    span = draft.document.source.span(phrase.start, phrase.end)
    if any(value.key == bare(phrase.text) for value in leg.fact.values):
        return Compare(leg.fact.name.key, "=", (bare(phrase.text),), span)
    new = draft.grammar.words.keywords["NEW"]
    rest = " ".join(part.text for part in phrase.parts if part.text.casefold() not in new)
    relations = [atom for atom in atoms(leg.passes) if isinstance(atom, Subset) and stems(rest) and stems(rest) <= stems(atom.fact)]
    if rest != phrase.text and len(relations) == 1:
        return Not(relations[0])
    return Reader(draft).truth(span)


def _failed(draft: Draft, key: str, leg: str, given: Given, section: Section) -> None:
    """A consequence of a leg that fails: for who asks about the leg, and for who stands at the gate."""
    when, acts, span = given
    fails = draft.grammar.words.keywords["FAILS"][0]
    identity = Statements(draft).rule_id(Place(section), span.text)
    failed = conjoined(Compare(leg, "=", (fails,), span), when)
    draft.rules.append(Rule(identity, "leg failed", leg, failed, span, section.words, acts))
    _closing(draft, key, (failed, acts, span), section)


def _closing(draft: Draft, key: str, given: Given, section: Section) -> None:
    when, acts, span = given
    identity = Statements(draft).rule_id(Place(section), span.text)
    closed = conjoined(Compare(key, "=", (False,), span), when)
    draft.rules.append(Rule(identity, "gate closed", key, closed, span, section.words, acts))
    draft.note(span, "rule", trail=section.words)


def when_failed(draft: Draft, key: str, section: Section, lexer: Lexer) -> None:
    """`a failed leg parks the run`, `if a leg fails, the mate decides`: what follows when any leg fails."""
    fails = {stem for word in draft.grammar.words.keywords["FAILS"] for stem in stems(word)}
    for block in section.blocks:
        for sentence in block.sentences if isinstance(block, Paragraph) else ():
            tokens = lexer.lex(sentence)
            decided = _decided(draft, _unstopped(tokens), sentence, fails)
            if decided:
                _closing(draft, key, (ALWAYS, decided, sentence), section)
            ends = (at for at, token in enumerate(tokens) if token.type in {"COLON", "DASH", "SEMI"} or _goes_on(tokens, at))
            cut = next(ends, len(tokens))
            handed = _handed(draft, in_place(_unstopped(tokens[:cut])), sentence, fails)
            if handed:
                _closing(draft, key, (ALWAYS, handed, handed[0].span), section)
                continue
            parsed = draft.grammar.statement(glue(in_place(_unstopped(tokens[:cut]))))
            if parsed is None or parsed.name != "third" or not stems(parsed.tokens[0].text) & fails:
                continue
            acts = third(draft, parsed.tokens)
            span = sentence.cut(tokens[0].start, tokens[cut - 1].end)
            _closing(draft, key, (ALWAYS, acts, span), section)


def _decided(draft: Draft, tokens: tuple[Token, ...], sentence: Span, fails: set[str]) -> tuple[Act, ...]:
    """The acts of `if a leg fails, stop`, and the hold of `if a leg fails, the mate decides`; none of any other sentence."""
    comma = next((index for index, token in enumerate(tokens) if token.type == "COMMA"), len(tokens))
    cause, rest = tokens[1:comma], tokens[comma + 1 :]
    if not rest or tokens[0].type != "IF" or any(token.type in LOGIC for token in cause) or not stems(_words(cause)) & fails:
        return ()
    main = glue(in_place(rest))
    parsed = draft.grammar.statement(main)
    if parsed is not None and parsed.name == "act":
        acts = _built(draft, parsed.tokens)
        return acts if strictest(acts) in TIGHT else ()
    if len(main) != 1 or not has_label(draft, _words(rest[-1:]), ("DECIDERS",)):
        return ()
    said = sentence.cut(rest[0].start, rest[-1].end)
    return (Act(" ".join(said.text.split()), draft.grammar.words.first("HOLD"), "", "hold", said),)


def _handed(draft: Draft, tokens: tuple[Token, ...], sentence: Span, fails: set[str]) -> tuple[Act, ...]:
    """The hold of `a failed check hands the shift over to a person`: who decides then is no agent."""
    words = draft.grammar.words
    at = next((index for index, token in enumerate(tokens) if token.text.casefold() in words.headers["HANDS_OVER"]), 0)
    behind = [index for index, token in enumerate(tokens) if index > at and token.text.casefold() in words.keywords["ONWARD"]]
    plain = all(token.type in {"WORD", "NAME", "HARMLESS", "VERB", "EVERY"} for token in tokens)
    if not at or not behind or not plain or not stems(_words(tokens[:at])) & fails:
        return ()
    if not stems(_words(tokens[behind[-1] + 1 :])) & frozenset(stem for who in words.keywords["HUMANS"] for stem in stems(who)):
        return ()
    said = sentence.cut(tokens[0].start, tokens[-1].end)
    return (Act(" ".join(said.text.split()), words.first("HOLD"), "", "hold", said),)


def _words(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.text for token in tokens)


def _goes_on(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a comma and `and` open another statement."""
    return [token.type for token in tokens[index : index + 2]] == ["COMMA", "AND"]


def third(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Act, ...]:
    """The acts of `NP parks NP`: the verb of the third person with what it is done to."""
    verb = next(token for token in tokens if token.type == "THIRD")
    base = replace(verb, type="VERB", text=verb.text[:-1])
    return _built(draft, (base, *tokens[tokens.index(verb) + 1 :]))


def _unstopped(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(token for token in tokens if token.text != ".")
