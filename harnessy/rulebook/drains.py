"""The family of drains: `Continue X until no Y remains; stop when all Zs are a, b or c`: on while there are some, then off."""

from __future__ import annotations

from decimal import Decimal

from harnessy.rulebook.clauses import Clause, NotRead, Segment, split
from harnessy.rulebook.derivation import Test
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Act, All, Compare, Condition, Fact, Rule
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.policy import Sentence, act, acts_of, declare, fact, rule
from harnessy.rulebook.tokens import Token

_ZERO = Decimal(0)
_ALL_ARE = ["EVERY", "NP", "COP"]


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a drain; None when the sentence is none. Raises NotRead."""
    body = sentence.body
    if not body or body[0].text.casefold() not in draft.grammar.words.keywords["CARRYON"]:
        return None
    first, *rest = split(draft.nameless().lex(sentence.span), sentence.span)
    if len(first.clauses) != 1 or first.clauses[0].marker != "UNTIL":
        return None
    left = _left(draft, first.clauses[0])
    if left is None:
        return None
    if sentence.notes or len(rest) > 1:
        raise NotRead("what stands beside it is not understood")
    doing = [token for token in first.main if token.type == "NP"]
    count = _count(draft, doing[0] if doing else None, left)
    key = declare(draft, named(" ".join(_words(draft, first).split()), first.span.cut(first.main[0].start, first.main[-1].end)))
    some, none = (Compare(count, relation, (_ZERO,), first.span) for relation in (">", "="))
    on = Act(_words(draft, first), bare(body[0].text), doing[0].text if doing else "", "neutral", first.span)
    ends, when = _ends(draft, rest[0]) if rest else ((), None)
    off = ends or (act(draft, "hold", first.clauses[0].span.text, first.clauses[0].span),)
    made = [rule(draft, key, some, (on,), sentence), rule(draft, key, none, off, sentence)]
    if when is not None:
        made.append(rule(draft, key, All((none, when)), off, sentence))
    return made


def _left(draft: Draft, clause: Clause) -> Token | None:
    """What there is none of when it ends."""
    kinds = [token.type for token in clause.tokens]
    remains = kinds == ["NO", "NP", "COP"] and clause.tokens[-1].text.casefold() in draft.grammar.words.keywords["REMAIN"]
    return clause.tokens[1] if remains else None


def _count(draft: Draft, doing: Token | None, left: Token) -> str:
    """What is counted: the fuller name of the two (`draining approved drafts … no draft remains`: approved drafts)."""
    source = draft.document.source
    if doing is not None and stems(left.text) <= stems(doing.text):
        at = next((index for index, part in enumerate(doing.parts) if not part.text.casefold().endswith("ing")), 0)
        parts = doing.parts[at:]
        return fact(draft, " ".join(part.text for part in parts), source.span(parts[0].start, parts[-1].end), "number")
    return fact(draft, left.text, source.span(left.start, left.end), "number")


def _ends(draft: Draft, segment: Segment) -> tuple[tuple[Act, ...], Condition]:
    """`stop when all remaining drafts are a, b or c`: the acts, and whether all that remain are in one of these states."""
    acts = acts_of(draft, tuple(part for token in segment.main for part in (token.parts or (token,))))
    if not acts or len(segment.clauses) != 1 or segment.clauses[0].marker != "IF" or segment.label is not None or segment.notes:
        raise NotRead("what ends it is not understood")
    tokens = segment.clauses[0].tokens
    kinds = [token.type for token in tokens]
    said, listed = kinds[: len(_ALL_ARE)], tokens[len(_ALL_ARE) :]
    if said != _ALL_ARE or not listed or {token.type for token in listed} - {"NP", "COMMA", "OR"}:
        raise NotRead("what ends it is not understood")
    if [token.type for token in listed].count("OR") != (len(listed) > 1) or (len(listed) > 1 and listed[-2].type != "OR"):
        raise NotRead("where the list of what ends it ends is open")
    things, states = tokens[1], tuple(token.text for token in listed if token.type == "NP")
    span = segment.clauses[0].span
    test = Test("within", bare(things.text), states)
    truth = Fact(named(" ".join(span.text.split()), span), "truth", test=test)
    draft.facts.setdefault(truth.name.key, truth)
    return acts, Compare(truth.name.key, "=", (True,), span)


def _words(draft: Draft, segment: Segment) -> str:
    """The main part of a statement, on one line."""
    return " ".join(draft.document.source.span(segment.main[0].start, segment.main[-1].end).text.split())
