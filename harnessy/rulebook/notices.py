"""Family notice: what any of some events brings about, `any leak/stall/flood notifies the warden`, also as a note in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import cast

from harnessy.document import Section
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.duties import third_person
from harnessy.rulebook.model import ALWAYS, EVENT, Act, Effect, Named, Rule, Subject
from harnessy.rulebook.names import fold, stems
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC
from harnessy.source import Span

_NOTE = re.compile(r"\(([^()]+)\)")
_PART = re.compile(r"[^/,]+")
_OF_PATH = "notice"
_JOINS = frozenset({"OR", "COMMA", "SLASH", "AND", "VERB"})


def compile_notices(draft: Draft) -> None:
    """Compile what any of some events brings about. Only acts that decide nothing: a notice lets nothing go and holds nothing."""
    verbs = draft.effects
    forms = {third_person(verb): verb for verb, effect in verbs.items() if effect == "neutral" and " " not in verb}
    for section, sentence in sentences(draft):
        if forms.keys().isdisjoint(re.findall(r"\w+", sentence.text.casefold())):
            continue
        if (sentence.start, sentence.end) not in draft.readings and _notice(draft, section, sentence, (sentence, forms)):
            draft.note(sentence, "rule", trail=section.words)
        for note in _NOTE.finditer(sentence.text):
            inner = sentence.cut(sentence.start + note.start(1), sentence.start + note.end(1))
            if _notice(draft, section, inner, (sentence, forms)):
                draft.note(inner, "rule", trail=section.words)


def _notice(draft: Draft, section: Section, span: Span, given: tuple[Span, Mapping[str, str]]) -> bool:
    """`any A/B/C VERBs [the X]`, whole: each of the events owes the act. Says whether it is one."""
    sentence, forms = given
    tokens = draft.lexer().lex(span)
    tokens = tokens[:-1] if tokens and tokens[-1].text == "." else tokens
    at = next((index for index, token in enumerate(tokens) if token.text.casefold() in forms), 0)
    plain = all(token.type not in LOGIC - _JOINS and token.type != "HAZARD" for token in tokens[1:])
    words = draft.grammar.words.keywords
    if at < 1 << 1 or tokens[0].text.casefold() not in words["ANYOF"] or not plain:
        return False
    rest = tokens[at + 1 :]
    if any(token.type in _JOINS - {"VERB"} or token.text.casefold() in words["EVENT_AT"] for token in rest):
        return False
    events = list(_events(draft, span.cut(tokens[1].start, tokens[at - 1].end)))
    if not events or any(event is None for event in events):
        return False
    verb = forms[tokens[at].text.casefold()]
    thing = " ".join(span.cut(rest[0].start, rest[-1].end).text.replace("*", "").split()) if rest else ""
    effect = cast("Effect", draft.effects[verb])
    act = Act(f"{verb} {thing}".strip(), verb, thing.replace("`", ""), effect, span.cut(tokens[at].start, tokens[-1].end))
    identity = Statements(draft).rule_id(Place(section), span.text)
    for event in events:
        if event is not None:
            draft.operations.setdefault(event.key, Subject(event, EVENT))
            why = () if span == sentence else (sentence,)
            family = _OF_PATH if _is_of_path(draft, section, sentence) else "duty"
            draft.rules.append(Rule(identity, family, event.key, ALWAYS, span, section.words, (act,), why=why))
    return True


def _is_of_path(draft: Draft, section: Section, sentence: Span) -> bool:
    """Whether a sentence is about what is done on one path alone: `on this path: …`, or under the heading of a grant."""
    words = draft.grammar.words.keywords
    about = (" ".join([*section.words, sentence.text]), words["PATH"]), (" ".join(section.words), words["GRANT"])
    return any(stems(word) <= stems(text) for text, listed in about for word in listed)


def _events(draft: Draft, span: Span) -> Iterator[Named | None]:
    """The events of a list parted by strokes, commas and `or`; None for one that is an operation as well."""
    words = draft.grammar.words.keywords
    for part in _PART.finditer(span.text):
        said = [word for word in part[0].split() if fold(word) not in {*words["OR"], *words["EVERY"]}]
        text = " ".join(said)
        if not text:
            continue
        start = span.start + part.start() + part[0].index(said[0])
        place = span.cut(start, span.start + part.end())
        name = named(text if draft.subject_key(text) is None else f"any {text}", place)
        same = next((key for key in draft.operations if stems(key) == stems(name.key)), name.key)
        known = draft.operations.get(same)
        acts = fold(text) in {*words["ACTOR"], *words["HUMANS"]}  # what somebody does is no event
        yield Named(same, name.text, place) if not acts and (known is None or known.kind == EVENT) else None
