"""Lines that judge a metric: `Name: must be ≤ 0.2 (note)` under a heading for vetoes, and `Δx > 0.1 → SHIP (why)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from harnessy.document import Section
from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.amount import number
from harnessy.rulebook.clauses import NotRead, split
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.formula import RELATIONS, parse
from harnessy.rulebook.model import Act
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.symbols import Arrow, Requirement
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Token, glue, in_place
from harnessy.source import Span

_LABEL = re.compile(r"(?P<mark>\*\*|)(?P<name>[^:*]+?)(?P=mark)\s*:\s*(?P<rest>\S.*)", re.DOTALL)
_NOTE = re.compile(r"\((?P<note>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*\.?\s*\Z")
_WORDS = re.compile(r"[^\W\d_][\w'’-]*")
_STAYS = frozenset({"be", "stay", "remain", "is", "are", "stays", "remains"})
_MARKS = frozenset("*_`.")
_NO_ACT = (LOGIC | {"HAZARD", "SYMBOL"}) - {"VERB"}
_ENDS = frozenset({"ARROW", "COLON", "COMMA", "THEN"})


def vetoing(draft: Draft, section: Section) -> bool:
    """Whether the nearest heading says that what stands below it are vetoes."""
    return section.heading is not None and has_label(draft, section.heading.text, ("VETOES",))


# -- requirements


def requirement(draft: Draft, section: Section, sentence: Span) -> Requirement | None:
    """A limit under a heading for vetoes, with its label in front; None for anything else."""
    if not vetoing(draft, section):
        return None
    plain, note = _noted(sentence)
    match = _LABEL.match(plain.text)
    lexer = draft.lexer()
    if match:
        label, rest = _cut(plain, match, "name"), lexer.lex(_cut(plain, match, "rest"))
    else:
        tokens = lexer.lex(plain)
        at = next((index for index, token in enumerate(tokens) if token.type in {"MUST", "COP"}), 0)
        if not at:
            return None
        label, rest = plain.cut(tokens[0].start, tokens[at - 1].end), tokens[at:]
    found = limit(rest)
    if found is None:
        return None
    return Requirement(named(label.text.strip("*_` "), label), *found, sentence, section, note)


def limit(tokens: Sequence[Token]) -> tuple[str, Decimal] | None:
    """`must be ≤ 0.2`, `at most 20%`, `0`: a relation and a number, and nothing else."""
    rest = [token for token in tokens if token.text not in {".", "*", "**"}]
    while rest and (rest[0].type == "MUST" or rest[0].text.casefold() in _STAYS):
        rest = rest[1:]
    relation = "="
    if rest and rest[0].type in RELATIONS:
        relation, rest = RELATIONS[rest[0].type], rest[1:]
    amount = number(rest[0].text) if len(rest) == 1 and rest[0].type == "NUMBER" else None
    return None if amount is None else (relation, amount)


def _noted(sentence: Span) -> tuple[Span, Span | None]:
    match = _NOTE.search(sentence.text)
    if match is None:
        return sentence, None
    return sentence.cut(sentence.start, sentence.start + match.start()), _cut(sentence, match, "note")


# -- arrows


def arrow(draft: Draft, section: Section, sentence: Span) -> Arrow | None:
    """A comparison, or `any veto fails`, and behind a sign the acts that follow; None when it is anything else."""
    plain, note = _noted(sentence)
    tokens = draft.lexer().lex(plain)
    front = tokens[0].type == "IF" if tokens else False
    signs = {"ARROW"} if not front else _ENDS
    at = next((index for index, token in enumerate(tokens) if token.type in signs and index), 0)
    left, right = tokens[front:at], tokens[at + 1 :]
    acts = _acts(draft, plain, right) if left and right else ()
    if not acts:
        return None
    words = plain.cut(left[0].start, left[-1].end)
    tree = parse(draft.grammar, words, "comparison")
    reason, unread = _beside(draft, note)
    unread = (*unread, *_behind(draft, plain, right))
    if tree is not None:
        return Arrow(tree, acts, sentence, section, reason, unread=unread)
    vetoes = _vetoes(draft, left)
    return Arrow(None, acts, sentence, section, reason, vetoes, unread) if vetoes else None


def consequence(draft: Draft, span: Span) -> tuple[tuple[Act, ...], str, tuple[Span, ...]] | None:
    """The acts that some words tell, the reason in brackets behind them, and what of it may say more; None where they tell none."""
    plain, note = _noted(span)
    tokens = draft.lexer().lex(plain)
    acts = _acts(draft, plain, tokens)
    if not acts:
        return None
    reason, unread = _beside(draft, note)
    return acts, reason, (*unread, *_behind(draft, plain, tokens))


def _behind(draft: Draft, plain: Span, tokens: Sequence[Token]) -> tuple[Span, ...]:
    """What stands behind a word that keeps and is more than what is kept or written down: `keep; ask Ana`, `keep | revert`."""
    placed = [token for token in tokens if token.text not in _MARKS]
    rest = placed[1:]
    if not rest or fold(placed[0].text) not in draft.grammar.words.formula["KEEP"]:
        return ()
    effects = {**draft.effects, **_contraries(draft)}
    told = plain.cut(rest[0].start, rest[-1].end)
    plainly = all(_tells_plainly(token, effects) for token in rest) and _only_names(draft, told)
    return () if plainly else (told,)


def _tells_plainly(token: Token, effects: Mapping[str, str]) -> bool:
    """Whether a word is no name of a person, no sign, and no verdict."""
    signs = token.type not in {"WORD", "VERB", "COMMA", "AND", "ATOM", "HARMLESS"}
    return not signs and not token.text[:1].isupper() and effects.get(fold(token.text), "neutral") in {"neutral", "go"}


def _only_names(draft: Draft, span: Span) -> bool:
    """Whether words say nothing of persons, times, or what holds for now."""
    return not has_label(draft, span.text, ("OTHERS", "STATUS", "INACTIVE", "TIMES", "TAKES_BACK", "DECIDERS", "ASKED_FOR"))


def _beside(draft: Draft, note: Span | None) -> tuple[str, tuple[Span, ...]]:
    """The reason that a note tells, up to its first comma, and the note where it may say more than why."""
    if note is None:
        return "", ()
    return " ".join(note.text.split(",")[0].split()), () if _only_says_why(draft, note) else (note,)


def _only_says_why(draft: Draft, note: Span) -> bool:
    """`gain shown`, `within noise, no loss`: words that name no person, time, verdict or condition."""
    words = draft.grammar.words
    plain = set(words.formula["NOTED"])
    tight = frozenset().union(*(stems(word) for effect in ("HOLD", "HALT") for word in words.verdicts[effect]))
    for token in draft.lexer().lex(note):
        text = token.text.casefold()
        if token.text[:1].isupper() and token.start > note.start:
            return False
        if token.type not in {"WORD", "COMMA", "NO"} and text not in plain:
            return False
        if token.type == "WORD" and stems(text) <= tight and not text.endswith("ed"):
            return False
    words_told = [word.casefold() for word in _WORDS.findall(note.text) if word.casefold() not in plain]
    if len(words_told) == 1 and not _is_why(draft, words_told[0]):
        return False  # `(docs)`, `(provisional)`: of what, or for how long
    judged = [stems(word) for role in ("KEEP", "KEPT", "UNDO", "DECIDES") for word in words.formula[role]]
    named = any(word <= stems(note.text) for word in judged)
    return not named and not has_label(draft, note.text, ("OTHERS", "STATUS", "INACTIVE", "TIMES", "TAKES_BACK"))


def _is_why(draft: Draft, word: str) -> bool:
    """Whether one word says what came out: one of a list, or that something is brighter, faster, more."""
    words = draft.grammar.words
    doers = _stems_of((*words.headers["DECIDERS"], *words.headers["OTHERS"], *words.keywords["ACTOR"]))
    return stems(word) <= _stems_of(words.formula["WHY_KEPT"]) or (word.endswith("er") and not stems(word) & doers)


def _stems_of(listed: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(stems, listed))


def _vetoes(draft: Draft, tokens: Sequence[Token]) -> str:
    """The heading of the vetoes that `any X fails` names, any of which is broken."""
    if len(tokens) < 1 + 1 or tokens[0].type not in {"EVERY", "IN"} or fold(tokens[0].text) not in {"any", "any of"}:
        return ""
    last = fold(tokens[-1].text)
    fails = {*draft.grammar.words.keywords["FAILS"], *(f"{word}s" for word in draft.grammar.words.keywords["FAILS"])}
    said = stems(" ".join(token.text for token in tokens[1:-1]))
    for section in draft.document.sections:
        if vetoing(draft, section) and last in fails and heading_stems(section) & said:
            return section.heading.text if section.heading else ""
    return ""


def heading_stems(section: Section) -> frozenset[str]:
    """The stems of a heading without its note in brackets."""
    return stems(heading_name(section))


def heading_name(section: Section) -> str:
    """The words of a heading without its note in brackets."""
    text = section.heading.text if section.heading else ""
    return bare(text.partition("(")[0])


def _acts(draft: Draft, sentence: Span, tokens: Sequence[Token]) -> tuple[Act, ...]:
    """The acts behind a sign: verdict words first, no logic among the rest."""
    effects = {**_contraries(draft), **dict.fromkeys(draft.grammar.words.formula["KEEP"], "go")}
    words = ((token, effects.get(fold(token.text))) for token in tokens)
    known = (replace(token, type="VERB", effect=effect) if effect is not None else token for token, effect in words)
    placed = in_place(tuple(token for token in known if token.type != "SYMBOL" or token.text not in _MARKS))
    if not placed or placed[0].type != "VERB" or any(token.type in _NO_ACT for token in placed):
        return ()
    try:
        split(placed, sentence.cut(placed[0].start, sentence.end))
        return build_acts(draft, glue(placed))
    except NotRead:
        return ()


def _contraries(draft: Draft) -> dict[str, str]:
    """What a field of two words takes beside the word that keeps: whatever it is called, it does not keep."""
    known, keeps = draft.effects, set(draft.grammar.words.formula["KEEP"])
    fields = (field for schema in draft.schemas for field in schema.fields if len(field.values) == 1 + 1)
    pairs = ({fold(value) for value in field.values} for field in fields)
    return {other: "halt" for pair in pairs if pair & keeps for other in pair - keeps if other not in known}


def _cut(span: Span, match: re.Match[str], group: str) -> Span:
    return span.cut(span.start + match.start(group), span.start + match.end(group))
