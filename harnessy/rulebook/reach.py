"""How far a sentence reaches: what says less about more, and what says that all of it is not in force."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import EVERYTHING, INVARIANT_RANK, MEANS_FORMULA, Opaque, Rule, conjoined
from harnessy.rulebook.names import bare, fold, in_order, stems, unarticled
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Token, glue, in_place
from harnessy.source import Span

_STATUS = re.compile(r"^\s*(?:status|state)\s*:(?P<text>.*)$|^\s*enabled\s*:\s*(?:false|no|off)\b", re.IGNORECASE | re.MULTILINE)
_LINE, _KEY = re.compile(r"^.+$", re.MULTILINE), re.compile(r"([^\W\d][\w\s.-]*):")
_TAG = re.compile(r"<([a-z][^<>]*)>", re.IGNORECASE)
_STRUCK = re.compile(r"(?:del|s|strike|template)(?:\s|$)|\w+\s.*\bhidden\b", re.IGNORECASE | re.DOTALL)
_IS = re.compile(r"\b(?:is|are|was|were) (?:(?:a|an|the|only|just|still|now) )*", re.IGNORECASE)
_SAYS = frozenset({"COP", "PAST", "MEANS", "MUST", "NEVER", "FORBID"})
_CONDITIONS = frozenset({"IF", "ONLYIF", "UNLESS", "UNTIL", "EXCEPT"})
_EXCEPTIONS = frozenset({"ONLYIF", "UNLESS", "EXCEPT"})
_ENDS = frozenset({"COMMA", "SEMI", "DASH", "COLON"})
_MANNER = 1 + 1 + 1  # never, what is not done, how


def reach(draft: Draft) -> None:
    """What is held or halted in more words than a subject has may be just what the subject is this time.

    `never push to main` keeps `push` from going until it is known that this is no push to main.
    """
    tight = [rule for rule in draft.rules if rule.target in draft.operations and strictest(rule.acts) in TIGHT]
    loose = {rule.target for rule in draft.rules if strictest(rule.acts) == "go"}
    added = list[Rule]()
    scales = [stems(key) for key in draft.scales]
    for rule in tight:
        if stems(rule.target) in scales:
            draft.doubt(EVERYTHING, rule.span)
        name = draft.operations[rule.target].name
        first = in_order(rule.target)[:1]
        gate = unarticled(rule.target) in draft.quantities  # what closes a gate says nothing of a value of that name
        values = {value.key for fact in draft.facts.values() for value in fact.values if in_order(value.key) == first}
        for value in values if not gate else ():
            draft.doubt(value, rule.span)
        for flag in {fact.name.key for fact in draft.facts.values() if fact.kind == "flag" and fact.name.text in name.text}:
            draft.doubt(flag, rule.span)
        done = _participle(draft, rule) if rule.family == "passive" else frozenset[str]()
        wider = (key for key in loose if key != rule.target and stems(key) and stems(key) < stems(rule.target))
        covers = sorted(key for key in wider if done is not None and done <= stems(key))
        for key in covers:
            case = Opaque(bare(name.text), name.text, name.span)
            added.append(replace(rule, target=key, when=conjoined(rule.when, case), rank=INVARIANT_RANK))
    draft.rules.extend(added)


def _participle(draft: Draft, rule: Rule) -> frozenset[str] | None:
    """What `X is never painted at night` says is not done: of what is called by X alone it says nothing.

    None where it says how it is not done (`never painted silently`) and not when: whoever paints X may do it otherwise.
    """
    tokens = draft.lexer().lex(rule.span)
    at = next((index for index, token in enumerate(tokens[:-1]) if token.type == "NEVER"), 0)
    manner = len(tokens) == at + _MANNER and tokens[-1].text.casefold().endswith("ly")
    return None if manner or not at else stems(tokens[at + 1].text)


def doubt_front_matter(draft: Draft) -> None:
    """A page lets nothing go when its front matter says that it is a draft, or anything else than what the page is called."""
    span = draft.document.front_matter
    if span is None:
        return
    for line in _LINE.finditer(span.text):
        if _doubtful(draft, line[0]):
            draft.doubt(EVERYTHING, span.cut(span.start + line.start(), span.start + line.end()))


def doubt_struck(draft: Draft) -> None:
    """A page in which tags strike out or hide something lets nothing go: what is between them is read as if it stood."""
    source = draft.document.source
    for tag in _TAG.finditer(source.text):
        if _STRUCK.match(tag[1]):
            draft.doubt(EVERYTHING, source.span(tag.start(), tag.end()))


def _doubtful(draft: Draft, line: str) -> bool:
    """Whether a line of front matter may keep a page from being in force."""
    told = _STATUS.match(line)
    if told is not None:
        return told["text"] is None or has_label(draft, told["text"], ("STATUS", "INACTIVE"))
    key = _KEY.match(line)
    known = key is None or bare(key[1].strip().replace("_", " ").replace("-", " ")) in draft.grammar.words.headers["FRONT_MATTER"]
    return not known or has_label(draft, line, ("STATUS",))


def denies_status(draft: Draft, span: Span) -> bool:
    """Whether a sentence says of the page, a table, a rule, or just says, that something is not in force."""
    told = _STATUS.match(span.text)
    if told and (told["text"] is None or has_label(draft, told["text"], ("STATUS", "INACTIVE"))):
        return True
    said = _IS.search(span.text)
    if said and has_label(draft, span.text[: said.start()], ("SCOPE_OF_STATUS",)):
        first = fold(span.text[said.end() :])
        if any(re.match(rf"{re.escape(fold(label))}\b", first) for label in draft.grammar.words.headers["INACTIVE"]):
            return True
    if not has_label(draft, span.text, ("STATUS",)):
        return False
    return has_label(draft, span.text, ("SCOPE_OF_STATUS",)) or _is_status(draft, fold(span.text))


def _is_status(draft: Draft, text: str) -> bool:
    """`withdrawn 2026-01-01`, `suspended until further notice`: a status and nothing that it is said of."""
    labels = (fold(label) for label in draft.grammar.words.headers["STATUS"])
    rests = (text.removeprefix(label).strip() for label in labels if text.startswith(label))
    behind = {*draft.grammar.words.keywords["THROUGH"], "since", "until"}
    return any(not re.search(r"[^\W\d]", rest) or rest.split(" ")[0] in behind for rest in rests)


def doubt(draft: Draft, tokens: tuple[Token, ...], span: Span) -> bool:
    """What a sentence that nobody understands may say something of: its subject, a function, a flag, everything.

    Says whether there is anything.
    """
    names = set[str]()
    at = _subject_at(draft, tokens)
    if at is not None and _claims(draft, tokens[at + 1 :], span):
        names.add(_named(draft, tokens[at].text) or "")
    kinds = {token.type for token in tokens}
    names |= _redefined(draft, tokens)
    flags = {bare(token.text) for token in tokens if token.is_flag}
    if flags and (kinds & {"FORBID", "NEVER", "NOT"} or has_label(draft, span.text, ("STATUS",))):
        names |= flags
    formula = any(token.type == "ATOM" and MEANS_FORMULA.match(token.text) for token in tokens)
    front = tokens[0] if tokens else None
    restricts = front is not None and (front.type in _EXCEPTIONS or front.text.casefold() in {"only", "not", "but"})
    fragment = front is not None and front.type in _CONDITIONS and not any(token.effect or token.type in _ENDS for token in tokens)
    named = any(token.type in {"NAME", "ATOM"} and _named(draft, token.text) for token in tokens)
    nobody = front is not None and front.type == "NOONE" and named
    scales = [stems(key) for key in draft.scales]
    binds = "BIND" in kinds and (
        has_label(draft, span.text, ("SCOPE_OF_STATUS",)) or any(stems(token.text) in scales for token in tokens)
    )
    compared = kinds & {"LOWEST", "HIGHEST", "EXCEEDS"} or (flags and kinds & _CONDITIONS)
    none = {"NO", "DEFAULT"} <= kinds
    general = formula or none or restricts or fragment or nobody or binds or compared
    if any(token.effect in TIGHT for token in tokens):
        names |= {bare(token.text) for token in tokens[: 1 + 1] if draft.member_scales(bare(token.text))}
    if general or _about_everything(draft, tokens) or _of_a_table(draft, tokens, span):
        names.add(EVERYTHING)
    for name in sorted(names):
        draft.doubt(name, span)
    return bool(names)


def _redefined(draft: Draft, tokens: tuple[Token, ...]) -> set[str]:
    """The names before `means` or `counts as` in the first part of a sentence."""
    end = next((index for index, token in enumerate(tokens) if token.type in _ENDS), len(tokens))
    at = next((index for index, token in enumerate(tokens[:end]) if token.type == "MEANS"), 0)
    found = (_named(draft, token.text) for token in tokens[:at] if token.type in {"NAME", "ATOM"})
    return {name for name in found if name is not None}


def _of_a_table(draft: Draft, tokens: tuple[Token, ...], span: Span) -> bool:
    """`levels are suspended`, `levels are not binding`: a status, or `not`, of what a heading or scale names."""
    if not has_label(draft, span.text, ("STATUS",)) and not any(token.type in {"NOT", "NEVER"} for token in tokens):
        return False
    end = next((index for index, token in enumerate(tokens) if token.type in _SAYS), 0)
    wanted = stems(" ".join(token.text for token in tokens[:end]))
    words = [word for section in draft.document.sections for word in section.words[1:]] + [
        scale.name.text for scale in draft.scales.values()
    ]
    return bool(wanted) and any(wanted <= stems(word) for word in words)


def _subject_at(draft: Draft, tokens: tuple[Token, ...]) -> int | None:
    """Where a sentence has a declared name as its subject: first, behind other names, or behind a time or place in front."""
    openings = draft.grammar.words.keywords["THROUGH"]
    for index, (first, second) in enumerate(pairwise(tokens)):
        named = first.type in {"NAME", "ATOM"} and _named(draft, first.text) is not None
        if not named or second.type not in _SAYS:
            continue
        front = [token for token in tokens[:index] if token.type != "HARMLESS" or token.text.casefold() in openings]
        strange = [token for token in front if token.type not in {"NAME", "ATOM"}]
        return index if not strange or front[0].text.casefold() in openings else None
    return None


def _claims(draft: Draft, rest: tuple[Token, ...], span: Span) -> bool:
    """Whether the rest of a sentence names a value, a verdict, an amount or a status."""
    valued = any(token.type in {"NAME", "ATOM"} and _named(draft, token.text) is not None for token in rest)
    amount = any(token.effect or token.type == "NUMBER" for token in rest)
    return valued or amount or has_label(draft, span.text, ("STATUS",))


def _named(draft: Draft, text: str) -> str | None:
    """The declared name that a text is, inflection apart: a fact, a quantity, a value or a member."""
    wanted = in_order(text)
    keys = [*draft.facts, *draft.quantities, *(value.key for fact in draft.facts.values() for value in fact.values)]
    keys.extend(member.key for scale in draft.scales.values() for member in scale.members)
    return next((key for key in keys if in_order(key) == wanted), None) if wanted else None


def _about_everything(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`always ask`, `stop on red`, `all actions wait for a person`, `on Fridays, ask`, `nothing is automatic`."""
    tokens = tuple(token for token in tokens if token.text != ".")
    starts = [0, *(index + 1 for index, token in enumerate(tokens) if token.type == "COMMA")]
    if any(_orders(draft, tokens[start:]) for start in starts[: 1 + 1]):
        return True
    end = next((index for index, token in enumerate(tokens) if token.type in _ENDS), len(tokens))
    head = tokens[:end]
    general = [index for index, token in enumerate(head) if token.type in {"EVERY", "NOONE", "NO"}]
    leads = bool(general) and (general[0] == 0 or head[0].text.casefold() in {*draft.grammar.words.keywords["THROUGH"], "during"})
    pairs = pairwise(head)
    said = any(_tells(token) and before.text.casefold() not in {"a", "an", "the"} for before, token in pairs)
    return leads and said


def _tells(token: Token) -> bool:
    return bool(token.effect) or token.type in {"BIND", "THIRD"}


def _orders(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether tokens are acts that hold or halt, of nothing less than everything."""
    placed = in_place(tokens)
    if not placed or placed[0].effect not in TIGHT or placed[0].type not in {"VERB", "NEVER"}:
        return bool(placed) and placed[0].type == "ALWAYS" and _orders(draft, tokens[1:])
    if any(token.type in {"EVERY", "HAZARD"} for token in placed[1 : 1 + 2]):
        return True
    parsed = draft.grammar.statement(glue(placed))
    return parsed is not None and parsed.name in {"act", "must", "act_at", "act_at_every"}
