"""Vetoes: limits that a candidate must keep whatever its score, and what follows when it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from harnessy.document import Section
from harnessy.rulebook.acts import build_acts, spoken
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.expression import Call, Expression, Ref
from harnessy.rulebook.made import quantity_of
from harnessy.rulebook.model import ALWAYS, Act, All, Compare, Fact, Formula, Named, Not, Quantity, Relation, Rule, Subject, Thing
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.resolve import Resolver
from harnessy.rulebook.symbols import Requirement
from harnessy.rulebook.tokens import glue, in_place
from harnessy.rulebook.verdict_lines import heading_name
from harnessy.source import Label, Span

VETO = "veto"
_BROKEN: dict[str, Relation] = {"≤": ">", "≥": "<", "<": "≥", ">": "≤", "=": "≠", "≠": "="}
_PARTS = re.compile(r"[^()—–:;]+")


@dataclass(frozen=True, slots=True)
class Vetoes:
    """The vetoes of one heading: the truth that says whether any is broken, the acts that follow, and their rules.

    `told` says that the heading itself names the acts.
    """

    heading: str
    truth: str
    acts: tuple[Act, ...]
    span: Span
    section: Section
    rules: tuple[Rule, ...]
    told: bool


def compile_vetoes(draft: Draft, resolver: Resolver) -> list[Vetoes]:
    """A subject and a truth for each heading with vetoes, and a rule for each of them."""
    grouped = groupby(draft.pending.requirements, key=lambda one: one.section.span.start)
    return [_of_heading(draft, resolver, list(group)) for _, group in grouped]


def _of_heading(draft: Draft, resolver: Resolver, told: list[Requirement]) -> Vetoes:
    section = told[0].section
    heading = section.heading.span if section.heading else told[0].span
    called = heading_name(section)
    own = consequence(draft, heading)
    stopping = _stopping(draft, heading, told=bool(own))
    acts = own or stopping or (_reject(draft, heading),)
    truth = named(f"{called} broken", heading)
    subject = _subject(draft, heading, called)
    rules = list[Rule]()
    for one in told:
        measured = _measured(draft, resolver, one)
        broken = Compare(measured, _BROKEN[one.relation], (one.limit,), one.span)
        identity = f"{fold(called).replace(' ', '-')}/{one.label.key.replace(' ', '-')}"
        rule = Rule(identity, VETO, truth.key, broken, one.span, section.words, value=True, label=one.label.text)
        rules.append(rule)
        draft.rules.append(rule)
        draft.rules.append(replace(rule, target=subject, value=None, acts=acts, why=(heading,)))
        draft.beside[measured] = (*draft.beside.get(measured, ()), subject)
    kept = All(tuple(Not(rule.when) for rule in rules))
    identity = f"{fold(called).replace(' ', '-')}/kept"
    draft.rules.append(Rule(identity, VETO, truth.key, kept, heading, section.words, value=False))
    parts = tuple(one.label for one in told)
    aliases = (named(called, heading), *_asked(draft, called, heading))
    draft.quantities[truth.key] = Quantity(truth, "truth", span=heading, trail=section.words, aliases=aliases, parts=parts)
    return Vetoes(section.heading.text if section.heading else "", truth.key, acts, heading, section, tuple(rules), bool(own))


def _asked(draft: Draft, called: str, heading: Span) -> Iterator[Named]:
    """Other words for `any is broken`: those of the sentences that tell what follows then."""
    for arrow in draft.pending.arrows:
        if arrow.vetoes and bare(arrow.vetoes.partition("(")[0]) == called:
            lexed = draft.lexer().lex(arrow.span)
            start = next((token.end for token in lexed if token.type in {"EVERY", "IN"}), arrow.span.start)
            end = next((token.start for token in lexed if token.type in {"ARROW", "COLON", "COMMA", "THEN"}), None)
            if end is None:
                continue
            yield named(spoken(arrow.span.cut(start, end).text), heading)


def _subject(draft: Draft, heading: Span, called: str) -> str:
    """The subject that is asked whether a candidate is barred: by the word for vetoes, or by the heading."""
    labels = {fold(label) for label in draft.grammar.words.headers["VETOES"]}
    texts = [match.group().strip() for match in _PARTS.finditer(heading.text)]
    word = next((text for text in texts[1:] if fold(text) in labels), texts[0])
    start = heading.start + heading.text.find(word)
    name = named(word, heading.cut(start, start + len(word)))
    known = draft.subject_key(name.text)
    if known is None:
        aliases = (named(called, heading),) if called != name.key else ()
        draft.subjects[name.key] = Subject(name, VETO, aliases)
    return known or name.key


# -- what follows


def consequence(draft: Draft, heading: Span) -> tuple[Act, ...]:
    """The acts that a heading names: `(vetoes — reject the batch if broken)`."""
    for match in _PARTS.finditer(heading.text):
        part = heading.cut(heading.start + match.start(), heading.start + match.end())
        undo, lexed = draft.grammar.words.formula["UNDO"], draft.lexer().lex(part)
        told = (replace(token, type="VERB", effect="halt") if fold(token.text) in undo else token for token in lexed)
        tokens = in_place(tuple(told))
        end = next((index for index, token in enumerate(tokens) if token.type == "IF"), len(tokens))
        if tokens and tokens[0].type == "VERB" and tokens[0].effect in {"halt", "hold"}:
            return build_acts(draft, glue(tokens[:end]))
    return ()


def _stopping(draft: Draft, heading: Span, *, told: bool) -> tuple[Act, ...]:
    """The acts of the sentence that says what follows when one is broken; a sentence that stops nothing is a mistake.

    What only notifies or logs may stand beside one that stops, or below a heading that does (`told`).
    """
    arrows = [arrow for arrow in draft.pending.arrows if arrow.vetoes and arrow.vetoes == heading.text]
    found = [arrow.acts for arrow in arrows if strictest(arrow.acts) in TIGHT]
    for arrow in arrows:
        effect = strictest(arrow.acts)
        if effect == "go" or (effect not in TIGHT and not told and not found):
            words = " ".join(act.words for act in arrow.acts)
            message = f"`{words}` follows a broken veto, and stops nothing: a veto never keeps"
            mend = "say what becomes of the candidate then, or take the limits out of the vetoes"
            draft.complain("HN328", "error", message, arrow.span, Label(heading, "the vetoes"), mend=mend)
    return next(iter(found), ())


def _reject(draft: Draft, heading: Span) -> Act:
    word = draft.grammar.words.first("HALT")
    return Act(word, word, "", "halt", heading)


# -- what is limited


def _measured(draft: Draft, resolver: Resolver, one: Requirement) -> str:
    """The key of what a veto limits: a symbol, what a symbol stands for, a share that its note tells, a rate of a field."""
    words = _without_limit(draft, one.label.text)
    known = next((key for key in (one.label.key, bare(words)) if key in draft.quantities or key in draft.facts), None)
    if known is not None:
        return known
    ratio = _share(draft, resolver, one.note) if one.note is not None else None
    symbol = _glossed(draft, words)
    if symbol is not None and symbol.key in draft.quantities:
        return symbol.key
    gloss = draft.facts[symbol.key].aliases[0] if symbol is not None else None
    name = gloss or named(words, one.label.span)
    made = ratio or _rate(resolver, name, one.label.span)
    if made is None:
        draft.add_fact(Fact(name, "number"))
    else:
        _quantity(draft, name, made, one)
    if symbol is not None:
        _quantity(draft, symbol, Ref(name.key), one)
    return name.key


def _quantity(draft: Draft, name: Named, made: Expression, one: Requirement) -> None:
    text = " ".join((one.note or one.label.span).text.split())
    quantity_of(draft, name, (Formula(made, ALWAYS, text, one.span, one.section.words),))


def _without_limit(draft: Draft, label: str) -> str:
    limits = {fold(word) for word in draft.grammar.words.headers["BOUNDS"]}
    kept = [word for word in label.split() if fold(word) not in limits]
    return " ".join(kept) or label


def _glossed(draft: Draft, words: str) -> Named | None:
    """The symbol that stands for what these words name in part: `help` and `h` = help rate."""
    wanted = stems(words)
    things: list[Thing] = [*draft.facts.values(), *draft.quantities.values()]
    for thing in things:
        if any(wanted and wanted <= stems(alias.key) for alias in thing.aliases) and thing.name.key in _symbols(draft):
            return thing.name
    return None


def _symbols(draft: Draft) -> set[str]:
    return {one.name.key for one in draft.pending.symbols}


def _rate(resolver: Resolver, name: Named, span: Span) -> Expression | None:
    found = resolver.rate(name.text, span)
    return found if isinstance(found, Call) else None


def _share(draft: Draft, resolver: Resolver, note: Span) -> Expression | None:
    """`max 10% of crates break`: the crates that break, of all crates."""
    tokens = draft.lexer().lex(note)
    texts = [fold(token.text) for token in tokens]
    limits = {fold(word) for word in draft.grammar.words.headers["BOUNDS"]}
    at = next((index for index, token in enumerate(tokens) if token.type == "NUMBER"), None)
    if at is None or not all(text in limits or tokens[index].type in {"LE", "GE"} for index, text in enumerate(texts[:at])):
        return None
    rest = tokens[at + 1 :]
    if not rest or fold(rest[0].text) not in draft.grammar.words.formula["OF"]:
        return None
    verb = _verb(draft, [token.text for token in rest], [token.type for token in rest])
    if verb < 1 + 1:
        return None
    part, whole = note.cut(rest[1].start, rest[-1].end), note.cut(rest[1].start, rest[verb - 1].end)
    return Call("/", (resolver.named(part.text, part), resolver.named(whole.text, whole)))


def _verb(draft: Draft, texts: Sequence[str], types: Sequence[str]) -> int:
    """Where the verb of `N crates break` stands: a word for failing or needing, else the last word."""
    words = draft.grammar.words.keywords
    fails = {*words["FAILS"], *words["PASSES"]}
    verbs = {"REQ", "HAVE", "COP", "PAST"}
    found = (index for index, text in enumerate(texts) if types[index] in verbs or fold(text) in fails)
    return next(found, len(texts) - 1)
