"""What follows when a gate is closed: the consequences that its legs and its section tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.document import Paragraph, Section
from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import ALWAYS, Act, Any, Compare, Condition, Fact, Named, Not, Rule, Subset, atoms, conjoined
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import Place, strictest
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Lexer, Token, glue, in_place
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
    if [token.type for token in piece[1:2]] != ["ARROW"]:
        return
    fact = leg.fact.name.key
    span = sentence.cut(piece[0].start, piece[-1].end)
    value = named(piece[0].text, sentence.cut(piece[0].start, piece[0].end))
    draft.add_fact(replace(draft.facts[fact], values=(value,)))
    parsed = draft.grammar.statement(glue(in_place(_unstopped(piece[2:]))))
    if parsed is not None and parsed.name == "act":
        when = Compare(fact, "=", (value.key,), span)
        _failed(draft, key, leg.leg, (when, build_acts(draft, parsed.tokens), span), section)


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
    if strictest(acts) not in {"hold", "halt"}:
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
    """`a failed leg parks the run`: what follows when any leg fails."""
    fails = {stem for word in draft.grammar.words.keywords["FAILS"] for stem in stems(word)}
    for block in section.blocks:
        for sentence in block.sentences if isinstance(block, Paragraph) else ():
            tokens = lexer.lex(sentence)
            ends = (at for at, token in enumerate(tokens) if token.type in {"COLON", "DASH", "SEMI"} or _goes_on(tokens, at))
            cut = next(ends, len(tokens))
            parsed = draft.grammar.statement(glue(in_place(_unstopped(tokens[:cut]))))
            if parsed is None or parsed.name != "third" or not stems(parsed.tokens[0].text) & fails:
                continue
            acts = third(draft, parsed.tokens)
            span = sentence.cut(tokens[0].start, tokens[cut - 1].end)
            _closing(draft, key, (ALWAYS, acts, span), section)


def _goes_on(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a comma and `and` open another statement."""
    return [token.type for token in tokens[index : index + 2]] == ["COMMA", "AND"]


def third(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Act, ...]:
    """The acts of `NP parks NP`: the verb of the third person with what it is done to."""
    verb = next(token for token in tokens if token.type == "THIRD")
    base = replace(verb, type="VERB", text=verb.text[:-1])
    return build_acts(draft, (base, *tokens[tokens.index(verb) + 1 :]))


def _unstopped(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tuple(token for token in tokens if token.text != ".")
