"""Families of work: `Sorting: inspect x, compare y, and present z at the close`, `Approve x, not just y`, `No "x" state`."""

from __future__ import annotations

from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.groupings import parted
from harnessy.rulebook.model import ALWAYS, Attribute, Compare, Fact, Rule
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import TIGHT
from harnessy.rulebook.policy import Sentence, act, declare, rule
from harnessy.rulebook.tokens import LOGIC, Token, glue, in_place

_FEW = 1 + 1 + 1
_WITH = frozenset({"against", "between"})
_NOT_JUST = (["VERB", "NP", "COMMA", "NOT", "NP"], ["VERB", "NP", "COMMA", "NOT", "ONLY", "NP"])
_NO_STATE, _IS = ["NO", "NP"], (["NP", "COP", "NP"], ["NP", "COP", "ALWAYS", "NP"])


def read(draft: Draft, sentence: Sentence, _parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a procedure, of what is put up for approval, or of a state that there is not; None for anything else."""
    if sentence.notes:
        return None
    if sentence.rest:
        return [] if _stateless(draft, sentence) else None
    return _steps(draft, sentence) or _approved(draft, sentence)


def _steps(draft: Draft, sentence: Sentence) -> list[Rule] | None:
    """A label and at least three steps: instructions, and acts that hold at an event (`present x at the close`)."""
    at = next((index for index, token in enumerate(sentence.body[: _FEW + 1]) if token.type == "COLON"), 0)
    parts = parted(sentence.body[at + 1 :]) if at else []
    if len(parts) < _FEW or not all(part and _is_step(draft, part) for part in parts):
        return None
    spans = [sentence.span.cut(part[0].start, part[-1].end) for part in parts]
    label = sentence.span.cut(sentence.body[0].start, sentence.body[at - 1].end)
    listed = tuple(" ".join(span.text.split()) for span in spans)
    key = declare(draft, named(label.text.strip("*_"), label), (Attribute(named("steps", label), listed, sentence.span),))
    acts = tuple(each for part in parts if _verb(draft, part) for each in build_acts(draft, glue(in_place(part))))
    return [rule(draft, key, ALWAYS, acts, sentence)] if acts else []


def _is_step(draft: Draft, part: tuple[Token, ...]) -> bool:
    """An instruction in plain words, or an act that holds at an event."""
    rest = part[1:]
    loose = (LOGIC - {"VERB"}) | {"HAZARD", "BEFORE", "AFTER"}
    if any(token.type in loose and token.text.casefold() not in _WITH for token in rest):
        return False
    if part[0].text.casefold() in draft.grammar.words.keywords["INSTRUCTS"]:
        return True
    last = max((index for index, token in enumerate(rest) if token.type == "AT"), default=0)
    return _verb(draft, part) and bool(last) and last < len(rest) - 1


def _verb(draft: Draft, part: tuple[Token, ...]) -> bool:
    instructs = part[0].text.casefold() in draft.grammar.words.keywords["INSTRUCTS"]
    return part[0].type == "VERB" and part[0].effect in TIGHT and not instructs


def _approved(draft: Draft, sentence: Sentence) -> list[Rule] | None:
    """`approve x, not just y`: what is put up must be x; y alone is denied."""
    verbs = draft.grammar.words.keywords["APPROVES"]
    body = sentence.body
    if body[0].text.casefold() not in verbs:
        return None
    tokens = (Token("VERB", body[0].text, body[0].start, body[0].end), *glue(in_place(body[1:])))
    if [token.type for token in tokens] not in _NOT_JUST:
        return None
    span = sentence.span.cut(tokens[0].start, tokens[1].end)
    wanted, denied = (named(token.text, sentence.span.cut(token.start, token.end)) for token in (tokens[1], tokens[-1]))
    what = named(f"what is put up to {tokens[0].text.casefold()}", span)
    key = declare(draft, named(span.text, span))
    draft.add_fact(Fact(what, "word", None, (wanted, denied), closed=True))
    halted = act(draft, "halt", sentence.span.cut(tokens[1].end, tokens[-1].end).text.strip(" ,"), sentence.span)
    return [rule(draft, key, Compare(what.key, "=", (denied.key,), denied.span), (halted,), sentence)]


def _stateless(draft: Draft, sentence: Sentence) -> bool:
    """`no "x" state — the decision is always binary`: a state that there is not, which restricts nothing."""
    states = draft.grammar.words.keywords["STATES"]
    body, rest = glue(in_place(sentence.body)), [glue(in_place(part)) for part in sentence.rest]
    if [token.type for token in body] != _NO_STATE or bare(body[1].parts[-1].text) not in states:
        return False
    return all([token.type for token in part] in _IS and bare(part[0].parts[-1].text) in states for part in rest)
