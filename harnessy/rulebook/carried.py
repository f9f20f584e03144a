"""Sentences that tell where a name stands, `Each card has `Trust:` in its header`, and that nothing beside it is asked.

They are known by what they may say and nothing else, so that a second statement in them is never passed over.
"""

from __future__ import annotations

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

_STOPS = frozenset({".", "!"})
_PARTS = frozenset({"SEMI"})
_PLAIN = frozenset({"WORD", "NAME", "HARMLESS", "EVERY", "HAVE", "AT", "THIRD"})
_BARRED = (LOGIC - {"AT", "THIRD"}) | {"HAZARD", "QUOTE", "NUMBER", "SEMI", "DASH", "COLON", "BUT", "COMMA", "SYMBOL"}
_ELSE = 1 + 1  # tokens of `nothing else`


def carries(draft: Draft, span: Span) -> bool:
    """Whether each part of a sentence tells where a line of a task stands, or that nothing else decides what it does."""
    parts = list[list[Token]]([[]])
    for token in draft.nameless().lex(span):
        if token.type in _PARTS:
            parts.append([])
        elif token.text not in _STOPS:
            parts[-1].append(token)
    told = [_is_line(draft, part) or _is_alone(draft, part) for part in parts]
    return all(told) and not has_label(draft, span.text, ("TIMES", "STATUS", "TAKES_BACK", "OTHERS", "DECIDERS"))


def _is_line(draft: Draft, part: list[Token]) -> bool:
    """`The observing block carries `Latitude:` in its first lines`: what stands where, by the name of a line."""
    lines = [token for token in part if token.type == "ATOM"]
    at = part.index(lines[0]) if len(lines) == 1 else 0
    verbs = draft.grammar.words.headers["CARRIES"]
    ends = bool(lines) and (lines[0].text.strip("`").endswith(":"))
    said = at > 0 and part[at - 1].text.casefold() in verbs
    plain = all(token.type in _PLAIN for token in part if token not in lines) and not any(_is_named(token) for token in part[1:])
    where = [token.text.casefold() for token in part[at + 1 :]]
    placed = not where or (where[0] in draft.grammar.words.headers["WHERE_FOR"] and bool(set(where) & _places(draft)))
    return ends and said and plain and placed


def _is_alone(draft: Draft, part: list[Token]) -> bool:
    """`Nothing else on the mountain decides how far a program goes`: a question of its own behind a word for deciding it."""
    words = draft.grammar.words
    if not part or part[0].type != "NOONE" or part[1:_ELSE] == [] or part[1].type != "OTHERWISE":
        return False
    sets = next((at for at, token in enumerate(part) if token.text.casefold() in words.headers["SETS"]), 0)
    front, behind = part[_ELSE:sets], part[sets + 1 :]
    asks = bool(behind) and behind[0].text.casefold() in words.keywords["TOPIC"]
    plain = all(token.type in _PLAIN for token in front) and not any(token.type in _BARRED for token in behind[1:])
    return sets > 0 and asks and plain and not any(_is_named(token) for token in (*front, *behind))


def _is_named(token: Token) -> bool:
    return token.type != "ATOM" and token.text[:1].isupper()


def _places(draft: Draft) -> frozenset[str]:
    return frozenset(draft.grammar.words.headers["PLACES_OF_A_LINE"])
