"""Families of obligation: `All Xs must be done with Y linking to Z`, `Never do X — always wait for Y`."""

from __future__ import annotations

from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.derivation import Test
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import ALWAYS, INVARIANT_RANK, Absent, Any, Compare, Condition, Fact, Rule
from harnessy.rulebook.names import bare
from harnessy.rulebook.policy import Sentence, act, acts_of, declare, fact, rule
from harnessy.rulebook.tokens import Token, glue, in_place

_MUST_BE = ["EVERY", "NP", "MUST", "HAZARD", "NP"]
_BEHIND = frozenset({"to", "with", "by"})


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """The rules of an obligation; None when the sentence is none. Raises NotRead."""
    body = glue(in_place(sentence.body))
    kinds = [token.type for token in body]
    if kinds == _MUST_BE and body[-2].text.casefold() == "be":
        return _carried(draft, sentence, body)
    if kinds == ["NEVER", "NP"] and len(sentence.rest) == 1 and sentence.rest[0][0].type == "ALWAYS":
        return _awaited(draft, sentence, body)
    return None


def _carried(draft: Draft, sentence: Sentence, body: tuple[Token, ...]) -> list[Rule] | None:
    """`all changes must be committed with evidence linking to trace ids`: without any of them it is halted."""
    parts = body[-1].parts
    at = max((index for index, part in enumerate(parts) if part.text.casefold() in _BEHIND), default=0)
    if not at or at == len(parts) - 1:
        return None
    if sentence.rest or sentence.notes:
        raise NotRead("what stands beside the obligation is not understood")
    thing = draft.document.source.span(parts[at + 1].start, parts[-1].end)
    truth = Fact(named(f"some {thing.text}", thing), "truth", test=Test("some", bare(thing.text), ()))
    draft.facts.setdefault(truth.name.key, truth)
    whole = sentence.span.cut(sentence.body[0].start, sentence.body[-1].end)
    key = declare(draft, named(whole.text, whole))
    without = Compare(truth.name.key, "=", (False,), thing)
    return [rule(draft, key, without, (act(draft, "halt", whole.text, whole),), sentence)]


def _awaited(draft: Draft, sentence: Sentence, body: tuple[Token, ...]) -> list[Rule] | None:
    """`never do x — always wait for y`: x is halted, and where it would be done y is waited for."""
    acts = acts_of(draft, sentence.rest[0][1:])
    if not acts or acts[0].effect != "hold" or not acts[0].object or sentence.notes:
        return None
    span = body[1]
    source = draft.document.source
    words = acts[0].object.split(" ")
    awaited = " ".join(words[1:] if words[0].casefold() in draft.grammar.words.keywords["THROUGH"] else words)
    place = source.span(sentence.rest[0][-1].start, sentence.rest[0][-1].end)
    given = fact(draft, awaited, place, "word")
    missing: Condition = Any((Absent(given, place), Compare(given, "=", ("no", "false"), place)))
    operation = source.span(span.start, span.end)
    key = declare(draft, named(f"{acts[0].verb} {acts[0].object}", place))
    never = act(draft, "halt", sentence.span.cut(sentence.body[0].start, span.end).text, operation)
    states = ((span.parts[0].text, never.verb),)
    halted = draft.operation(operation.text, operation)
    return [
        rule(draft, halted, ALWAYS, (never,), sentence, rank=INVARIANT_RANK, family="prohibition"),
        rule(draft, key, missing, acts, sentence, states=states),
    ]
