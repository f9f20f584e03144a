"""A default and its alternative: `Default to x whenever Ys overlap on a or b`, `Allow y only when … that they keep d and e`."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook.clauses import Clause, NotRead, split
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import POLICY, All, Attribute, Compare, Condition, Not, Rule
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import strictest
from harnessy.rulebook.policy import Sentence, act, acts_of, declare, fact, rule
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_PRONOUNS = frozenset({"they", "it", "these", "this"})


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a default under a list of things, or of what is allowed with a list of proofs; None for anything else."""
    tokens = draft.nameless().lex(sentence.span)
    if sentence.notes or sentence.rest or not tokens or tokens[0].type not in {"DEFAULT", "VERB"}:
        return None
    segments = split(tokens, sentence.span)
    if len(segments) != 1 or len(segments[0].clauses) != 1 or segments[0].label is not None:
        return None
    clause, main = segments[0].clauses[0], segments[0].main
    if [token.type for token in main] == ["DEFAULT", "NP"] and main[1].parts[0].text.casefold() == "to" and clause.marker == "IF":
        return _default(draft, sentence, main[1], clause)
    if clause.marker == "ONLYIF" and [token.type for token in main] == ["VERB", "NP"]:
        return _allowed(draft, sentence, main, clause)
    return None


def _default(draft: Draft, sentence: Sentence, choice: Token, clause: Clause) -> list[Rule] | None:
    """`default to serial whenever drafts overlap on a, b or c`."""
    phrases = [token for token in clause.tokens if token.type == "NP"]
    parts = phrases[0].parts if phrases else ()
    prepositions = draft.grammar.words.keywords["OVERLAPON"]
    at = next((index for index, part in enumerate(parts) if part.text.casefold() in prepositions), 0)
    if at < 2 or at == len(parts) - 1 or {token.type for token in clause.tokens} - {"NP", "COMMA", "OR"}:
        return None
    doing = parts[at - 1]
    items = (_joined(parts[at + 1 :]), *(token.text for token in phrases[1:]))
    shared = fact(draft, doing.text, _span(draft, (doing,)), "set")
    when = Compare(shared, "=", tuple(bare(item) for item in items), clause.span)
    key, what = _policy(draft, sentence), sentence.span.cut(sentence.span.start, choice.end)
    declare(draft, named(what.text, what), (Attribute(named(what.text, what), items, sentence.span),))
    word = _joined(choice.parts[1:])
    held = act(draft, "hold", sentence.span.text, sentence.span)
    return [rule(draft, key, when, (held,), sentence, states=((_mode(draft), word),))]


def _allowed(draft: Draft, sentence: Sentence, main: tuple[Token, ...], clause: Clause) -> list[Rule] | None:
    """`allow parallel packets only when X can show that they keep a, b and c`: each must be shown; else it is held."""
    acts = acts_of(draft, tuple(part for token in main for part in (token.parts or (token,))))
    at = next((index for index, token in enumerate(clause.tokens) if token.type == "HAZARD"), 0)
    told = clause.tokens[at + 1] if at and at + 1 < len(clause.tokens) else None
    pronoun = told is not None and told.type == "NP" and len(told.parts) > 2 and told.parts[0].text.casefold() in _PRONOUNS
    if not acts or strictest(acts) != "go" or told is None or not pronoun or clause.tokens[at - 1].type != "NP":
        return None
    rest = clause.tokens[at + 2 :]
    if {token.type for token in rest} - {"NP", "COMMA", "AND"}:
        raise NotRead("what has to be shown is no plain list")
    name = draft.document.source.span(clause.tokens[at - 1].start, told.parts[1].end)
    shown = fact(draft, name.text, name, "set")
    items = (_joined(told.parts[2:]), *(token.text for token in rest if token.type == "NP"))
    met: Condition = All(tuple(Compare(shown, "=", (bare(item),), clause.span) for item in items))
    key = _policy(draft, sentence)
    held = act(draft, "hold", sentence.span.text, sentence.span)
    go = tuple(replace(each, gate=None) for each in acts)
    other = main[1].parts[0].text
    unless = [each for each in draft.rules if each.target == key and each.states and strictest(each.acts) == "hold"]
    first = tuple(each.states[0][1] for each in unless[:1])
    own = All((met, *(Not(each.when) for each in unless)))
    modes = tuple((_mode(draft), value) for value in first)
    return [
        rule(draft, key, own, go, sentence, states=((_mode(draft), other),)),
        rule(draft, key, Not(met), (held,), sentence, states=modes),
    ]


def _policy(draft: Draft, sentence: Sentence) -> str:
    """The policy of a section: named by its heading, else by the sentence."""
    heading = sentence.place.section.heading
    name = named(heading.text, heading.span) if heading is not None else named(sentence.span.text, sentence.span)
    known = draft.subjects.get(name.key)
    return name.key if known is not None and known.kind == POLICY else declare(draft, name)


def _mode(draft: Draft) -> str:
    return draft.grammar.words.keywords["MODE"][0]


def _joined(parts: tuple[Token, ...]) -> str:
    return " ".join(part.text for part in parts)


def _span(draft: Draft, parts: tuple[Token, ...]) -> Span:
    return draft.document.source.span(parts[0].start, parts[-1].end)

