"""Headings and lead-ins that lend a force by a set phrase: `Allowed`, `Go ahead without asking`, `Ask first`, `Off limits`.

A phrase counts only as a whole: with any word more it is read by the grammar, or it lends nothing.
"""

from __future__ import annotations

import re

from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import bare, fold
from harnessy.source import Span

_NOTE = re.compile(r"\s*\(([^()]*)\)")
_SIGNS = re.compile(r"[^\w\s()'’/-]+")  # emphasis, a colon, ticks and lights
_NUMBERED = re.compile(r"^\s*\d+(?:\.\d+)*[.)]?\s+")
_SHOWN = "\N{VARIATION SELECTOR-16}"
_FORCES = {"MAY_HEADS": "may", "ASK_HEADS": "needs", "NEVER_HEADS": "never"}
_WHO = 2 + 1  # words that name those whom a doctrine binds
_SIGNED = {"may": "go"}


def spoken_force(draft: Draft, span: Span) -> str:
    """The force that a heading or lead-in lends by a set phrase: `may`, `needs`, `never`, or nothing.

    Raises NotRead where a sign or a note beside a permission says anything else.
    """
    text = _NUMBERED.sub("", span.text)
    notes, phrase = _NOTE.findall(text), bare(_SIGNS.sub(" ", _NOTE.sub("", text)))
    words = draft.grammar.words
    said = _said(draft, phrase)
    force = _what(draft, phrase) or next((name for role, name in _FORCES.items() if said in words.headers[role]), "")
    if force != "may":
        return force or _behind_colon(draft, text)
    signs = {sign for found in _SIGNS.findall(text) for sign in (found.replace(_SHOWN, "").strip("*_: "),) if sign}
    noted = {*words.headers["GO_MEANINGS"], *words.headers["MAY_HEADS"]}
    if any(words.effect_of.get(sign) != _SIGNED[force] for sign in signs) or any(bare(note) not in noted for note in notes):
        raise NotRead("the heading or lead-in above says more than that its items may be done")
    return force


def _behind_colon(draft: Draft, text: str) -> str:
    """The force of `Amber: ask first`, `Red zone: never`: what holds or forbids by a set phrase behind a name for it."""
    headers = draft.grammar.words.headers
    name, colon, told = text.rstrip(":*_ ").partition(":")
    phrase = bare(_SIGNS.sub(" ", told))
    tight = (force for role, force in _FORCES.items() if force != "may" and phrase in headers[role])
    return next(tight, "") if colon and name.strip() else ""


def _what(draft: Draft, phrase: str) -> str:
    """The force of `what you can do`, `what you cannot do`, `what you must check with an editor`: of what those bound do or ask."""
    grammar = draft.grammar.words
    said = fold(phrase).split(" ")
    count = grammar.acting(said[1:], _WHO) if said[0] in grammar.headers["WHAT"] else 0
    behind = " ".join(said[1 + count :])
    if not count or not behind:
        return ""
    forms = {"may": grammar.keywords["MAY"], "never": grammar.keywords["NEVER"]}
    for force, modals in forms.items():
        if any(behind == f"{modal} {done}" for modal in modals for done in grammar.headers["DOES"]):
            return force
    verb = next((behind[len(modal) + 1 :] for modal in grammar.keywords["MUST"] if behind.startswith(f"{modal} ")), "")
    asked = grammar.effect_of.get(verb.split(" ")[0]) == "hold" or any(
        verb.startswith(f"{one} ") for one in grammar.headers["ASKS_SOMEBODY"]
    )
    return "needs" if asked else ""


def _said(draft: Draft, phrase: str) -> str:
    """A phrase without those whom a doctrine binds in front: `what the robot may do without asking`."""
    words, headers = draft.grammar.words.keywords, draft.grammar.words.headers
    said = fold(phrase).split(" ")
    rest = said[1:] if said[0] in headers["WHAT"] else said
    count = draft.grammar.words.acting(rest, _WHO)
    behind = rest[count:]
    if count and len(behind) > 1 and behind[0] in words["MAY"]:
        return " ".join(behind[1:])
    return phrase
