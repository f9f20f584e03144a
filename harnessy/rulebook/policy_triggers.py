"""The family of triggers: `If an issue fails 2 consecutive phases: pause and comment`, acts that wait for a count or an event."""

from __future__ import annotations

from dataclasses import dataclass

from harnessy.rulebook.clauses import Clause, NotRead, Segment, split
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.counts import counted
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import EVERYTHING, TRIGGER, Act, All, Condition, Named, Not, Rule, Value, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.policy import Sentence, acts_of, declare, fact, rule, soft
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

_ONE = frozenset({"a", "an"})


@dataclass(frozen=True, slots=True)
class Trigger:
    """What sets a policy off, by its key, and the condition."""

    key: str
    when: Condition
    front: Span


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a trigger; None when the sentence is none. Raises NotRead when it is one that cannot be read whole."""
    tokens = draft.nameless().lex(sentence.span)
    if not tokens or tokens[0].type != "IF":
        return None
    segments = split(soft(tokens), sentence.span)
    first = segments[0]
    fronts = [clause for clause in first.clauses if clause.marker == "IF"]
    if not fronts or first.label is not None or fronts[0] is not first.clauses[0]:
        return None
    when = _condition(draft, fronts[0])
    if when is None:
        return None
    trigger = Trigger(declare(draft, _name(draft, fronts[0])), when, fronts[0].span)
    says_more = (LOGIC - {"VERB"}) | {"NUMBER", "OR", "AND", "COMMA", "HAZARD"}
    if any(token.type in says_more for segment in segments for note in segment.notes for token in note.tokens):
        raise NotRead("a note beside the acts is not understood")
    made = list[Rule]()
    for segment in segments:
        if segment.label is not None or (segment.joined and segment.joined != "SEMI"):
            raise NotRead("what stands beside the acts is not understood")
        made.extend(_acting(draft, sentence, segment, trigger))
    return made


def _name(draft: Draft, front: Clause) -> Named:
    """The words of the condition; with the `if` in front where they are the name of a fact."""
    plain = named(" ".join(front.span.text.split()), front.span)
    return plain if plain.key not in draft.facts else named(f"if {plain.text}", front.span)


def _condition(draft: Draft, clause: Clause) -> Condition | None:
    """A count, or what some thing of a kind requires (`a phase requires approval`)."""
    count = counted(draft, clause.tokens, clause.span)
    if count is not None:
        return count
    kinds = [token.type for token in clause.tokens]
    source = clause.span.source.text
    if kinds == ["NP", "REQ", "NP"] and source[clause.span.start : clause.span.end].split()[0].casefold() in _ONE:
        key = fact(draft, " ".join(clause.span.text.split()), clause.span, "truth")
        return Reader(draft).truth(clause.span) if key else None
    return None


def _acting(draft: Draft, sentence: Sentence, segment: Segment, trigger: Trigger) -> list[Rule]:
    acts = acts_of(draft, _flat(segment.main))
    rest = [clause for clause in segment.clauses if clause.span != trigger.front]
    if not acts or any(clause.marker != "ONLYIF" for clause in rest) or len(rest) > 1:
        raise NotRead("what follows is no plain act")
    only = tuple(_only(draft, clause) for clause in rest)
    when = conjoined(trigger.when, *only)
    made = [rule(draft, trigger.key, when, acts, sentence, states=_states(acts))]
    if strictest(acts) in TIGHT:
        made.append(rule(draft, EVERYTHING, when, acts, sentence, family=TRIGGER))
    if only and acts[0].object:
        words = draft.grammar.words.keywords["CARRYON"]
        on = Act(" ".join(segment.span.text.split()), words[0], acts[0].object, "neutral", segment.span)
        state = ((_head(acts[0].object), words[0]),)
        made.append(rule(draft, trigger.key, All((trigger.when, Not(only[0]))), (on,), sentence, states=state))
        made.append(rule(draft, trigger.key, Not(trigger.when), (), sentence, states=state))
    return made


def _only(draft: Draft, clause: Clause) -> Condition:
    return Reader(draft).read(clause.tokens, clause.span)


def _flat(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Tokens with noun phrases taken apart again."""
    return tuple(part for token in tokens for part in (token.parts or (token,)))


def _states(acts: tuple[Act, ...]) -> tuple[tuple[str, Value], ...]:
    """What becomes of the things that acts hold: `pause the loop` leaves the loop at pause."""
    return tuple((_head(each.object), each.verb) for each in acts if each.object and each.effect in TIGHT)


def _head(thing: str) -> str:
    return bare(thing).split(" ")[-1]


