"""When a leg of a gate does not apply: `applies where C`, `Z: n/a, stated in W`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from harnessy.document import Item
from harnessy.rulebook.conditions import Reader
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.failures import pieces
from harnessy.rulebook.model import ALWAYS, Any, Compare, Condition, Fact, Not, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.tokens import LOGIC, Lexer, Token
from harnessy.source import Span

_HAVING = frozenset({"HAVE", "WITHOUT", "NO"})
_WITH = frozenset({"with"})


@dataclass(frozen=True, slots=True)
class Aside:
    """One way in which a leg does not apply: its verdict says so, for a reason (`ALWAYS`: none is asked), and that is noted."""

    state: Condition
    reason: Condition
    noted: Condition | None
    words: Span | None

    @property
    def excused(self) -> Condition:
        """All that has to be so for a gate to pass over the leg."""
        return conjoined(self.state, *([self.noted] if self.noted is not None else []), self.reason)


def aside_of(draft: Draft, leg: tuple[str, str], item: Item, lexer: Lexer) -> list[Aside]:
    """When the leg does not apply and passes as stated so: one of the reasons for that, and all that has to be stated."""
    found, applies = list[Aside](), list[Condition]()
    for sentence in item.sentences:
        tokens = lexer.lex(sentence)
        applied = _applies(draft, tokens, sentence)
        applies.extend(applied)
        strange = not applied and any(token.type in {"BIND", "IF", "UNLESS", "ONLYIF"} for token in tokens)
        none = any(token.type == "VERB" and token.effect == "none" for token in tokens) and not strange
        stated = _stated(draft, leg, tokens, sentence) if none else []
        found.extend(stated)
        if applied or stated:
            draft.note(sentence, "rule")
    away = conjoined(*(Not(applied) for applied in applies)) if applies else None
    return [replace(one, reason=_either([why for why in (one.reason, away) if why not in {None, ALWAYS}])) for one in found]


def _either(reasons: list[Condition | None]) -> Condition:
    known = tuple(reason for reason in reasons if reason is not None)
    return Any(known) if len(known) > 1 else known[0] if known else ALWAYS


def _applies(draft: Draft, tokens: tuple[Token, ...], sentence: Span) -> list[Condition]:
    """`applies where C`."""
    if [token.type for token in tokens[:2]] != ["BIND", "IF"] or not tokens[2:]:
        return []
    end = next((index for index, token in enumerate(tokens) if token.type in {"SEMI", "COLON"}), len(tokens))
    span = sentence.cut(tokens[2].start, tokens[end - 1].end)
    return [_has(draft, tokens[2:end], sentence) or Reader(draft).truth(span)]


def _has(draft: Draft, tokens: tuple[Token, ...], sentence: Span) -> Condition | None:
    """`the boat has a keel`, `boats with no keel`, `a boat without a keel`: whether there is a keel."""
    types = [token.type for token in tokens]
    at = next((index for index, kind in enumerate(types) if index and kind in _HAVING), None)
    if at is None:
        return None
    lacks = types[at] in {"WITHOUT", "NO"}
    who, thing = tokens[:at], tokens[at + 1 :]
    who = who[:-1] if types[at] == "NO" and bare(who[-1].text) in _WITH else who
    plain = {"WORD", "NAME", "ATOM", "HARMLESS", "SLASH"}
    while thing and thing[0].type == "HARMLESS":
        thing = thing[1:]
    if not who or not thing or any(token.type not in plain for token in (*who, *thing)):
        return None
    place = sentence.cut(thing[0].start, thing[-1].end)
    name = named(" ".join(place.text.split()), place)
    whole = sentence.cut(tokens[0].start, tokens[-1].end)
    aliases = () if lacks else (named(" ".join(whole.text.split()), whole),)
    if name.key in draft.quantities or (name.key in draft.facts and draft.facts[name.key].kind != "truth"):
        return None
    draft.add_fact(Fact(name, "truth", aliases=aliases))
    there = Compare(name.key, "=", (True,), place)
    return Not(there) if lacks else there


def _stated(draft: Draft, leg: tuple[str, str], tokens: tuple[Token, ...], sentence: Span) -> list[Aside]:
    """`Z: n/a, stated in W`: the leg is n/a and `stated in W` is true, and Z is the reason, if one is told."""
    fact, noun = leg
    for start, end in pieces(tokens):
        piece = tokens[start:end]
        at = next((index for index, token in enumerate(piece) if token.type == "VERB" and token.effect == "none"), None)
        if at is None:
            continue
        before = _without_notes([token for token in piece[:at] if token.type not in {"COLON", "COP", "OTHERWISE"}])
        before = before[:-1] if len(before) > 1 and bare(before[-1].text) == noun else before
        after = [token for token in piece[at + 1 :] if token.type not in {"COMMA", "SYMBOL"}]
        case, noted = (
            _case(draft, part, sentence) if part and [bare(token.text) for token in part] != [noun] else None
            for part in (before, after)
        )
        verdict = piece[at]
        none = named(verdict.text, draft.document.source.span(verdict.start, verdict.end))
        if draft.facts[fact].values and not draft.facts[fact].closed:
            draft.add_fact(replace(draft.facts[fact], values=(none,)))
        state = Compare(fact, "=", (none.key,), none.span)
        words = sentence.cut(after[0].start, after[-1].end) if noted is not None else None
        return [Aside(state, case if case is not None else ALWAYS, noted, words)]
    return []


def _without_notes(tokens: list[Token]) -> list[Token]:
    """The words outside brackets, where what stands in them carries no logic."""
    kept, depth = list[Token](), 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth and token.type in LOGIC:
            return tokens
        if not depth and token.text != ")":
            kept.append(token)
    return kept


def _case(draft: Draft, tokens: list[Token], sentence: Span) -> Condition:
    """What must be so; `docs/test-only changes` are changes of one of two sorts."""
    span = sentence.cut(tokens[0].start, tokens[-1].end)
    there = _has(draft, tuple(tokens), sentence)
    if there is not None:
        return there
    if len(tokens) != 1 + 1 or "/" not in tokens[0].text or any(token.type not in {"WORD", "NAME"} for token in tokens):
        return Reader(draft).truth(span)
    sorts, noun = tokens
    found = sentence.cut(sorts.start, sorts.end)
    values = tuple(named(sort, found) for sort in sorts.text.split("/"))
    fact = draft.add_fact(Fact(named(noun.text, sentence.cut(noun.start, noun.end)), "word", values=values))
    return Compare(fact.name.key, "=", tuple(value.key for value in values), span)
