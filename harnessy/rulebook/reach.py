"""How far a sentence reaches: what says less about more, and what says that all of it is not in force."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import EVERYTHING, INVARIANT_RANK, MEANS_FORMULA, Opaque, Rule, conjoined
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Token, glue, in_place
from harnessy.source import Span

_STATUS = re.compile(r"^\s*(?:status|state)\s*:(?P<text>.*)$|^\s*enabled\s*:\s*(?:false|no|off)\b", re.IGNORECASE | re.MULTILINE)
_SAYS = frozenset({"COP", "PAST", "MEANS", "MUST", "NEVER", "FORBID"})
_CONDITIONS = frozenset({"IF", "ONLYIF", "UNLESS", "UNTIL", "EXCEPT"})
_ENDS = frozenset({"COMMA", "SEMI", "DASH", "COLON"})
_TIGHT = frozenset({"hold", "halt"})


def reach(draft: Draft) -> None:
    """What is held or halted in more words than a subject has may be just what the subject is this time.

    `never push to main` keeps `push` from going until it is known that this is no push to main.
    """
    tight = [
        rule
        for rule in draft.rules
        if rule.target in draft.operations and strictest(rule.acts) in _TIGHT and rule.family != "passive"
    ]
    loose = {rule.target for rule in draft.rules if strictest(rule.acts) == "go"}
    added = list[Rule]()
    for rule in tight:
        name = draft.operations[rule.target].name
        covers = sorted(key for key in loose if key != rule.target and stems(key) and stems(key) < stems(rule.target))
        for key in covers:
            case = Opaque(bare(name.text), name.text, name.span)
            added.append(replace(rule, target=key, when=conjoined(rule.when, case), rank=INVARIANT_RANK))
    draft.rules.extend(added)


def doubt_front_matter(draft: Draft) -> None:
    """A page whose front matter says that it is a draft, or switched off, lets nothing go."""
    span = draft.document.front_matter
    for match in _STATUS.finditer(span.text) if span is not None else ():
        if match["text"] is None or has_label(draft, match["text"], ("STATUS", "INACTIVE")):
            draft.doubt(
                EVERYTHING,
                span.cut(span.start + match.start(), span.start + match.end()) if span else draft.document.source.span(0, 0),
            )


def denies_status(draft: Draft, span: Span) -> bool:
    """Whether a sentence says of the page, a table or a rule that it is not in force."""
    return has_label(draft, span.text, ("STATUS",)) and has_label(draft, span.text, ("SCOPE_OF_STATUS",))


def doubt(draft: Draft, tokens: tuple[Token, ...], span: Span) -> None:
    """What a sentence that nobody understands may say something of: its subject, a function, a flag, everything."""
    at = _subject_at(draft, tokens)
    if at is not None and _claims(draft, tokens[at + 1 :], span):
        draft.doubt(bare(tokens[at].text), span)
    kinds = {token.type for token in tokens}
    flagged = any(token.is_flag for token in tokens) and bool(kinds & _CONDITIONS)
    formula = any(token.type == "ATOM" and MEANS_FORMULA.match(token.text) for token in tokens)
    if flagged or formula or kinds & {"LOWEST", "HIGHEST", "EXCEEDS"} or _about_everything(draft, tokens):
        draft.doubt(EVERYTHING, span)


def _subject_at(draft: Draft, tokens: tuple[Token, ...]) -> int | None:
    """Where a sentence has a declared name as its subject: first, or behind a time or place in front."""
    openings = draft.grammar.words.keywords["THROUGH"]
    for index, (first, second) in enumerate(pairwise(tokens)):
        named = first.type in {"NAME", "ATOM"} and _is_name(draft, bare(first.text))
        if not named or second.type not in _SAYS:
            continue
        before = [
            token.text.casefold() for token in tokens[:index] if token.type != "HARMLESS" or token.text.casefold() in openings
        ]
        return index if not before or before[0] in openings else None
    return None


def _claims(draft: Draft, rest: tuple[Token, ...], span: Span) -> bool:
    """Whether the rest of a sentence names a value, a verdict, an amount or a status."""
    valued = any(token.type in {"NAME", "ATOM"} and _is_name(draft, bare(token.text)) for token in rest)
    amount = any(token.effect or token.type == "NUMBER" for token in rest)
    return valued or amount or has_label(draft, span.text, ("STATUS",))


def _is_name(draft: Draft, key: str) -> bool:
    valued = any(value.key == key for fact in draft.facts.values() for value in fact.values)
    return valued or key in draft.facts or key in draft.quantities or bool(draft.member_scales(key))


def _about_everything(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`always ask`, `stop on red`, `all actions wait for a person`, `on Fridays, ask`, `nothing is automatic`."""
    tokens = tuple(token for token in tokens if token.text != ".")
    starts = [0, *(index + 1 for index, token in enumerate(tokens) if token.type == "COMMA")]
    if any(_orders(draft, tokens[start:]) for start in starts[: 1 + 1]):
        return True
    end = next((index for index, token in enumerate(tokens) if token.type in _ENDS), len(tokens))
    head = tokens[:end]
    return bool(head) and head[0].type in {"EVERY", "NOONE"} and any(token.effect for token in head)


def _orders(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether tokens are acts that hold or halt."""
    parsed = draft.grammar.statement(glue(in_place(tokens)))
    if parsed is None or parsed.name not in {"act", "must"}:
        return False
    return any(token.effect in _TIGHT for token in parsed.of("VERB"))
